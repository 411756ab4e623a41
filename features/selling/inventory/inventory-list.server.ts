import { sql } from 'kysely'
import { moneyCell, timeCell } from '#features/machinery/grid/cells.ts'
import {
  amountField,
  numberField,
  textField,
  timeField,
  type ExportColumn,
} from '#features/machinery/grid/export-file.ts'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { listHref, oneOf, wordsOf } from '#features/machinery/grid/list-query.ts'
import { filterValues } from '#lib/grid-query.ts'
import { defineList, type ListTypes, type Reading } from '#features/machinery/grid/list.ts'
import type { GridCell } from '#shui/grid/grid-model.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { foundItemSets, inFoundItems } from './found-items.server.ts'
import { countIn, countStockItems, type StockCount } from './inventory-facts-db.server.ts'
import { deadBefore, parseStockNumber } from './stock-item.ts'
import { isUncosted, stockRows, type StockRow } from './stock-rows.server.ts'
import { stockWords } from './stock-words.ts'

interface Inventory extends ListTypes {
  row: StockRow
  place: { mayEdit: boolean; seesMoney: boolean }
  facts: StockCount[]
  count: StockCount
  record: StockRow
}

const shortages = ['low', 'out'] as const
const deadStock = ['dead'] as const

const moneyColumns: readonly ExportColumn<StockRow>[] = [
  { label: 'orders.export.currency', value: textField('currency') },
  { label: 'costs.column.cost', value: amountField('cost_minor') },
]

const figure = { align: 'end' } as const

/** SKUs that are on sale or of which some are left. */
export const inventoryList = defineList<Inventory>()({
  access: 'hub.view',
  views: 'inventory',
  place: ({ role }) => ({ mayEdit: mayDo(role, 'listings.edit'), seesMoney: mayDo(role, 'money.view') }),
  path: paths.inventory,
  edits: paths.stockEdit,
  concerns: ['listings'],
  title: 'inventory.title',
  columns: {
    sku: {
      label: 'word.sku',
      cell: (row) => row.sku,
      sort: { by: ['sku'], first: 'ascending', words: 'code' },
      required: true,
      isKey: true,
      card: 'key',
    },
    title: {
      label: 'listings.column.title',
      cell: (row, { texts }) => ({
        kind: 'two-line',
        main: row.title,
        second: row.variation ?? (row.sharing > 1 ? texts.t('inventory.sharedBy', { n: row.sharing }) : null),
        image: row.image_url,
      }),
      width: 'wide',
      card: 'title',
    },
    status: {
      label: 'listings.column.status',
      cell: (row, { now, texts }) => ({ kind: 'status', ...stockWords(row, now, texts) }),
      card: 'lead',
    },
    onHand: { label: 'inventory.column.onHand', cell: (row, { texts }) => texts.number(row.on_hand), ...figure },
    reserved: {
      label: 'inventory.column.reserved',
      cell: (row, { texts }) => texts.number(row.reserved),
      ...figure,
      priority: 2,
    },
    buffer: {
      label: 'inventory.column.buffer',
      cell: (row, { place, texts }) =>
        row.buffer === null
          ? null
          : editable(String(row.buffer), row, {
              mayEdit: place.mayEdit && !row.is_ended && !row.is_stock_of_shop,
              text: texts.number(row.buffer),
            }),
      edit: 'inventory.edit.buffer',
      ...figure,
      priority: 2,
    },
    available: {
      label: 'word.available',
      cell: (row, { texts }) => texts.number(row.available),
      sort: { by: ['available'], first: 'ascending', words: 'number' },
      ...figure,
      card: 'amount',
    },
    coming: {
      label: 'inventory.column.coming',
      cell: ({ coming }, { texts }) => (coming === 0 ? null : texts.number(coming)),
      ...figure,
      priority: 2,
    },
    reorder: {
      label: 'inventory.column.reorder',
      cell: (row, { place, texts }) => {
        const { reorder_point: point } = row
        const text = point === null ? '–' : texts.number(point)
        return editable(point === null ? '' : String(point), row, { mayEdit: place.mayEdit, text })
      },
      edit: 'inventory.edit.reorder',
      ...figure,
    },
    bin: {
      label: 'inventory.column.bin',
      cell: (row, { place }) =>
        editable(row.bin ?? '', row, { mayEdit: place.mayEdit, text: row.bin ?? '–', hasLetters: true }),
      edit: 'inventory.edit.bin',
      card: 'party',
    },
    cost: {
      label: 'costs.column.cost',
      cell: ({ cost_minor: minor, currency }, on) => (minor === null ? null : moneyCell({ minor, currency }, on)),
      offered: ({ seesMoney }) => seesMoney,
      align: 'end',
      priority: 3,
    },
    idle: {
      label: 'inventory.column.lastSold',
      cell: (row, on) => timeCell(row.last_sold_at, on),
      sort: { by: ['idle_since'], first: 'ascending', words: 'time' },
      priority: 3,
    },
    item: { label: 'listings.column.item', cell: (row) => row.item_number, shown: false },
  },
  filters: {
    // Linked from the settings of locations.
    location: {
      kind: 'choice',
      pattern: /[^,]{1,40}/u,
      label: 'inventory.locations.location',
      options: ({ query }) => filterValues(query, 'location').map((value) => ({ value, label: value })),
      onlyWhereSet: true,
      where: ({ values }, on) => [isAtLocation(on, values)],
    },
    // Linked from the costs.
    uncosted: {
      kind: 'toggle',
      label: 'costs.unknown',
      offered: ({ seesMoney }) => seesMoney,
      onlyWhereSet: true,
      where: (_value, { sellerId }) => [isUncosted(sellerId)],
    },
    // Set by tabs.
    stock: {
      kind: 'choice',
      values: shortages,
      where: (value) => [oneOf(shortages, value) === 'low' ? sql`o.is_low` : sql`o.available = 0`],
      kept: {
        matches: ({ isLow, isOut }, value) => (oneOf(shortages, value) === 'low' ? isLow : isOut),
        indexed: false,
      },
    },
    idle: {
      kind: 'choice',
      values: deadStock,
      where: (_value, { now }) => [sql`o.available > 0`, sql`o.idle_since < ${deadBefore(now)}`],
      kept: { matches: ({ isDead }) => isDead, indexed: false },
    },
  },
  sort: { column: 'sku', descending: false },
  walks: 'sku',
  tabs: [
    { id: 'all', label: 'inventory.title', count: (facts) => countIn(facts, () => true) },
    {
      id: 'low',
      label: 'inventory.tab.low',
      filters: { stock: ['low'] },
      sort: { column: 'available', descending: false },
      count: (facts) => countIn(facts, ({ isLow }) => isLow),
      urgent: true,
    },
    {
      id: 'dead',
      label: 'inventory.tab.dead',
      filters: { idle: ['dead'] },
      sort: { column: 'idle', descending: false },
      count: (facts) => countIn(facts, ({ isDead }) => isDead),
    },
    {
      id: 'out',
      label: 'inventory.tab.out',
      name: 'inventory.out',
      filters: { stock: ['out'] },
      count: (facts) => countIn(facts, ({ isOut }) => isOut),
    },
  ],
  tabsAlone: true,
  search: {
    in: 'stock_items',
    withTabs: true,
    placeholder: 'inventory.search',
    conditions: inFoundItems,
    sets: foundItemSets,
  },
  table: 'stock_items',
  key: { column: 'stock_number', parse: parseStockNumber },
  base: () => [sql`o.is_stocked`],
  rows: stockRows,
  facts: (db, on) => countStockItems(db, on),
  kept: (counts) => counts,
  totals: { rows: 'costs.totals' },
  head: (row, { texts, from }) => ({
    key: row.stock_number,
    href: paths.stockItem(row.stock_number, { from }),
    title: texts.t('inventory.row', { sku: row.sku, title: row.title }),
  }),
  steps: () => [{ id: 'labels', label: 'inventory.step.labels', path: paths.productLabels }],
  file: {
    name: 'inventory.file',
    columns: ({ seesMoney }) => [
      { label: 'word.sku', value: textField('sku') },
      { label: 'listings.column.title', value: textField('title') },
      { label: 'word.variation', value: textField('variation') },
      { label: 'listings.column.item', value: textField('item_number') },
      { label: 'inventory.column.onHand', value: numberField('on_hand') },
      { label: 'inventory.column.reserved', value: numberField('reserved') },
      { label: 'inventory.column.buffer', value: numberField('buffer') },
      { label: 'word.available', value: numberField('available') },
      { label: 'inventory.column.coming', value: numberField('coming') },
      { label: 'inventory.column.reorder', value: numberField('reorder_point') },
      { label: 'inventory.column.bin', value: textField('bin') },
      ...(seesMoney ? moneyColumns : []),
      { label: 'inventory.file.lastSold', value: timeField('last_sold_at') },
    ],
  },
  nothing: ({ facts, place, texts: { t } }) =>
    countIn(facts, () => true) > 0
      ? {
          title: t('costs.noneHere.title'),
          hint: t('inventory.noneHere.hint'),
          actions: [{ label: t('costs.noneHere.action'), href: paths.inventory, primary: true }],
        }
      : {
          title: t('inventory.none.title'),
          hint: t('inventory.none.hint'),
          actions: place.mayEdit
            ? [{ label: t('listings.create'), href: paths.listingForm({ mode: 'AddItem' }), primary: true }]
            : [],
        },
})

/** URL of the SKUs at or below their reorder point. */
export const lowStockHref = (): string =>
  listHref(inventoryList, { mayEdit: false, seesMoney: true }, { filters: { stock: ['low'] } })

export const outOfStockHref = (): string =>
  listHref(inventoryList, { mayEdit: false, seesMoney: true }, { filters: { stock: ['out'] } })

/** URL of the SKUs that were not sold for long. */
export const deadStockHref = (): string =>
  listHref(inventoryList, { mayEdit: false, seesMoney: true }, { filters: { idle: ['dead'] } })

/** URL of the SKUs in stock whose cost is not known. */
export const uncostedHref = (): string =>
  listHref(inventoryList, { mayEdit: false, seesMoney: true }, { filters: { uncosted: ['1'] } })

function editable(
  value: string,
  { version }: StockRow,
  { mayEdit, text, hasLetters }: { mayEdit: boolean; text: string; hasLetters?: true },
): GridCell {
  return mayEdit ? { kind: 'edit', text, value, version, ...(hasLetters ? { hasLetters } : {}) } : text
}

/** SKUs of which some are at a location other than the default one, by its name. */
function isAtLocation(on: Reading<Inventory>, names: readonly string[]): SqlCondition {
  const skus = sql`select a.sku from stock_at_locations a
    join stock_locations c on c.seller_id = ${on.sellerId} and c.id = a.location_id and c.removed_at is null
    where a.seller_id = ${on.sellerId} and a.quantity > 0 and c.name = any (${[...names]}::text[])`
  // An array is met by index; beside words, which are met so, it would be searched for each row.
  return wordsOf(on).length > 0 ? sql`(o.sku in (${skus})) is true` : sql`o.sku = any (array(${skus}))`
}
