import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import {
  findPageIds,
  findPageWithSums,
  isFullSoon,
  matchingIds,
  holdsWord,
  type ListStatement,
  type ListSums,
} from '#features/grid/list-db.server.ts'
import { unshippedStatuses, type DueBounds, type OrderStatus } from './order.ts'
import { isStatusOnly, type OrdersMatch, type OrdersQuery, type OrderSort } from './orders-query.ts'

/** Orders, units and money of one status in one currency. */
export interface StatusCountRow {
  status: OrderStatus
  currency: string
  orders: number
  units: number
  total_minor: number
}

/** How many orders a seller has, by status; and of those to be shipped, how many are late or due today. */
export interface OrderCounts {
  byStatus: StatusCountRow[]
  overdue: number
  dueToday: number
}

/** Sums of the orders that match, for one currency. */
export interface TotalRow {
  currency: string
  orders: number
  units: number
  total_minor: number
}

/** An order as the list shows it. */
export interface OrderRow {
  id: number
  order_number: string
  status: OrderStatus
  placed_at: Date
  paid_at: Date | null
  ship_by: Date | null
  shipped_at: Date | null
  buyer_username: string
  ship_to_country: string
  shipping_service: string | null
  buyer_note: string | null
  currency: string
  total_minor: number
  line_count: number
  unit_count: number
  title: string | null
  sku: string | null
  image_url: string | null
  tracking: string | null
}

/** Counts a seller's orders: the sums kept by the database, and two stretches of an index. */
export async function countOrders(db: SellerDb, sellerId: number, bounds: DueBounds): Promise<OrderCounts> {
  const due = (
    from: Date | null,
    before: Date,
  ) => sql<number>`(select count(*) from orders o where o.seller_id = ${sellerId}
    and o.status in (${sql.join(unshippedStatuses)}) and o.ship_by < ${before} ${from ? sql`and o.ship_by >= ${from}` : sql``})`
  const { rows } = await sql<StatusCountRow & { overdue: number; due_today: number }>`
    select status, currency, orders, units, total_minor,
      ${due(null, bounds.now)} as overdue, ${due(bounds.now, bounds.tomorrow)} as due_today
    from order_counts where seller_id = ${sellerId} and orders > 0 order by status, currency`.execute(db)
  return {
    byStatus: rows.map(({ status, currency, orders, units, total_minor }) => ({
      status,
      currency,
      orders,
      units,
      total_minor,
    })),
    overdue: rows[0]?.overdue ?? 0,
    dueToday: rows[0]?.due_today ?? 0,
  }
}

/** A page of orders with the sums of all that match. */
export interface OrderList {
  /** Most orders first. */
  totals: TotalRow[]
  rows: OrderRow[]
}

/**
 * A page of the orders that match, and their sums. Ids come first, by an index or by one pass over the index that holds
 * all that is filtered by; only the page's rows are then read whole. `counts` are the seller's, just read.
 */
export async function listOrders(
  db: SellerDb,
  sellerId: number,
  query: OrdersQuery,
  counts: OrderCounts,
): Promise<OrderList> {
  const { totals, ids } = await findPage(db, sellerId, query, counts)
  return { totals, rows: await readRows(db, sellerId, ids) }
}

/** The sums of the orders that match, one row a currency. */
export async function totalOrders(
  db: SellerDb,
  sellerId: number,
  match: OrdersMatch,
  counts: OrderCounts,
): Promise<TotalRow[]> {
  if (isStatusOnly(match)) return knownTotals(match, counts)
  const { rows } = await sql<TotalRow>`
    select o.currency, count(*) as orders, sum(o.unit_count)::bigint as units, sum(o.total_minor)::bigint as total_minor
    from ${source(match)} where ${conditions(sellerId, match)} group by o.currency`.execute(db)
  return rows.toSorted(mostOrdersFirst)
}

/** The countries a seller has sent to, by hopping along an index. */
export async function listCountries(db: SellerDb, sellerId: number): Promise<string[]> {
  const after = (bound: RawBuilder<unknown>) => sql`(select o.ship_to_country as country from orders o
    where o.seller_id = ${sellerId} ${bound} order by o.ship_to_country limit 1)`
  const { rows } = await sql<{ country: string }>`
    with recursive countries as (
      ${after(sql``)}
      union all
      select found.country from countries c, lateral ${after(sql`and o.ship_to_country > c.country`)} found
    ) select country from countries`.execute(db)
  return rows.map((row) => row.country)
}

/** The statement that finds the ids of all orders that match, in the query's order; for cursors. */
export function matchingOrderIds(sellerId: number, query: OrdersQuery): RawBuilder<{ id: number }> {
  return matchingIds(statementOf(sellerId, query))
}

const statementOf = (sellerId: number, query: OrdersQuery): ListStatement => ({
  from: source(query),
  where: conditions(sellerId, query),
  keys: sortKeys[query.sort],
  descending: query.descending,
})

const sums: ListSums<TotalRow> = {
  columns: sql`o.unit_count as units, o.total_minor`,
  sums: sql<TotalRow>`count(*) as orders, sum(units) as units, sum(total_minor) as total_minor`,
}

type Page = { totals: TotalRow[]; ids: number[] }

async function findPage(db: SellerDb, sellerId: number, query: OrdersQuery, counts: OrderCounts): Promise<Page> {
  const statement = statementOf(sellerId, query)
  if (query.words.length > 0 && query.offset > 0) {
    const { totals, ids } = await findPageWithSums(db, statement, query, sums)
    return { totals: totals.toSorted(mostOrdersFirst), ids }
  }
  const totals = await totalOrders(db, sellerId, query, counts)
  if (totals.length === 0) return { totals, ids: [] }
  return { totals, ids: await findPageIds(db, statement, query, walksIndex(query, totals, counts)) }
}

/** Whether to follow the index of the sort: where it tells what matches, or where few rows are left out. */
function walksIndex(query: OrdersQuery, totals: readonly TotalRow[], counts: OrderCounts): boolean {
  const matching = sumOrders(totals)
  const all = sumOrders(counts.byStatus)
  if (query.sort === 'placed' && query.words.length === 0) return true
  // The index of each sort holds the status: walking past the few others costs less than sorting the many.
  return (isStatusOnly(query) && matching * 2 >= all) || isFullSoon(query, matching, all)
}

const sumOrders = (rows: readonly { orders: number }[]) => rows.reduce((sum, row) => sum + row.orders, 0)

function knownTotals({ statuses }: OrdersMatch, counts: OrderCounts): TotalRow[] {
  const totals = new Map<string, TotalRow>()
  for (const { status, currency, orders, units, total_minor } of counts.byStatus) {
    if (statuses && !statuses.includes(status)) continue
    const sum = totals.get(currency) ?? { currency, orders: 0, units: 0, total_minor: 0 }
    totals.set(currency, {
      currency,
      orders: sum.orders + orders,
      units: sum.units + units,
      total_minor: sum.total_minor + total_minor,
    })
  }
  return [...totals.values()].toSorted(mostOrdersFirst)
}

const mostOrdersFirst = (a: TotalRow, b: TotalRow) =>
  b.orders - a.orders || (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)

/** What a sort compares, each in the direction asked for; the id makes it total. A time not yet known counts as the latest. */
const sortKeys: Record<OrderSort, readonly string[]> = {
  placed: ['placed_at'],
  paid: ['paid_at'],
  shipBy: ['ship_by'],
  buyer: ['buyer_username'],
  quantity: ['unit_count'],
  total: ['total_value'],
  country: ['ship_to_country', 'placed_at'],
}

/** The seller's orders, or the same with what is searched in them. */
function source({ words }: OrdersMatch): RawBuilder<unknown> {
  return words.length === 0 ? sql`orders o` : sql`searched_orders o`
}

function conditions(sellerId: number, match: OrdersMatch): RawBuilder<unknown> {
  const { words, findsNames, statuses, shipBy, placed, countries, value, several, buyer, numbers } = match
  const all: RawBuilder<unknown>[] = [
    sql`o.seller_id = ${sellerId}`,
    ...words.map(findsNames ? holdsWordOrName : holdsWord),
  ]
  if (statuses) all.push(statuses.length > 0 ? sql`o.status in (${sql.join(statuses)})` : sql`false`)
  all.push(...within(sql`o.ship_by`, shipBy), ...within(sql`o.placed_at`, placed))
  if (countries.length > 0) all.push(sql`o.ship_to_country in (${sql.join(countries)})`)
  if (value?.from != null) all.push(sql`o.total_value >= ${value.from}`)
  if (value?.to != null) all.push(sql`o.total_value <= ${value.to}`)
  if (several) all.push(sql`o.unit_count > 1`)
  if (buyer !== null) all.push(sql`o.buyer_username = ${buyer}`)
  if (numbers)
    all.push(sql`o.id in (select id from orders where seller_id = ${sellerId} and order_number = any (${numbers}))`)
  return sql.join(all, sql` and `)
}

/** Real names stand apart from the other terms, with an index of their own: not everybody may find by them. */
function holdsWordOrName(word: string): RawBuilder<unknown> {
  return sql`(${holdsWord(word)} or o.names like search_pattern(${word}))`
}

function within(column: RawBuilder<unknown>, span: OrdersMatch['placed']): RawBuilder<unknown>[] {
  if (!span) return []
  return [
    ...(span.from ? [sql`${column} >= ${span.from}`] : []),
    ...(span.before ? [sql`${column} < ${span.before}`] : []),
  ]
}

/** Reads orders whole, in the order of the ids given. */
async function readRows(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<OrderRow>`
    select o.id, o.order_number, o.status, o.placed_at, o.paid_at, o.ship_by, o.shipped_at, o.buyer_username,
      o.ship_to_country, o.shipping_service, o.buyer_note, o.currency, o.total_minor, o.line_count, o.unit_count,
      l.title, l.sku, coalesce(i.image_url, p.image_url) as image_url,
      (select string_agg(s.tracking_number, ', ' order by s.id) from shipments s where s.seller_id = o.seller_id and s.order_id = o.id) as tracking
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${sellerId} and o.id = page.id
    left join lateral (
      select title, sku, listing_id, product_id from line_items
      where seller_id = o.seller_id and order_id = o.id order by position limit 1
    ) l on true
    left join listings i on i.seller_id = o.seller_id and i.id = l.listing_id
    left join products p on p.id = l.product_id
    order by page.place`.execute(db)
  return rows
}
