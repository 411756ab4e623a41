import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { asAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { ClusterError, diskFull, saysDiskFull, saysTooFewFiles, tooFewFiles } from './errors.ts'
import { failureReason } from './initialise.ts'
import { chownTo, type Place } from './place.ts'
import { isAlive, isServerOf, killQuietly, serversOf, waitUntil } from './processes.ts'
import { FIXED_SETTINGS, productionSettings, type Settings, settingOptions } from './settings.ts'
import { minute } from '#lib/duration.ts'
import { errorText } from '#lib/error-text.ts'

/** How a server exited, as far as known: an adopted one only shows that it is gone. */
export interface Exit {
  code: number | null
  signal: string | null
}

/** A running PostgreSQL server of this place, started by us or left by a killed hub. */
export interface Postmaster {
  pid: number
  port: number
  exited: Promise<Exit>
  adopted: boolean
}

/** Milliseconds a server may take before the caller is notified. */
const QUIET_MS = 10_000
const STOPPING_MS = minute
/** A server that accepts no connections yet has nothing unsaved: it gets a short graceful shutdown. */
const STOPPING_EARLY_MS = 5_000
/** Milliseconds for the workers of a killed server to exit by themselves. */
const PATIENCE_MS = 3_000
const LOG_LIMIT = 8 * 1024 * 1024

export interface WaitOptions {
  /** Receives the notice that startup takes long; none by default. */
  waits?: ((line: string) => void) | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds before the notice; 10,000 by default. */
  quietMs?: number | undefined
}

/**
 * The server already running on this place's data, once it accepts connections; undefined if none.
 * @throws the signal's reason if it aborts; the server keeps running
 */
export async function adopt(place: Place, waiting: WaitOptions): Promise<Postmaster | undefined> {
  const found = await readyOrGone(place, waiting)
  if (!found) return undefined
  const { pid, port } = found
  return { pid, port, adopted: true, exited: watch(pid) }
}

async function readyOrGone(place: Place, waiting: WaitOptions): Promise<PidFile | undefined> {
  let found: PidFile | undefined
  const isAtRest = () => {
    found = readPidFile(place)
    if (found && !isServerOf(found.pid, place.cluster)) found = undefined
    return !found || found.status === 'ready'
  }
  await untilAtRest(isAtRest, waiting, () =>
    found?.status === 'stopping'
      ? `Waiting for PostgreSQL (process ${found.pid}), which is being stopped …`
      : stillStarting(found?.pid),
  )
  waiting.signal?.throwIfAborted()
  return found
}

/**
 * Waits without limit for a server to become ready or exit. The time of a recovery is unknown, and a recovery that is
 * stopped starts over: with a timeout it might never complete.
 */
async function untilAtRest(
  isAtRest: () => boolean,
  { waits, signal, quietMs = QUIET_MS }: WaitOptions,
  line: () => string,
): Promise<void> {
  const isOver = () => isAtRest() || signal?.aborted === true
  if (await waitUntil(isOver, quietMs, 20)) return
  waits?.(line())
  await waitUntil(isOver, Infinity)
}

const stillStarting = (pid: number | undefined) =>
  `PostgreSQL is still starting (process ${pid}): after a crash it first recovers all committed data, which may take minutes.`

interface PidFile {
  pid: number
  port: number
  status: string
}

function pidFile(place: Place): string {
  return path.join(place.cluster, 'postmaster.pid')
}

/** Lines of postmaster.pid: pid, data folder, start, port, socket folder, address, shared memory, status. */
function readPidFile(place: Place): PidFile | undefined {
  if (!existsSync(pidFile(place))) return undefined
  const lines = readFileSync(pidFile(place), 'utf8').split('\n')
  const pid = Math.abs(Number(lines[0]))
  return pid ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
}

/** Resolves when a process that is not our child has exited. */
async function watch(pid: number): Promise<Exit> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(timer)
      resolve({ code: null, signal: null })
    }, 200)
    timer.unref()
  })
}

/**
 * Starts the server of a place and waits until it accepts connections, including recovery. Undefined if another process
 * started one at the same time: adopt that.
 * @throws {ClusterError} with the server's own reason in one sentence
 */
export async function launch(options: {
  place: Place
  binaries: Binaries
  port: number | undefined
  settings: Settings
  env: Readonly<Record<string, string>>
  waiting: WaitOptions
}): Promise<Postmaster | undefined> {
  const { place } = options
  await clearRemains(place)
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const started = await launchOnce({ ...options, port })
    if (typeof started !== 'string') return started
    // The lock file is empty until its process has written its number.
    if (/lock file "postmaster.pid" (already exists|is empty)/.test(started)) return undefined
    const passing =
      /pre-existing shared memory block|could not create any TCP\/IP sockets|could not bind/.test(started) &&
      (options.port === undefined || !/TCP\/IP|bind/.test(started))
    if (passing && attempt < 20) {
      await clearRemains(place)
      continue
    }
    if (saysDiskFull(started)) throw diskFull(place.folder)
    if (saysTooFewFiles(started)) throw tooFewFiles()
    throw new ClusterError(`PostgreSQL did not start: ${failureReason(started)} (its log is ${logFile(place)}).`)
  }
}

function logFile(place: Place): string {
  return path.join(place.folder, 'server.log')
}

/** The postmaster, or its log output if it failed. */
async function launchOnce(options: {
  place: Place
  binaries: Binaries
  port: number
  settings: Settings
  env: Readonly<Record<string, string>>
  waiting: WaitOptions
}): Promise<Postmaster | string> {
  const { place, port } = options
  const log = openLog(place)
  const from = statSync(logFile(place)).size
  const child = spawn(
    options.binaries.postgres,
    [
      '-D',
      place.cluster,
      '-p',
      String(port),
      ...settingOptions(productionSettings(), FIXED_SETTINGS, options.settings),
    ],
    {
      ...asAccount(place.account),
      // A process group of its own: Ctrl-C reaches only the hub, which then stops the server.
      detached: true,
      env: { ...options.env, PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
    },
  )
  child.unref()
  closeSync(log)
  let failure: Error | undefined
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => {
      failure = error
      resolve({ code: null, signal: null })
    })
  })
  const hasEnded = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null
  const { waiting } = options
  await untilAtRest(
    () => hasEnded() || isReady(place, child.pid),
    waiting,
    () => stillStarting(child.pid),
  )
  if (failure) return `FATAL: ${failure.message}`
  if (!hasEnded() && child.pid !== undefined) {
    const postmaster = { pid: child.pid, port, exited, adopted: false }
    if (isReady(place, child.pid)) return postmaster
    await halt(postmaster, STOPPING_EARLY_MS)
  }
  waiting.signal?.throwIfAborted()
  const logText = readFileSync(logFile(place), 'utf8').slice(from)
  return logText || 'FATAL: it ended without a word'
}

function isReady(place: Place, pid: number | undefined): boolean {
  const found = readPidFile(place)
  return found !== undefined && found.pid === pid && found.status === 'ready'
}

/** Opens the log for the server, by a descriptor that outlives the hub; keeps one older file. */
function openLog(place: Place): number {
  const file = logFile(place)
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(file, `${file}.1`)
    const descriptor = openSync(file, 'a', 0o640)
    chownTo(file, place.account)
    return descriptor
  } catch (error) {
    if (saysDiskFull(errorText(error))) throw diskFull(place.folder)
    throw new ClusterError(`The log ${file} cannot be written (${errorText(error)}); make its folder writable.`)
  }
}

/**
 * Removes the remains of a killed server: workers, which exit when their parent is gone or are stopped, and a lock file
 * that is empty or whose process id was reused. Leaves a server alone that another process is starting.
 */
async function clearRemains(place: Place): Promise<void> {
  const allExited = () => serversOf(place.cluster).length === 0
  if (!(await waitUntil(() => isTaken(place) || (allExited() && !isBeingWritten(place)), PATIENCE_MS))) {
    for (const pid of serversOf(place.cluster)) killQuietly(pid, 'SIGKILL')
    await waitUntil(allExited, 5_000)
  }
  if (allExited() && !isTaken(place)) rmSync(pidFile(place), { force: true })
}

/** Whether an empty, new lock file exists: the sign of a starting server on systems that cannot list servers. */
function isBeingWritten(place: Place): boolean {
  const file = statSync(pidFile(place), { throwIfNoEntry: false })
  return file?.size === 0 && Date.now() - file.mtimeMs < PATIENCE_MS
}

function isTaken(place: Place): boolean {
  const found = readPidFile(place)
  return found !== undefined && isServerOf(found.pid, place.cluster)
}

/**
 * Stops a server gracefully, or forcibly after `within` ms. Rolls back open transactions; committed data is on disk.
 * Returns when it has exited.
 */
export async function halt(postmaster: Postmaster, within = STOPPING_MS): Promise<void> {
  killQuietly(postmaster.pid, 'SIGINT')
  if (await waitUntil(() => !isAlive(postmaster.pid), within)) return
  // Not graceful, but safe: the next start recovers from the write-ahead log.
  killQuietly(postmaster.pid, 'SIGQUIT')
  await waitUntil(() => !isAlive(postmaster.pid), 10_000)
}

export async function waitUntilGone(postmaster: Postmaster): Promise<void> {
  await waitUntil(() => !isAlive(postmaster.pid), STOPPING_MS)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
