import { dateAt, momentOf, type LocalDate } from '#lib/zoned-time.ts'

export interface ShipDayContext {
  zone: string
  now: Date
  /** Null if the parcel's order is not known. */
  placedAt: Date | null
}

/**
 * Converts the day a parcel shipped to a moment: now for today, otherwise noon, but never before the order was placed.
 * Null for a day in the future or before the order.
 */
export function shippedMoment(day: LocalDate, { zone, now, placedAt }: ShipDayContext): Date | null {
  const today = dateAt(now, zone)
  if (day > today || (placedAt && day < dateAt(placedAt, zone))) return null
  if (day === today) return now
  const noon = momentOf(day, '12:00', zone)
  return placedAt && noon < placedAt ? placedAt : noon
}
