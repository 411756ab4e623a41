import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { findOfSeller } from '#db/shards.ts'
import { addMinor } from '#lib/exact-sums.ts'
import { at, type List, type ListTotal, type ListTypes, type Reading, type SearchUse } from './list.ts'
import { setFilters, wordsOf } from './list-query.ts'
import { nearerEnd, type RowRange } from './row-range.ts'
import { listSavedViews } from './saved-views-db.server.ts'
import type { SavedViewRow } from './saved-views.ts'
import {
  added,
  currency,
  matching,
  mostFirst,
  ordering,
  sortColumns,
  totalOf,
  type TotalAsText,
} from './list-statements.server.ts'
import { readRows } from './list-rows-db.server.ts'
import { findUpTo, maxCounted, wordsAlone } from './list-search-db.server.ts'
import { findBySets } from './list-sets-db.server.ts'
import { countTabs, type TabCounts } from './list-tab-counts-db.server.ts'
import { withoutTabFilters, tabConditions } from './tab-shares.server.ts'

export interface ListPage<T extends ListTypes> {
  facts: T['facts']
  /** One entry per currency, most rows first; empty if counting stopped. */
  totals: readonly ListTotal[]
  /** Set if counting stopped; null if all matches are counted. */
  stopped: StoppedCount | null
  rows: T['row'][]
  /** Rows per tab of this page, by tab id; none if too many rows match, null if stored counts tell or nobody asked. */
  tabCounts: TabCounts | null
}

/** More than `counted` rows match. The page determines whether there is a next one. */
export interface StoppedCount {
  counted: number
  hasNext: boolean
}

/** Reads a page and the member's saved views of the list. */
export async function readListPage<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  memberId: string,
): Promise<{ page: ListPage<T>; views: SavedViewRow[] }> {
  const [page, views] = await Promise.all([
    readList(db, list, on, { countsTabs: true }),
    listSavedViews(db, on.sellerId, memberId, at<T, string>(list.views, on.place)),
  ])
  return { page, views }
}

/**
 * Reads a page: finds ids first, by an index or one pass over a covering index, then reads only the page's rows. Ids that
 * do not depend on counts, and totals that no stored counts tell, are read together with the facts. Counting the tabs of
 * the page takes as long as the page: it is left out when too many rows match.
 */
export async function readList<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  { countsTabs = false } = {},
): Promise<ListPage<T>> {
  const ahead = on.query.offset === 0 && isInOrderOfIndex(list, on)
  const isCounted = wordsOf(on).length === 0 && !list.storedTotals && !hasKeptTotals(list, on)
  const [facts, first, counted] = await Promise.all([
    list.facts(db, on),
    ahead ? findPageIds(db, list, on, true, on.query) : undefined,
    isCounted ? countTotals(db, list, on) : undefined,
  ])
  const { ids, ...found } = await findPage(db, list, on, { facts, first, counted, countsTabs })
  const [rows, tabCounts] = await Promise.all([readRows(db, list, on.sellerId, ids, list.bound?.(on)), found.tabCounts])
  return { facts, ...found, rows, tabCounts }
}

/** Totals of all matching rows: from stored counts if no filter prevents it, else aggregated. */
export async function readTotals<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  facts: T['facts'],
): Promise<ListTotal[]> {
  const known = knownTotals(list, on, facts) ?? (isPlain(on) && (await list.storedTotals?.(db, on)))
  return known ? known.toSorted(mostFirst) : countTotals(db, list, on)
}

async function countTotals<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>): Promise<ListTotal[]> {
  const { from, where } = matching(list, on, { db })
  const { units, money } = added(list, on)
  const totals = await findOfSeller(
    db,
    on.sellerId,
    sql<TotalAsText>`
      select ${currency(list)} as currency, count(*) as rows, sum(${units})::bigint as units, sum(${money})::text as minor
      from ${from} where ${where} group by 1`,
  )
  return totals.map(totalOf).toSorted(mostFirst)
}

/** Number of matching rows, from stored counts if possible; null if more than are counted. */
export async function countRows<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
): Promise<number | null> {
  const known = knownTotals(list, on, await list.facts(db, on))
  if (known) return rowsOf(known)
  const { from, where } = matching(list, on, { db })
  const counting = sql<{ n: number }>`
    select count(*) as n from (select from ${from} where ${where} limit ${maxCounted + 1}) as counted`
  const { n } = firstRow({ rows: await findOfSeller(db, on.sellerId, counting) })
  return n > maxCounted ? null : n
}

/** Statement that selects the ids of all matching rows in the query's order. */
export function matchingIds<T extends ListTypes>(
  list: List<T>,
  on: Reading<T>,
  use: SearchUse = {},
): RawBuilder<{ id: number }> {
  const { from, where } = matching(list, on, use)
  return sql`select o.id from ${from} where ${where} order by ${ordering(list, on, 'o')}`
}

interface FoundPage extends Pick<ListPage<ListTypes>, 'totals' | 'stopped'> {
  ids: readonly number[]
  tabCounts: TabCounts | null | Promise<TabCounts | null>
}

async function findPage<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  {
    facts,
    first,
    counted,
    countsTabs,
  }: {
    facts: T['facts']
    first: readonly number[] | undefined
    counted: readonly ListTotal[] | undefined
    countsTabs: boolean
  },
): Promise<FoundPage> {
  const tabsOf = (totals: readonly ListTotal[]) => {
    if (!countsTabs) return null
    return rowsOf(totals) > maxCounted ? new Map() : countTabs(db, list, on, 'own')
  }
  if (wordsOf(on).length > 0) {
    const found = await findSearched(db, list, on, facts)
    return { ...found, tabCounts: found.stopped ? null : (found.tabCounts ?? tabsOf(found.totals)) }
  }
  const totals = counted ?? (await readTotals(db, list, on, facts))
  const tabCounts = tabsOf(totals)
  if (first) return { totals, stopped: null, ids: first, tabCounts }
  const rows = rowsOf(totals)
  const { isFromEnd, ...page } = nearerEnd(on.query, rows)
  if (page.limit === 0) return { totals, stopped: null, ids: [], tabCounts }
  const there = isFromEnd ? oppositeOrder(on) : on
  // In the turn of the tabs' statement, so that a cluster is asked once for both.
  const [ids, tabs] = await Promise.all([
    findPageIds(db, list, there, walksIndex(list, there, rows, facts, page), page),
    tabCounts,
  ])
  return { totals, stopped: null, ids: isFromEnd ? ids.toReversed() : ids, tabCounts: tabs }
}

function oppositeOrder<T extends ListTypes>(on: Reading<T>): Reading<T> {
  const { column, descending } = on.query.sort
  return { ...on, query: { ...on.query, sort: { column, descending: !descending } } }
}

/** Finds a page of search results. Uses one run if all matches can be counted; else the page has its own query. */
async function findSearched<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  facts: T['facts'],
): Promise<FoundPage> {
  const counted = list.search?.counted ?? maxCounted
  const sets = list.search?.sets?.(on.query.q, on, db)
  if (sets) return findBySets(db, list, on, { sets, counted })
  const most = counted + 1
  const apart = withoutTabFilters(list, on)
  const whole = list.search?.withTabs || wordsAlone(list, apart) ? apart : null
  const found = await findUpTo(db, list, on, most, whole)
  // The open tab alone may have few enough matches to count.
  const isOver = !found.isWhole && whole !== null && tabConditions(list, on, whole).length > 0
  const { isWhole, ...page } = isOver ? { ...(await findUpTo(db, list, on, most, null)), tabCounts: new Map() } : found
  if (isWhole) return { ...page, stopped: null }
  const { offset, limit } = on.query
  const walk = walksIndex(list, on, counted, facts, on.query)
  // Fetch one more row to detect a next page.
  const ids = await findPageIds(db, list, on, walk, { offset, limit: limit + 1 })
  const hasNext = ids.length > limit
  return { totals: [], stopped: { counted, hasNext }, ids: ids.slice(0, limit), tabCounts: null }
}

/** Ids of a page, by walking the index of the sort or by collecting and sorting all matches. */
async function findPageIds<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  walk: boolean,
  { offset, limit }: RowRange,
) {
  const page = sql`offset ${offset} limit ${limit}`
  const { from, where } = matching(list, on, { db })
  const statement = walk
    ? sql<{ id: number }>`${matchingIds(list, on, { walks: true })} ${page}`
    : sql<{ id: number }>`
      with matching as materialized (select o.id, ${sortColumns(list, on)} from ${from} where ${where})
      select m.id from matching m order by ${ordering(list, on, 'm')} ${page}`
  const rows = await findOfSeller(db, on.sellerId, statement)
  return rows.map((row) => row.id)
}

/** Adds up stored counts; null if a filter needs more detail than they have. */
function knownTotals<T extends ListTypes>(list: List<T>, on: Reading<T>, facts: T['facts']): ListTotal[] | null {
  if (!list.kept || !isPlain(on)) return null
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

/** Whether each filter can be matched with stored counts. */
const hasKeptTotals = <T extends ListTypes>(list: List<T>, on: Reading<T>) =>
  list.kept !== undefined && isPlain(on) && setFilters(list, on).every(({ filter }) => filter.kept)

/** Whether only filters narrow the rows. */
const isPlain = <T extends ListTypes>({ query, keys, leftOut, behind }: Reading<T>) =>
  query.q === '' && !keys && !leftOut && !behind

export const rowsOf = (totals: readonly ListTotal[]) => totals.reduce((sum, { rows }) => sum + rows, 0)

/** Reading this many rows individually takes as long as one pass over a large seller's index. */
const rowsWorthAPass = 5_000

/** Whether the index of the sort is always followed. */
const isInOrderOfIndex = <T extends ListTypes>(list: List<T>, on: Reading<T>) =>
  on.query.sort.column === list.walks && wordsOf(on).length === 0

/** Whether to walk the index of the sort: if it covers the filters, or few rows are skipped. */
function walksIndex<T extends ListTypes>(
  list: List<T>,
  on: Reading<T>,
  matchingRows: number,
  facts: T['facts'],
  { offset, limit }: RowRange,
): boolean {
  const { q } = on.query
  if (isInOrderOfIndex(list, on)) return true
  if (!list.kept) return false
  const all = rowsOf(list.kept(facts, on.place))
  const tells = q === '' && !on.keys && setFilters(list, on).every(({ filter }) => filter.kept?.indexed)
  // Skipping a minority of rows is cheaper than sorting the majority.
  return (tells && matchingRows * 2 >= all) || ((offset + limit) * all) / matchingRows < rowsWorthAPass
}
