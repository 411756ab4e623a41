import type { StartTimer } from './timers.ts'

/** The pointer has come to rest when it moved less than this many pixels (|dx| + |dy|) within one interval. */
export const hoverSensitivity = 7
/** Milliseconds between two looks at the pointer. */
export const hoverInterval = 100
/** Milliseconds from leaving to closing: none, but not in the same task, so that entering a child calls it off. */
export const hoverTimeout = 0

/** A place on the screen, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Opens what the pointer rests at, and closes what it left: a debounce of pointing. */
export interface HoverIntent {
  enter: (at: Point) => void
  move: (to: Point) => void
  leave: () => void
  /** Forgets everything without opening or closing. */
  stop: () => void
}

export interface HoverIntentOptions {
  startTimer: StartTimer
  open: () => void
  close: () => void
}

/**
 * Tells a pointer that means an item from one that only crosses it. Knows no element: it is told where the pointer is.
 * `open` is called once the pointer rests; `close` after it has left again, and only if `open` was called.
 */
export function createHoverIntent({ startTimer, open, close }: HoverIntentOptions): HoverIntent {
  let previous: Point = { x: 0, y: 0 }
  let current = previous
  let isOpen = false
  let cancel = () => {}

  const look = () => {
    if (Math.abs(previous.x - current.x) + Math.abs(previous.y - current.y) < hoverSensitivity) {
      isOpen = true
      open()
      return
    }
    previous = current
    cancel = startTimer(look, hoverInterval)
  }

  return {
    enter: (at) => {
      cancel()
      previous = at
      current = at
      if (!isOpen) cancel = startTimer(look, hoverInterval)
    },
    move: (to) => {
      current = to
    },
    leave: () => {
      cancel()
      if (!isOpen) return
      cancel = startTimer(() => {
        isOpen = false
        close()
      }, hoverTimeout)
    },
    stop: () => {
      cancel()
      isOpen = false
    },
  }
}
