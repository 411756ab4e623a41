import { untilValue } from '#features/machinery/grid/until.server.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import type { TransactionKind } from '#features/payments/transactions/transaction.ts'
import { transactionsHref } from '#features/payments/transactions/transactions-list.server.ts'
import type { SalesFigures } from '#features/insights/sales/sales.ts'
import type { Days, ReportPeriods } from './report-period.ts'

/** Filters that find the rows behind a figure. */
export interface LinkFor {
  query: { days: Days }
  figures: SalesFigures
  /** Moment at which the days end, if before their end; with it, only the currency of the figures is found. */
  until?: string
}

export const linkBefore = (
  { figures }: Pick<LinkFor, 'figures'>,
  { before, until, isSoFar }: ReportPeriods,
): LinkFor => ({
  query: { days: before },
  figures,
  until: isSoFar ? untilValue(until) : '',
})

/** The orders of the period that count as sales, narrowed further. */
export const soldHref = (link: LinkFor, more: Parameters<typeof ordersHref>[0] = {}, words?: string): string =>
  ordersHref({ placed: daysOf(link), ...restOf(link), sold: ['1'], ...more }, words)

/** The transactions of the period, of some kinds or of all. */
export const bookedHref = (link: LinkFor, kind: readonly TransactionKind[] = []): string =>
  transactionsHref({ time: daysOf(link), ...restOf(link), kind })

const daysOf = ({ query: { days } }: LinkFor) => [days.from, days.to]

/** The end of the days, and the currency of the figures if there may be several. */
const restOf = ({ figures: { main, others }, until }: LinkFor) => ({
  ...(until === undefined || until === '' ? {} : { until: [until] }),
  ...(others.length > 0 || until !== undefined ? { currency: [main.currency] } : {}),
})
