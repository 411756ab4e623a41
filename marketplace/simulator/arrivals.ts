import type { Random } from '#lib/random.ts'
import { hour } from '#lib/duration.ts'
import { buyingWeight } from '../demo/rhythm.ts'
import { hourOf, weekdayOf, type StoryTime } from './story-time.ts'

/**
 * When the next buyer comes: they come by themselves, each for themselves, more of them in the evening than at night and on a Sunday
 * than on a Friday (a Poisson process whose rate is that of the hour). Always later than `from`.
 *
 * @param random decides how long it takes; one number is drawn
 * @param perDay buyers of a usual day; more than none
 */
export function nextArrival(random: Random, from: StoryTime, perDay: number): StoryTime {
  // How many would have come on average until the next one does: long waits are rare.
  let left = -Math.log(1 - random.next())
  let at = from
  for (;;) {
    const perHour = (perDay / 24) * buyingWeight(weekdayOf(at), hourOf(at))
    const end = (Math.floor(at / hour) + 1) * hour
    const until = at + (left / perHour) * hour
    if (until < end) return Math.max(Math.ceil(until), from + 1)
    left -= ((end - at) / hour) * perHour
    at = end
  }
}
