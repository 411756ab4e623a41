import pg from 'pg'
import { startCluster, type Cluster, type WaitOptions } from '#db/embedded/cluster.ts'
import type { Database } from '#db/client.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { connect, inSchema } from '#db/connection.ts'
import { workConnections } from '#db/pools.ts'
import { migrate, type Applied } from '#db/migrate.ts'
import type { Config } from './config.ts'
import { StartError, unreachable } from './failures.ts'
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

/**
 * Sets the hub's schema as default search path of the pooler's user, because a transaction behind a pooler may run on
 * any connection. Then checks a pooled connection. `client` is connected to the server itself.
 * @throws StartError if the user has another search path, or the pooler does not answer or has older connections
 */
export async function usePooler(
  client: pg.ClientBase,
  { url, schema }: { url: string; schema: string },
): Promise<void> {
  const user = decodeURIComponent(new URL(url).username)
  const wanted = `search_path=${pg.escapeIdentifier(schema)}`
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting from pg_db_role_setting s
     join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
     where r.rolname = $1 and d.datname = current_database()`,
    [user],
  )
  const known = rows.map(({ setting }) => setting).find((setting) => setting.startsWith('search_path='))
  if (known !== undefined && known !== wanted && known !== `search_path=${schema}`)
    throw new StartError(
      `The database user ${user} of DATABASE_POOLER_URL looks in another schema (${known}): give this hub a user of its own.`,
    )
  if (known === undefined) {
    const { name } = firstRow(await client.query<{ name: string }>('select current_database() as name'))
    await client.query(
      `alter role ${pg.escapeIdentifier(user)} in database ${pg.escapeIdentifier(name)} set search_path to ${pg.escapeIdentifier(schema)}`,
    )
  }
  await checkPooler({ url, schema })
}

async function checkPooler({ url, schema }: { url: string; schema: string }): Promise<void> {
  const pooled = new pg.Client({ connectionString: url, connectionTimeoutMillis: minute })
  // A broken connection is reported by the next statement.
  pooled.on('error', () => {})
  try {
    await pooled.connect()
    const shown = firstRow(await pooled.query<{ schema: string | null }>('select current_schema() as schema'))
    if (shown.schema !== schema)
      throw new StartError(
        'The pooler at DATABASE_POOLER_URL has connections from before its user looked in the hub’s schema: run RECONNECT on its console, then start again.',
      )
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error
    throw new StartError(
      `The pooler at DATABASE_POOLER_URL cannot be used (${error.message}): check the address and whether it runs there, then start again.`,
      { cause: error },
    )
  } finally {
    await pooled.end().catch(() => {})
  }
}
