import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { withClient } from '#db/connection.ts'
import { killQuietly } from '#db/embedded/processes.ts'
import { copyUsedCluster } from '#db/embedded/testing/used-cluster.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { freePort } from './free-port.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Variables of every hub process, as in `npm start`: where Node caches compiled TypeScript. */
export const hubVariables = { PATH: process.env.PATH, NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') }

export interface HubProcess {
  child: ChildProcessByStdio<null, Readable, Readable>
  port: number
  output: () => string
  /** Resolves with the exit code; a killed process has none. */
  exited: Promise<number | null>
  /** Resolves once it serves; rejects with its output if it exits first. */
  ready: Promise<void>
}

/** Starts a hub with these variables, on a free port by default; killed after the test. `cwd` is another version's folder. */
export async function startHub(
  env: Record<string, string>,
  options: { uid?: number; gid?: number; cwd?: string } = {},
): Promise<HubProcess> {
  const port = Number(env.PORT ?? (await freePort()))
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...hubVariables,
      NODE_ENV: 'production',
      HUB_DEMO: 'off',
      METRICS_PORT: '0',
      MARKET_PORT: 'off',
      CARRIER_PORT: 'off',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      STOP_DELAY: '0',
      PORT: String(port),
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  child.stderr.on('data', (chunk) => (text += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => text.includes('The Seller Hub is at') && resolve())
    void exited.then((code) => reject(new Error(`the hub ended with ${code}: ${text}`)))
  })
  // Tests of failing hubs await `exited` only.
  ready.catch(() => {})
  return { child, port, output: () => text, exited, ready }
}

/** A new temporary folder; removed after the test with any PostgreSQL running in it. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-process-'))
  // Root's PostgreSQL user must be able to enter it.
  await chmod(folder, 0o755)
  onTestFinished(async () => {
    const pid = await postgresOf(folder)
    if (pid !== null) killQuietly(pid, 'SIGQUIT')
    for (const place of [await databaseFolder(folder), folder])
      await rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  return folder
}

/** A data folder in which a hub ran before, for tests that are not about a first run. */
export async function usedDataFolder(): Promise<string> {
  const folder = await dataFolder()
  await copyUsedCluster(folder)
  return folder
}

/** Process id of the PostgreSQL of a data folder; null if none runs. */
export async function postgresOf(folder: string): Promise<number | null> {
  const file = path.join(await databaseFolder(folder), 'cluster/postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  // A server killed at start may leave an empty file; signalling 0 would hit the whole test run.
  return Number(text.split('\n')[0]) || null
}

export async function workersOf({ child }: HubProcess): Promise<number[]> {
  const pids = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return pids.split(' ').filter(Boolean).map(Number)
}

/** A hub's metrics by name, summed over labels. */
export async function figures(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const sums = new Map<string, number>()
  for (const [, name = '', value] of text.matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm))
    sums.set(name, (sums.get(name) ?? 0) + Number(value))
  return sums
}

/** Resolves when the hub has printed a text; it need not serve yet. */
export async function hasPrinted(hub: HubProcess, text: string): Promise<void> {
  while (!hub.output().includes(text)) await once(hub.child.stdout, 'data')
}

/** Stops a hub once it has printed a text, and expects a clean exit, its PostgreSQL included. */
export async function expectCleanStop(folder: string, hub: HubProcess, moment: string): Promise<void> {
  await hasPrinted(hub, moment)
  hub.child.kill('SIGTERM')
  expect(await hub.exited).toBe(0)
  expect(await postgresOf(folder)).toBeNull()
  expect(hub.output()).not.toContain('could not start')
}

/** Owner URL of a running embedded database, for tests that look inside. */
export async function embeddedUrl(folder: string): Promise<string> {
  const place = await databaseFolder(folder)
  const port = (await readFile(path.join(place, 'cluster/postmaster.pid'), 'utf8')).split('\n')[3]
  const { owner } = JSON.parse(await readFile(path.join(place, 'credentials.json'), 'utf8')) as { owner: string }
  return `postgresql://hub:${encodeURIComponent(owner)}@127.0.0.1:${port}/hub`
}

async function databaseFolder(folder: string): Promise<string> {
  const elsewhere = await readFile(path.join(folder, 'postgres.location'), 'utf8').catch(() => null)
  return elsewhere?.split('\n')[0] ?? path.join(folder, 'postgres')
}

/** Number of requests using a one-time link that wait for a lock, not counting the cleanup job. */
export async function waitingLinks(url: string): Promise<number> {
  const waiting = await withClient(url, (client) => waitingForLock(client, '%"verifications" where "identifier"%'))
  return waiting.length
}

/** Runs a statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<pg.QueryResult> {
  return withClient(url, (client) => client.query(statement))
}
