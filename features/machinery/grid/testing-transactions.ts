import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { paths } from '#web/paths.ts'
import { moneyCell, timeCell } from './cells.ts'
import { amountField, textField, timeField } from './export-file.ts'
import { amountWithin, isOneOf, within } from './list-conditions.server.ts'
import { listHref } from './list-query.ts'
import { defineList, type ListTab, type ListTypes } from './list.ts'
import { rowSource, type RowOf } from './row-source.server.ts'
import { spanOfDays } from './span.ts'

// A complete list as a feature would define it, over an existing table: buyers' payments. It has neither stored counts
// nor bulk actions, and shows accountants less than owners.

const states = ['PENDING', 'PAID', 'FULLY_REFUNDED'] as const

const transactionRows = rowSource('orders', {
  columns: 'order_number, paid_at, buyer_username, currency, total_minor',
  others: () => ({ payment_status: sql<(typeof states)[number]>`o.payment_status` }),
})
type TransactionRow = RowOf<typeof transactionRows>

interface Transactions extends ListTypes {
  row: TransactionRow
  place: { seesBuyers: boolean }
  facts: { counts: { state: string; rows: number }[] }
  record: TransactionRow
}

const tab = (id: (typeof states)[number]): ListTab<Transactions> => ({
  id,
  label: id === 'PAID' ? 'orders.payment.PAID' : 'orders.payment.PENDING',
  filters: { state: [id] },
  count: ({ counts }) => counts.find(({ state }) => state === id)?.rows ?? 0,
  urgent: id === 'PENDING',
})

/** List of buyers' payments. */
export const transactionsList = defineList<Transactions>()({
  access: 'money.view',
  views: 'transactions',
  place: ({ role }) => ({ seesBuyers: role !== 'accountant' }),
  path: '/transactions',
  concerns: ['orders'],
  title: 'word.orders',
  columns: {
    order: { label: 'word.order', cell: (row) => row.order_number, required: true, isKey: true, card: 'key' },
    state: { label: 'word.status', cell: (row, { texts }) => texts.t(`orders.payment.${row.payment_status}`) },
    paid: {
      label: 'word.paid',
      cell: (row, on) => timeCell(row.paid_at, on),
      sort: { by: ['paid_at'], first: 'descending', words: 'time' },
    },
    buyer: {
      label: 'word.buyer',
      cell: (row) => row.buyer_username,
      sort: { by: ['buyer_username', 'paid_at'], first: 'ascending' },
      offered: ({ seesBuyers }) => seesBuyers,
    },
    total: {
      label: 'word.total',
      cell: (row, on) => moneyCell({ minor: row.total_minor, currency: row.currency }, on),
      sort: { by: ['total_value'], first: 'descending', words: 'number' },
      align: 'end',
      card: 'amount',
    },
  },
  filters: {
    state: { kind: 'choice', values: states, where: ({ values }) => isOneOf('payment_status', values) },
    paid: {
      kind: 'date',
      label: 'word.paid',
      where: (days, { zone }) => within('paid_at', spanOfDays(days, zone)),
    },
    total: {
      kind: 'amount',
      label: 'word.total',
      unit: () => null,
      where: (value) => amountWithin('total_value', value),
    },
  },
  sort: { column: 'paid', descending: true },
  walks: 'paid',
  tabs: states.map(tab),
  search: { in: 'searched_orders', words: 'order_words', placeholder: 'orders.search' },
  table: 'orders',
  key: { column: 'order_number', parse: (text) => (/^[\d-]{14}$/.test(text) ? text : null) },
  rows: transactionRows,
  facts: async (db, { sellerId }) => ({ counts: await countStates(db, sellerId) }),
  totals: { rows: 'sales.stepOrders', money: sql`o.total_minor` },
  head: (row, { texts, from }) => ({
    key: row.order_number,
    href: paths.orderDetails(row.order_number, from),
    title: texts.t('orders.row', { number: row.order_number, title: row.buyer_username }),
  }),
  file: {
    name: 'orders.export.file',
    columns: ({ seesBuyers }) => [
      { label: 'orders.export.order', value: textField('order_number') },
      { label: 'orders.export.paid', value: timeField('paid_at') },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'orders.export.total', value: amountField('total_minor') },
      ...(seesBuyers ? [{ label: 'orders.export.buyer', value: textField('buyer_username') } as const] : []),
    ],
  },
  nothing: ({ texts: { t } }) => ({ title: t('orders.none.title'), hint: t('orders.none.hint') }),
})

/** URL of payments between two days. */
export const paidHref = (from: string, to: string) =>
  listHref(transactionsList, { seesBuyers: true }, { filters: { paid: [from, to] } })

async function countStates(db: SellerDb, sellerId: number) {
  const { rows } = await sql<Transactions['facts']['counts'][number]>`
    select payment_status as state, count(*) as rows from orders where seller_id = ${sellerId} group by 1`.execute(db)
  return rows
}
