import {
  addDays,
  dateAt,
  daysBetween,
  isoWeekday,
  momentOf,
  startOfDay,
  wallClockAt,
  type LocalDate,
} from '#lib/zoned-time.ts'
import { pairs } from '#lib/pairs.ts'
import { currentSpans, spansUntil, type SalesSpan, type SalesStep } from '#features/insights/sales/sales-period.ts'

/** Named periods; each ends today. */
export const reportPeriods = ['7d', '31d', '90d', 'week', 'month', 'quarter', 'year'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

export const comparisons = ['before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/** Days of the shop, both included. */
export interface Days {
  from: LocalDate
  to: LocalDate
}

export function periodDays(period: ReportPeriod, today: LocalDate): Days {
  const month = Number(today.slice(5, 7))
  switch (period) {
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '31d':
      return { from: addDays(today, -30), to: today }
    case '90d':
      return { from: addDays(today, -89), to: today }
    case 'week':
      return { from: addDays(today, 1 - isoWeekday(today)), to: today }
    case 'month':
      return { from: firstOfMonth(today), to: today }
    case 'quarter':
      return { from: addMonths(firstOfMonth(today), -((month - 1) % 3)), to: today }
    case 'year':
      return { from: addMonths(firstOfMonth(today), 1 - month), to: today }
  }
}

/** Calendar periods are compared with the same days of the one before, others with as many days directly before. */
export function comparedDays({ from, to }: Days, period: ReportPeriod | null, comparison: Comparison): Days {
  const back = (months: number) => ({ from: addMonths(from, -months), to: addMonths(to, -months) })
  if (comparison === 'year') return back(12)
  switch (period) {
    case 'month':
      return back(1)
    case 'quarter':
      return back(3)
    case 'year':
      return back(12)
    case 'week':
      return { from: addDays(from, -7), to: addDays(to, -7) }
    default: {
      const days = daysBetween(from, to) + 1
      return { from: addDays(from, -days), to: addDays(to, -days) }
    }
  }
}

/** The same day of another month, or the last of a shorter one. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const at = (monthIndex: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, monthIndex, dayOfMonth)).toISOString().slice(0, 10)
  const last = at(month + months, 0)
  const same = at(month - 1 + months, day)
  return same < last ? same : last
}

/** Longer periods are shown by month. */
const mostDaySteps = 92

export interface ReportPeriods {
  now: Date
  unit: 'day' | 'month'
  days: Days
  before: Days
  /** End of the compared period: if today is in the period, the same time of day. */
  until: Date
  /** Whether the last day is not over. */
  isSoFar: boolean
  current: SalesStep[]
  /** As many steps, unless the months differ in length. */
  previous: SalesStep[]
  spans: { current: SalesSpan[]; previous: SalesSpan[] }
}

export function comparePeriods(
  { days, before }: { days: Days; before: Days },
  { now, zone }: { now: Date; zone: string },
): ReportPeriods {
  const unit = daysBetween(days.from, days.to) < mostDaySteps ? 'day' : 'month'
  const [current, previous] = [stepsOf(days, unit, zone), stepsOf(before, unit, zone)]
  const isSoFar = days.to >= dateAt(now, zone)
  const until = isSoFar
    ? momentOf(before.to, wallClockAt(now, zone).time, zone)
    : startOfDay(addDays(before.to, 1), zone)
  const spans = { current: currentSpans({ current, now }), previous: spansUntil(previous, until) }
  return { now, unit, days, before, until, isSoFar, current, previous, spans }
}

function stepsOf({ from, to }: Days, unit: ReportPeriods['unit'], zone: string): SalesStep[] {
  const firsts = [from]
  const next = (date: LocalDate) => (unit === 'day' ? addDays(date, 1) : addMonths(firstOfMonth(date), 1))
  for (let date = next(from); date <= to; date = next(date)) firsts.push(date)
  const starts = [...firsts, addDays(to, 1)].map((date) => startOfDay(date, zone))
  return pairs(firsts, pairs(starts.slice(0, -1), starts.slice(1))).map(([date, [start, end]]) => ({
    date,
    hour: null,
    from: start,
    before: end,
  }))
}

function firstOfMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 7)}-01`
}
