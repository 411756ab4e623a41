import { isDay } from '#lib/read-moment.ts'
import { addDays, type LocalDate } from '#lib/zoned-time.ts'
import { paths } from '#web/paths.ts'
import { comparedDays, comparisons, periodDays, reportPeriods, type Days, type ReportPeriod } from './report-period.ts'

export const breakdowns = ['day', 'category', 'listing', 'country', 'buyers'] as const
export type Breakdown = (typeof breakdowns)[number]

export type ReportQuery = ReturnType<typeof readReportQuery>

const usualPeriod: ReportPeriod = '31d'

/** Three years. */
const mostDays = 1096

/** Parses the query parameters. Unknown values are ignored. */
export function readReportQuery(params: URLSearchParams, today: LocalDate) {
  const typed = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const isTyped = typed.from !== '' || typed.to !== ''
  const own = isTyped ? readDays(typed, today) : null
  const period = own ? null : (reportPeriods.find((known) => known === params.get('period')) ?? usualPeriod)
  const days = own ?? periodDays(period ?? usualPeriod, today)
  const comparison = comparisons.find((known) => known === params.get('compare')) ?? 'before'
  const currency = params.get('currency') ?? ''
  return {
    /** Null: days of the reader's own. */
    period,
    days,
    before: comparedDays(days, period, comparison),
    comparison,
    by: breakdowns.find((known) => known === params.get('by')) ?? 'day',
    /** Null: the seller's. */
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    /** Days that cannot be shown, as typed. */
    refused: isTyped && !own ? typed : null,
  }
}

/** The days from `from` to `to`, at most until today and three years; null if they are none. */
function readDays({ from, to }: { from: string; to: string }, today: LocalDate): Days | null {
  if (!isDay(from) || !isDay(to) || from > to || from > today) return null
  const last = to < today ? to : today
  const earliest = addDays(last, 1 - mostDays)
  return { from: from > earliest ? from : earliest, to: last }
}

/** Query parameters of the page, without defaults. */
export function reportParameters({ period, days, comparison, by, currency }: ReportQuery): Record<string, string> {
  return {
    ...(period === null ? days : period === usualPeriod ? {} : { period }),
    ...(comparison === 'before' ? {} : { compare: comparison }),
    ...(by === 'day' ? {} : { by }),
    ...(currency === null ? {} : { currency }),
  }
}

export const reportHref = (query: ReportQuery, change: Partial<ReportQuery> = {}): string =>
  paths.sales(reportParameters({ ...query, ...change }))
