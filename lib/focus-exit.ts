import type { StartTimer } from './timers.ts'

/** Milliseconds from focus leaving to the exit being certain. */
export const focusExitDelay = 100

/** Watches whether the focus leaves an element for good. */
export interface FocusExit {
  focusIn: () => void
  focusOut: () => void
  stop: () => void
}

export interface FocusExitOptions {
  startTimer: StartTimer
  /** Asked when the delay is over: true where focus is still inside, as when only the window lost it. */
  isInside: () => boolean
  exit: () => void
}

/** Calls `exit` 100 ms after focus has left, unless it came back meanwhile or never really went. */
export function createFocusExit({ startTimer, isInside, exit }: FocusExitOptions): FocusExit {
  let cancel = () => {}
  return {
    focusIn: () => cancel(),
    focusOut: () => {
      cancel()
      cancel = startTimer(() => {
        if (!isInside()) exit()
      }, focusExitDelay)
    },
    stop: () => cancel(),
  }
}
