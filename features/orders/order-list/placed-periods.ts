import { spanOfDays, type Span } from '#features/machinery/grid/span.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import { addDays, dateAt, type LocalDate } from '#lib/zoned-time.ts'
import { cancellableSpan } from '#features/core/order/order.ts'

/** Named periods of days; those with a number of days include today. */
export const dayPeriods = ['today', 'yesterday', '7d', '31d', '90d', 'month', 'last-month'] as const
export type DayPeriod = (typeof dayPeriods)[number]

/** All named periods; `cancellable` is by exact age and holds unpaid orders that may be cancelled. */
export const placedPeriods = [...dayPeriods, 'cancellable'] as const

/** Time span of a named period or days in a zone; null if neither is given. */
export function placedSpan(
  { period, from, to }: { period: string | null; from: LocalDate | null; to: LocalDate | null },
  { now, zone, deadlines }: { now: Date; zone: string; deadlines: Deadlines },
): Span | null {
  if (period === 'cancellable') return cancellableSpan(now, deadlines)
  const named = dayPeriods.find((name) => name === period)
  return spanOfDays(named ? periodDays(named, dateAt(now, zone)) : { from, to }, zone)
}

export function periodDays(period: DayPeriod, today: LocalDate): { from: LocalDate; to: LocalDate } {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '31d':
      return { from: addDays(today, -30), to: today }
    case '90d':
      return { from: addDays(today, -89), to: today }
    case 'month':
      return { from: firstOfMonth, to: today }
    case 'last-month': {
      const last = addDays(firstOfMonth, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
  }
}
