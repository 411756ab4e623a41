import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import type { TransactionKind } from '#features/payments/transactions/transaction.ts'
import { transactionsHref } from '#features/payments/transactions/transactions-list.server.ts'
import type { SalesFigures } from '#features/shop/sales/sales.ts'
import type { Days } from './report-period.ts'

/** Filters that find the rows behind a figure. */
export interface LinkFor {
  query: { days: Days }
  figures: SalesFigures
}

/** The orders of the period that count as sales, narrowed further. */
export const soldHref = (
  { query: { days }, figures }: LinkFor,
  more: Parameters<typeof ordersHref>[0] = {},
  words?: string,
): string => ordersHref({ placed: [days.from, days.to], sold: ['1'], ...currencyOf(figures), ...more }, words)

/** The transactions of the period, of some kinds or of all. */
export const bookedHref = ({ query: { days }, figures }: LinkFor, kind: readonly TransactionKind[] = []): string =>
  transactionsHref({ time: [days.from, days.to], ...currencyOf(figures), kind })

/** Only the currency of the figures, if there are several. */
const currencyOf = ({ main, others }: SalesFigures) => (others.length > 0 ? { currency: [main.currency] } : {})
