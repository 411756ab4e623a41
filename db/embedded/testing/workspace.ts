import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach } from 'vitest'
import { isAlive, killQuietly, serversOf, waitUntil } from '../processes.ts'
import { copyUsedCluster } from './used-cluster.ts'

/** The first line of a holder: its server. */
interface Held {
  pid: number
  port: number
  adopted: boolean
  url: string
}

/** A process that runs `hold-cluster.ts`. */
export interface Holder {
  process: ChildProcess
  /** The server it joined; rejects with its output on failure. */
  ready: Promise<Held>
  /** The last row number confirmed by the server. */
  confirmed(): number
  kill(signal: NodeJS.Signals): Promise<number | null>
}

const holders: Holder[] = []
const folders: string[] = []

/** An empty folder for one test; afterwards its processes are ended and it is removed. */
export function emptyFolder(mode = 0o755): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-cluster-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

/** A folder in which a hub ran and was stopped. */
export async function usedFolder(): Promise<string> {
  const folder = emptyFolder()
  await copyUsedCluster(folder)
  return folder
}

/** The actual folder of a data folder's database. */
export function databaseFolder(dataDir: string): string {
  const location = path.join(dataDir, 'postgres.location')
  return existsSync(location) ? readFileSync(location, 'utf8').split('\n')[0]! : path.join(dataDir, 'postgres')
}

/** Starts a process that holds the cluster of `dataDir` and commits rows, as `account` if given. */
export function hold(
  dataDir: string,
  options: { role?: 'hub' | 'tool'; account?: { uid: number; gid: number } } = {},
): Holder {
  const script = path.join(import.meta.dirname, 'hold-cluster.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, dataDir, options.role ?? 'hub'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      ...options.account,
    },
  )
  let confirmed = 0
  let errors = ''
  child.stderr.on('data', (text) => (errors += text))
  const ready = new Promise<Held>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as Held | number
      if (typeof message === 'number') confirmed = message
      else resolve(message)
    })
    child.once('close', () => reject(new Error(errors)))
  })
  ready.catch(() => undefined)
  const holder: Holder = {
    process: child,
    ready,
    confirmed: () => confirmed,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      return child.exitCode
    },
  }
  holders.push(holder)
  return holder
}

/** Waits until the holder has a number of rows confirmed. */
export async function untilConfirmed(holder: Holder, rows: number): Promise<void> {
  await holder.ready
  if (!(await waitUntil(() => holder.confirmed() >= rows, 10_000, 5))) throw new Error('no rows were confirmed')
}

/** Kills processes as a crash would and waits for their exit. */
export async function crash(...pids: number[]): Promise<void> {
  for (const pid of pids) killQuietly(pid, 'SIGKILL')
  await waitUntil(() => !pids.some(isAlive), 5_000, 5)
}

/** Ends processes quickly but releases their shared memory, which a crash leaves behind. */
async function end(...pids: number[]): Promise<void> {
  for (const pid of pids) killQuietly(pid, 'SIGQUIT')
  if (!(await waitUntil(() => !pids.some(isAlive), 5_000, 5))) await crash(...pids)
}

afterEach(async () => {
  for (const holder of holders.splice(0)) await holder.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    for (const dataDir of [folder, ...foldersIn(folder)]) {
      const database = databaseFolder(dataDir)
      const cluster = path.join(database, 'cluster')
      if (existsSync(cluster)) await end(...serversOf(cluster))
      // Below the shared folder a data folder has its own folder.
      if (!database.startsWith(folder) && existsSync(database)) rmSync(path.dirname(database), { recursive: true })
    }
    rmSync(folder, { recursive: true, force: true })
  }
})

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name))
}

/** Creates a folder and gives it to a user. */
export function subfolder(parent: string, name: string, mode = 0o755): string {
  const folder = path.join(parent, name)
  mkdirSync(folder, { mode })
  return folder
}
