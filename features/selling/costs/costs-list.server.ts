import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { oneRow } from '#db/one-row.ts'
import { moneyCell } from '#features/machinery/grid/cells.ts'
import { amountField, numberField, percentField, textField } from '#features/machinery/grid/export-file.ts'
import { labelled } from '#features/machinery/grid/list-model.ts'
import { oneOf } from '#features/machinery/grid/list-query.ts'
import { defineList, type ListTypes, type Showing } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { uncostedHref } from '#features/selling/inventory/inventory-list.server.ts'
import { isUncosted, onHandOf } from '#features/selling/inventory/stock-rows.server.ts'
import { brand } from '#lib/brand.ts'
import { toDecimal } from '#lib/money.ts'
import type { GridCell } from '#shui/grid/grid-model.ts'
import { paths } from '#web/paths.ts'

/** SQL: units on hand; without a listing, those that were bought and are left. */
const onHand = (sellerId: unknown): RawBuilder<number> =>
  sql`coalesce(${onHandOf(sql`o.sku`, sellerId)}, o.stock_units)`

/** SQL: what these units cost: those that were bought at their price, further ones at the unit cost. */
const valueMinor = (sellerId: unknown): RawBuilder<number> => sql`(
  select case when o.stock_units > h.units then round(o.stock_minor::numeric * h.units / o.stock_units)::bigint
    else o.stock_minor + (h.units - o.stock_units)::bigint * o.unit_cost_minor end
  from (select ${onHand(sellerId)} as units) h)`

/** SQL: the title of a listing of row `o` with its SKU. */
export const titleOfSku = (sellerId: unknown): RawBuilder<string | null> => sql`coalesce(
  (select l.title from listings l
    where l.seller_id = ${sellerId} and l.sku = o.sku and l.state not in ('DRAFT', 'ENDED') order by l.id desc limit 1),
  (select l.title from listing_variations v join listings l on l.seller_id = ${sellerId} and l.id = v.listing_id
    where v.seller_id = ${sellerId} and v.sku = o.sku order by l.id desc limit 1),
  (select l.title from listings l
    where l.seller_id = ${sellerId} and l.tab = 'ended' and l.sku = o.sku order by l.id desc limit 1))`

const costRows = rowSource('costed_skus', {
  columns: 'sku_number, sku, currency, unit_cost_minor, stock_units, stock_minor',
  others: ({ sellerId }) => ({
    /** Grows with each cost that is entered. */
    version: sql<number>`(select count(*) from sku_costs c where c.seller_id = ${sellerId} and c.sku = o.sku)`,
    on_hand: onHand(sellerId),
    value_minor: valueMinor(sellerId),
    sold_units: sql<number | null>`y.units`,
    sold_cost_minor: sql<number | null>`y.cost_minor`,
    profit_minor: sql<number | null>`y.profit_minor`,
    margin_bps: sql<
      number | null
    >`case when y.revenue_minor > 0 then round(y.profit_minor * 10000.0 / y.revenue_minor)::bigint end`,
    title: titleOfSku(sellerId),
  }),
  join: ({ sellerId }) => sql`
    left join sku_profits y on y.seller_id = ${sellerId} and y.sku = o.sku and y.currency = o.currency and y.units > 0`,
})

interface Costs extends ListTypes {
  row: RowOf<typeof costRows>
  place: null
  facts: { skus: number; uncosted: number; method: Row<'cost_settings'>['method'] }
  record: RowOf<typeof costRows>
}

type SkuNumber = string & { readonly __brand: 'SkuNumber' }

export const parseSkuNumber = (text: string | null): SkuNumber | null =>
  text !== null && /^[0-9a-z]{12}$/.test(text) ? brand<SkuNumber>(text) : null

const stockStates = ['left', 'none'] as const

/** SKUs with a cost, and what is left of the units that were bought. */
export const costsList = defineList<Costs>()({
  access: 'money.view',
  views: 'costs',
  place: () => null,
  path: paths.costs,
  edits: paths.costEdit,
  concerns: ['money'],
  title: 'costs.title',
  columns: {
    sku: {
      label: 'word.sku',
      cell: (row) => row.sku,
      sort: { by: ['sku'], first: 'ascending' },
      required: true,
      isKey: true,
      card: 'lead',
    },
    title: { label: 'listings.column.title', cell: (row) => row.title, width: 'wide', card: 'title' },
    cost: {
      label: 'costs.column.cost',
      cell: unitCostCell,
      edit: 'costs.edit.label',
      align: 'end',
      card: 'amount',
    },
    units: {
      label: 'costs.column.units',
      cell: ({ on_hand: units }, { texts }) => texts.number(units),
      align: 'end',
      card: 'count',
    },
    value: {
      label: 'costs.column.value',
      cell: ({ value_minor: minor, currency }, on) => moneyCell({ minor, currency }, on),
      align: 'end',
      card: 'line',
    },
    sold: {
      label: 'word.sold',
      cell: ({ sold_units: units }, { texts }) => (units === null ? null : texts.number(units)),
      align: 'end',
    },
    profit: {
      label: 'word.profit',
      cell: ({ profit_minor: minor, currency }, on) => (minor === null ? null : moneyCell({ minor, currency }, on)),
      align: 'end',
      card: 'line',
    },
    margin: {
      label: 'costs.column.margin',
      cell: ({ margin_bps: bps }, { texts }) => (bps === null ? null : texts.percent(bps / 10_000)),
      align: 'end',
    },
  },
  filters: {
    stock: {
      kind: 'choice',
      values: stockStates,
      label: 'costs.filter.stock',
      options: labelled(stockStates, (state) => `costs.filter.stock.${state}`),
      where: (value) => [oneOf(stockStates, value) === 'none' ? sql`o.stock_units = 0` : sql`o.stock_units > 0`],
    },
  },
  sort: { column: 'sku', descending: false },
  walks: 'sku',
  search: {
    in: 'costed_skus',
    placeholder: 'word.sku',
    conditions: (typed) => (typed === '' ? [] : [sql`strpos(lower(o.sku), lower(${typed})) > 0`]),
  },
  table: 'costed_skus',
  key: { column: 'sku_number', parse: parseSkuNumber },
  rows: costRows,
  facts: (db, { sellerId }) => readCount(db, sellerId),
  totals: {
    rows: 'costs.totals',
    units: { of: onHand, text: 'costs.totals.units' },
    money: valueMinor,
  },
  head: (row, { texts }) => ({
    key: row.sku_number,
    href: paths.enterCosts(row.sku),
    title: texts.t('costs.of', { sku: row.sku }),
  }),
  file: {
    name: 'costs.file',
    columns: () => [
      { label: 'word.sku', value: textField('sku') },
      { label: 'listings.column.title', value: textField('title') },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'costs.column.cost', value: amountField('unit_cost_minor') },
      { label: 'costs.column.units', value: numberField('on_hand') },
      { label: 'costs.column.value', value: amountField('value_minor') },
      { label: 'word.sold', value: numberField('sold_units') },
      { label: 'costs.export.cost', value: amountField('sold_cost_minor') },
      { label: 'word.profit', value: amountField('profit_minor') },
      { label: 'costs.export.margin', value: percentField('margin_bps') },
    ],
  },
  gap: ({ facts: { skus, uncosted, method }, texts }) =>
    skus === 0
      ? null
      : {
          text: [
            texts.t('costs.basis', { method }),
            ...(uncosted > 0 ? [texts.t('costs.uncosted', { n: uncosted })] : []),
          ].join(' '),
          href: uncosted > 0 ? uncostedHref() : paths.enterCosts(),
        },
  primary: ({ texts }) => ({ label: texts.t('costs.enter'), href: paths.enterCosts() }),
  nothing: ({ facts, texts: { t } }) =>
    facts.skus > 0
      ? {
          title: t('costs.noneHere.title'),
          hint: t('costs.noneHere.hint'),
          actions: [{ label: t('costs.noneHere.action'), href: paths.costs, primary: true }],
        }
      : { title: t('costs.none.title'), hint: t('costs.none.hint') },
})

/** Editable unless units that were bought are left, which an edit would forget. */
function unitCostCell(row: Costs['row'], on: Showing<Costs>): GridCell {
  const { unit_cost_minor: minor, currency, stock_units: left, version } = row
  if (left > 0) return moneyCell({ minor, currency }, on)
  const value = on.texts.typed(toDecimal({ minor, currency }))
  return { kind: 'edit', text: on.texts.money({ minor, currency }), value, version }
}

const readCount = (db: SellerDb, sellerId: number) =>
  oneRow(
    db,
    sql<Costs['facts']>`select (select count(*) from costed_skus where seller_id = ${sellerId}) as skus,
      (select count(*) from stock_items o where o.seller_id = ${sellerId} and o.is_stocked and ${isUncosted(sellerId)})
        as uncosted,
      coalesce((select method from cost_settings where seller_id = ${sellerId}), 'AVERAGE') as method`,
  )
