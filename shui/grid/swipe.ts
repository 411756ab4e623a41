/**
 * What a finger means that moves over a row of a list drawn as cards. Pure; pixels and milliseconds. Distances along the row
 * are counted as the reader reads: below 0 towards the row's start, so that right-to-left is the same swipe mirrored.
 */

/** What a row has: how wide the actions are that a swipe draws out at its end (0: none), and whether it can be marked. */
export interface Swipeable {
  tray: number
  markable: boolean
}

/** Until a finger has moved so far, it may still tap or press long. */
export const slop = 10

/** From here on a row that is let go is marked. */
export const markAt = 64

/** Pixels a millisecond from which on a finger throws the row rather than moves it, if it has moved it by `leastThrow`. */
const throwAt = 0.4
const leastThrow = 24

/** Beyond its ends a row follows less and less, and never further. */
const give = 40

/** Time in which the speed of a finger is taken: who rests before letting go does not throw. */
const speedTime = 100

/** Whether a movement is of the row, of the page (and stays so, whatever follows), or not yet either. */
export function directionOf(along: number, across: number): 'row' | 'page' | 'undecided' {
  if (Math.hypot(along, across) < slop) return 'undecided'
  return Math.abs(along) > 1.5 * Math.abs(across) ? 'row' : 'page'
}

/** Where a row stands that stood at `from` (0, or drawn out at minus its tray) while a finger has moved by `moved`. */
export function offsetOf(from: number, moved: number, { tray, markable }: Swipeable): number {
  const wanted = from + moved
  // What was drawn out is only closed: marking is a swipe of its own.
  const most = markable && from === 0 ? markAt : 0
  if (wanted < -tray) return -tray - resisted(-tray - wanted)
  return wanted > most ? most + resisted(wanted - most) : wanted
}

const resisted = (beyond: number) => (give * beyond) / (beyond + 2 * give)

/** What becomes of a row that is let go. `speed` in pixels a millisecond, with the sign of its direction. */
export function releaseOf(offset: number, speed: number, { tray, markable }: Swipeable): 'open' | 'closed' | 'mark' {
  if (offset > 0) return markable && offset >= markAt && speed > -throwAt ? 'mark' : 'closed'
  if (tray === 0 || speed >= throwAt) return 'closed'
  const isThrown = speed <= -throwAt && -offset >= leastThrow
  return isThrown || -offset >= tray / 2 ? 'open' : 'closed'
}

/** Where a finger was, and when. */
export interface FingerPlace {
  at: number
  time: number
}

/** The speed with which a finger leaves: over the last tenth of a second, 0 where it rested. */
export function speedOf(places: readonly FingerPlace[], now: number): number {
  const late = places.filter(({ time }) => now - time <= speedTime)
  const [first, last] = [late[0], late.at(-1)]
  if (!first || !last || last.time === first.time) return 0
  return (last.at - first.at) / (now - first.time)
}
