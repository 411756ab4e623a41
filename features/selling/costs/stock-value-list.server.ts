import { sql } from 'kysely'
import { moneyCell } from '#features/machinery/grid/cells.ts'
import { amountField, numberField, textField } from '#features/machinery/grid/export-file.ts'
import { labelled } from '#features/machinery/grid/list-model.ts'
import { oneOf } from '#features/machinery/grid/list-query.ts'
import { defineList, type ListColumn, type ListTypes, type Reading } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { uncostedHref } from '#features/selling/inventory/inventory-list.server.ts'
import { dayWords } from '#features/selling/reorder/reorder-words.ts'
import { brand } from '#lib/brand.ts'
import { filterRange } from '#lib/grid-query.ts'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import { paths } from '#web/paths.ts'
import { titleOfSku } from './costs-list.server.ts'
import { stockPeriods, stockSpan, type StockSpan } from './stock-span.ts'
import {
  flowsSince,
  isTrueOn,
  readCoverage,
  readStockSums,
  stockFlows,
  type StockFlow,
  type StockSum,
} from './stock-value-db.server.ts'

const valueRows = rowSource('stock_values', {
  columns: 'value_number, sku, currency, units, value_minor',
  others: ({ sellerId }) => ({
    title: titleOfSku(sellerId),
    received: sql<number>`f.received`,
    sold: sql<number>`f.sold`,
    returned: sql<number>`f.returned`,
    counted: sql<number>`f.counted`,
    recosted: sql<number>`f.recosted`,
    opening_minor: sql<number>`o.value_minor - f.received - f.sold - f.returned - f.counted - f.recosted`,
  }),
  join: ({ sellerId, bound }) => flowsSince(bound, sellerId),
})

type ValueRow = RowOf<typeof valueRows>

interface StockValues extends ListTypes {
  row: ValueRow
  place: null
  facts: { sums: StockSum[]; skus: number; uncosted: number }
  record: ValueRow
}

type ValueNumber = string & { readonly __brand: 'ValueNumber' }

const parseValueNumber = (text: string | null): ValueNumber | null =>
  text !== null && /^[0-9a-z]{12}$/.test(text) ? brand<ValueNumber>(text) : null

const stockStates = ['left', 'none'] as const
const figure = { align: 'end' } as const

const spanOf = ({ query, now }: Pick<Reading<StockValues>, 'query' | 'now'>): StockSpan =>
  stockSpan(filterRange(query, 'days'), now)

const flowColumn = (flow: StockFlow): ListColumn<StockValues> => ({
  label: `stockValue.${flow}`,
  cell: (row, on) => (row[flow] === 0 ? null : moneyCell({ minor: row[flow], currency: row.currency }, on)),
  ...figure,
  priority: 2,
})

/** What the stock of each SKU is worth at its cost at the end of a day, and what changed it since another. */
export const stockValueList = defineList<StockValues>()({
  access: 'money.view',
  views: 'stock-value',
  place: () => null,
  path: paths.stockValue,
  concerns: ['money'],
  title: 'stockValue.title',
  columns: {
    sku: {
      label: 'word.sku',
      cell: (row) => row.sku,
      sort: { by: ['sku'], first: 'ascending', words: 'code' },
      required: true,
      isKey: true,
      card: 'lead',
    },
    title: { label: 'listings.column.title', cell: (row) => row.title, width: 'wide', card: 'title' },
    units: {
      label: 'costs.column.units',
      cell: ({ units }, { texts }) => texts.number(units),
      ...figure,
      card: 'count',
    },
    opening: {
      label: 'stockValue.opening',
      cell: ({ opening_minor: minor, currency }, on) => moneyCell({ minor, currency }, on),
      ...figure,
      priority: 2,
    },
    received: flowColumn('received'),
    sold: flowColumn('sold'),
    returned: flowColumn('returned'),
    counted: flowColumn('counted'),
    recosted: flowColumn('recosted'),
    value: {
      label: 'costs.column.value',
      cell: ({ value_minor: minor, currency }, on) => moneyCell({ minor, currency }, on),
      sort: { by: ['value_value'], first: 'descending', words: 'number' },
      ...figure,
      card: 'amount',
    },
  },
  filters: {
    days: {
      kind: 'date',
      periods: stockPeriods,
      label: 'stockValue.days',
      hint: ({ texts }) => texts.t('stockValue.days.hint'),
      options: labelled(stockPeriods, (period) => `stockValue.period.${period}`),
      // The rows of a page are those of its last day, also where no filter is set.
      where: () => [],
    },
    stock: {
      kind: 'choice',
      values: stockStates,
      label: 'costs.column.units',
      options: labelled(stockStates, (state) => `costs.filter.stock.${state}`),
      where: (value) => [oneOf(stockStates, value) === 'none' ? sql`o.units = 0` : sql`o.units > 0`],
    },
  },
  sort: { column: 'sku', descending: false },
  walks: 'sku',
  search: {
    in: 'stock_values',
    placeholder: 'word.sku',
    conditions: (typed) => (typed === '' ? [] : [sql`strpos(lower(o.sku), lower(${typed})) > 0`]),
  },
  table: 'stock_values',
  key: { column: 'value_number', parse: parseValueNumber },
  // Of today an index has them.
  base: (_place, on) => [spanOf(on).to === dateAt(on.now, 'UTC') ? sql`o.until_day is null` : isTrueOn(spanOf(on).to)],
  bound: (on) => spanOf(on).from,
  rows: valueRows,
  facts: async (db, on) => {
    const [sums, coverage] = await Promise.all([
      readStockSums(db, on.sellerId, spanOf(on)),
      readCoverage(db, on.sellerId),
    ])
    return { sums, ...coverage }
  },
  totals: {
    rows: 'costs.totals',
    units: { of: sql`o.units`, text: 'costs.totals.units' },
    money: sql`o.value_minor`,
  },
  head: (row, { texts }) => ({
    key: row.value_number,
    href: paths.enterCosts(row.sku),
    title: texts.t('costs.of', { sku: row.sku }),
  }),
  file: {
    name: 'stockValue.file',
    columns: () => [
      { label: 'word.sku', value: textField('sku') },
      { label: 'listings.column.title', value: textField('title') },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'costs.column.units', value: numberField('units') },
      { label: 'stockValue.opening', value: amountField('opening_minor') },
      ...stockFlows.map((flow) => ({ label: `stockValue.${flow}` as const, value: amountField<StockFlow>(flow) })),
      { label: 'costs.column.value', value: amountField('value_minor') },
    ],
  },
  gap: ({ facts: { sums, skus, uncosted }, texts, ...on }) => {
    const { from, to } = spanOf(on)
    const sentences = sums.map(({ currency, value, ...sum }) => {
      const money = (minor: number) => texts.money({ minor, currency })
      const change = stockFlows.reduce((total, flow) => total + sum[flow], 0)
      const flows = Object.fromEntries(stockFlows.map((flow) => [flow, money(sum[flow])])) as Record<StockFlow, string>
      return texts.t('stockValue.explained', {
        ...flows,
        from: from === '' ? texts.t('stockValue.beginning') : dayWords(addDays(from, -1), texts),
        to: dayWords(to, texts),
        opening: money(value - change),
        value: money(value),
      })
    })
    const missing = uncosted > 0 ? [texts.t('stockValue.uncosted', { n: uncosted, skus })] : []
    if (sentences.length + missing.length === 0) return null
    return { text: [...sentences, ...missing].join(' '), href: uncosted > 0 ? uncostedHref() : paths.costs }
  },
  primary: ({ texts }) => ({ label: texts.t('costs.enter'), href: paths.enterCosts() }),
  nothing: ({ facts, texts: { t } }) =>
    facts.sums.length > 0
      ? {
          title: t('costs.noneHere.title'),
          hint: t('stockValue.noneHere'),
          actions: [{ label: t('costs.noneHere.action'), href: paths.stockValue, primary: true }],
        }
      : { title: t('costs.none.title'), hint: t('stockValue.none') },
})
