import type { StartTimer } from './timers.ts'

/** A clock that stands still until it is moved: for tests of whatever waits. */
export interface TestTimers {
  startTimer: StartTimer
  /** Lets `ms` milliseconds pass and runs what comes due, in order. */
  pass: (ms: number) => void
  /** How many timers are still to come. */
  pending: () => number
}

/** Starts such a clock at 0. */
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
