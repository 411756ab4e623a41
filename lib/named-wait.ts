import { startTimer as realTimer, type StartTimer } from './timers.ts'

/** Default timeout of a part of a page, in milliseconds. */
export const defaultWaitTimeout = 10_000

/** Longer delays overflow the platform's timer and fire at once, so they count as no timeout. */
const longestTimeout = 2 ** 31 - 1

/** The outcome of a wait, as plain data that can be streamed to the browser; errors stay in the log. */
export type WaitOutcome<T> = { state: 'ready'; value: T } | { state: 'timed-out' } | { state: 'failed' }

export interface NamedWaitOptions {
  /** `<= 0` disables the timeout. */
  timeoutMs?: number
  setTimer?: StartTimer
  /** Called once for a timeout or failure; `error` is set for a failure only. */
  log: (message: string, error?: unknown) => void
}

/**
 * Waits for the data of one part of a page. Settles to a value and never rejects. On timeout it logs `Await (name)
 * timed out after Nms`, settles, and ignores a later result.
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
