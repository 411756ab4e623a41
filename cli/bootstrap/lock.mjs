import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds a lock file may stay without a process id, between its creation and the write. */
const unsigned = 5_000

/**
 * Runs `work` while no other process of this project holds the lock file, which contains the ids of the processes at work.
 * If all of them are dead, the lock is taken over.
 * @template T
 * @param {string} file
 * @param {(alsoHeldBy: (pid: number | undefined) => void) => Promise<T>} work gets a function to register a process that
 *   may outlive this one, such as npm
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  for (let waited = 0; !take(file); waited++) {
    if (waited === 5) console.log(`Waiting for another process of this project${named(holders(file))} …`)
    await pause(200)
  }
  try {
    return await work((pid) => writeFileSync(file, [process.pid, pid].join(' ').trim()))
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    const made = openSync(file, 'wx')
    writeSync(made, String(process.pid))
    closeSync(made)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  if (!isStale(file)) return false
  // Only one of several processes that find it stale can move it.
  const moved = `${file}.stale-${process.pid}`
  try {
    renameSync(file, moved)
    // Another process was faster and its new lock was moved: restore it.
    if (!isStale(moved)) linkSync(moved, file)
    rmSync(moved, { force: true })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  return false
}

/** @param {string} file */
function isStale(file) {
  const pids = holders(file)
  if (pids.length > 0) return !pids.some(isAlive)
  const made = statSync(file, { throwIfNoEntry: false })
  return made !== undefined && Date.now() - made.mtimeMs > unsigned
}

/** A lock that was just created, or whose creator was killed then, has no process id. @param {number[]} pids */
function named(pids) {
  return pids.length > 0 ? ` (${pids.join(', ')})` : ''
}

/** @param {string} file */
function holders(file) {
  try {
    return readFileSync(file, 'utf8').split(' ').map(Number).filter(Boolean)
  } catch {
    return []
  }
}

/**
 * In a container every start may have the same process id, so a lock with this id that is not held is stale.
 * @param {number} pid
 */
function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code
}
