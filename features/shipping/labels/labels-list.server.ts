import {
  countIn,
  countStates,
  stateFilter,
  stateTab,
  type StateCount,
} from '#features/machinery/grid/list-states.server.ts'
import { dateFilter } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import type { Row } from '#db/schema.ts'
import { timeCell } from '#features/machinery/grid/cells.ts'
import { amountField, textField, timeField } from '#features/machinery/grid/export-file.ts'
import { defineList, type ListTypes } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { parseParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { paths } from '#web/paths.ts'
import { labelProblem, labelState } from './label-words.ts'
import type { LabelState } from './label.ts'

const labelRows = rowSource('labels', {
  columns: `
    label_key, case_id, state, carrier, service, tracking_number, cost_minor, currency, problem, grams, member_name,
    wanted_at, bought_at, voided_at`,
  others: ({ sellerId }) => ({
    order_number: sql<string>`s.order_number`,
    account_name: sql<string>`a.name`,
    parcel_state: sql<Row<'shipments'>['state'] | null>`(
      select p.state from shipments p where p.seller_id = ${sellerId} and p.parcel_key = o.label_key)`,
  }),
  join: ({ sellerId }) => sql`join orders s on s.seller_id = ${sellerId} and s.id = o.order_id
    join label_accounts a on a.seller_id = ${sellerId} and a.id = o.account_id`,
})

interface Labels extends ListTypes {
  row: RowOf<typeof labelRows>
  place: null
  facts: StateCount<LabelState>[]
  count: StateCount<LabelState>
  record: RowOf<typeof labelRows>
}

const states = ['WANTED', 'BUYING', 'BOUGHT', 'FAILED', 'VOIDING', 'VOIDED'] as const satisfies readonly LabelState[]

const tab = (id: string, of: readonly [LabelState, ...LabelState[]]) => stateTab(id, `labels.state.${of[0]}`, of)

/** Labels that were bought or asked for, the latest first. */
export const labelsList = defineList<Labels>()({
  access: 'labels.buy',
  views: 'labels',
  place: () => null,
  path: paths.labels,
  concerns: ['orders'],
  title: 'labels.list',
  columns: {
    order: { label: 'word.order', cell: (row) => row.order_number, required: true, isKey: true, card: 'key' },
    label: {
      label: 'word.service',
      cell: (row, { texts }) => ({
        kind: 'two-line',
        main: [row.carrier, row.service].filter(Boolean).join(' ') || texts.t('labels.none'),
        second: row.tracking_number,
      }),
      width: 'wide',
      card: 'title',
    },
    state: {
      label: 'word.status',
      cell: (row, { texts }) => ({
        kind: 'status',
        ...labelState(row, texts),
        second: labelProblem(row, texts) ?? (row.case_id === null ? undefined : texts.t('order.label.return')),
      }),
      card: 'lead',
    },
    parcel: {
      label: 'word.parcel',
      cell: ({ parcel_state: state }, { texts }) => (state === null ? null : texts.t(`order.line.${state}`)),
      card: 'line',
      priority: 2,
    },
    account: { label: 'word.account', cell: (row) => row.account_name, priority: 3 },
    by: { label: 'labels.by', cell: (row) => row.member_name, priority: 3 },
    wanted: {
      label: 'labels.bought',
      cell: (row, on) => timeCell(row.bought_at ?? row.wanted_at, on),
      sort: { by: ['wanted_at'], first: 'descending', words: 'time' },
      card: 'party',
    },
    cost: {
      label: 'labels.cost',
      cell: (row, { texts }) =>
        row.cost_minor === null ? null : texts.money({ minor: row.cost_minor, currency: row.currency }),
      align: 'end',
      card: 'amount',
    },
  },
  filters: {
    state: stateFilter('word.status', states, (state) => `labels.state.${state}`),
    wanted: dateFilter('wanted_at', 'labels.bought'),
  },
  sort: { column: 'wanted', descending: true },
  walks: 'wanted',
  tabs: [
    { id: 'all', label: 'word.all', name: 'labels.list', count: (counts) => countIn(counts, states) },
    tab('bought', ['BOUGHT']),
    tab('waiting', ['WANTED', 'BUYING']),
    { ...tab('failed', ['FAILED']), urgent: true },
    tab('refunded', ['VOIDED', 'VOIDING']),
  ],
  tabsAlone: true,
  table: 'labels',
  key: { column: 'label_key', parse: parseParcelKey },
  rows: labelRows,
  facts: countStates<LabelState>('labels'),
  kept: (counts) => counts,
  totals: { rows: 'labels.totals' },
  steps: () => [{ id: 'print', label: 'labels.print', path: paths.labelsPrintOf }],
  head: (row, { texts }) => ({
    key: row.label_key,
    href: paths.orderDetails(row.order_number),
    title: texts.t('labels.row', { order: row.order_number }),
  }),
  file: {
    name: 'labels.file',
    columns: () => [
      { label: 'orders.export.order', value: textField('order_number') },
      { label: 'word.carrier', value: textField('carrier') },
      { label: 'word.service', value: textField('service') },
      { label: 'word.trackingNumber', value: textField('tracking_number') },
      { label: 'word.status', value: (row, { word }) => word(`labels.state.${row.state}`) },
      { label: 'word.account', value: textField('account_name') },
      { label: 'labels.cost', value: amountField('cost_minor') },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'labels.by', value: textField('member_name') },
      { label: 'labels.bought', value: timeField('bought_at') },
      { label: 'word.refunded', value: timeField('voided_at') },
    ],
  },
  nothing: ({ facts, texts: { t } }) =>
    facts.length > 0
      ? {
          title: t('labels.noneHere.title'),
          hint: t('labels.noneHere.hint'),
          actions: [{ label: t('labels.noneHere.action'), href: paths.labels, primary: true }],
        }
      : { title: t('labels.none.title'), hint: t('labels.none.hint') },
})
