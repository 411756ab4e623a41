import type pg from 'pg'
import { shown } from '../import-fields.ts'
import type { LeftOut, RowOutcome } from '../import-report.ts'

/** Called for each row removed from its staging table. */
export type OnOutcome = (outcome: RowOutcome) => void

const orders = 'olist_orders_dataset'
const items = 'olist_order_items_dataset'
const payments = 'olist_order_payments_dataset'
const reviews = 'olist_order_reviews_dataset'

const keys: [file: string, table: string, columns: string[], named: string][] = [
  ['product_category_name_translation', 'olist_translations', ['category'], 'product_category_name'],
  ['olist_sellers_dataset', 'olist_sellers', ['seller_id'], 'seller_id'],
  ['olist_products_dataset', 'olist_products', ['product_id'], 'product_id'],
  ['olist_customers_dataset', 'olist_customers', ['customer_id'], 'customer_id'],
  [orders, 'olist_orders', ['order_id'], 'order_id'],
  [items, 'olist_items', ['order_id', 'item'], 'order_item_id'],
  [payments, 'olist_payments', ['order_id', 'position'], 'payment_sequential'],
  [reviews, 'olist_reviews', ['review_id', 'order_id'], 'review_id'],
]

/** References, ordered so that removed rows cascade. */
const references: [file: string, table: string, column: string, target: string, targetFile: string][] = [
  [orders, 'olist_orders', 'customer_id', 'olist_customers', 'olist_customers_dataset'],
  [items, 'olist_items', 'order_id', 'olist_orders', orders],
  [items, 'olist_items', 'product_id', 'olist_products', 'olist_products_dataset'],
  [items, 'olist_items', 'seller_id', 'olist_sellers', 'olist_sellers_dataset'],
  [payments, 'olist_payments', 'order_id', 'olist_orders', orders],
  [reviews, 'olist_reviews', 'order_id', 'olist_orders', orders],
]

/** Removes duplicates (the first stays) and rows with missing references from the staging tables. */
export async function rejectBrokenRows(client: pg.ClientBase, onOutcome: OnOutcome): Promise<void> {
  for (const [file, table, columns, named] of keys) {
    const list = columns.join(', ')
    const { rows } = await client.query<{ line: number; first: number }>(`
      delete from ${table} t using (
        select ctid as place, line, min(line) over (partition by ${list}) as first from ${table}
        where (${list}) in (select ${list} from ${table} group by ${list} having count(*) > 1)
      ) d where t.ctid = d.place and d.line <> d.first returning t.line, d.first`)
    for (const { line, first } of rows)
      onOutcome({ outcome: 'rejected', file, line, column: named, reason: `is a duplicate of line ${first}` })
  }
  for (const [file, table, column, target, targetFile] of references) {
    const { rows } = await client.query<{ line: number; value: string }>(`
      delete from ${table} t where not exists (select from ${target} r where r.${column} = t.${column})
      returning t.line, t.${column} as value`)
    for (const { line, value } of rows)
      onOutcome({ outcome: 'rejected', file, line, column, reason: `${shown(value)} is no row kept of ${targetFile}` })
  }
}

const noItems = 'orders without items, which belong to no seller'

const homeless: [file: string, statement: string, reason: string][] = [
  [
    payments,
    `delete from olist_payments t where not exists (select from olist_items i where i.order_id = t.order_id)
      returning line, method as "group", amount as minor, null::text as time`,
    `payments of ${noItems}`,
  ],
  [
    reviews,
    `delete from olist_reviews t where not exists (select from olist_items i where i.order_id = t.order_id)
      returning line, 'score ' || score as "group", 0 as minor, null::text as time`,
    `reviews of ${noItems}`,
  ],
  [
    orders,
    `delete from olist_orders t where not exists (select from olist_items i where i.order_id = t.order_id)
      returning line, status as "group", 0 as minor, placed_at::text as time`,
    noItems,
  ],
  [
    'olist_customers_dataset',
    `delete from olist_customers t where not exists (select from olist_orders o where o.customer_id = t.customer_id)
      returning line, '' as "group", 0 as minor, null::text as time`,
    'customers without an order that is kept',
  ],
]

export async function removeOrdersWithoutItems(client: pg.ClientBase, onOutcome: OnOutcome): Promise<LeftOut[]> {
  const all: LeftOut[] = []
  for (const [file, statement, reason] of homeless) {
    const { rows } = await client.query<{ line: number; group: string; minor: number; time: string | null }>(statement)
    const groups = new Map<string, LeftOut>()
    for (const { line, group, minor, time } of rows) {
      onOutcome({
        outcome: 'left out',
        file,
        line,
        column: '',
        reason: reason.replace(/^(\w)/, (c) => c.toUpperCase()),
      })
      const known = groups.get(group) ?? { file, reason, group, rows: 0, minor: 0, first: time, last: time }
      groups.set(group, {
        ...known,
        rows: known.rows + 1,
        minor: known.minor + minor,
        first: time !== null && (known.first === null || time < known.first) ? time : known.first,
        last: time !== null && (known.last === null || time > known.last) ? time : known.last,
      })
    }
    all.push(...[...groups.values()].toSorted((a, b) => b.rows - a.rows || (a.group < b.group ? -1 : 1)))
  }
  return all
}
