import { sql, type RawBuilder } from 'kysely'
import { asWritten, prepared, type SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { addMinor, exactInteger } from '#lib/money.ts'
import type { Written } from './export-file.ts'
import {
  at,
  type List,
  type ListSource,
  type ListTotal,
  type ListTypes,
  type Reading,
  type RecordSource,
} from './list.ts'
import { setFilters, wordsOf } from './list-query.ts'
import { nearerEnd, type Stretch } from './nearer-end.ts'
import { listSavedViews, type SavedViewRow } from './saved-views-db.server.ts'
import {
  added,
  allOf,
  currency,
  heldWords,
  matching,
  narrowing,
  ofPage,
  ofSeller,
  ordering,
  sortColumns,
} from './list-statements.server.ts'
import { apartFromTabs, ofTabAlone, tabShares, tabsHere } from './tab-shares.server.ts'

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

/**
 * Reads the records of the file of these rows, as they are written, in the order of the ids given. By an outer join the planner
 * expects a row for each id; it takes a seller's share of the ids for it otherwise, few, and looks all that is joined up row by row.
 */
export async function readRecords<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  sellerId: number,
  ids: readonly number[],
): Promise<Written<T['record']>[]> {
  if (ids.length === 0) return []
  const { order, finish, ...source }: RecordSource<T['record']> = list.file.records ?? list.rows
  const { selected, joined } = partsOf(source, sellerId)
  const { rows } = await sql<Written<T['record']>>`
    ${asWritten} with o as materialized (
      select o.*, page.place from unnest(${ids}::bigint[]) with ordinality as page (id, place)
      left join ${sql.table(list.table)} o on o.seller_id = ${sellerId} and o.id = page.id
    ) select ${selected} from o ${joined} order by o.place ${order ? sql`, ${order}` : sql``}`.execute(db)
  finish?.(rows)
  return rows
}

/** Rows of a page at most. For thousands another plan may be better. */
const mostOfPage = 200

/** Reads rows whole, in the order of the ids given. */
export async function readRows<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  sellerId: number,
  ids: readonly number[],
): Promise<T['row'][]> {
  if (ids.length === 0) return []
  const { selected, joined } = partsOf(list.rows, sellerId)
  const { rows } = await sql<T['row']>`
    ${ids.length <= mostOfPage ? prepared : sql``} select ${selected} from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join ${sql.table(list.table)} o on o.seller_id = ${sellerId} and o.id = page.id ${joined}
    order by page.place`.execute(db)
  return rows
}

function partsOf({ select, join = sql`` }: ListSource, sellerId: number) {
  return {
    selected: typeof select === 'function' ? select({ sellerId }) : select,
    joined: typeof join === 'function' ? join({ sellerId }) : join,
  }
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

/** How many matches of a search are counted. To find all that hold a common word takes several times as long as a page of them. */
export const mostCounted = 10_000

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

/**
 * Sums and page from one run over what matches. It stops at so many rows, and then tells neither. Where there is a `whole`, which is
 * what matches apart from the tab, it runs over that and tells each tab's share too.
 */
async function findUpTo<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  most: number,
  whole: Reading<T> | null,
) {
  const shares = whole && tabShares(list, whole, tabsHere(list, on))
  const flags = sql`${allOf([sql`true`, ...(whole ? ofTabAlone(list, on, whole) : [])])} as is_here
    ${shares ? sql`, ${shares.columns}` : sql``}`
  const { matches, counted } = matchingUpTo(list, { on, whole: whole ?? on }, most, flags)
  const answer = await sql<{
    counted: number
    totals: (Omit<ListTotal, 'minor'> & { minor: string })[] | null
    ids: string[]
    tabs: Record<string, number> | null
  }>`
    with ${matches}
    select ${counted} as counted,
      (select json_agg(t) from (
        select currency, count(*) as rows, sum(units) as units, sum(minor)::text as minor
        from matching where is_here and ${counted} < ${most} group by currency
      ) t) as totals,
      array(select m.id from matching m where is_here and ${counted} < ${most} order by ${ordering(list, on, 'm')}
        offset ${on.query.offset} limit ${on.query.limit}) as ids,
      ${shares ? sql`(select row_to_json(t) from (select ${shares.counts} from matching) t)` : sql`null`} as tabs`.execute(
    db,
  )
  const { counted: found, ids, totals: summed, tabs: inTabs } = firstRow(answer)
  // As text: JSON's numbers are not exact.
  const totals = (summed ?? []).map((total) => ({ ...total, minor: exactInteger(BigInt(total.minor)) }))
  return {
    isWhole: found < most,
    totals: totals.toSorted(mostFirst),
    ids: ids.map(Number),
    tabCounts: shares && inTabs && new Map(shares.read(inTabs)),
  }
}

/** The view that decides by words alone, where nothing else is asked for beside what every row of the page is. */
const wordsAlone = <T extends ListTypes>(list: List<T>, on: Reading<T>) =>
  narrowing(list, on).length === 0 ? list.search?.words : undefined

/** The ids of up to `most` rows that a search finds, without a look at the rows where words alone decide. */
export function searchedIds<T extends ListTypes>(list: List<T>, on: Reading<T>, most: number) {
  const words = wordsAlone(list, on)
  const { from, where } = words
    ? {
        from: sql`${sql.table(words)} o`,
        where: allOf([ofSeller(on), ...ofPage(list, on), ...heldWords(list, on)]),
      }
    : matching(list, on)
  return sql`select o.id from ${from} where ${where} limit ${most}`
}

/** The table `matching` of what matches `whole`, with `flags`, and how many those are, up to `most`. Where words alone decide, those are counted without their rows. */
function matchingUpTo<T extends ListTypes>(
  list: List<T>,
  { on, whole }: { on: Reading<T>; whole: Reading<T> },
  most: number,
  flags: RawBuilder<unknown>,
) {
  const { units, money } = added(list)
  const columns = sql`o.id, ${currency(list)} as currency, ${units} as units, ${money} as minor, ${sortColumns(list, on)}, ${flags}`
  if (!wordsAlone(list, whole)) {
    const { from, where } = matching(list, whole)
    const counted = sql`(select count(*) from matching)`
    return {
      counted,
      matches: sql`matching as materialized (select ${columns} from ${from} where ${where} limit ${most})`,
    }
  }
  const counted = sql`(select count(*) from found)`
  const matches = sql`
    found as materialized (${searchedIds(list, whole, most)}),
    matching as materialized (
      select ${columns} from found join ${sql.table(list.table)} o on o.id = found.id
      where ${allOf([ofSeller(on), ...ofPage(list, on)])} and ${counted} < ${most}
    )`
  return { counted, matches }
}

/** The kept counts added up; null where something narrows the list that they do not tell apart. */
function knownTotals<T extends ListTypes>(list: List<T>, on: Reading<T>, facts: T['facts']): ListTotal[] | null {
  if (!list.kept || on.query.q !== '' || on.keys || on.leftOut) return null
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

const mostFirst = (a: ListTotal, b: ListTotal) =>
  b.rows - a.rows || (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)

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
