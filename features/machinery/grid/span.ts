import { addDays, startOfDay, type LocalDate } from '#lib/zoned-time.ts'

/** A time span: `from` inclusive, `before` exclusive; null is unbounded. */
export interface Span {
  from: Date | null
  before: Date | null
}

/** Converts days, both inclusive, to a span in a time zone; null if both are open. */
export function spanOfDays({ from, to }: { from: LocalDate | null; to: LocalDate | null }, zone: string): Span | null {
  if (!from && !to) return null
  return { from: from ? startOfDay(from, zone) : null, before: to ? startOfDay(addDays(to, 1), zone) : null }
}
