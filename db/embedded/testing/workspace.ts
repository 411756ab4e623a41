import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach } from 'vitest'
import { isAlive, killQuietly, serversOf, waitUntil } from '../processes.ts'
import { copyUsedCluster } from './used-cluster.ts'

/** What a holder says first: the server it works with. */
interface Held {
  pid: number
  port: number
  adopted: boolean
  url: string
}

/** A process that runs `hold-cluster.ts`. */
export interface Holder {
  process: ChildProcess
  /** The server it joined; rejects with what it wrote if it could not. */
  ready: Promise<Held>
  /** The number of the last row that the server confirmed to it. */
  confirmed(): number
  kill(signal: NodeJS.Signals): Promise<number | null>
}

const holders: Holder[] = []
const folders: string[] = []

/** Empty folders for one test; whatever still runs in them afterwards is ended, and they are removed. */
export function emptyFolder(mode = 0o755): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-cluster-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

/** A folder in which a hub has run and was stopped before. */
export async function usedFolder(): Promise<string> {
  const folder = emptyFolder()
  await copyUsedCluster(folder)
  return folder
}

/** The folder where the database of a data folder really is. */
export function databaseFolder(dataDir: string): string {
  const location = path.join(dataDir, 'postgres.location')
  return existsSync(location) ? readFileSync(location, 'utf8').split('\n')[0]! : path.join(dataDir, 'postgres')
}

/** Starts a process that holds the cluster of `dataDir` and commits rows; `account` runs it as an ordinary user. */
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
      const said = JSON.parse(line) as Held | number
      if (typeof said === 'number') confirmed = said
      else resolve(said)
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

/** Waits until the holder has had a number of rows confirmed. */
export async function untilConfirmed(holder: Holder, rows: number): Promise<void> {
  await holder.ready
  if (!(await waitUntil(() => holder.confirmed() >= rows, 10_000, 5))) throw new Error('no rows were confirmed')
}

/** Kills processes as a crash would, and waits until they are gone. */
export async function crash(...pids: number[]): Promise<void> {
  for (const pid of pids) killQuietly(pid, 'SIGKILL')
  await waitUntil(() => !pids.some(isAlive), 5_000, 5)
}

/** Ends processes in the quickest way that gives back their shared memory, which those of a crash leave behind. */
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
      // Below the shared folder a data folder has one of its own.
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

/** Makes a folder and hands it to a user. */
export function subfolder(parent: string, name: string, mode = 0o755): string {
  const folder = path.join(parent, name)
  mkdirSync(folder, { mode })
  return folder
}
