import type { Row } from '#db/schema.ts'
import type { ListingState } from '#features/core/listing/listing.ts'
import { isDay } from '#lib/read-moment.ts'
import { addDays, dateAt, daysBetween, startOfDay, type LocalDate } from '#lib/zoned-time.ts'

/** What listings do while the seller is away: stay on sale with later ship-by dates, or pause. */
export const awayChoices = ['STAY', 'PAUSE'] as const
export type AwayChoice = (typeof awayChoices)[number]

/** A time in which a seller is away: whole days in the seller's zone, the first and the last included. */
export interface TimeAway {
  from: LocalDate
  to: LocalDate
  /** For buyers. */
  message: string
  /** The choice for listings; exceptions are treated the other way. */
  listings: AwayChoice
  setAt: Date
}

export type AwayRow = Pick<
  Row<'sellers'>,
  'away_from' | 'away_to' | 'away_message' | 'away_listings' | 'away_set_at' | 'time_zone'
>

export function timeAwayOf(row: AwayRow): TimeAway | null {
  const { away_from: from, away_to: to, away_message: message, away_listings: listings, away_set_at: setAt } = row
  return from === null || to === null || setAt === null ? null : { from, to, message, listings, setAt }
}

type Days = Pick<TimeAway, 'from' | 'to'>

type AwayPhase = 'planned' | 'present' | 'over'

export function awayPhase({ from, to }: Days, now: Date, zone: string): AwayPhase {
  const today = dateAt(now, zone)
  return today < from ? 'planned' : today > to ? 'over' : 'present'
}

/** The first moment of a time away, and the first after it. */
export function awaySpan({ from, to }: Days, zone: string): { startsAt: Date; endsAt: Date } {
  return { startsAt: startOfDay(from, zone), endsAt: startOfDay(addDays(to, 1), zone) }
}

/** The present choice for listings: that of a present time away, else NONE. */
export function choiceNow(away: (Days & Pick<TimeAway, 'listings'>) | null, now: Date, zone: string) {
  return away !== null && awayPhase(away, now, zone) === 'present' ? away.listings : 'NONE'
}

/** Whether a choice pauses a listing: exceptions do the other. */
export const pauses = (choice: AwayChoice | 'NONE', isException: boolean): boolean =>
  choice !== 'NONE' && (choice === 'PAUSE') !== isException

/** Since when a time away pauses a listing; null if it does not. Only listings on sale or without stock are paused. */
export function pausedSince(
  away: TimeAway | null,
  { state, isException, now, zone }: { state: ListingState; isException: boolean; now: Date; zone: string },
): Date | null {
  if (away === null || (state !== 'ACTIVE' && state !== 'OUT_OF_STOCK')) return null
  if (!pauses(choiceNow(away, now, zone), isException)) return null
  const { startsAt } = awaySpan(away, zone)
  return startsAt > away.setAt ? startsAt : away.setAt
}

interface PausedRow extends Pick<Row<'sellers'>, 'away_from' | 'away_to' | 'away_listings'> {
  state: ListingState
  is_away_exception: boolean
}

/** Whether a listing would be on sale if the seller were not away. */
export function isPaused(row: PausedRow, now: Date, zone: string): boolean {
  const { state, away_from: from, away_to: to, away_listings: listings, is_away_exception: isException } = row
  if (state !== 'ACTIVE' || from === null || to === null) return false
  return pauses(choiceNow({ from, to, listings }, now, zone), isException)
}

/** The change that ends a time away early, so that today is a working day. Null if no day is left. */
export function endedBefore<Away extends Days>(away: Away, today: LocalDate): Away | null {
  if (today > away.to) return away
  return away.from < today ? { ...away, to: addDays(today, -1) } : null
}

/** Days for which days away are kept, so that a payment that is reported late counts from its day. */
const keptDays = 400

/** Days away of the ship calendar after a change: past ones stay. */
export function daysAway(former: readonly LocalDate[], away: Days | null, today: LocalDate): LocalDate[] {
  const past = former.filter((day) => day < today && day >= addDays(today, -keptDays))
  const next = away
    ? Array.from({ length: daysBetween(away.from, away.to) + 1 }, (_, nth) => addDays(away.from, nth))
    : []
  return [...new Set([...past, ...next])].toSorted()
}

export const maxDaysAway = 90
const maxDaysAhead = 366
/** Maximum characters of the message for buyers. */
export const maxAwayMessage = 500
export const maxAwayExceptions = 1_000

export interface AwayProblems {
  from?: 'not-a-day' | 'past' | 'begun' | 'too-far'
  to?: 'not-a-day' | 'past' | 'ends-before' | 'too-long'
}

/** Validates days against today and the present time away, whose first day stays once it has begun. */
export function awayProblems(
  { from, to }: Days,
  { present, today }: { present: Days | null; today: LocalDate },
): AwayProblems {
  const begun = present !== null && present.from <= today && present.to >= today ? present.from : null
  const ofFrom = !isDay(from)
    ? 'not-a-day'
    : begun !== null && from !== begun
      ? 'begun'
      : begun === null && from < today
        ? 'past'
        : from > addDays(today, maxDaysAhead)
          ? 'too-far'
          : null
  const ofTo = !isDay(to)
    ? 'not-a-day'
    : ofFrom !== 'not-a-day' && to < from
      ? 'ends-before'
      : to < today
        ? 'past'
        : ofFrom !== 'not-a-day' && daysBetween(from, to) >= maxDaysAway
          ? 'too-long'
          : null
  return { ...(ofFrom ? { from: ofFrom } : {}), ...(ofTo ? { to: ofTo } : {}) }
}
