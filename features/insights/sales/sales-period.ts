import { addDays, dateAt, momentOf, startOfDay, wallClockAt, type LocalDate } from '#lib/zoned-time.ts'
import { pairs } from '#lib/pairs.ts'

/** Selectable periods in days, including today; 1 is today by the hour. */
export const salesPeriods = [1, 7, 31, 90] as const
export type SalesPeriod = (typeof salesPeriods)[number]

const usualPeriod: SalesPeriod = 31

/** Parses `?days=`; falls back to the default period. */
export function readSalesPeriod(text: string | null): SalesPeriod {
  return salesPeriods.find((days) => String(days) === text) ?? usualPeriod
}

/** A column of the chart: a day or an hour. */
export interface SalesStep {
  date: LocalDate
  /** Local hour, 0 to 23; null for a whole day. */
  hour: number | null
  from: Date
  /** The first moment after it. */
  before: Date
}

export interface SalesSpan {
  step: number
  from: Date
  before: Date
  /** Whether it counts for the comparison: of the previous period, only up to the same time of day. */
  compared: boolean
}

export interface SalesComparison {
  now: Date
  days: SalesPeriod
  /** Both have the same number of steps, so that they can be overlaid. */
  current: SalesStep[]
  previous: SalesStep[]
}

/**
 * Divides the last `days`, including today, and those before into steps of the zone. On clock changes a day has 23 or
 * 25 hours: a skipped hour is empty, a repeated one counts both.
 */
export function compareSales(now: Date, days: SalesPeriod, zone: string): SalesComparison {
  // At midnight, the day that ends: it has been there as a whole.
  const today = dateAt(new Date(now.getTime() - 1), zone)
  if (days === 1) return { now, days, current: hoursOf(today, zone), previous: hoursOf(addDays(today, -1), zone) }
  const steps = daysOf(addDays(today, 1 - 2 * days), 2 * days, zone)
  return { now, days, current: steps.slice(days), previous: steps.slice(0, days) }
}

/** The elapsed part of the current period. Future steps have no span. */
export function currentSpans({ current, now }: Pick<SalesComparison, 'current' | 'now'>): SalesSpan[] {
  return current
    .map(({ from, before }, step) => ({ step, from, before: earlier(before, now), compared: true }))
    .filter(({ from }) => from <= now)
}

/** The whole previous period, split at the current time of day. */
export function previousSpans({ previous, now, days }: SalesComparison, zone: string): SalesSpan[] {
  const { date, time } = wallClockAt(now, zone)
  return spansUntil(previous, momentOf(addDays(date, -days), time, zone))
}

/** Spans of all steps; only what is before `until` is compared. */
export function spansUntil(steps: readonly SalesStep[], until: Date): SalesSpan[] {
  return steps.flatMap(({ from, before }, step) => {
    const span = (start: Date, end: Date, compared: boolean) => ({ step, from: start, before: end, compared })
    if (before <= until) return [span(from, before, true)]
    if (from >= until) return [span(from, before, false)]
    return [span(from, until, true), span(until, before, false)]
  })
}

function daysOf(first: LocalDate, count: number, zone: string): SalesStep[] {
  const starts = Array.from({ length: count + 1 }, (_, day) => startOfDay(addDays(first, day), zone))
  return pairs(starts.slice(0, -1), starts.slice(1)).map(([from, before], day) => ({
    date: addDays(first, day),
    hour: null,
    from,
    before,
  }))
}

function hoursOf(date: LocalDate, zone: string): SalesStep[] {
  const starts = Array.from({ length: 24 }, (_, at) => momentOf(date, `${String(at).padStart(2, '0')}:00`, zone))
  const end = startOfDay(addDays(date, 1), zone)
  return starts.map((from, at) => ({ date, hour: at, from, before: starts[at + 1] ?? end }))
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
