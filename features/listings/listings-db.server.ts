import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import {
  findPageIds,
  findPageWithSums,
  isFullSoon,
  matchingIds,
  holdsWord,
  type ListStatement,
  type ListSums,
} from '#features/grid/list-db.server.ts'
import {
  endingSoonHours,
  tabStates,
  unsoldDays,
  type ListingCounts,
  type ListingState,
  type ListingTab,
} from '#features/listing/listing.ts'
import { isCounted, type ListingsMatch, type ListingSort, type ListingsQuery } from './listings-query.ts'

/** Listings, units on the shelf and what they would bring, of one state, category and currency. */
export interface StateCountRow {
  state: ListingState
  category: string
  currency: string
  listings: number
  units: number
  value_minor: number
}

/** Sums of the listings that match, for one currency. */
export type ListingTotalRow = Pick<StateCountRow, 'currency' | 'listings' | 'units' | 'value_minor'>

/** A listing as the list shows it. */
export type ListingRow = Pick<
  Row<'listings'>,
  | 'id'
  | 'item_number'
  | 'state'
  | 'end_reason'
  | 'title'
  | 'sku'
  | 'category'
  | 'condition'
  | 'format'
  | 'price_minor'
  | 'currency'
  | 'quantity_available'
  | 'quantity_sold'
  | 'watchers'
  | 'views_30d'
  | 'image_url'
  | 'starts_at'
  | 'ends_at'
  | 'ended_at'
  | 'created_at'
  | 'last_sold_at'
  | 'out_of_stock_since'
  | 'version'
> & { epid: string | null; gtin: string | null; is_relisted: boolean }

/** Counts a seller's listings by state: the sums kept by the database, and two stretches of an index. */
export async function countListings(db: SellerDb, sellerId: number, now: Date): Promise<ListingCounts> {
  const inState = (state: ListingState) =>
    sql`(select coalesce(sum(listings), 0)::integer from listing_counts where seller_id = ${sellerId} and state = ${state})`
  const { rows } = await sql<ListingCounts>`
    select ${inState('ACTIVE')} as active, ${inState('OUT_OF_STOCK')} as "outOfStock", ${inState('ON_HOLD')} as "onHold",
      ${inState('SCHEDULED')} as scheduled, ${inState('DRAFT')} as drafts,
      (select count(*) from listings where seller_id = ${sellerId} and tab = 'active' and state = 'ACTIVE'
        and closes_at < ${now}::timestamptz + make_interval(hours => ${endingSoonHours})) as "endingSoon",
      (select count(*) from listings where seller_id = ${sellerId} and tab = 'ended' and quantity_sold = 0
        and closes_at >= ${now}::timestamptz - make_interval(days => ${unsoldDays})) as "endedUnsold"`.execute(db)
  return rows[0]!
}

/** The counts of all tabs, by category and currency. */
export async function countByState(db: SellerDb, sellerId: number): Promise<StateCountRow[]> {
  const { rows } = await sql<StateCountRow>`
    select state, category, currency, listings, units, value_minor from listing_counts
    where seller_id = ${sellerId} and listings > 0 order by state, category, currency`.execute(db)
  return rows
}

/** A page of listings with the sums of all that match. */
export interface ListingList {
  /** Most listings first. */
  totals: ListingTotalRow[]
  rows: ListingRow[]
}

/** A page of the listings that match, and their sums. `counts` are the seller's, just read. */
export async function listListings(
  db: SellerDb,
  sellerId: number,
  query: ListingsQuery,
  counts: readonly StateCountRow[],
): Promise<ListingList> {
  const statement = statementOf(sellerId, query)
  if (query.words.length > 0 && query.offset > 0) {
    const { totals, ids } = await findPageWithSums(db, statement, query, sums)
    return { totals: totals.toSorted(mostFirst), rows: await readListings(db, sellerId, ids) }
  }
  const totals = await totalListings(db, sellerId, query, counts)
  if (totals.length === 0) return { totals, rows: [] }
  const inTab = counts.filter(({ state }) => tabStates[query.tab].includes(state))
  // The index of each sort holds the state: walking past the few others costs less than sorting the many.
  const isIndexed = isCounted(query) && query.categories.length === 0 && countOf(totals) * 2 >= countOf(inTab)
  const isUsual = query.sort === 'start' && query.words.length === 0
  const walk = isUsual || isIndexed || isFullSoon(query, countOf(totals), countOf(inTab))
  return { totals, rows: await readListings(db, sellerId, await findPageIds(db, statement, query, walk)) }
}

/** The sums of the listings that match, one row a currency. */
async function totalListings(
  db: SellerDb,
  sellerId: number,
  match: ListingsMatch,
  counts: readonly StateCountRow[],
): Promise<ListingTotalRow[]> {
  if (isCounted(match)) return knownTotals(match, counts)
  const { rows } = await sql<ListingTotalRow>`
    select o.currency, count(*) as listings, sum(o.quantity_available)::bigint as units,
      sum(o.price_minor * o.quantity_available)::bigint as value_minor
    from ${source(match)} where ${conditionsOf(sellerId, match)} group by o.currency`.execute(db)
  return rows.toSorted(mostFirst)
}

/** The statement that finds the ids of all listings that match, in the query's order; for cursors. */
export function matchingListingIds(sellerId: number, query: ListingsQuery): RawBuilder<{ id: number }> {
  return matchingIds(statementOf(sellerId, query))
}

/** The largest id of the seller's listings, 0 where there are none: whatever is made from now on has a larger one. */
export async function lastListingId(db: SellerDb, sellerId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from listings where seller_id = ${sellerId}`.execute(db)
  return rows[0]!.id
}

/**
 * The first ids after `after`, and none above `upTo`, of the listings that match, by id: work in parts is not misled by rows
 * that leave, nor by those that it makes itself.
 */
export async function nextListingIds(
  db: SellerDb,
  sellerId: number,
  match: ListingsMatch,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from ${source(match)} where ${conditionsOf(sellerId, match)} and o.id > ${after} and o.id <= ${upTo}
    order by o.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Reads listings whole, in the order of the ids given. */
export async function readListings(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListingRow>`
    select o.id, o.item_number, o.state, o.end_reason, o.title, o.sku, o.category, o.condition, o.format, o.price_minor,
      o.currency, o.quantity_available, o.quantity_sold, o.watchers, o.views_30d, coalesce(o.image_url, p.image_url) as image_url,
      o.starts_at, o.ends_at, o.ended_at, o.created_at, o.last_sold_at, o.out_of_stock_since, o.version, p.epid, p.gtin,
      exists (select from listings c where c.seller_id = o.seller_id and c.relisted_from = o.id) as is_relisted
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join listings o on o.seller_id = ${sellerId} and o.id = page.id
    left join products p on p.id = o.product_id
    order by page.place`.execute(db)
  return rows
}

/** A listing by the number that people know; null where the seller has none such. */
export async function findListing(db: SellerDb, sellerId: number, itemNumber: string): Promise<ListingRow | null> {
  const found = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('item_number', '=', itemNumber)
    .executeTakeFirst()
  return found ? (await readListings(db, sellerId, [found.id]))[0]! : null
}

const countOf = (rows: readonly { listings: number }[]) => rows.reduce((sum, row) => sum + row.listings, 0)

const sums: ListSums<ListingTotalRow> = {
  columns: sql`o.quantity_available as units, o.price_minor * o.quantity_available as value_minor`,
  sums: sql<ListingTotalRow>`count(*) as listings, sum(units) as units, sum(value_minor) as value_minor`,
}

function knownTotals(match: ListingsMatch, counts: readonly StateCountRow[]): ListingTotalRow[] {
  const totals = new Map<string, ListingTotalRow>()
  for (const { state, category, currency, listings, units, value_minor } of counts) {
    if (!tabStates[match.tab].includes(state) || (match.state && match.state !== state)) continue
    if (match.categories.length > 0 && !match.categories.includes(category)) continue
    const sum = totals.get(currency) ?? { currency, listings: 0, units: 0, value_minor: 0 }
    totals.set(currency, {
      currency,
      listings: sum.listings + listings,
      units: sum.units + units,
      value_minor: sum.value_minor + value_minor,
    })
  }
  return [...totals.values()].toSorted(mostFirst)
}

const mostFirst = (a: ListingTotalRow, b: ListingTotalRow) =>
  b.listings - a.listings || (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)

/** What a sort compares; a time not yet known counts as the latest. */
const sortKeys: Record<ListingSort, string> = {
  title: 'title',
  sku: 'sku',
  price: 'price_value',
  available: 'quantity_available',
  sold: 'quantity_sold',
  views: 'views_30d',
  watchers: 'watchers',
  timeLeft: 'closes_at',
  start: 'starts_at',
  end: 'closes_at',
  created: 'created_at',
}

const statementOf = (sellerId: number, query: ListingsQuery): ListStatement => ({
  from: source(query),
  where: conditionsOf(sellerId, query),
  keys: [sortKeys[query.sort]],
  descending: query.descending,
})

/** The seller's listings, or those that a search finds. */
function source({ words }: ListingsMatch): RawBuilder<unknown> {
  return words.length === 0 ? sql`listings o` : sql`searched_listings o`
}

function conditionsOf(sellerId: number, match: ListingsMatch): RawBuilder<unknown> {
  const { tab, state, words, format, conditions, categories, value, quantity, idleBefore, closes, hasSold, numbers } =
    match
  const all: RawBuilder<unknown>[] = [
    sql`o.seller_id = ${sellerId}`,
    sql`o.tab = ${tab satisfies ListingTab}`,
    ...words.map(holdsWord),
  ]
  if (state) all.push(sql`o.state = ${state}`)
  if (format) all.push(sql`o.format = ${format}`)
  if (conditions.length > 0) all.push(sql`o.condition in (${sql.join(conditions)})`)
  if (categories.length > 0) all.push(sql`o.category in (${sql.join(categories)})`)
  for (const [column, ranges] of [
    [sql`o.price_value`, value ? [value] : []],
    [sql`o.quantity_available`, quantity],
  ] as const)
    for (const { from, to } of ranges) {
      if (from !== null) all.push(sql`${column} >= ${from}`)
      if (to !== null) all.push(sql`${column} <= ${to}`)
    }
  if (idleBefore) all.push(sql`o.idle_since < ${idleBefore}`)
  if (closes?.from) all.push(sql`o.closes_at >= ${closes.from}`)
  if (closes?.before) all.push(sql`o.closes_at < ${closes.before}`)
  if (hasSold !== null) all.push(hasSold ? sql`o.quantity_sold > 0` : sql`o.quantity_sold = 0`)
  if (numbers) all.push(sql`o.item_number = any (${numbers})`)
  return sql.join(all, sql` and `)
}
