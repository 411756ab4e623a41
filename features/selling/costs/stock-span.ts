import { addDays, dateAt, type LocalDate } from '#lib/zoned-time.ts'

export const stockPeriods = ['this-year', 'last-year', 'this-month', 'last-month'] as const

/** Days of UTC, both inclusive, whose movements explain the value of stock. The empty text is before all. */
export interface StockSpan {
  from: LocalDate
  to: LocalDate
}

interface Chosen {
  period: string | null
  from: string | null
  to: string | null
}

/** The days that a filter chooses; this year if it chooses none. An end in the future is today. */
export function stockSpan({ period, from, to }: Chosen, now: Date): StockSpan {
  const today = dateAt(now, 'UTC')
  const month = firstOf(today)
  const lastDay = addDays(month, -1)
  const year = Number(today.slice(0, 4))
  if (period === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  if (period === 'this-month') return { from: month, to: today }
  if (period === 'last-month') return { from: firstOf(lastDay), to: lastDay }
  if (period !== null || (!from && !to)) return { from: `${year}-01-01`, to: today }
  return { from: from ?? '', to: to && to < today ? to : today }
}

const firstOf = (day: LocalDate) => `${day.slice(0, 7)}-01`
