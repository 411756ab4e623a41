import type { StartTimer } from './timers.ts'

/** Milliseconds after which lost focus counts as an exit. */
export const focusExitDelay = 100

/** Detects when focus leaves an element for good. */
export interface FocusExit {
  focusIn: () => void
  focusOut: () => void
  stop: () => void
}

export interface FocusExitOptions {
  startTimer: StartTimer
  /** Called after the delay: true if focus is still inside, for instance when only the window lost it. */
  isInside: () => boolean
  exit: () => void
}

/** Calls `exit` 100 ms after focus left, unless it returned or never left the element. */
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
