import { choiceFilter, dateFilter, timeColumn, moneyColumn } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import type { Row } from '#db/schema.ts'
import { isRemovedBuyer, shownBuyer } from '#features/core/order/removed-buyer.ts'
import { moneyCell } from '#features/machinery/grid/cells.ts'
import { amountField, textField, timeField } from '#features/machinery/grid/export-file.ts'
import { amountWithin, isOneOf } from '#features/machinery/grid/list-conditions.server.ts'
import { chosenAlone, onlyCurrency } from '#features/machinery/grid/list-model.ts'
import { listHref, type FiltersOf } from '#features/machinery/grid/list-query.ts'
import { defineList, type ListTab, type ListTypes } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { isBefore, untilOptions, untilPattern } from '#features/machinery/grid/until.server.ts'
import { filterValues } from '#lib/grid-query.ts'
import { hasKnownTax } from '#features/core/order/known-taxes.server.ts'
import { paths } from '#web/paths.ts'
import { inFoundOrders } from './found-orders.server.ts'
import { countIn, countTransactions, type TransactionCount } from './transaction-counts-db.server.ts'
import { payoutRowIds } from './payout-rows-db.server.ts'
import { totalsByDay } from './totals-by-day-db.server.ts'
import { aboutWords, dayWords, placeWords } from './transaction-words.ts'
import { parseTransactionNumber, transactionKinds, transactionStates, type TransactionState } from './transaction.ts'

const transactionRows = rowSource('transactions', {
  columns: `
    transaction_number, kind, state, order_number, description, happened_at, currency, gross_minor, fees_minor, net_minor,
    available_at`,
  others: ({ sellerId }) => ({
    buyer_username: sql<string | null>`s.buyer_username`,
    line_count: sql<number | null>`s.line_count`,
    title: sql<string | null>`(select l.title from line_items l
      where l.seller_id = ${sellerId} and l.order_id = o.order_id order by l.position limit 1)`,
    hold_reason: sql<Row<'holds'>['reason'] | null>`h.reason`,
    payout_number: sql<string | null>`p.payout_number`,
    payout_initiated_at: sql<Date | null>`p.initiated_at`,
    payout_settled_at: sql<Date | null>`p.settled_at`,
  }),
  join: ({ sellerId }) => sql`
    left join orders s on s.seller_id = ${sellerId} and s.id = o.order_id
    left join holds h on h.seller_id = ${sellerId} and h.id = o.hold_id
    left join payouts p on p.seller_id = ${sellerId} and p.id = o.payout_id`,
})

type TransactionRow = RowOf<typeof transactionRows>

interface Transactions extends ListTypes {
  row: TransactionRow
  place: null
  facts: TransactionCount[]
  count: TransactionCount
  record: TransactionRow
}

const tab = (state: TransactionState): ListTab<Transactions> => ({
  id: state,
  label: `payments.state.${state}`,
  name: `payments.transactions.${state}`,
  filters: { state: [state] },
  count: (counts) => countIn(counts, state),
})

export const transactionsList = defineList<Transactions>()({
  access: 'money.view',
  views: 'transactions',
  place: () => null,
  path: paths.transactions,
  concerns: ['money'],
  title: 'payments.transactions',
  columns: {
    time: { ...timeColumn('happened_at', 'payments.column.time'), card: 'party' },
    kind: {
      label: 'payments.column.kind',
      cell: (row, { texts }) => texts.t(`payments.kind.${row.kind}`),
      required: true,
      isKey: true,
      card: 'key',
    },
    order: {
      label: 'word.order',
      cell: ({ order_number: number }) =>
        number === null ? null : { text: number, action: { type: 'NAV', URL: paths.orderDetails(number) } },
      card: 'line',
    },
    buyer: {
      label: 'word.buyer',
      cell: ({ buyer_username: buyer }, { texts }) => (buyer === null ? null : shownBuyer(buyer, texts)),
      priority: 3,
    },
    what: {
      label: 'payments.column.what',
      cell: (row, { texts }) => aboutWords(row, texts),
      width: 'wide',
      card: 'title',
    },
    amount: moneyColumn('gross_minor', 'word.amount'),
    fees: {
      label: 'payments.column.fees',
      cell: (row, on) =>
        row.fees_minor === 0 ? null : moneyCell({ minor: row.fees_minor, currency: row.currency }, on),
      align: 'end',
      priority: 2,
    },
    net: {
      ...moneyColumn('net_minor', 'payments.column.net'),
      sort: { by: ['net_value'], first: 'descending', words: 'number' },
      card: 'amount',
    },
    place: {
      label: 'word.status',
      cell: (row, on) => ({ kind: 'status', ...placeWords(row, on) }),
      card: 'lead',
    },
    payout: {
      label: 'payments.column.payout',
      cell: ({ payout_number: number, payout_initiated_at: at }, { now, texts }) =>
        number === null || at === null
          ? null
          : { text: dayWords(at, now, texts), action: { type: 'NAV', URL: paths.payoutDetails(number) } },
      shown: false,
    },
    number: { label: 'payments.column.number', cell: (row) => row.transaction_number, shown: false },
  },
  filters: {
    state: {
      kind: 'choice',
      values: transactionStates,
      where: ({ values }) => isOneOf('state', values),
      kept: { matches: ({ state }, { values }) => values.includes(state), indexed: false },
    },
    kind: {
      ...choiceFilter('kind', 'payments.column.kind', transactionKinds, (kind) => `payments.kind.${kind}`),
      kept: { matches: ({ kind }, { values }) => values.includes(kind), indexed: false },
    },
    time: dateFilter('happened_at', 'payments.column.time'),
    net: {
      kind: 'amount',
      isMoney: true,
      label: 'payments.column.net',
      unit: ({ facts }) => onlyCurrency(facts),
      where: (value) => amountWithin('net_value', value),
    },
    // Set by links from orders, payouts and the figures of sales.
    until: {
      kind: 'choice',
      pattern: untilPattern,
      label: 'orders.filter.until',
      options: ({ query, texts }) => untilOptions(filterValues(query, 'until'), texts),
      onlyWhereSet: true,
      where: ({ values }) => isBefore('happened_at', values),
    },
    currency: {
      kind: 'choice',
      pattern: /[A-Z]{3}/,
      label: 'word.currency',
      options: chosenAlone('currency'),
      onlyWhereSet: true,
      where: ({ values }) => isOneOf('currency', values),
    },
    order: {
      kind: 'choice',
      pattern: /[\w-]{1,40}/,
      label: 'word.order',
      options: chosenAlone('order'),
      onlyWhereSet: true,
      where: ({ values: [number] }, { sellerId }) => [
        sql`o.order_id = (select id from orders where seller_id = ${sellerId} and order_number = ${number})`,
      ],
    },
    untaxed: {
      kind: 'toggle',
      label: 'payments.filter.untaxed',
      onlyWhereSet: true,
      where: (_value, { sellerId }) => [sql`not ${hasKnownTax(sellerId, sql`o.order_id`)}`],
    },
    payout: {
      kind: 'choice',
      pattern: /[0-9a-z]{12}/,
      label: 'payments.column.payout',
      options: chosenAlone('payout'),
      onlyWhereSet: true,
      where: ({ values: [number] }, { sellerId }) => [
        sql`o.id = any (array(${payoutRowIds(sellerId, sql`p.payout_number = ${number}`)}))`,
      ],
    },
  },
  sort: { column: 'time', descending: true },
  walks: 'time',
  tabs: [
    { id: 'all', label: 'payments.transactions', count: (counts) => countIn(counts, null) },
    ...transactionStates.map(tab),
  ],
  tabsAlone: true,
  search: {
    in: 'transactions',
    withTabs: true,
    placeholder: 'payments.search',
    conditions: inFoundOrders('transactions'),
    counted: 5_000,
  },
  table: 'transactions',
  key: { column: 'transaction_number', parse: parseTransactionNumber },
  rows: transactionRows,
  facts: (db, { sellerId }) => countTransactions(db, sellerId),
  kept: (counts) => counts,
  storedTotals: totalsByDay,
  totals: { rows: 'payments.totals', money: sql`o.net_minor` },
  head: (row, { texts, from }) => ({
    key: row.transaction_number,
    href: paths.transactionDetails(row.transaction_number, from),
    title: texts.t('payments.row', {
      kind: texts.t(`payments.kind.${row.kind}`),
      net: texts.money({ minor: row.net_minor, currency: row.currency }),
      about: row.order_number ?? row.description ?? '',
    }),
  }),
  file: {
    name: 'payments.transactions.file',
    columns: () => [
      { label: 'payments.column.number', value: textField('transaction_number') },
      { label: 'payments.file.time', value: timeField('happened_at') },
      { label: 'payments.column.kind', value: (row, { word }) => word(`payments.kind.${row.kind}`) },
      { label: 'orders.export.order', value: textField('order_number') },
      {
        label: 'orders.export.buyer',
        value: ({ buyer_username: buyer }, { word, text, none }) =>
          buyer === null ? none : isRemovedBuyer(buyer) ? word('order.buyerRemoved') : text(buyer),
      },
      { label: 'payments.column.what', value: ({ description, title }, { text }) => text(description ?? title ?? '') },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'word.amount', value: amountField('gross_minor') },
      { label: 'payments.column.fees', value: amountField('fees_minor') },
      { label: 'payments.column.net', value: amountField('net_minor') },
      { label: 'word.status', value: (row, { word }) => word(`payments.state.${row.state}`) },
      { label: 'payments.file.available', value: timeField('available_at') },
      { label: 'payments.column.payout', value: textField('payout_number') },
    ],
  },
  nothing: ({ facts, texts: { t } }) =>
    countIn(facts, null) > 0
      ? {
          title: t('word.nothingHere'),
          hint: t('payments.noneHere.hint'),
          actions: [{ label: t('payments.noneHere.action'), href: paths.transactions, primary: true }],
        }
      : {
          title: t('payments.none.title'),
          hint: t('payments.none.hint'),
          actions: [{ label: t('payments.none.action'), href: paths.orders, primary: true }],
        },
})

/** URL of transactions with these filters: `transactionsHref({ payout: ['4k…'] })`. */
export const transactionsHref = (filters: FiltersOf<typeof transactionsList>) =>
  listHref(transactionsList, null, { filters })
