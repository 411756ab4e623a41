import { addDays, startOfDay, type LocalDate } from './zoned-time.ts'

/** A promise: a moment, or a day without a time. */
export type Promised = Date | LocalDate

/**
 * The moment up to which a promise is kept, or from which it counts. A day begins with its first moment and lasts until its last one in the
 * zone: what arrives at 23:59 on the promised day is in time.
 */
export function promisedMoment(promised: Promised, side: 'from' | 'to', zone: string): Date {
  if (promised instanceof Date) return promised
  return side === 'from' ? startOfDay(promised, zone) : new Date(startOfDay(addDays(promised, 1), zone).getTime() - 1)
}
