import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { findOfSeller } from '#db/shards.ts'
import type { List, ListTypes, Reading } from './list.ts'
import {
  added,
  allOf,
  currency,
  foundIds,
  searchConditions,
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
import { tabConditions, tabShares, tabsOfPage } from './tab-shares.server.ts'

/** Maximum search matches counted: finding all matches of a common word takes several times as long as one page. */
export const maxCounted = 10_000

/**
 * Returns totals and page from one run over the matches; neither if there are more than the limit. With `whole`, the
 * matches regardless of the tab, counts each tab too.
 */
export async function findUpTo<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  most: number,
  whole: Reading<T> | null,
) {
  const shares = whole && tabShares(list, whole, tabsOfPage(list, on))
  const flags = sql`${allOf([sql`true`, ...(whole ? tabConditions(list, on, whole) : [])])} as is_here
    ${shares ? sql`, ${shares.columns}` : sql``}`
  const { matches, counted } = matchingUpTo(db, list, { on, whole: whole ?? on, most, flags })
  const statement = sql<{
    counted: number
    totals: TotalAsText[] | null
    ids: (string | number)[]
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
      ${shares ? sql`(select row_to_json(t) from (select ${shares.counts} from matching) t)` : sql`null`} as tabs`
  const found = firstRow({ rows: await findOfSeller(db, on.sellerId, statement) })
  return {
    isWhole: found.counted < most,
    totals: (found.totals ?? []).map(totalOf).toSorted(mostFirst),
    ids: found.ids.map(Number),
    tabCounts: shares && found.tabs && new Map(shares.read(found.tabs)),
  }
}

/** The words-only view, if the search has no conditions beyond the page's base. */
export const wordsAlone = <T extends ListTypes>(list: List<T>, on: Reading<T>) =>
  narrowing(list, on).length === 0 ? list.search?.words : undefined

/** Ids of up to `most` matches, for `findOfSeller`; does not read rows if words alone decide. */
export function searchedIds<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>, most: number) {
  const words = wordsAlone(list, on)
  const conditions = words ? [...ofPage(list, on), ...searchConditions(list, on)] : []
  const found = conditions.length > 0 ? foundIds(list, db, { condition: allOf(conditions), most }) : null
  if (found) return sql`select o.id from ${found} as o (id)`
  const { from, where } = words
    ? { from: sql`${sql.table(words)} o`, where: allOf([ofSeller(on), ...conditions]) }
    : matching(list, on, { db })
  return sql`select o.id from ${from} where ${where} limit ${most}`
}

/**
 * Common table `matching` of the matches of `whole` with `flags`, and their number up to `most`. If words alone decide,
 * counts without reading rows.
 */
function matchingUpTo<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  { on, whole, most, flags }: { on: Reading<T>; whole: Reading<T>; most: number; flags: RawBuilder<unknown> },
) {
  const { units, money } = added(list, on)
  const columns = sql`o.id, ${currency(list)} as currency, ${units} as units, ${money} as minor, ${sortColumns(list, on)}, ${flags}`
  if (!wordsAlone(list, whole)) {
    const { from, where } = matching(list, whole, { db, ...(narrowing(list, whole).length === 0 ? { most } : {}) })
    const counted = sql`(select count(*) from matching)`
    return {
      counted,
      matches: sql`matching as materialized (select ${columns} from ${from} where ${where} limit ${most})`,
    }
  }
  const counted = sql`(select count(*) from found)`
  const matches = sql`
    found as materialized (${searchedIds(db, list, whole, most)}),
    matching as materialized (
      select ${columns} from found join ${sql.table(list.table)} o on o.id = found.id
      where ${allOf([ofSeller(on), ...ofPage(list, on)])} and ${counted} < ${most}
    )`
  return { counted, matches }
}
