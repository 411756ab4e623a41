import { hour } from '#lib/duration.ts'
import { createRandom } from '#lib/random.ts'
import { buyingWeight } from '../demo/rhythm.ts'
import { mix, type Offer } from './offers.ts'

/** A day of a listing as the API takes it. */
export interface TrafficLine {
  item: string
  day: string
  impressions: number
  views: number
  watchers: number
}

/** Of a usual listing on a whole day. */
const usualImpressions = 160
const mostImpressions = 10_000_000

/**
 * Who has looked at a listing on a day so far: more as the day goes on, never less, as many hours of people as have passed. It follows from
 * the story, the listing and the moment alone.
 *
 * @param now on the wall: traffic is of the marketplace's day, in UTC
 * @param speed a day in which the story goes faster has more of it
 */
export function trafficOf(
  story: string,
  { item, mark }: Pick<Offer, 'item' | 'mark'>,
  { now, speed }: { now: number; speed: number },
): TrafficLine {
  const day = new Date(now).toISOString().slice(0, 10)
  const random = createRandom(`${story} traffic ${item} ${day}`)
  const liked = 0.15 / (0.1 + mix(mark) / 2 ** 32)
  const whole = usualImpressions * liked * speed * (0.7 + 0.6 * random.next())
  const seen = Math.min(mostImpressions, Math.floor(whole * shareOfDay(now)))
  const views = Math.floor(seen * (0.03 + 0.06 * random.next()))
  return { item, day, impressions: seen, views, watchers: Math.floor(views * (0.02 + 0.05 * random.next())) }
}

/** How much of a day's visitors have come by now: 0 at its midnight, almost 1 at the next. */
function shareOfDay(now: number): number {
  const weight = (at: number) => buyingWeight(1, at)
  const all = Array.from({ length: 24 }, (_, at) => weight(at)).reduce((sum, each) => sum + each, 0)
  const date = new Date(now)
  const passed = Array.from({ length: date.getUTCHours() }, (_, at) => weight(at)).reduce((sum, each) => sum + each, 0)
  return (passed + (weight(date.getUTCHours()) * (now % hour)) / hour) / all
}
