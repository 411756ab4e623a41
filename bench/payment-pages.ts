import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { transactionKinds, transactionStates } from '#features/payments/transactions/transaction.ts'
import { breakdowns } from '#features/insights/sales-report/report-query.ts'
import { paths } from '#web/paths.ts'
import { measuredSeller } from './known.ts'
import { budgets } from './pages.ts'
import type { Budget, PageCase } from './page-case.ts'

export interface KnownMoney {
  transactions: number
  transaction: string
  /** The largest payout. */
  payout: string
  order: string
  buyer: string
  days: { until: string; month: string; year: string }
}

export const readKnownMoney = ({ owner }: Pick<Database, 'owner'>): Promise<KnownMoney> =>
  oneRow(
    owner,
    sql<KnownMoney>`
      select (select count(*) from transactions where seller_id = ${measuredSeller}) as transactions,
        t.transaction_number as transaction, o.order_number as "order", o.buyer_username as buyer,
        (select payout_number from payouts where seller_id = ${measuredSeller} order by amount_minor desc limit 1) as payout,
        jsonb_build_object('until', to_char(t.happened_at, 'YYYY-MM-DD'),
          'month', to_char(t.happened_at - interval '31 days', 'YYYY-MM-DD'),
          'year', to_char(t.happened_at - interval '365 days', 'YYYY-MM-DD')) as days
      from transactions t join orders o on o.seller_id = ${measuredSeller} and o.id = t.order_id
      where t.seller_id = ${measuredSeller} and t.kind = 'SALE' order by t.happened_at desc, t.id desc limit 1`,
  )

export function paymentCases({ transactions, transaction, payout, order, buyer, days }: KnownMoney): PageCase[] {
  const pages = (group: string, budget: Budget, addresses: Record<string, string>) =>
    Object.entries(addresses).map(([name, path]) => ({ group: `payments: ${group}`, name, path, budget }))
  const list = (group: string, budget: Budget, queries: Record<string, string>) =>
    pages(
      group,
      budget,
      Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, `${paths.transactions}?${query}`])),
    )
  const middle = Math.floor(transactions / 100) * 50
  const last = Math.max(0, Math.ceil(transactions / 50) - 1) * 50
  return [
    ...pages('pages', budgets.list, {
      summary: paths.payments,
      transactions: paths.transactions,
      payouts: paths.payouts,
      holds: paths.holds,
      'the largest payout': paths.payoutDetails(payout),
      'a transaction': paths.transactionDetails(transaction),
    }),
    ...list('tabs', budgets.list, Object.fromEntries(transactionStates.map((state) => [state, `state=${state}`]))),
    ...list('filters', budgets.any, {
      ...Object.fromEntries(transactionKinds.map((kind) => [kind, `kind=${kind}`])),
      'several kinds': 'kind=REFUND,LABEL',
      'a month': `timeFrom=${days.month}&timeTo=${days.until}`,
      'a year': `timeFrom=${days.year}&timeTo=${days.until}`,
      'net from and to': 'netFrom=20&netTo=25.5',
      'paid-out labels of a month': `state=PAID_OUT&kind=LABEL&timeFrom=${days.month}&timeTo=${days.until}`,
      'an order': `order=${order}`,
      'the largest payout': `payout=${payout}`,
      'matches nothing': 'netFrom=9999999',
    }),
    ...list('sorts', budgets.any, {
      'time, ascending': 'sort=time',
      'net, ascending': 'sort=net',
      'net, descending': 'sort=-net',
      'paid out by net': 'state=PAID_OUT&sort=-net',
    }),
    ...list('search', budgets.any, {
      'an order number': `q=${order}`,
      'a buyer': `q=${encodeURIComponent(buyer)}`,
      'a common word': 'q=vintage',
      'nothing found': 'q=qqxzzyq',
    }),
    ...list('page sizes', budgets.any, { '200 rows': 'limit=200' }),
    ...pages(
      'sales of a year',
      budgets.any,
      Object.fromEntries(breakdowns.map((by) => [`by ${by}`, paths.sales({ from: days.year, to: days.until, by })])),
    ),
    ...list('far pages', budgets.any, {
      'the middle': `offset=${middle}`,
      'the last page': `offset=${last}`,
      'the last page by net': `sort=net&offset=${last}`,
    }),
  ]
}
