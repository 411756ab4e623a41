import {
  countIn,
  countStates,
  stateFilter,
  stateTab,
  type StateCount,
} from '#features/machinery/grid/list-states.server.ts'
import { choiceFilter, timeColumn } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import { timeCell } from '#features/machinery/grid/cells.ts'
import { numberField, textField, timeField } from '#features/machinery/grid/export-file.ts'
import { defineList, type ListTypes } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { saleKinds } from '#features/core/sale-event/checkout-discount.ts'
import { parseSaleKey, saleStates, type SaleState } from '#features/core/sale-event/sale-event.ts'
import { paths } from '#web/paths.ts'
import { cutWords } from '#features/core/sale-event/cut-words.ts'
import { usesOf } from './sale-events-db.server.ts'
import { saleStatus, usesWords } from './sale-words.ts'

const saleRows = rowSource('sale_events', {
  columns:
    'sale_key, name, kind, state, currency, percent, price_minor, tier_units, tier_percents, code, least_minor, most_uses, starts_at, ends_at, made_by, made_at',
  others: ({ sellerId }) => ({
    listings: sql<number>`(
      select count(*)::integer from sale_listings m where m.seller_id = ${sellerId} and m.sale_id = o.id)`,
    uses: usesOf(sellerId, sql`o.id`),
  }),
})

interface SaleEvents extends ListTypes {
  row: RowOf<typeof saleRows>
  place: object
  facts: StateCount<SaleState>[]
  count: StateCount<SaleState>
  record: RowOf<typeof saleRows>
}

const tab = (id: 'drafts' | 'scheduled' | 'running' | 'ended', of: readonly SaleState[]) =>
  stateTab(id, `saleEvents.tab.${id}`, of)

/** Sales with dates, the last to begin first. */
export const saleEventsList = defineList<SaleEvents>()({
  access: 'listings.edit',
  views: 'sale-events',
  place: () => ({}),
  path: paths.saleEvents,
  concerns: ['listings'],
  title: 'saleEvents.title',
  columns: {
    name: {
      label: 'saleEvents.name',
      cell: (row) => row.name,
      required: true,
      isKey: true,
      width: 'wide',
      card: 'title',
    },
    state: {
      label: 'listings.column.status',
      cell: (row, { texts, now }) => ({ kind: 'status', ...saleStatus(row, now, texts) }),
      card: 'lead',
    },
    cut: { label: 'saleEvents.cut', cell: (row, { texts }) => cutWords(row, texts), card: 'amount' },
    kind: { label: 'saleEvents.kind', cell: ({ kind }, { texts }) => texts.t(`saleEvents.kind.${kind}`), priority: 2 },
    listings: {
      label: 'listings.title',
      cell: (row, { texts }) => texts.number(row.listings),
      align: 'end',
      card: 'count',
    },
    uses: {
      label: 'saleEvents.uses',
      cell: (row, { texts }) => usesWords(row, row.uses, texts),
      align: 'end',
      priority: 2,
      card: 'line',
    },
    starts: { ...timeColumn('starts_at', 'saleEvents.starts'), card: 'party' },
    ends: { label: 'saleEvents.ends', cell: (row, on) => timeCell(row.ends_at, on) },
    by: { label: 'purchases.madeBy', cell: (row) => row.made_by, priority: 3 },
  },
  filters: {
    state: stateFilter('listings.column.status', saleStates, (state) => `saleEvents.state.${state}`),
    kind: choiceFilter('kind', 'saleEvents.kind', saleKinds, (kind) => `saleEvents.kind.${kind}`),
  },
  sort: { column: 'starts', descending: true },
  walks: 'starts',
  tabs: [
    {
      id: 'all',
      label: 'saleEvents.tab.all',
      name: 'saleEvents.title',
      count: (counts) => countIn(counts, saleStates),
    },
    tab('running', ['RUNNING', 'PAUSED']),
    tab('scheduled', ['SCHEDULED']),
    tab('drafts', ['DRAFT']),
    tab('ended', ['ENDED']),
  ],
  tabsAlone: true,
  table: 'sale_events',
  key: { column: 'sale_key', parse: parseSaleKey },
  rows: saleRows,
  facts: countStates<SaleState>('sale_events'),
  kept: (counts) => counts,
  totals: { rows: 'saleEvents.totals' },
  head: (row, { texts, from }) => ({
    key: row.sale_key,
    href: paths.saleEvent(row.sale_key, { from }),
    title: texts.t('saleEvents.row', { name: row.name }),
  }),
  file: {
    name: 'saleEvents.file',
    columns: () => [
      { label: 'saleEvents.name', value: textField('name') },
      { label: 'listings.column.status', value: (row, { word }) => word(`saleEvents.state.${row.state}`) },
      { label: 'saleEvents.percent', value: numberField('percent') },
      { label: 'listings.title', value: numberField('listings') },
      { label: 'saleEvents.starts', value: timeField('starts_at') },
      { label: 'saleEvents.ends', value: timeField('ends_at') },
      { label: 'purchases.madeBy', value: textField('made_by') },
    ],
  },
  primary: ({ texts }) => ({ label: texts.t('saleEvents.new'), href: paths.saleEvent() }),
  nothing: ({ facts, texts: { t } }) =>
    facts.length > 0
      ? {
          title: t('saleEvents.noneHere.title'),
          hint: t('saleEvents.noneHere.hint'),
          actions: [{ label: t('saleEvents.noneHere.action'), href: paths.saleEvents, primary: true }],
        }
      : {
          title: t('saleEvents.none.title'),
          hint: t('saleEvents.none.hint'),
          actions: [{ label: t('saleEvents.new'), href: paths.saleEvent(), primary: true }],
        },
})
