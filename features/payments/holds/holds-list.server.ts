import { countIn, countStates, stateTab, type StateCount } from '#features/machinery/grid/list-states.server.ts'
import { choiceFilter, dateFilter, timeColumn, moneyColumn } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import { holdReasons } from '#features/core/holds/hold.ts'
import { buyerField } from '#features/core/order/buyer-field.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { timeCell } from '#features/machinery/grid/cells.ts'
import { amountField, textField, timeField } from '#features/machinery/grid/export-file.ts'
import { isOneOf } from '#features/machinery/grid/list-conditions.server.ts'
import { listHref } from '#features/machinery/grid/list-query.ts'
import { defineList, type ListTypes } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { paths } from '#web/paths.ts'
import { heldMinor, openCase } from './hold-source.server.ts'
import { holdAction, isLate, releaseLines } from './hold-words.ts'
import { brand } from '#lib/brand.ts'
import type { Row } from '#db/schema.ts'
import { moneyNumber } from '../transactions/transaction.ts'

const holdStates = ['HELD', 'RELEASED'] as const satisfies readonly Row<'holds'>['state'][]

type HoldNumber = string & { readonly __brand: 'HoldNumber' }

const parseHoldNumber = (text: string | null): HoldNumber | null =>
  text !== null && moneyNumber.test(text) ? brand<HoldNumber>(text) : null

const holdRows = rowSource('holds', {
  columns: 'hold_number, reason, note, state, placed_at, release_at, latest_at, released_at',
  others: ({ sellerId }) => ({
    order_number: sql<string>`s.order_number`,
    buyer_username: sql<string>`s.buyer_username`,
    currency: sql<string>`s.currency`,
    amount_minor: heldMinor(sellerId),
    case_number: sql<string | null>`c.case_number`,
    case_turn: sql<string | null>`c.turn`,
    case_due_at: sql<Date | null>`c.due_at`,
  }),
  join: ({ sellerId }) => sql`
    join orders s on s.seller_id = ${sellerId} and s.id = o.order_id
    left join cases c on c.seller_id = ${sellerId} and c.id = ${openCase(sellerId)}`,
})

type HoldState = (typeof holdStates)[number]

interface Holds extends ListTypes {
  row: RowOf<typeof holdRows>
  place: null
  facts: StateCount<HoldState>[]
  count: StateCount<HoldState>
  record: RowOf<typeof holdRows>
}

const tab = (state: HoldState) => stateTab(state, `payments.holds.${state}`, [state])

export const holdsList = defineList<Holds>()({
  access: 'money.view',
  views: 'holds',
  place: () => null,
  path: paths.holds,
  concerns: ['money', 'orders'],
  title: 'payments.holds',
  columns: {
    order: { label: 'word.order', cell: (row) => row.order_number, required: true, isKey: true, card: 'key' },
    why: {
      label: 'payments.hold.why',
      cell: (row, { texts: { t } }) => ({
        kind: 'two-line',
        main: t(`payments.hold.${row.reason}`),
        second: row.note,
      }),
      card: 'title',
    },
    released: {
      label: 'payments.hold.released',
      cell: (row, on) => ({
        kind: 'status',
        tone: row.state !== 'HELD' ? 'good' : isLate(row, on.now) ? 'bad' : 'warn',
        ...releaseLines(row, on),
      }),
      card: 'lead',
    },
    latest: {
      label: 'payments.hold.latest',
      cell: (row, on) => timeCell(row.latest_at, on),
      priority: 2,
    },
    todo: {
      label: 'payments.hold.todo',
      cell: (row, { texts }) => {
        const action = holdAction(row, texts)
        if (action) return { text: action.text, action: { type: 'NAV', URL: action.href } }
        return row.state === 'HELD' ? texts.t('payments.hold.nothing') : null
      },
      card: 'line',
    },
    buyer: {
      label: 'word.buyer',
      cell: (row, { texts }) => shownBuyer(row.buyer_username, texts),
      priority: 3,
    },
    placed: { ...timeColumn('placed_at', 'payments.hold.placed'), priority: 2 },
    amount: { ...moneyColumn('amount_minor', 'word.amount'), card: 'amount' },
  },
  filters: {
    state: {
      kind: 'choice',
      values: holdStates,
      where: ({ values }) => isOneOf('state', values),
      kept: { matches: ({ state }, { values }) => values.includes(state), indexed: true },
    },
    why: choiceFilter('reason', 'payments.hold.why', holdReasons, (reason) => `payments.hold.${reason}`),
    placed: dateFilter('placed_at', 'payments.hold.placed'),
  },
  sort: { column: 'placed', descending: true },
  walks: 'placed',
  tabs: [
    { id: 'all', label: 'payments.holds.all', count: (counts) => countIn(counts, holdStates) },
    ...holdStates.map(tab),
  ],
  tabsAlone: true,
  table: 'holds',
  key: { column: 'hold_number', parse: parseHoldNumber },
  rows: holdRows,
  facts: countStates<HoldState>('holds'),
  kept: (counts) => counts,
  totals: { rows: 'payments.holds.totals' },
  head: (row, { texts }) => ({
    key: row.hold_number,
    href: paths.orderDetails(row.order_number),
    title: texts.t('payments.holds.row', { number: row.order_number, why: texts.t(`payments.hold.${row.reason}`) }),
  }),
  file: {
    name: 'payments.holds.file',
    columns: () => [
      { label: 'orders.export.order', value: textField('order_number') },
      { label: 'orders.export.buyer', value: buyerField },
      { label: 'payments.hold.why', value: (row, { word }) => word(`payments.hold.${row.reason}`) },
      { label: 'payments.hold.note', value: textField('note') },
      { label: 'word.status', value: (row, { word }) => word(`payments.holds.${row.state}`) },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'word.amount', value: amountField('amount_minor') },
      { label: 'payments.file.placed', value: timeField('placed_at') },
      { label: 'payments.file.release', value: timeField('release_at') },
      { label: 'payments.file.latest', value: timeField('latest_at') },
      { label: 'payments.file.released', value: timeField('released_at') },
      { label: 'payments.hold.case', value: textField('case_number') },
    ],
  },
  nothing: ({ facts, texts: { t } }) =>
    facts.length > 0
      ? {
          title: t('word.nothingHere'),
          hint: t('payments.holds.noneHere.hint'),
          actions: [{ label: t('payments.holds.noneHere.action'), href: paths.holds, primary: true }],
        }
      : { title: t('payments.holds.none.title'), hint: t('payments.holds.none.hint') },
})

export const heldHref = listHref(holdsList, null, { filters: { state: ['HELD'] } })
