import { addDays, startOfDay, type LocalDate } from './zoned-time.ts'

export type Promised = Date | LocalDate

/**
 * The start or end of a promise. A day runs from its first to its last moment in the zone: a delivery at 23:59 on the
 * promised day is on time.
 */
export function promisedMoment(promised: Promised, side: 'from' | 'to', zone: string): Date {
  if (promised instanceof Date) return promised
  return side === 'from' ? startOfDay(promised, zone) : new Date(startOfDay(addDays(promised, 1), zone).getTime() - 1)
}
