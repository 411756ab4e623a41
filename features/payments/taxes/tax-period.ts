import { addMonths, daysOfMonth, middleOf, parseMonth, type DaySpan } from '../statements/statement-months.ts'
import type { Texts } from '#texts/texts.ts'

export const periodKinds = ['month', 'quarter', 'year'] as const
export type PeriodKind = (typeof periodKinds)[number]

export interface TaxPeriod {
  kind: PeriodKind
  /** `2026-10`, `2026-Q4` or `2026`. */
  key: string
  /** Its first month, and their number. */
  first: string
  months: number
}

const monthsOf: Record<PeriodKind, number> = { month: 1, quarter: 3, year: 12 }

export function periodOf(kind: PeriodKind, month: string): TaxPeriod {
  const months = monthsOf[kind]
  const year = month.slice(0, 4)
  const number = Number(month.slice(5, 7))
  const start = number - ((number - 1) % months)
  const first = `${year}-${String(start).padStart(2, '0')}`
  const keys: Record<PeriodKind, string> = { month: first, quarter: `${year}-Q${Math.ceil(start / 3)}`, year }
  return { kind, key: keys[kind], first, months }
}

export function parsePeriod(key: string): TaxPeriod | null {
  const [, year, quarter] = /^((?:19|20)\d\d)(?:-Q([1-4]))?$/.exec(key) ?? []
  if (year !== undefined)
    return quarter === undefined
      ? periodOf('year', `${year}-01`)
      : periodOf('quarter', `${year}-${String(Number(quarter) * 3).padStart(2, '0')}`)
  const month = parseMonth(key)
  return month === null ? null : periodOf('month', month)
}

export const shiftPeriod = ({ kind, first, months }: TaxPeriod, by: number): TaxPeriod =>
  periodOf(kind, addMonths(first, by * months))

export const daysOfPeriod = ({ first, months }: TaxPeriod): DaySpan => ({
  first: daysOfMonth(first).first,
  last: daysOfMonth(addMonths(first, months - 1)).last,
})

/** Name of a period: "October 2026", "4th quarter of 2026", "2026". */
export function periodWords({ kind, key, first }: TaxPeriod, { t, moment }: Pick<Texts, 't' | 'moment'>): string {
  switch (kind) {
    case 'month':
      return moment(middleOf(first), 'month')
    case 'quarter':
      return t('taxes.quarter', { n: key.slice(-1), year: first.slice(0, 4) })
    case 'year':
      return key
  }
}
