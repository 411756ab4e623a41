/**
 * Interprets touch movement on card rows. Pure; pixels and milliseconds. Distances follow the reading direction:
 * negative towards the row's start, so that right-to-left is mirrored.
 */

/** A row's swipe actions: width of its tray (0: none), and whether it can be selected. */
export interface Swipeable {
  tray: number
  markable: boolean
}

/** Movement below which a touch may still be a tap or long press. */
export const slop = 10

/** Offset from which a released row is selected. */
export const markAt = 64

/** Speed in pixels per millisecond above which a touch is a fling, if it moved `leastThrow`. */
const throwAt = 0.4
const leastThrow = 24

/** Maximum overshoot beyond the ends, with increasing resistance. */
const give = 40

/** Time window of the speed: resting before release is no fling. */
const speedTime = 100

/** Whether a movement belongs to the row, to the page (final), or is undecided. */
export function directionOf(along: number, across: number): 'row' | 'page' | 'undecided' {
  if (Math.hypot(along, across) < slop) return 'undecided'
  return Math.abs(along) > 1.5 * Math.abs(across) ? 'row' : 'page'
}

/** The row's offset for a touch that moved by `moved`, starting at `from` (0, or minus its tray). */
export function offsetOf(from: number, moved: number, { tray, markable }: Swipeable): number {
  const target = from + moved
  // An open row is only closed: selecting is a separate swipe.
  const most = markable && from === 0 ? markAt : 0
  if (target < -tray) return -tray - resisted(-tray - target)
  return target > most ? most + resisted(target - most) : target
}

const resisted = (beyond: number) => (give * beyond) / (beyond + 2 * give)

/** What happens to a released row. `speed` is signed, in pixels per millisecond. */
export function releaseOf(offset: number, speed: number, { tray, markable }: Swipeable): 'open' | 'closed' | 'mark' {
  if (offset > 0) return markable && offset >= markAt && speed > -throwAt ? 'mark' : 'closed'
  if (tray === 0 || speed >= throwAt) return 'closed'
  const isThrown = speed <= -throwAt && -offset >= leastThrow
  return isThrown || -offset >= tray / 2 ? 'open' : 'closed'
}

export interface FingerPlace {
  at: number
  time: number
}

/** Release speed over the last tenth of a second; 0 if the finger rested. */
export function speedOf(places: readonly FingerPlace[], now: number): number {
  const late = places.filter(({ time }) => now - time <= speedTime)
  const [first, last] = [late[0], late.at(-1)]
  if (!first || !last || last.time === first.time) return 0
  return (last.at - first.at) / (now - first.time)
}
