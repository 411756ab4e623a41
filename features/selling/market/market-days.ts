import { day } from '#lib/duration.ts'

/** A span of whole days of UTC: `from` inclusive, `before` exclusive. */
export type MarketSpan = ReturnType<typeof lastDays>

export const utcDay = (at: Date): Date => new Date(Math.floor(at.getTime() / day) * day)

/** The present day and those before it, so many in all. */
export function lastDays(days: number, now: Date) {
  const before = new Date(utcDay(now).getTime() + day)
  return { from: new Date(before.getTime() - days * day), before }
}
