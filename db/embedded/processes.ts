import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '#lib/error-text.ts'

/** Whether a process runs. Zombies do not count: in a container they may never be reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM' && !isZombie(pid)
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/** Whether a live process is a PostgreSQL server process of this cluster, and not another one with a reused id. */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return workingFolder(pid) === realpathSync(cluster)
  const answer = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.includes('postgres')
}

/** All server processes of the cluster's folder: the postmaster or remains of a killed one. Linux only, else empty. */
export function serversOf(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && workingFolder(pid) === folder)
    .filter((pid) => programOf(pid) === 'postgres' && isAlive(pid))
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function programOf(pid: number): string | undefined {
  try {
    return path.basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
  } catch {
    return undefined
  }
}

/** Kills every process with a text, such as a folder's path, among its arguments. Linux only. */
export function killByArgument(text: string): void {
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    if (pid !== process.pid && argumentsOf(pid).includes(text)) killQuietly(pid, 'SIGKILL')
  }
}

/** Sends a signal; ignores processes that have exited or are not ours. */
export function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Exited already, or not ours.
  }
}

function argumentsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Polls `condition` every `every` ms; false if it does not hold within `within` ms. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  within: number,
  every = 50,
): Promise<boolean> {
  const end = performance.now() + within
  for (;;) {
    if (await condition()) return true
    if (performance.now() > end) return false
    await delay(every)
  }
}
