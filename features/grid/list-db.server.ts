import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/** The rows of a list that match, in order. Rows are called `o` in all parts. */
export interface ListStatement {
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** Columns that are compared, each in the same direction; the id comes after them and makes the order total. */
  keys: readonly string[]
  descending: boolean
}

/** Which rows of those that match. */
export interface ListPage {
  limit: number
  offset: number
}

/** The statement that finds the ids of all rows that match, in order; for pages and cursors. */
export function matchingIds(list: ListStatement): RawBuilder<{ id: number }> {
  return sql`select o.id from ${list.from} where ${list.where} order by ${ordering(list, 'o')}`
}

/**
 * The ids of a page: by the index of the sort (`walk`), leaving out what does not match, or by gathering all that match
 * and sorting them.
 */
export async function findPageIds(
  db: SellerDb,
  list: ListStatement,
  { limit, offset }: ListPage,
  walk: boolean,
): Promise<number[]> {
  const page = sql`offset ${offset} limit ${limit}`
  const statement = walk
    ? sql<{ id: number }>`${matchingIds(list)} ${page}`
    : sql<{ id: number }>`
      with matching as materialized (select o.id, ${sortColumns(list)} from ${list.from} where ${list.where})
      select m.id from matching m order by ${ordering(list, 'm')} ${page}`
  const { rows } = await statement.execute(db)
  return rows.map((row) => row.id)
}

/** Columns that are added up by currency: names of the sums, and what each adds. */
export interface ListSums<Total> {
  columns: RawBuilder<unknown>
  sums: RawBuilder<Total>
}

/**
 * Sums and page from one run, for the later pages of a search, which is dear: the first one's rows are found quickly once
 * the sums have told how many match. `columns` name what `sums` adds up.
 */
export async function findPageWithSums<Total>(
  db: SellerDb,
  list: ListStatement,
  { limit, offset }: ListPage,
  { columns, sums }: ListSums<Total>,
): Promise<{ totals: Total[]; ids: number[] }> {
  const { rows } = await sql<{ totals: Total[] | null; ids: string[] }>`
    with matching as materialized (
      select o.id, o.currency, ${columns}, ${sortColumns(list)} from ${list.from} where ${list.where}
    )
    select (select json_agg(t) from (select currency, ${sums} from matching group by currency) t) as totals,
      array(select m.id from matching m order by ${ordering(list, 'm')} offset ${offset} limit ${limit}) as ids`.execute(
    db,
  )
  const [row] = rows
  return { totals: row?.totals ?? [], ids: (row?.ids ?? []).map(Number) }
}

/** Reading this many rows of the table one by one takes as long as passing over an index of a large seller's rows. */
const rowsWorthAPass = 5_000

/**
 * Whether following the index of the sort is worth it although it does not tell what matches: where few rows are left out
 * before the page is full.
 */
export function isFullSoon({ limit, offset }: ListPage, matching: number, all: number): boolean {
  return ((offset + limit) * all) / matching < rowsWorthAPass
}

/** That a row's search terms hold a word; rows have `terms` as `searched_orders` and `searched_listings` do. */
export function holdsWord(word: string): RawBuilder<unknown> {
  return sql`o.terms like search_pattern(${word})`
}

/** The columns of a sort, named apart from those that are added up. */
function sortColumns({ keys }: ListStatement): RawBuilder<unknown> {
  return sql.join(keys.map((key) => sql`${sql.ref(`o.${key}`)} as ${sql.ref(`by_${key}`)}`))
}

function ordering({ keys, descending }: ListStatement, table: 'o' | 'm'): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const names = [...keys.map((key) => (table === 'o' ? key : `by_${key}`)), 'id']
  return sql.join(names.map((key) => sql`${sql.ref(`${table}.${key}`)} ${direction}`))
}
