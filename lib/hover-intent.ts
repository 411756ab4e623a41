import type { StartTimer } from './timers.ts'

/** The pointer is at rest if it moved less than this many pixels (|dx| + |dy|) within one interval. */
export const hoverSensitivity = 7
/** Milliseconds between two checks of the pointer position. */
export const hoverInterval = 100
/** Milliseconds from leaving to closing. Zero still defers to a later task, so that entering a child cancels it. */
export const hoverTimeout = 0

/** A place on the screen, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Opens an item on which the pointer rests and closes it after the pointer leaves. */
export interface HoverIntent {
  enter: (at: Point) => void
  move: (to: Point) => void
  leave: () => void
  /** Resets all state without opening or closing. */
  stop: () => void
}

export interface HoverIntentOptions {
  startTimer: StartTimer
  open: () => void
  close: () => void
}

/**
 * Tells a pointer that rests on an item from one that crosses it. Independent of the DOM: the caller reports positions.
 * Calls `open` once the pointer rests, and `close` after it left, only if `open` was called.
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
