import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { atMost } from './lifecycle.ts'
import { minute } from '#lib/duration.ts'

/** What a process tells the one that started it: that it serves, and that it has done what it does at its start. */
export const servesMessage = 'serves'
export const settledMessage = 'settled'

/** How long it may take to end, in milliseconds. */
const patience = 5_000

/** Milliseconds between two starts, at most; and how long one has to live to count as well. */
const longestWait = minute

/** A process beside this one, which is started again where it ends by itself. */
export interface KeptProcess {
  /** Resolves once it has settled for the first time, or ended before. */
  settled: Promise<void>
  /** Ends it, and waits until it is gone; nothing is started any more. */
  stop: () => Promise<void>
}

/**
 * Keeps a process running beside this one: where it ends, it is started again, after `firstWait` milliseconds, then after twice as long
 * each time, up to a minute. One that has never served cannot, as where its port is taken: it is not tried again.
 *
 * @param name how it is called in what is said
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
  say: (line: string) => void
  firstWait?: number
  /** Whether it has served before, so that it can. */
  hasServed?: boolean
}): KeptProcess {
  const stopping = new AbortController()
  const settled = Promise.withResolvers<void>()
  let child: ChildProcess | undefined

  /** Runs it once; whether it served before it ended. */
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
      say(`${name} could not start: ${error instanceof Error ? error.message : String(error)}`)
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
      if (!can) return say(`${name} is not there. The hub goes on; starting it again starts both.`)
      if (performance.now() - startedAt > longestWait) wait = firstWait
      say(`${name} ended. The hub goes on, and starts it again in ${wait / 1_000} s.`)
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      wait = Math.min(wait * 2, longestWait)
    }
  }
  const kept = keep()
  return {
    settled: settled.promise,
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      await atMost(patience, kept)
      child?.kill('SIGKILL')
    },
  }
}
