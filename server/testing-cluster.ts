import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '#db/connection.ts'
import { asAccount, runningAsRoot, serverAccount } from '#db/embedded/account.ts'
import { freePort } from './free-port.ts'

const execute = promisify(execFile)

export interface ClusterServer {
  bin: string
  folder: string
  port: number
}

export interface ClusterServers {
  coordinator: ClusterServer
  workers: ClusterServer[]
}

const host = '127.0.0.1'
const owner = 'hub'

export const ownerUrl = ({ port }: Pick<ClusterServer, 'port'>): string => `postgres://${owner}@${host}:${port}/hub`

export const superuserUrl = ({ port }: ClusterServer, database = 'hub') =>
  `postgres://postgres@${host}:${port}/${database}`

/** Starts a coordinator and two workers below `folder`, with the programs in `bin`, where Citus is installed. */
export async function startClusterServers(bin: string, folder: string): Promise<ClusterServers> {
  const make = (name: string) => makeServer({ bin, folder: path.join(folder, name) }, ['citus', ...extensions])
  const coordinator = await make('coordinator')
  const workers = [await make('worker-1'), await make('worker-2')]
  await withClient(superuserUrl(coordinator), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [host, coordinator.port])
    for (const { port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
  })
  return { coordinator, workers }
}

/** Starts a server without Citus below `folder`, with the same settings. */
export function startSingleServer(bin: string, folder: string): Promise<ClusterServer> {
  return makeServer({ bin, folder: path.join(folder, 'single') }, extensions)
}

const extensions = ['pg_trgm', 'unaccent']

async function makeServer(
  place: Omit<ClusterServer, 'port'>,
  withExtensions: readonly string[],
): Promise<ClusterServer> {
  const server = { ...place, port: await freePort() }
  await initialise(server, withExtensions.includes('citus') ? clusterSettings : {})
  await startServer(server)
  await prepareDatabase(server, withExtensions)
  return server
}

const clusterSettings = {
  shared_preload_libraries: 'citus',
  // Fewer than the 32 of production, so that dividing takes less time.
  'citus.shard_count': 4,
  // How soon work is settled that was committing when a server died; a minute in production.
  'citus.recover_2pc_interval': '5s',
}

/** Starts a server that was initialised; returns when it accepts connections. */
export async function startServer(server: ClusterServer): Promise<void> {
  await control(server, ['start', '-w', '-l', path.join(server.folder, 'server.log')])
}

/** Ends a server's processes at once, as a crash would. */
export async function killServer(server: Omit<ClusterServer, 'port'>): Promise<void> {
  await control(server, ['stop', '-w', '-m', 'immediate'])
}

export async function stopClusterServers(bin: string, folder: string): Promise<void> {
  for (const name of await readdir(folder))
    await killServer({ bin, folder: path.join(folder, name) }).catch(() => {
      // It is not running, or was never initialised.
    })
}

/** Runs `npm run hub -- <command>` on the cluster, in `cwd` if given; rejects with its output if it fails. */
export async function hubCommand(
  { coordinator, schema }: { coordinator: string; schema: string },
  command: string[],
  cwd?: string,
): Promise<string> {
  const env = { ...process.env, DATABASE_URL: coordinator, DATABASE_SCHEMA: schema, NODE_ENV: 'production' }
  try {
    const { stdout } = await execute(process.execPath, ['cli/main.ts', ...command], { env, cwd })
    return stdout
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout?: string; stderr?: string }
    throw new Error(`${command.join(' ')} failed: ${stdout ?? ''}${stderr ?? ''}`, { cause })
  }
}

const control = ({ bin, folder }: Omit<ClusterServer, 'port'>, command: string[]) =>
  execute(path.join(bin, 'pg_ctl'), ['-D', path.join(folder, 'data'), ...command], {
    ...asAccount(account()),
    // The other user cannot read the certificates in this one's home.
    env: { ...process.env, HOME: folder },
  })

/** PostgreSQL does not run as root. */
const account = () => (runningAsRoot() ? serverAccount() : undefined)

async function initialise({ bin, folder, port }: ClusterServer, more: Record<string, unknown>): Promise<void> {
  const data = path.join(folder, 'data')
  await mkdir(folder)
  await chmod(folder, 0o700)
  const user = account()
  if (user) await chown(folder, user.uid, user.gid)
  const options = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await execute(path.join(bin, 'initdb'), ['-D', data, ...options], asAccount(user))
  const settings = {
    port,
    listen_addresses: host,
    unix_socket_directories: '',
    max_connections: 300,
    max_prepared_transactions: 300,
    max_locks_per_transaction: 512,
    // Needed to move shards while they are written.
    wal_level: 'logical',
    // The data of a test outlives its processes, not its machine.
    fsync: 'off',
    log_min_messages: 'warning',
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  await appendFile(path.join(data, 'postgresql.conf'), lines.join('\n'))
}

async function prepareDatabase(server: ClusterServer, withExtensions: readonly string[]): Promise<void> {
  await withClient(superuserUrl(server, 'postgres'), async (client) => {
    await client.query(`create role ${owner} login createrole`)
    await client.query(`create database hub owner ${owner}`)
  })
  await withClient(superuserUrl(server), async (client) => {
    for (const extension of withExtensions)
      await client.query(`create extension ${extension}${extension === 'citus' ? '' : ' schema public'}`)
  })
}
