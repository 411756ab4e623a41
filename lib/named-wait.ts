import { startTimer as realTimer } from './timers.ts'
import type { StartTimer } from './timers.ts'

/** Milliseconds a part of a page may wait for its data where nothing else is said. */
export const defaultWaitTimeout = 10_000

/** Longer delays overflow the platform's timer and would fire at once: they count as no time-out. */
const longestTimeout = 2 ** 31 - 1

/** How a wait ended. Plain data, so that it can be streamed to the browser; errors stay in the log. */
export type WaitOutcome<T> = { state: 'ready'; value: T } | { state: 'timed-out' } | { state: 'failed' }

export interface NamedWaitOptions {
  /** `<= 0` waits as long as it takes. */
  timeoutMs?: number
  setTimer?: StartTimer
  /** Told once of a time-out or a failure; the error only with a failure. */
  log: (message: string, error?: unknown) => void
}

/**
 * Waits for the data of one part of a page. Settles to a value and never rejects. Past the time-out it logs
 * `Await (name) timed out after Nms` and settles; a late answer, good or bad, is ignored. The timer is cleared when the data comes first.
 */
export function awaitNamed<T>(
  name: string,
  data: PromiseLike<T> | (() => T | PromiseLike<T>),
  { timeoutMs = defaultWaitTimeout, setTimer = realTimer, log }: NamedWaitOptions,
): Promise<WaitOutcome<T>> {
  return new Promise((resolve) => {
    let settled = false
    let cancel = () => {}
    const settle = (outcome: WaitOutcome<T>, message?: string, error?: unknown) => {
      if (settled) return
      settled = true
      cancel()
      resolve(outcome)
      if (message !== undefined) log(message, error)
    }
    if (timeoutMs > 0 && timeoutMs <= longestTimeout) {
      cancel = setTimer(
        () => settle({ state: 'timed-out' }, `Await (${name}) timed out after ${timeoutMs}ms`),
        timeoutMs,
      )
    }
    const work = typeof data === 'function' ? new Promise<T>((done) => done(data())) : data
    work.then(
      (value) => settle({ state: 'ready', value }),
      (error: unknown) => settle({ state: 'failed' }, `Await (${name}) failed`, error),
    )
  })
}
