import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { waitAtMost } from './lifecycle.ts'
import type { Say } from './say.ts'
import { minute } from '#lib/duration.ts'

/** Messages to the parent process: it serves, and its startup work is done. */
export const servesMessage = 'serves'
export const settledMessage = 'settled'

/** Shutdown timeout in milliseconds. */
const patience = 5_000

/** Maximum delay between restarts in milliseconds, and the uptime after which a process counts as stable. */
const maxDelay = minute

/** A child process that is restarted when it exits. */
export interface KeptProcess {
  /** Resolves when startup work is done, or the process exited first. */
  settled: Promise<void>
  /** Stops it and waits for its exit; it is not restarted. */
  stop: () => Promise<void>
}

/**
 * Keeps a child process running: restarts it after `firstWait` ms, doubling up to a minute. A process that never
 * served, for instance because its port is taken, is not restarted.
 * @param name its name in messages
 */
export function keepRunning({
  start,
  name,
  say,
  firstWait = 1_000,
  hasServed = false,
}: {
  start: () => Promise<ChildProcess>
  name: string
  say: Say
  firstWait?: number
  hasServed?: boolean
}): KeptProcess {
  const stopping = new AbortController()
  const settled = Promise.withResolvers<void>()
  let child: ChildProcess | undefined

  /** Runs it once; returns whether it served. */
  const run = async (): Promise<boolean> => {
    let served = false
    try {
      child = await start()
      child.on('message', (message) => {
        served ||= message === servesMessage
        if (message === settledMessage) settled.resolve()
      })
      if (stopping.signal.aborted) child.kill('SIGTERM')
      await once(child, 'exit')
    } catch (error) {
      say(`${name} could not start: ${error instanceof Error ? error.message : String(error)}`, 'warning')
    }
    settled.resolve()
    return served
  }
  const keep = async (): Promise<void> => {
    let wait = firstWait
    for (let can = hasServed; ;) {
      const startedAt = performance.now()
      can = (await run()) || can
      if (stopping.signal.aborted) return
      if (!can) return say(`${name} is not running. The hub keeps running; restart the hub to start both.`, 'warning')
      if (performance.now() - startedAt > maxDelay) wait = firstWait
      say(`${name} stopped. The hub keeps running and restarts it in ${wait / 1_000} s.`, 'warning')
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      wait = Math.min(wait * 2, maxDelay)
    }
  }
  const kept = keep()
  return {
    settled: settled.promise,
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      await waitAtMost(patience, kept)
      child?.kill('SIGKILL')
    },
  }
}
