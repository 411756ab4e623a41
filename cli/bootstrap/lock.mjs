import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs `work` while no other process of this project runs work under the same lock folder. A lock whose holder is dead
 * is taken over.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  while (!take(folder)) await pause(200)
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function take(folder) {
  const holder = path.join(folder, 'pid')
  try {
    mkdirSync(folder)
    writeFileSync(holder, String(process.pid))
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    if (!isAlive(readPid(holder))) rmSync(folder, { recursive: true, force: true })
    return false
  }
}

/** @param {string} file */
function readPid(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    // The holder has made the folder and is about to write; or it died just then, and the next look finds it still empty.
    return process.pid
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
