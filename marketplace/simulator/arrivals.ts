import type { Random } from '#lib/random.ts'
import { hour } from '#lib/duration.ts'
import { buyingWeight } from '../demo/rhythm.ts'
import { hourOf, weekdayOf, type StoryTime } from './story-time.ts'

/**
 * Time of the next buyer's arrival: a Poisson process with an hourly rate, higher in the evening and on Sundays. Always
 * later than `from`.
 * @param random one number is drawn
 * @param perDay buyers on an average day; positive
 */
export function nextArrival(random: Random, from: StoryTime, perDay: number): StoryTime {
  // Expected arrivals until the next one (exponential distribution).
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
