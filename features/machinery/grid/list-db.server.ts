import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { addMinor } from '#lib/exact-sums.ts'
import { at, type List, type ListTotal, type ListTypes, type Reading } from './list.ts'
import { setFilters, wordsOf } from './list-query.ts'
import { nearerEnd, type Stretch } from './nearer-end.ts'
import { listSavedViews, type SavedViewRow } from './saved-views-db.server.ts'
import { added, currency, matching, mostFirst, ordering, sortColumns } from './list-statements.server.ts'
import { readRows } from './list-rows-db.server.ts'
import { findUpTo, mostCounted, wordsAlone } from './list-search-db.server.ts'
import { apartFromTabs, ofTabAlone } from './tab-shares.server.ts'

/** A page of a list, with the sums of all rows that match. */
export interface ListPage<T extends ListTypes> {
  facts: T['facts']
  /** One for each currency, most rows first; none where counting stopped, since they would be of some rows only. */
  totals: readonly ListTotal[]
  /** Where counting stopped; null where all that match are counted. */
  stopped: StoppedCount | null
  rows: T['row'][]
  /** How many rows each tab of this page has, by its id, where a search has counted them with its own; else null. */
  tabCounts: ReadonlyMap<string, number> | null
}

/** More than `counted` rows match, nobody knows how many; the page tells by itself whether there is a next one. */
export interface StoppedCount {
  counted: number
  hasNext: boolean
}

/** Reads a page, and the views that a member keeps of the list. */
export async function readListPage<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  memberId: string,
): Promise<{ page: ListPage<T>; views: SavedViewRow[] }> {
  const [page, views] = await Promise.all([
    readList(db, list, on),
    listSavedViews(db, on.sellerId, memberId, at<T, string>(list.views, on.place)),
  ])
  return { page, views }
}

/**
 * Reads a page. Ids come first, by an index or by one pass over the index that holds all that is filtered by; only the page's
 * rows are then read whole. Whose first ids no count decides asks for them with the counts.
 */
export async function readList<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>): Promise<ListPage<T>> {
  const ahead = on.query.offset === 0 && isInOrderOfIndex(list, on)
  const [facts, first] = await Promise.all([
    list.facts(db, on),
    ahead ? findPageIds(db, list, on, true, on.query) : undefined,
  ])
  const { ids, ...found } = await findPage(db, list, on, { facts, first })
  return { facts, ...found, rows: await readRows(db, list, on.sellerId, ids) }
}

/** The sums of all rows that match: from the kept counts where nothing else narrows the list, else by adding up. */
export async function readTotals<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  facts: T['facts'],
): Promise<ListTotal[]> {
  const known = knownTotals(list, on, facts)
  if (known) return known
  const { from, where } = matching(list, on)
  const { units, money } = added(list)
  const { rows } = await sql<ListTotal>`
    select ${currency(list)} as currency, count(*) as rows, sum(${units})::bigint as units, sum(${money}) as minor
    from ${from} where ${where} group by 1`.execute(db)
  return rows.toSorted(mostFirst)
}

/** How many rows match, from the kept counts where they tell; null where there are more than are counted. */
export async function countRows<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
): Promise<number | null> {
  const known = knownTotals(list, on, await list.facts(db, on))
  if (known) return rowsOf(known)
  const { from, where } = matching(list, on)
  const found = await sql<{ n: number }>`
    select count(*) as n from (select from ${from} where ${where} limit ${mostCounted + 1}) as counted`.execute(db)
  const { n } = firstRow(found)
  return n > mostCounted ? null : n
}

/** The statement that finds the ids of all rows that match, in the query's order; for cursors. */
export function matchingIds<T extends ListTypes>(list: List<T>, on: Reading<T>): RawBuilder<{ id: number }> {
  const { from, where } = matching(list, on)
  return sql`select o.id from ${from} where ${where} order by ${ordering(list, on, 'o')}`
}

/**
 * The first ids after `after`, and none above `upTo`, of the rows that match, by id: work in parts is not misled by rows
 * that leave, nor by those that it makes itself (keyset pagination).
 */
export async function nextIds<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<number[]> {
  const { from, where } = matching(list, on)
  const { rows } = await sql<{ id: number }>`
    select o.id from ${from} where ${where} and o.id > ${after} and o.id <= ${upTo} order by o.id limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** The largest id of a seller's rows, 0 where there are none: whatever is made from now on has a larger one. */
export async function lastId<T extends ListTypes>(db: SellerDb, list: List<T>, sellerId: number): Promise<number> {
  const found = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from ${sql.table(list.table)} where seller_id = ${sellerId}`.execute(db)
  return firstRow(found).id
}

/** The ids of a page's rows, and the sums. */
interface FoundPage extends Pick<ListPage<ListTypes>, 'totals' | 'stopped' | 'tabCounts'> {
  ids: readonly number[]
}

async function findPage<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  { facts, first }: { facts: T['facts']; first: readonly number[] | undefined },
): Promise<FoundPage> {
  if (wordsOf(on).length > 0) return findSearched(db, list, on, facts)
  const totals = await readTotals(db, list, on, facts)
  if (first) return { totals, stopped: null, ids: first, tabCounts: null }
  const rows = rowsOf(totals)
  const { isFromEnd, ...page } = nearerEnd(on.query, rows)
  if (page.limit === 0) return { totals, stopped: null, ids: [], tabCounts: null }
  const there = isFromEnd ? oppositeOrder(on) : on
  const ids = await findPageIds(db, list, there, walksIndex(list, there, rows, facts, page), page)
  return { totals, stopped: null, ids: isFromEnd ? ids.toReversed() : ids, tabCounts: null }
}

function oppositeOrder<T extends ListTypes>(on: Reading<T>): Reading<T> {
  const { column, descending } = on.query.sort
  return { ...on, query: { ...on.query, sort: { column, descending: !descending } } }
}

/** A page of what a search finds. From one run where all could be counted; else its rows are looked for alone. */
async function findSearched<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  facts: T['facts'],
): Promise<FoundPage> {
  const counted = list.search?.counted ?? mostCounted
  const most = counted + 1
  const apart = apartFromTabs(list, on)
  const whole = list.search?.withTabs || wordsAlone(list, apart) ? apart : null
  const found = await findUpTo(db, list, on, most, whole)
  // Too many for the tabs may be few enough for the one that is open.
  const isOver = !found.isWhole && whole !== null && ofTabAlone(list, on, whole).length > 0
  const { isWhole, ...page } = isOver ? { ...(await findUpTo(db, list, on, most, null)), tabCounts: new Map() } : found
  if (isWhole) return { ...page, stopped: null }
  const { offset, limit } = on.query
  const walk = walksIndex(list, on, counted, facts, on.query)
  // One row more tells whether there is a next page.
  const ids = await findPageIds(db, list, on, walk, { offset, limit: limit + 1 })
  const hasNext = ids.length > limit
  return { totals: [], stopped: { counted, hasNext }, ids: ids.slice(0, limit), tabCounts: null }
}

/**
 * The ids of a page: by the index of the sort (`walk`), leaving out what does not match, or by gathering all that match
 * and sorting them.
 */
async function findPageIds<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  walk: boolean,
  { offset, limit }: Stretch,
) {
  const page = sql`offset ${offset} limit ${limit}`
  const { from, where } = matching(list, on)
  const statement = walk
    ? sql<{ id: number }>`${matchingIds(list, on)} ${page}`
    : sql<{ id: number }>`
      with matching as materialized (select o.id, ${sortColumns(list, on)} from ${from} where ${where})
      select m.id from matching m order by ${ordering(list, on, 'm')} ${page}`
  const { rows } = await statement.execute(db)
  return rows.map((row) => row.id)
}

/** The kept counts added up; null where something narrows the list that they do not tell apart. */
function knownTotals<T extends ListTypes>(list: List<T>, on: Reading<T>, facts: T['facts']): ListTotal[] | null {
  if (!list.kept || on.query.q !== '' || on.keys || on.leftOut || on.behind) return null
  const set = setFilters(list, on)
  const sums = new Map<string, ListTotal>()
  for (const line of list.kept(facts, on.place)) {
    const matches = set.map(({ filter, value }) => filter.kept?.matches(line, value))
    if (matches.includes(undefined)) return null
    if (matches.includes(false)) continue
    const sum = sums.get(line.currency) ?? { currency: line.currency, rows: 0, units: 0, minor: 0 }
    sums.set(line.currency, {
      currency: line.currency,
      rows: sum.rows + line.rows,
      units: sum.units + line.units,
      minor: addMinor(sum.minor, line.minor),
    })
  }
  return [...sums.values()].toSorted(mostFirst)
}

/** How many rows there are. */
export const rowsOf = (totals: readonly ListTotal[]) => totals.reduce((sum, { rows }) => sum + rows, 0)

/** Reading this many rows of the table one by one takes as long as passing over an index of a large seller's rows. */
const rowsWorthAPass = 5_000

/** Whether the index of the sort is followed whatever the counts say. */
const isInOrderOfIndex = <T extends ListTypes>(list: List<T>, on: Reading<T>) =>
  on.query.sort.column === list.walks && wordsOf(on).length === 0

/** Whether to follow the index of the sort: where it tells what matches, or where few rows are left out. */
function walksIndex<T extends ListTypes>(
  list: List<T>,
  on: Reading<T>,
  matchingRows: number,
  facts: T['facts'],
  { offset, limit }: Stretch,
): boolean {
  const { q } = on.query
  if (isInOrderOfIndex(list, on)) return true
  if (!list.kept) return false
  const all = rowsOf(list.kept(facts, on.place))
  const tells = q === '' && !on.keys && setFilters(list, on).every(({ filter }) => filter.kept?.indexed)
  // Walking past the few others costs less than sorting the many.
  return (tells && matchingRows * 2 >= all) || ((offset + limit) * all) / matchingRows < rowsWorthAPass
}
