import { dateAt, startOfDay } from '#lib/zoned-time.ts'

/** A calendar month in the shop's zone. */
export interface Month {
  from: Date
  /** The first moment after it. */
  before: Date
}

/** Months of the chart: the current one with the eleven before it, and as many before those. */
export type ComparedMonths = ReturnType<typeof compareMonths>

const monthsShown = 12

export function compareMonths(now: Date, zone: string) {
  const [year = 0, month = 1] = dateAt(now, zone).split('-').map(Number)
  const start = (ago: number) => startOfDay(new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 10), zone)
  const months = (last: number): Month[] =>
    Array.from({ length: monthsShown }, (_, index) => {
      const ago = last + monthsShown - 1 - index
      return { from: start(ago), before: start(ago - 1) }
    })
  return { current: months(0), previous: months(monthsShown) }
}
