import type { StartTimer } from './timers.ts'

/** A manual clock for tests: it moves only with `pass`. */
export interface TestTimers {
  startTimer: StartTimer
  /** Advances the clock by `ms` milliseconds and runs the timers that come due, in order. */
  pass: (ms: number) => void
  /** Number of pending timers. */
  pending: () => number
}

/** Starts a manual clock at 0. */
export function testTimers(): TestTimers {
  let now = 0
  let waiting: { at: number; run: () => void }[] = []
  return {
    startTimer: (run, ms) => {
      const timer = { at: now + ms, run }
      waiting.push(timer)
      return () => {
        waiting = waiting.filter((other) => other !== timer)
      }
    },
    pass: (ms) => {
      const end = now + ms
      for (;;) {
        const next = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        waiting = waiting.filter((other) => other !== next)
        now = next.at
        next.run()
      }
      now = end
    },
    pending: () => waiting.length,
  }
}
