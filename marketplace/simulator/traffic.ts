import { day as wholeDay } from '#lib/duration.ts'
import { createRandom } from '#lib/random.ts'
import { hashNumber, type Offer } from './basket.ts'

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
) {
  const day = new Date(now).toISOString().slice(0, 10)
  const random = createRandom(`${story} traffic ${item} ${day}`)
  const liked = 0.15 / (0.1 + hashNumber(mark) / 2 ** 32)
  const whole = usualImpressions * liked * speed * (0.7 + 0.6 * random.next())
  const seen = Math.min(mostImpressions, Math.floor((whole * (now % wholeDay)) / wholeDay))
  const views = Math.floor(seen * (0.03 + 0.06 * random.next()))
  return { item, day, impressions: seen, views, watchers: Math.floor(views * (0.02 + 0.05 * random.next())) }
}
