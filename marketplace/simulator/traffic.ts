import { hour } from '#lib/duration.ts'
import { createRandom } from '#lib/random.ts'
import { buyingWeight } from '../demo/rhythm.ts'
import { hashNumber, type Offer } from './offers.ts'

export interface TrafficLine {
  item: string
  day: string
  impressions: number
  views: number
  watchers: number
}

/** Impressions of an average listing per day. */
const usualImpressions = 160
const mostImpressions = 10_000_000

/**
 * A listing's cumulative traffic for a day, never decreasing. Deterministic for story, listing and time.
 * @param now wall time; traffic days are in UTC
 * @param speed faster stories have more traffic per day
 */
export function trafficOf(
  story: string,
  { item, mark }: Pick<Offer, 'item' | 'mark'>,
  { now, speed }: { now: number; speed: number },
): TrafficLine {
  const day = new Date(now).toISOString().slice(0, 10)
  const random = createRandom(`${story} traffic ${item} ${day}`)
  const liked = 0.15 / (0.1 + hashNumber(mark) / 2 ** 32)
  const whole = usualImpressions * liked * speed * (0.7 + 0.6 * random.next())
  const seen = Math.min(mostImpressions, Math.floor(whole * shareOfDay(now)))
  const views = Math.floor(seen * (0.03 + 0.06 * random.next()))
  return { item, day, impressions: seen, views, watchers: Math.floor(views * (0.02 + 0.05 * random.next())) }
}

/** The share of a day's visitors so far: 0 at midnight, almost 1 at the next. */
function shareOfDay(now: number): number {
  const weight = (at: number) => buyingWeight(1, at)
  const all = Array.from({ length: 24 }, (_, at) => weight(at)).reduce((sum, each) => sum + each, 0)
  const date = new Date(now)
  const passed = Array.from({ length: date.getUTCHours() }, (_, at) => weight(at)).reduce((sum, each) => sum + each, 0)
  return (passed + (weight(date.getUTCHours()) * (now % hour)) / hour) / all
}
