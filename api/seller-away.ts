import { z } from 'zod'
import { awayChoices, awayPhase, awaySpan, timeAwayOf, type TimeAway } from '#features/core/time-away/time-away.ts'
import { shipsFrom } from '#features/orders/ship-calendar/ship-calendar.ts'
import { calendarOf } from '#features/orders/ship-calendar/ship-calendar-db.server.ts'
import { sentMoment } from './fields.ts'
import type { ApiSeller } from './sellers-by-id.ts'

export const awayListings = z
  .enum(awayChoices)
  .describe(
    'STAY: listings remain on sale with later ship-by deadlines. PAUSE: listings are paused. Exceptions do the opposite',
  )

export const timeAwayOfSeller = z
  .object({
    from: z.string(),
    to: z.string(),
    startsAt: sentMoment().describe('Start of the first day away, in the seller’s time zone'),
    endsAt: sentMoment().describe('End of the time away, from which the seller is back'),
    message: z.string(),
    listings: awayListings,
    shipsFrom: z
      .string()
      .nullable()
      .describe('First working day after the time away: orders placed meanwhile ship then or later'),
  })
  .meta({ id: 'TimeAwayOfSeller', description: 'A seller’s time away, as shown to buyers' })

/** Formats a seller's planned or present time away; null if there is none. */
export function writeTimeAwayOfSeller(seller: ApiSeller, now: Date): z.input<typeof timeAwayOfSeller> | null {
  const away = timeAwayOf(seller)
  if (away === null || awayPhase(away, now, seller.time_zone) === 'over') return null
  return formatTimeAway(away, seller)
}

export function formatTimeAway(away: TimeAway, seller: ApiSeller): z.input<typeof timeAwayOfSeller> {
  const { startsAt, endsAt } = awaySpan(away, seller.time_zone)
  return {
    from: away.from,
    to: away.to,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    message: away.message,
    listings: away.listings,
    shipsFrom: shipsFrom(away.to, calendarOf(seller).calendar),
  }
}
