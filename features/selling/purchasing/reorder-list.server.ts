import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { moneyCell } from '#features/machinery/grid/cells.ts'
import { amountField, numberField, textField, type ExportColumn } from '#features/machinery/grid/export-file.ts'
import { amountWithin } from '#features/machinery/grid/list-conditions.server.ts'
import { defineList, type ListTypes } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { parseStockNumber } from '#features/selling/inventory/stock-item.ts'
import { dayWords, goneOn } from '#features/selling/reorder/reorder-words.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'

const reorderRows = rowSource('reorder_advice', {
  columns:
    'stock_number, sku, available, coming, cover_days, suggested, stake_minor, currency, reckoned_on, supplier_id',
  others: () => ({
    title: sql<string>`coalesce(l.title, '')`,
    variation: sql<string | null>`array_to_string(v.axis_values, ', ')`,
    image_url: sql<string | null>`coalesce(l.image_url, p.image_url)`,
    supplier: sql<string | null>`s.name`,
  }),
  join: ({ sellerId }) => sql`
    left join stock_items i on i.seller_id = ${sellerId} and i.id = o.id
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    left join products p on p.id = l.product_id
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = i.listing_id and v.position = i.position
    left join suppliers s on s.seller_id = ${sellerId} and s.id = o.supplier_id`,
})

type ReorderRow = RowOf<typeof reorderRows>

interface Reorder extends ListTypes {
  row: ReorderRow
  place: { mayEdit: boolean; seesAmounts: boolean }
  facts: { suppliers: { id: string; name: string }[]; skus: number; currency: string }
  record: ReorderRow
}

const stakeColumns: readonly ExportColumn<ReorderRow>[] = [
  { label: 'reorder.stake', value: amountField('stake_minor') },
  { label: 'orders.export.currency', value: textField('currency') },
]

const soon = ['7', '14', '30'] as const
const noSupplier = 'none'
const figure = { align: 'end' } as const

/** SKUs that are worth ordering again, those gone first on top. */
export const reorderList = defineList<Reorder>()({
  access: 'hub.view',
  views: 'reorder',
  place: ({ role }) => ({ mayEdit: mayDo(role, 'listings.edit'), seesAmounts: mayDo(role, 'amounts.view') }),
  path: paths.reorder,
  concerns: ['listings'],
  title: 'reorder.title',
  columns: {
    sku: { label: 'word.sku', cell: (row) => row.sku, required: true, isKey: true, card: 'key' },
    title: {
      label: 'listings.column.title',
      cell: (row) => ({ kind: 'two-line', main: row.title, second: row.variation, image: row.image_url }),
      width: 'wide',
      card: 'title',
    },
    gone: {
      label: 'reorder.gone',
      cell: ({ cover_days: days }, { now, texts }) => ({
        kind: 'status',
        tone: days === 0 ? 'bad' : 'warn',
        text:
          days === 0
            ? texts.t('reorder.gone.now')
            : texts.t('reorder.gone.on', { day: dayWords(goneOn(days ?? 0, now), texts) }),
      }),
      sort: { by: ['cover_days'], first: 'ascending', words: 'due' },
      card: 'lead',
    },
    available: { label: 'word.available', cell: (row, { texts }) => texts.number(row.available), ...figure },
    coming: {
      label: 'reorder.coming',
      cell: ({ coming }, { texts }) => (coming === 0 ? null : texts.number(coming)),
      ...figure,
      priority: 2,
    },
    suggested: {
      label: 'reorder.suggested',
      cell: (row, { texts }) => texts.number(row.suggested),
      ...figure,
      card: 'count',
    },
    stake: {
      label: 'reorder.stake',
      cell: ({ stake_minor: minor, currency }, on) => moneyCell({ minor, currency }, on),
      offered: ({ seesAmounts }) => seesAmounts,
      sort: { by: ['stake_value'], first: 'descending', words: 'number' },
      ...figure,
      card: 'amount',
    },
    supplier: { label: 'purchases.supplier', cell: (row) => row.supplier, card: 'party' },
  },
  filters: {
    supplier: {
      kind: 'choice',
      pattern: /[0-9a-f]{12}|none/,
      label: 'purchases.supplier',
      options: ({ facts, texts }) => [
        ...facts.suppliers.map(({ id, name }) => ({ value: id, label: name })),
        { value: noSupplier, label: texts.t('reorder.noSupplier') },
      ],
      where: ({ values }) => [
        values.includes(noSupplier) ? sql`o.supplier_id is null` : sql`o.supplier_id = any (${[...values]}::text[])`,
      ],
    },
    within: {
      kind: 'choice',
      values: soon,
      label: 'reorder.within',
      options: ({ texts }) =>
        soon.map((days) => ({ value: days, label: texts.t('suppliers.days', { n: Number(days) }) })),
      where: ({ values }) => [sql`o.cover_days <= ${Number(values[0] ?? 0)}`],
    },
    stake: {
      kind: 'amount',
      label: 'reorder.stake',
      unit: ({ facts }) => facts.currency,
      offered: ({ seesAmounts }) => seesAmounts,
      where: (value) => amountWithin('stake_value', value),
    },
  },
  sort: { column: 'gone', descending: false },
  walks: 'gone',
  table: 'reorder_advice',
  key: { column: 'stock_number', parse: parseStockNumber },
  base: () => [sql`o.is_due`],
  rows: reorderRows,
  facts: (db, { sellerId }) => readFacts(db, sellerId),
  totals: { rows: 'costs.totals' },
  steps: ({ mayEdit }) =>
    mayEdit ? [{ id: 'purchase', label: 'reorder.make', path: paths.purchasesMake, posts: true }] : [],
  head: (row, { texts }) => ({
    key: row.stock_number,
    href: paths.stockItem(row.stock_number),
    title: texts.t('inventory.row', { sku: row.sku, title: row.title }),
  }),
  file: {
    name: 'reorder.file',
    columns: ({ seesAmounts }) => [
      { label: 'word.sku', value: textField('sku') },
      { label: 'listings.column.title', value: textField('title') },
      { label: 'word.variation', value: textField('variation') },
      { label: 'purchases.supplier', value: textField('supplier') },
      { label: 'reorder.cover', value: numberField('cover_days') },
      { label: 'word.available', value: numberField('available') },
      { label: 'reorder.coming', value: numberField('coming') },
      { label: 'reorder.suggested', value: numberField('suggested') },
      ...(seesAmounts ? stakeColumns : []),
    ],
  },
  primary: ({ place, texts }) =>
    place.mayEdit ? { label: texts.t('suppliers.title'), href: paths.suppliers() } : undefined,
  nothing: ({ facts, texts: { t } }) =>
    facts.skus > 0
      ? {
          title: t('costs.noneHere.title'),
          hint: t('reorder.noneHere'),
          actions: [{ label: t('reorder.title'), href: paths.reorder, primary: true }],
        }
      : { title: t('reorder.none.title'), hint: t('reorder.none.hint') },
})

async function readFacts(db: SellerDb, sellerId: number): Promise<Reorder['facts']> {
  const statement = sql<Reorder['facts']>`
    select (select count(*)::integer from reorder_advice a where a.seller_id = ${sellerId} and a.is_due) as skus,
      (select currency from sellers where id = ${sellerId}) as currency,
      coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by lower(s.name)) from suppliers s
        where s.seller_id = ${sellerId} and s.removed_at is null), '[]') as suppliers`
  return oneRow(db, statement)
}
