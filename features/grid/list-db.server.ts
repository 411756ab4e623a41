import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { at, type List, type ListSource, type ListTotal, type ListTypes, type Reading } from './list.ts'
import { holdsWord } from './list-conditions.server.ts'
import { setFilters, wordsOf } from './list-query.ts'
import { listSavedViews, type SavedViewRow, type ViewResource } from './saved-views-db.server.ts'

/** A page of a list, with the sums of all rows that match. */
export interface ListPage<T extends ListTypes> {
  facts: T['facts']
  /** One for each currency, most rows first. */
  totals: ListTotal[]
  rows: T['row'][]
}

/** Reads a page, and the views that a member keeps of the list. */
export async function readListPage<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  memberId: string,
): Promise<{ page: ListPage<T>; views: SavedViewRow[] }> {
  const page = await readList(db, list, on)
  return { page, views: await listSavedViews(db, on.sellerId, memberId, at<T, ViewResource>(list.views, on.place)) }
}

/**
 * Reads a page. Ids come first, by an index or by one pass over the index that holds all that is filtered by; only the page's
 * rows are then read whole.
 */
export async function readList<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>): Promise<ListPage<T>> {
  const facts = await list.facts(db, on)
  const { totals, ids } = await findPage(db, list, on, facts)
  return { facts, totals, rows: await readRows(db, list, on.sellerId, ids) }
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
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from ${sql.table(list.table)} where seller_id = ${sellerId}`.execute(db)
  return rows[0]!.id
}

/** Reads rows whole, in the order of the ids given. */
export function readRows<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  sellerId: number,
  ids: readonly number[],
): Promise<T['row'][]> {
  return readSource(db, list.table, list.rows, sellerId, ids)
}

/** Reads the records of the file of these rows, in the order of the ids given. */
export function readRecords<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  sellerId: number,
  ids: readonly number[],
): Promise<T['record'][]> {
  return readSource(db, list.table, list.file.records ?? list.rows, sellerId, ids)
}

async function readSource<Row extends object>(
  db: SellerDb,
  table: string,
  { select, join = sql``, order }: ListSource & { order?: RawBuilder<unknown> },
  sellerId: number,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select ${select} from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join ${sql.table(table)} o on o.seller_id = ${sellerId} and o.id = page.id ${join}
    order by page.place ${order ? sql`, ${order}` : sql``}`.execute(db)
  return rows
}

/** The rows that match: the list's table, or the view with what is searched in it. */
function matching<T extends ListTypes>(list: List<T>, on: Reading<T>) {
  const { search, table, key } = list
  const words = search ? wordsOf(on) : []
  const holds = search?.holds ?? holdsWord
  const all = [
    sql`o.seller_id = ${on.sellerId}`,
    ...(list.base?.(on.place) ?? []),
    ...words.map((word) => holds(word, on)),
    ...setFilters(list, on).flatMap(({ filter, value }) => filter.where(value, on)),
  ]
  if (on.keys)
    all.push(sql`o.id in (select id from ${sql.table(table)} where seller_id = ${on.sellerId}
      and ${sql.ref(key.column)} = any (${on.keys}))`)
  const from = sql.table(words.length > 0 && search ? search.in : table)
  return { from: sql`${from} o`, where: sql.join(all, sql` and `) }
}

async function findPage<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>, facts: T['facts']) {
  if (wordsOf(on).length > 0 && on.query.offset > 0) return findPageWithSums(db, list, on)
  const totals = await readTotals(db, list, on, facts)
  return { totals, ids: totals.length > 0 ? await findPageIds(db, list, on, walksIndex(list, on, totals, facts)) : [] }
}

/**
 * The ids of a page: by the index of the sort (`walk`), leaving out what does not match, or by gathering all that match
 * and sorting them.
 */
async function findPageIds<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>, walk: boolean) {
  const page = sql`offset ${on.query.offset} limit ${on.query.limit}`
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
 * Sums and page from one run, for the later pages of a search, which is dear: the first one's rows are found quickly once
 * the sums have told how many match.
 */
async function findPageWithSums<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>) {
  const { from, where } = matching(list, on)
  const { units, money } = added(list)
  const { rows } = await sql<{ totals: ListTotal[] | null; ids: string[] }>`
    with matching as materialized (
      select o.id, ${currency(list)} as currency, ${units} as units, ${money} as minor, ${sortColumns(list, on)}
      from ${from} where ${where}
    )
    select (select json_agg(t) from (
        select currency, count(*) as rows, sum(units) as units, sum(minor) as minor from matching group by currency
      ) t) as totals,
      array(select m.id from matching m order by ${ordering(list, on, 'm')}
        offset ${on.query.offset} limit ${on.query.limit}) as ids`.execute(db)
  const [row] = rows
  return { totals: (row?.totals ?? []).toSorted(mostFirst), ids: (row?.ids ?? []).map(Number) }
}

const currency = <T extends ListTypes>({ totals }: List<T>) => (totals.money ? sql`o.currency` : sql`''`)

const added = <T extends ListTypes>({ totals }: List<T>) => ({
  units: totals.units?.of ?? sql`0`,
  money: totals.money ?? sql`0`,
})

/** The kept counts added up; null where something narrows the list that they do not tell apart. */
function knownTotals<T extends ListTypes>(list: List<T>, on: Reading<T>, facts: T['facts']): ListTotal[] | null {
  if (!list.kept || on.query.q !== '' || on.keys) return null
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
      minor: sum.minor + line.minor,
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

/** Whether to follow the index of the sort: where it tells what matches, or where few rows are left out. */
function walksIndex<T extends ListTypes>(
  list: List<T>,
  on: Reading<T>,
  totals: readonly ListTotal[],
  facts: T['facts'],
): boolean {
  const { sort, offset, limit, q } = on.query
  if (sort.column === list.walks && wordsOf(on).length === 0) return true
  if (!list.kept) return false
  const matchingRows = rowsOf(totals)
  const all = rowsOf(list.kept(facts, on.place))
  const tells = q === '' && !on.keys && setFilters(list, on).every(({ filter }) => filter.kept?.indexed)
  // Walking past the few others costs less than sorting the many.
  return (tells && matchingRows * 2 >= all) || ((offset + limit) * all) / matchingRows < rowsWorthAPass
}

const sortedBy = <T extends ListTypes>({ columns }: List<T>, { query }: Reading<T>) =>
  columns[query.sort.column]?.sort?.by ?? []

/** The columns of a sort, named apart from those that are added up. */
function sortColumns<T extends ListTypes>(list: List<T>, on: Reading<T>): RawBuilder<unknown> {
  return sql.join(sortedBy(list, on).map((key) => sql`${sql.ref(`o.${key}`)} as ${sql.ref(`by_${key}`)}`))
}

/** The columns that are compared, each in the same direction; the id comes after them and makes the order total. */
function ordering<T extends ListTypes>(list: List<T>, on: Reading<T>, table: 'o' | 'm'): RawBuilder<unknown> {
  const direction = sql.raw(on.query.sort.descending ? 'desc' : 'asc')
  const names = [...sortedBy(list, on).map((key) => (table === 'o' ? key : `by_${key}`)), 'id']
  return sql.join(names.map((key) => sql`${sql.ref(`${table}.${key}`)} ${direction}`))
}
