import { dateAt, momentOf, type LocalDate } from '#lib/zoned-time.ts'

/** What the day on which a parcel left is held against. */
export interface SentAgainst {
  zone: string
  now: Date
  /** Null where it is not known of which order the parcel is. */
  placedAt: Date | null
}

/**
 * The moment at which a parcel left that left on a day: today's is now, another's its noon, and on the day of the order not before it.
 * Null for a day to come, or before the order.
 */
export function sentOn(day: LocalDate, { zone, now, placedAt }: SentAgainst): Date | null {
  const today = dateAt(now, zone)
  if (day > today || (placedAt && day < dateAt(placedAt, zone))) return null
  if (day === today) return now
  const noon = momentOf(day, '12:00', zone)
  return placedAt && noon < placedAt ? placedAt : noon
}
