import { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { ClusterError, diskFull, saysDiskFull } from './errors.ts'
import { type Credentials, initialise, OWNER, SUPERUSER } from './initialise.ts'
import { takeLease } from './lease.ts'
import { choosePlace, type Place } from './place.ts'
import { adopt, type Exit, halt, launch, type Postmaster, waitUntilGone, type WaitOptions } from './postmaster.ts'
import type { Settings } from './settings.ts'
import { errorCode, errorText } from '#lib/error-text.ts'

export { ClusterError } from './errors.ts'
export type { WaitOptions } from './postmaster.ts'

export const HUB_DATABASE = 'hub'

export interface Cluster {
  /** Connection URL of a database for its owner, the role `hub` (not a superuser). Default: the hub's database. */
  url(database?: string): string
  /** Connection URL of the database `postgres` as superuser, to create databases and roles. */
  superuserUrl: string
  port: number
  pid: number
  /** The server was already running: started by another process, or left by a killed hub. */
  adopted: boolean
  exited: Promise<Exit>
  /** Releases the server and stops it if nobody else uses it. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the running one: initialises the cluster on the first run,
 * recovers after a kill, and ensures the role `hub` and the database `hub`.
 * @param options.role `hub` for the serving process, one per data folder; `tool` for all others
 * @param options.port fixed port on 127.0.0.1; by default a free one, new at each start
 * @param options.settings PostgreSQL settings that override the hub's own
 * @param options.env environment variables of the server
 * @param options.log receives progress, one line at a time
 * @param options.waits receives notices while the server takes long to start; recovery has no time limit
 * @param options.signal aborts the start and the server being started
 * @throws {ClusterError} with one sentence that says what to do; `ClusterInUseError` if a live hub holds the folder;
 * the signal's reason if it aborted
 */
export async function startCluster(
  options: {
    dataDir: string
    role?: 'hub' | 'tool'
    port?: number
    settings?: Settings
    env?: Readonly<Record<string, string>>
    log?: (line: string) => void
  } & WaitOptions,
): Promise<Cluster> {
  const { role = 'tool', settings = {}, env = {}, log = () => undefined } = options
  const waiting = { waits: log, ...options }
  const place = choosePlace(options.dataDir)
  const binaries = findBinaries(place.account, place.dataDir)
  for (let attempt = 1; attempt <= 5; attempt++) {
    const credentials = await initialise(place, binaries, settings)
    const postmaster =
      (await adopt(place, waiting)) ?? (await launch({ place, binaries, port: options.port, settings, env, waiting }))
    if (!postmaster) continue
    log(
      postmaster.adopted
        ? `PostgreSQL was running already (process ${postmaster.pid})`
        : `PostgreSQL ${binaries.version} started in ${place.folder} (process ${postmaster.pid})`,
    )
    const joined = await join(postmaster, credentials, role, place)
    if (joined) {
      const required = Number(settings['max_connections'] ?? 0)
      if (joined.connections < required)
        log(
          `It takes ${joined.connections} connections, and this hub may use ${required}: when nothing else uses it, stop the hub and start it again.`,
        )
      return joined.cluster
    }
    // The last user is stopping this server: wait for its exit and start a new one.
    await waitUntilGone(postmaster)
  }
  throw new ClusterError(
    `PostgreSQL in ${place.folder} is repeatedly stopped by another process; find out what else uses this folder.`,
  )
}

async function join(
  postmaster: Postmaster,
  credentials: Credentials,
  role: 'hub' | 'tool',
  { dataDir, folder }: Place,
): Promise<{ cluster: Cluster; connections: number } | undefined> {
  const { port } = postmaster
  const urlOf = (user: string, password: string, database: string) =>
    `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  const superuserUrl = urlOf(SUPERUSER, credentials.superuser, 'postgres')
  const url = (database = HUB_DATABASE) => urlOf(OWNER, credentials.owner, database)
  try {
    const connections = await ensureDatabase(superuserUrl, credentials.owner)
    const lease = await takeLease({ url: url(), role, dataDir })
    if (!lease) return undefined
    let stopping: Promise<void> | undefined
    const leave = async () => {
      if (await lease.leave()) await halt(postmaster)
    }
    const stop = () => (stopping ??= leave())
    const { pid, adopted, exited } = postmaster
    return { cluster: { url, superuserUrl, port, pid, adopted, exited, stop }, connections }
  } catch (error) {
    if (isShuttingDown(error)) return undefined
    if (!postmaster.adopted) await halt(postmaster)
    if (error instanceof ClusterError) throw error
    if (saysDiskFull(errorText(error))) throw diskFull(folder)
    throw new ClusterError(`PostgreSQL is running but rejects the hub: ${errorText(error)}`, { cause: error })
  }
}

/** 57P03: cannot connect now; 57P01: terminated by an administrator; or the socket is already closed. */
function isShuttingDown(error: unknown): boolean {
  return (
    ['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(errorCode(error)) ||
    /Connection terminated/.test(String(error))
  )
}

/**
 * Creates the owner and its database if missing; another process may do so at the same time.
 * @returns the server's maximum number of connections
 */
async function ensureDatabase(superuserUrl: string, password: string): Promise<number> {
  const client = new Client({ connectionString: superuserUrl, application_name: 'seller-hub setup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $2) as database,
              current_setting('max_connections')::integer as connections`,
      [OWNER, HUB_DATABASE],
    )
    const missing: string[] = []
    if (!rows[0].role) missing.push(`create role ${OWNER} login createrole password ${client.escapeLiteral(password)}`)
    if (!rows[0].database) missing.push(`create database ${HUB_DATABASE} owner ${OWNER}`)
    for (const sql of missing) await client.query(sql).catch(ignoreExisting)
    return rows[0].connections
  } finally {
    await client.end()
  }
}

/** 42710 duplicate object, 42P04 duplicate database, 23505 unique violation: another process was faster. */
function ignoreExisting(error: { code?: string }): void {
  if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error
}
