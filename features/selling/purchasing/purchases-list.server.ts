import {
  countIn,
  countStates,
  stateFilter,
  stateTab,
  type StateCount,
} from '#features/machinery/grid/list-states.server.ts'
import { timeColumn } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import { moneyCell } from '#features/machinery/grid/cells.ts'
import {
  amountField,
  numberField,
  textField,
  timeField,
  type ExportColumn,
} from '#features/machinery/grid/export-file.ts'
import { defineList, type ListTypes } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { parsePurchaseNumber, purchaseStates, type PurchaseState } from '#features/selling/purchases/purchase.ts'
import { expectedText, purchaseStatus } from './purchase-words.ts'

const purchaseRows = rowSource('purchase_orders', {
  columns: 'po_number, state, currency, freight_minor, expected_on, made_by, made_at, ordered_at',
  others: () => ({
    supplier: sql<string>`s.name`,
    skus: sql<number>`n.skus`,
    ordered: sql<number>`n.ordered`,
    received: sql<number>`n.received`,
    minor: sql<number>`n.minor + o.freight_minor`,
  }),
  join: ({ sellerId }) => sql`
    join suppliers s on s.seller_id = ${sellerId} and s.id = o.supplier_id
    left join lateral (
      select count(*)::integer as skus, coalesce(sum(l.ordered_units), 0)::integer as ordered,
        coalesce(sum(l.received_units), 0)::integer as received, coalesce(sum(l.ordered_units * l.price_minor), 0)::bigint as minor
      from purchase_lines l where l.seller_id = ${sellerId} and l.purchase_id = o.id
    ) n on true`,
})

interface Purchases extends ListTypes {
  row: RowOf<typeof purchaseRows>
  place: { mayEdit: boolean; seesMoney: boolean }
  facts: StateCount<PurchaseState>[]
  count: StateCount<PurchaseState>
  record: RowOf<typeof purchaseRows>
}

const tab = (id: 'drafts' | 'open' | 'received' | 'cancelled', of: readonly PurchaseState[]) =>
  stateTab(id, `purchases.tab.${id}`, of)

const moneyColumns: readonly ExportColumn<Purchases['row']>[] = [
  { label: 'purchases.total', value: amountField('minor') },
  { label: 'orders.export.currency', value: textField('currency') },
]

const figure = { align: 'end' } as const

/** Orders at suppliers, the latest first. */
export const purchasesList = defineList<Purchases>()({
  access: 'hub.view',
  views: 'purchases',
  place: ({ role }) => ({ mayEdit: mayDo(role, 'listings.edit'), seesMoney: mayDo(role, 'money.view') }),
  path: paths.purchases,
  concerns: ['listings'],
  title: 'purchases.title',
  columns: {
    number: { label: 'purchases.number', cell: (row) => row.po_number, required: true, isKey: true, card: 'key' },
    supplier: { label: 'purchases.supplier', cell: (row) => row.supplier, width: 'wide', card: 'title' },
    state: {
      label: 'listings.column.status',
      cell: (row, { texts }) => ({ kind: 'status', ...purchaseStatus(row.state, texts) }),
      card: 'lead',
    },
    expected: {
      label: 'purchases.expected',
      cell: (row, { texts }) => expectedText(row.expected_on, texts),
      card: 'party',
    },
    skus: { label: 'inventory.count.rows', cell: (row, { texts }) => texts.number(row.skus), ...figure, priority: 3 },
    ordered: { label: 'word.ordered', cell: (row, { texts }) => texts.number(row.ordered), ...figure },
    received: { label: 'purchases.received', cell: (row, { texts }) => texts.number(row.received), ...figure },
    total: {
      label: 'purchases.total',
      cell: ({ minor, currency }, on) => moneyCell({ minor, currency }, on),
      offered: ({ seesMoney }) => seesMoney,
      ...figure,
      card: 'amount',
    },
    made: { ...timeColumn('made_at', 'purchases.made'), priority: 2 },
    by: { label: 'purchases.madeBy', cell: (row) => row.made_by, priority: 3 },
  },
  filters: {
    state: stateFilter('listings.column.status', purchaseStates, (state) => `purchases.state.${state}`),
  },
  sort: { column: 'made', descending: true },
  walks: 'made',
  tabs: [
    {
      id: 'all',
      label: 'word.all',
      name: 'purchases.title',
      count: (counts) => countIn(counts, purchaseStates),
    },
    tab('drafts', ['DRAFT']),
    tab('open', ['ORDERED', 'PARTLY_RECEIVED']),
    tab('received', ['RECEIVED']),
    tab('cancelled', ['CANCELLED']),
  ],
  tabsAlone: true,
  table: 'purchase_orders',
  key: { column: 'po_number', parse: parsePurchaseNumber },
  rows: purchaseRows,
  facts: countStates<PurchaseState>('purchase_orders'),
  kept: (counts) => counts,
  totals: { rows: 'purchases.totals' },
  head: (row, { texts, from }) => ({
    key: row.po_number,
    href: paths.purchase(row.po_number, { from }),
    title: texts.t('purchases.row', { number: row.po_number, supplier: row.supplier }),
  }),
  file: {
    name: 'purchases.file',
    columns: ({ seesMoney }) => [
      { label: 'purchases.number', value: textField('po_number') },
      { label: 'purchases.supplier', value: textField('supplier') },
      { label: 'listings.column.status', value: (row, { word }) => word(`purchases.state.${row.state}`) },
      { label: 'inventory.count.rows', value: numberField('skus') },
      { label: 'word.ordered', value: numberField('ordered') },
      { label: 'purchases.received', value: numberField('received') },
      ...(seesMoney ? moneyColumns : []),
      { label: 'purchases.expected', value: textField('expected_on') },
      { label: 'purchases.made', value: timeField('made_at') },
      { label: 'purchases.madeBy', value: textField('made_by') },
    ],
  },
  primary: ({ place, texts }) =>
    place.mayEdit ? { label: texts.t('purchases.new'), href: paths.suppliers() } : undefined,
  nothing: ({ facts, place, texts: { t } }) =>
    facts.length > 0
      ? {
          title: t('purchases.noneHere.title'),
          hint: t('purchases.noneHere.hint'),
          actions: [{ label: t('purchases.noneHere.action'), href: paths.purchases, primary: true }],
        }
      : {
          title: t('purchases.none.title'),
          hint: t('purchases.none.hint'),
          actions: place.mayEdit ? [{ label: t('suppliers.add'), href: paths.suppliers(), primary: true }] : [],
        },
})
