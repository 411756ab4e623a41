import { addDays, startOfDay, type LocalDate } from '#lib/zoned-time.ts'

/** A stretch of time: `from` included, `before` not; null is open. */
export interface Span {
  from: Date | null
  before: Date | null
}

/** The days from and to, both included, by the clocks of a zone; null where both ends are open. */
export function spanOfDays({ from, to }: { from: LocalDate | null; to: LocalDate | null }, zone: string): Span | null {
  if (!from && !to) return null
  return { from: from ? startOfDay(from, zone) : null, before: to ? startOfDay(addDays(to, 1), zone) : null }
}
