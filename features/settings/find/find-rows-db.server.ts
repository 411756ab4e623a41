import type { SellerDb } from '#db/client.ts'
import { readList, rowsOf } from '#features/machinery/grid/list-db.server.ts'
import type { List, ListTypes } from '#features/machinery/grid/list.ts'
import { openList, type ListReader } from '#features/machinery/grid/list-query.ts'
import type { ListingRow } from '#features/selling/listings/listings-list-row.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import type { OrderRow } from '#features/orders/order-list/orders-list-row.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { paths } from '#web/paths.ts'
import type { FindQuery } from './find-query.ts'

export interface Found<Row> {
  q: string
  rows: Row[]
  /** Null if the text was too short. */
  total: number | null
  /** There are more than counted. */
  hasMore: boolean
}

/** Minimum length that the search index supports; shorter for Chinese, Japanese and Korean. */
const shortestSearch = (q: string) => (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(q) ? 2 : 3)

/** Results shown per kind; for more, the list is the better place. */
const rowsShown = 5

const allListings = { ...listingsList, base: () => [] }

/** Searches orders as their list does, limited to the fields the role may search. */
export async function findOrders(
  db: SellerDb,
  { text, orderNumber }: FindQuery,
  reader: ListReader,
): Promise<Found<OrderRow>> {
  const exact = orderNumber && (await search(db, ordersList, { path: paths.orders, q: orderNumber }, reader))
  return exact?.total ? exact : search(db, ordersList, { path: paths.orders, q: text }, reader)
}

/** Searches listings in any state; active ones first. */
export function findListings(db: SellerDb, { text }: FindQuery, reader: ListReader): Promise<Found<ListingRow>> {
  return search(db, allListings, { path: paths.listings.active, q: text, sort: '-views' }, reader)
}

async function search<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  { path, ...query }: { path: string; q: string; sort?: string },
  reader: ListReader,
): Promise<Found<T['row']>> {
  const { q } = query
  if (q.length < shortestSearch(q)) return { q, rows: [], total: null, hasMore: false }
  const reading = openList(
    list,
    { pathname: path, searchParams: new URLSearchParams({ ...query, limit: '25' }) },
    reader,
  )
  const { rows, totals, stopped } = await readList(db, list, reading)
  return { q, rows: rows.slice(0, rowsShown), total: stopped?.counted ?? rowsOf(totals), hasMore: stopped !== null }
}
