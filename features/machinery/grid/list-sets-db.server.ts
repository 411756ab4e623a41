import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { findOfSeller } from '#db/shards.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { List, ListTotal, ListTypes, Reading, SearchSet } from './list.ts'
import {
  added,
  allOf,
  currency,
  matching,
  mostFirst,
  narrowing,
  ofPage,
  ofSeller,
  ordering,
  sortColumns,
  totalOf,
  type TotalAsText,
} from './list-statements.server.ts'
import { tabConditions, tabShares, tabsOfPage, withoutTabFilters } from './tab-shares.server.ts'

interface SetPage {
  ids: readonly number[]
  totals: readonly ListTotal[]
  stopped: { counted: number; hasNext: boolean } | null
  tabCounts: ReadonlyMap<string, number> | null
}

/** Sets with up to this many keys for each match that is counted are read at once. */
const keysPerCounted = 4

/** Rows that a walk passes at most, for each match that is counted: to read more one by one takes as long as a large set. */
const walkedPerCounted = 0.5

/**
 * Finds a page of search results by sets of keys. All matches of a word are read at once, since they may lie together
 * far from the start of an index. Only a word that a large part of the rows hold is looked for from the start first.
 */
export async function findBySets<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  { sets, counted }: { sets: readonly SearchSet[]; counted: number },
): Promise<SetPage> {
  const found = await readSets(db, list, on, { sets, counted, mostKeys: counted * keysPerCounted })
  if (found.page) return found.page
  const ids = found.isOver ? await walkFromStart(db, list, on, Math.ceil(counted * walkedPerCounted)) : null
  if (ids) return stoppedPage(on, counted, ids)
  const { page } = await readSets(db, list, on, { sets, counted, mostKeys: null })
  return assertDefined(page, 'sets without a limit are whole')
}

interface FoundBySets {
  /** Null if a set has more than `mostKeys`. */
  page: SetPage | null
  /** Whether more rows than are counted match, and so it does in the open tab. */
  isOver: boolean
}

async function readSets<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  { sets, counted, mostKeys }: { sets: readonly SearchSet[]; counted: number; mostKeys: number | null },
): Promise<FoundBySets> {
  const whole = withoutTabFilters(list, on)
  const ofTab = tabConditions(list, on, whole)
  const shares = tabShares(list, whole, tabsOfPage(list, on))
  const { units, money } = added(list, on)
  const columns = sql`o.id, ${currency(list)} as currency, ${units} as units, ${money} as minor, ${sortColumns(list, on)},
    ${allOf([sql`true`, ...ofTab])} as is_here, ${shares.columns}`
  const limit = mostKeys === null ? sql`` : sql`limit ${mostKeys + 1}`
  const nameOf = (n: number) => sql.ref(`set_${n}`)
  const keysOf = (n: number) => sql`select key from ${nameOf(n)}`
  // An array is met by the index; earlier sets exclude by their hashes, since arrays would be searched one by one.
  const rowsOf = ({ column, also = sql`true` }: SearchSet, n: number) => sql`
    select ${columns} from ${sql.table(list.table)} o
    where ${allOf([
      ofSeller(on),
      ...ofPage(list, on),
      ...narrowing(list, whole),
      sql`${sql.ref(`o.${column}`)} = any (array(${keysOf(n)}))`,
      also,
      ...sets
        .slice(0, n)
        .map(
          (earlier, place) =>
            sql`(${sql.ref(`o.${earlier.column}`)} in (${keysOf(place)}) and ${earlier.also ?? sql`true`}) is not true`,
        ),
    ])}`
  const isWhole =
    mostKeys === null ? sql`true` : allOf(sets.map((_, n) => sql`(select count(*) from ${nameOf(n)}) <= ${mostKeys}`))
  const statement = sql<{
    isWhole: boolean
    all: number
    here: number
    totals: TotalAsText[] | null
    ids: (string | number)[]
    tabs: Record<string, number>
  }>`
    with ${sql.join(sets.map(({ keys }, n) => sql`${nameOf(n)} as materialized (select key from (${keys}) k ${limit})`))},
    size as materialized (select ${isWhole} as is_whole),
    matching as materialized (
      select * from (${sql.join(sets.map(rowsOf), sql` union all `)}) o
      limit case when (select is_whole from size) then null else ${counted + 1}::bigint end
    ),
    n as materialized (select count(*) as all, count(*) filter (where is_here) as here from matching)
    select is_whole as "isWhole", n.all, n.here,
      (select json_agg(t) from (
        select currency, count(*) as rows, sum(units) as units, sum(minor)::text as minor
        from matching where is_here and is_whole and n.here <= ${counted} group by currency
      ) t) as totals,
      array(select m.id from matching m where is_here and is_whole order by ${ordering(list, on, 'm')}
        offset ${on.query.offset} limit ${on.query.limit + 1}) as ids,
      (select row_to_json(t) from (select ${shares.counts} from matching where n.all <= ${counted}) t) as tabs
    from size cross join n`
  const { all, here, totals, tabs, ...found } = firstRow({ rows: await findOfSeller(db, on.sellerId, statement) })
  if (!found.isWhole) return { page: null, isOver: ofTab.length === 0 && all > counted }
  const ids = found.ids.map(Number)
  if (here > counted) return { page: stoppedPage(on, counted, ids), isOver: true }
  const page = {
    ids: ids.slice(0, on.query.limit),
    totals: (totals ?? []).map(totalOf).toSorted(mostFirst),
    stopped: null,
    tabCounts: all > counted ? new Map() : new Map(shares.read(tabs)),
  }
  return { page, isOver: false }
}

/** Ids of a page and of one row more by walking over `most` rows of the index of the sort; null if they are not all there. */
async function walkFromStart<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  most: number,
): Promise<number[] | null> {
  const { offset, limit } = on.query
  const { where } = matching(list, on, { walks: true })
  const statement = sql<{ id: number }>`
    select o.id from (
      select o.* from ${sql.table(list.table)} o where ${allOf([ofSeller(on), ...ofPage(list, on)])}
      order by ${ordering(list, on, 'o')} limit ${most}
    ) o where ${where} order by ${ordering(list, on, 'o')} offset ${offset} limit ${limit + 1}`
  const rows = await findOfSeller(db, on.sellerId, statement)
  return rows.length > limit ? rows.map(({ id }) => id) : null
}

const stoppedPage = (
  { query: { limit } }: Pick<Reading<ListTypes>, 'query'>,
  counted: number,
  ids: readonly number[],
): SetPage => ({
  ids: ids.slice(0, limit),
  totals: [],
  stopped: { counted, hasNext: ids.length > limit },
  tabCounts: null,
})
