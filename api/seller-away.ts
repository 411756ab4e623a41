import { z } from 'zod'
import { awayChoices, awayPhase, awaySpan, timeAwayOf, type TimeAway } from '#features/core/time-away/time-away.ts'
import { shipsFrom } from '#features/orders/ship-calendar/ship-calendar.ts'
import { calendarOf } from '#features/orders/ship-calendar/ship-calendar-db.server.ts'
import { sentMoment } from './fields.ts'
import type { ApiSeller } from './sellers-by-id.ts'

/** What listings do meanwhile. */
export const awayListings = z
  .enum(awayChoices)
  .describe('STAY on sale with later ship-by times, or PAUSE; exceptions do the other')

/** A time away in responses about a seller. */
export const timeAwayOfSeller = z
  .object({
    from: z.string(),
    to: z.string(),
    startsAt: sentMoment().describe('When it begins, in the seller’s zone'),
    endsAt: sentMoment().describe('From when on the seller is back'),
    message: z.string(),
    listings: awayListings,
    shipsFrom: z
      .string()
      .nullable()
      .describe('The first working day after it: what is bought meanwhile leaves then or later'),
  })
  .meta({ id: 'TimeAwayOfSeller', description: 'Days in which a seller is away, as buyers need them' })

/** Formats a seller's planned or present time away; null if there is none. */
export function writeTimeAwayOfSeller(seller: ApiSeller, now: Date): z.input<typeof timeAwayOfSeller> | null {
  const away = timeAwayOf(seller)
  if (away === null || awayPhase(away, now, seller.time_zone) === 'over') return null
  return formatTimeAway(away, seller)
}

/** Formats a time away for a response. */
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
