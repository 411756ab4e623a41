import type pg from 'pg'
import { startCluster, type Cluster, type WaitOptions } from '#db/embedded/cluster.ts'
import type { Database } from '#db/client.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { connect, inSchema } from '#db/connection.ts'
import { workConnections } from '#db/pools.ts'
import { migrate, type Applied } from '#db/migrate.ts'
import type { Config } from './config.ts'
import { StartError, unreachable } from './failures.ts'
import { usePooler } from './pooler.ts'
import { firstRow } from '#db/one-row.ts'
import { minute } from '#lib/duration.ts'

export interface RunningDatabase {
  /** Includes the hub's schema. */
  url: string
  /** The embedded server; null with DATABASE_URL. */
  cluster: Cluster | null
  applied: Applied
  stop(): Promise<void>
}

/**
 * Connects to the operator's PostgreSQL or starts the embedded one, and migrates it. `asItIs` skips migration, for
 * callers about to replace all data. `signal` aborts the wait for a recovery.
 */
export async function startDatabase({
  config,
  role,
  say,
  asItIs = false,
  ...waiting
}: {
  config: Config
  role: 'hub' | 'tool'
  asItIs?: boolean
  say: (line: string) => void
} & WaitOptions): Promise<RunningDatabase> {
  const { cluster, address } = config.databaseUrl
    ? { cluster: null, address: config.databaseUrl }
    : await startOwn(config, role, { log: say, ...waiting })
  const url = inSchema(address, config.databaseSchema)
  let applied: Applied = { migrations: [], functions: false }
  try {
    const client = await connect(url, { connectionTimeoutMillis: minute }).catch((error: Error) => {
      throw cluster ? error : unreachable(error)
    })
    try {
      await checkVersion(client)
      if (!asItIs) applied = await migrate(client, config.databaseSchema)
      if (role === 'hub' && config.databasePoolerUrl)
        await usePooler(client, { url: config.databasePoolerUrl, schema: config.databaseSchema })
      const { length } = applied.migrations
      if (applied.isNewer) say('The database schema is from a newer Seller Hub; this version can use it')
      else if (length > 0) say(`Applied ${length} migrations to the database`)
      else if (applied.functions) say('Replaced the database functions with this version’s')
    } finally {
      await client.end()
    }
  } catch (error) {
    await cluster?.stop()
    throw error
  }
  return { url, cluster, applied, stop: async () => cluster?.stop() }
}

/** Allows connections for all processes, one listener each, and some for tools. */
async function startOwn(config: Config, role: 'hub' | 'tool', telling: { log: (line: string) => void } & WaitOptions) {
  const settings = {
    max_connections: Math.max(100, config.processes * (config.databasePoolSize + workConnections + 1) + 20),
  }
  const cluster = await startCluster({ dataDir: config.dataDir, role, settings, ...telling })
  return { cluster, address: cluster.url() }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const shown = firstRow(await client.query<{ server_version_num: string }>('show server_version_num'))
  const major = Math.floor(Number(shown.server_version_num) / 10_000)
  if (major < 15 || major > 18)
    throw new StartError(`PostgreSQL ${major} is not supported: set DATABASE_URL to a server of version 15 to 18.`)
}

/** Loads the demo marketplace into a database without sellers; of several processes starting at once, one does. */
export async function loadDemoIfEmpty({
  db,
  now,
  store,
  say,
}: {
  db: Database
  now: Date
  store: PictureStore
  say: (line: string) => void
}): Promise<void> {
  if (await db.owner.selectFrom('seller_names').select('seller_id').limit(1).executeTakeFirst()) return
  // Loaded lazily: a database with sellers does not need it.
  const { loadDemo } = await import('#marketplace/demo/load.ts')
  say('Loading the demo marketplace …')
  await loadDemo({ owner: db.owner, now, seed: 'demo', store })
}
