import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { asAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { ClusterError, diskFull, saysDiskFull, saysTooFewFiles, tooFewFiles } from './errors.ts'
import { reasonIn } from './initialise.ts'
import { give, type Place } from './place.ts'
import { isAlive, isServerOf, killQuietly, serversOf, waitUntil } from './processes.ts'
import { FIXED_SETTINGS, productionSettings, type Settings, settingOptions } from './settings.ts'
import { minute } from '#lib/duration.ts'
import { errorText } from '#lib/error-text.ts'

/** How a server came to its end, as far as can be known: an adopted one only tells that it is gone. */
export interface Exit {
  code: number | null
  signal: string | null
}

/** A running PostgreSQL server of this place: ours, or one that a killed hub left behind. */
export interface Postmaster {
  pid: number
  port: number
  exited: Promise<Exit>
  adopted: boolean
}

/** Milliseconds that a server may take without a word to whoever waits for it. */
const QUIET_MS = 10_000
const STOPPING_MS = minute
/** One that has not taken connections yet has nothing that is not on the disk: it is asked in order, but not for long. */
const STOPPING_EARLY_MS = 5_000
/** Milliseconds that what a killed server left has to end by itself. */
const PATIENCE_MS = 3_000
const LOG_LIMIT = 8 * 1024 * 1024

/** How somebody waits for a server. */
export interface Waiting {
  /** Takes the line that is said where it takes long; by default nothing is said. */
  waits?: ((line: string) => void) | undefined
  /** Aborts where nobody waits any more. */
  signal?: AbortSignal | undefined
  /** Milliseconds before anything is said, 10,000 by default. */
  quietMs?: number | undefined
}

/**
 * The server that is already running on this place's data, ready for connections; undefined if none.
 * @throws the signal's reason where it aborts first; the server goes on then.
 */
export async function adopt(place: Place, waiting: Waiting): Promise<Postmaster | undefined> {
  const found = await readyOrGone(place, waiting)
  if (!found) return undefined
  const { pid, port } = found
  return { pid, port, adopted: true, exited: watch(pid) }
}

/** Lets a server that is starting, recovering or stopping come to rest. */
async function readyOrGone(place: Place, waiting: Waiting): Promise<PidFile | undefined> {
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
 * Waits for as long as a server takes to come to rest. How long one recovers is known to nobody: it is as much as was
 * written since its last checkpoint, on this disk. One that is ended meanwhile has to begin again from there, so that
 * whoever gives up after a time may never see it ready.
 */
async function untilAtRest(
  isAtRest: () => boolean,
  { waits, signal, quietMs = QUIET_MS }: Waiting,
  line: () => string,
): Promise<void> {
  const isOver = () => isAtRest() || signal?.aborted === true
  if (await waitUntil(isOver, quietMs, 20)) return
  waits?.(line())
  await waitUntil(isOver, Infinity)
}

const stillStarting = (pid: number | undefined) =>
  `PostgreSQL is still starting (process ${pid}): after a power cut or a kill it first recovers all that was committed, which may take minutes.`

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

/** Resolves when a process that is not our child is gone. */
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
 * Starts the server of a place where none is running, and waits until it takes connections (recovering first if the last
 * one was killed). Undefined if another process started one at the same moment: adopt that.
 * @throws {ClusterError} with the server's own reason in one sentence.
 */
export async function launch(options: {
  place: Place
  binaries: Binaries
  port: number | undefined
  settings: Settings
  waiting: Waiting
}): Promise<Postmaster | undefined> {
  const { place } = options
  await clearRemains(place)
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const started = await launchOnce({ ...options, port })
    if (typeof started !== 'string') return started
    // Empty for as long as whoever made it has not written its number.
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
    throw new ClusterError(`PostgreSQL did not start: ${reasonIn(started)} (its log is ${logFile(place)}).`)
  }
}

/** The server's log, the first place to look when it fails. */
function logFile(place: Place): string {
  return path.join(place.folder, 'server.log')
}

/** The postmaster, or what it wrote to its log before it gave up. */
async function launchOnce(options: {
  place: Place
  binaries: Binaries
  port: number
  settings: Settings
  waiting: Waiting
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
      // A group of its own: Ctrl-C in the terminal reaches the hub, which then stops the server in order.
      detached: true,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
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
  const over = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null
  const { waiting } = options
  await untilAtRest(
    () => over() || isReady(place, child.pid),
    waiting,
    () => stillStarting(child.pid),
  )
  if (failure) return `FATAL: ${failure.message}`
  if (!over() && child.pid !== undefined) {
    const postmaster = { pid: child.pid, port, exited, adopted: false }
    if (isReady(place, child.pid)) return postmaster
    await halt(postmaster, STOPPING_EARLY_MS)
  }
  waiting.signal?.throwIfAborted()
  const said = readFileSync(logFile(place), 'utf8').slice(from)
  return said || 'FATAL: it ended without a word'
}

function isReady(place: Place, pid: number | undefined): boolean {
  const found = readPidFile(place)
  return found !== undefined && found.pid === pid && found.status === 'ready'
}

/** Opens the log for the server to write to, by a descriptor that outlives the hub; keeps one older file. */
function openLog(place: Place): number {
  const file = logFile(place)
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(file, `${file}.1`)
    const descriptor = openSync(file, 'a', 0o640)
    give(file, place.account)
    return descriptor
  } catch (error) {
    if (saysDiskFull(errorText(error))) throw diskFull(place.folder)
    throw new ClusterError(`The log ${file} cannot be written (${errorText(error)}); make its folder writable.`)
  }
}

/**
 * Clears what a killed server left: its workers, which a new server has to wait for (they end by themselves when they see
 * that their parent is gone, or are stopped), and a lock file whose number another process may have by now, or which is
 * empty: it was killed before it had written it. A server that somebody else is starting meanwhile is left alone.
 */
async function clearRemains(place: Place): Promise<void> {
  const gone = () => serversOf(place.cluster).length === 0
  if (!(await waitUntil(() => isTaken(place) || (gone() && !isBeingWritten(place)), PATIENCE_MS))) {
    for (const pid of serversOf(place.cluster)) killQuietly(pid, 'SIGKILL')
    await waitUntil(gone, 5_000)
  }
  if (gone() && !isTaken(place)) rmSync(pidFile(place), { force: true })
}

/** Whether a lock file is there, empty and new: where servers cannot be listed, one that begins is known by it. */
function isBeingWritten(place: Place): boolean {
  const file = statSync(pidFile(place), { throwIfNoEntry: false })
  return file?.size === 0 && Date.now() - file.mtimeMs < PATIENCE_MS
}

/** Whether a server has this place, ready or on its way. */
function isTaken(place: Place): boolean {
  const found = readPidFile(place)
  return found !== undefined && isServerOf(found.pid, place.cluster)
}

/**
 * Stops a server in order, or else after `within` ms: open transactions are rolled back, everything committed is on disk.
 * Returns when it is gone.
 */
export async function halt(postmaster: Postmaster, within = STOPPING_MS): Promise<void> {
  killQuietly(postmaster.pid, 'SIGINT')
  if (await waitUntil(() => !isAlive(postmaster.pid), within)) return
  // Not in order, but safe: the next start recovers from the write-ahead log.
  killQuietly(postmaster.pid, 'SIGQUIT')
  await waitUntil(() => !isAlive(postmaster.pid), 10_000)
}

/** Waits for the end of a server that somebody else is stopping. */
export async function untilGone(postmaster: Postmaster): Promise<void> {
  await waitUntil(() => !isAlive(postmaster.pid), STOPPING_MS)
}

/** A TCP port of this machine that nobody listens on at this moment. */
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
