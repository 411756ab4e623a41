import { minute } from '#lib/duration.ts'

/**
 * Calls `jumped` when the clock was set or the machine slept: timers would wait through the time set back, or run once
 * per skipped minute. The returned function stops the check.
 */
export function watchClock(jumped: () => void, every: number): () => void {
  const ahead = () => Date.now() - performance.now()
  let before = ahead()
  const timer = setInterval(() => {
    const was = before
    before = ahead()
    if (Math.abs(before - was) > minute) jumped()
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
