import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { findOfSeller } from '#db/shards.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { maxCounted, searchedIds } from './list-search-db.server.ts'
import { matching } from './list-statements.server.ts'
import { isNarrowedTab, wordsOf } from './list-query.ts'
import { pagePath, type List, type ListTab, type ListTypes, type Reading } from './list.ts'
import { withoutTabFilters, tabShares } from './tab-shares.server.ts'

/** Rows per tab, by id. */
export type TabCounts = ReadonlyMap<string, number>

type CountedPages = 'own' | 'others' | 'all'

/**
 * Counts the matches in each tab; null without search or filters, because those counts are stored. Omits tabs of pages
 * with too many matches.
 */
export async function countTabs<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  which: CountedPages = 'all',
): Promise<TabCounts | null> {
  if (!list.tabs || !isNarrowedTab(list, on.query, on.definition)) return null
  const all = list.tabs.flatMap((tab) => [tab, ...(tab.parts ?? [])])
  const placeOf = (tab: ListTab<T>) => (tab.place ? tab.place(on.place) : on.place)
  const pathOf = (place: T['place']) => pagePath(list, place)
  const own = pathOf(on.place)
  const parts = [...Map.groupBy(all, (tab) => pathOf(placeOf(tab)))]
    .filter(([path]) => which === 'all' || (path === own) === (which === 'own'))
    .map(([, tabs]) => countsOfPage(list, { ...on, place: tabs[0] ? placeOf(tabs[0]) : on.place }, tabs, db))
  const counts = new Map<string, number>()
  if (parts.length === 0) return counts
  const columns = parts.map(
    ({ statement }, n) => sql`(select row_to_json(r) from (${statement}) r) as ${sql.ref(`page_${n}`)}`,
  )
  const together = sql<Record<string, Counted>>`select ${sql.join(columns)}`
  const row = firstRow({ rows: await findOfSeller(db, on.sellerId, together) })
  for (const [n, { read }] of parts.entries()) {
    const { counted, ...found } = assertDefined(row[`page_${n}`], 'each page has a column')
    if (counted <= maxCounted) for (const [id, count] of read(found)) counts.set(id, count)
  }
  return counts
}

/** Matches of a page, and of each of its tabs. */
interface Counted extends Record<string, number> {
  counted: number
}

function countsOfPage<T extends ListTypes>(list: List<T>, here: Reading<T>, tabs: readonly ListTab<T>[], db: SellerDb) {
  const on = withoutTabFilters(list, here)
  const { from, where } = matching(list, on)
  const { columns, counts, read } = tabShares(list, on, tabs)
  // The search view may lack columns that tabs filter by.
  const statement =
    wordsOf(on).length > 0
      ? sql`
        with found as materialized (${searchedIds(db, list, on, maxCounted + 1)}), counted as (select count(*) from found)
        select (table counted) as counted, ${counts} from (
          select ${columns} from ${sql.table(list.table)} o where o.seller_id = ${on.sellerId}
            and o.id in (select id from found) and (table counted) <= ${maxCounted}) matching`
      : sql`
        select count(*) as counted, ${counts}
        from (select ${columns} from ${from} where ${where} limit ${maxCounted + 1}) matching`
  return { statement, read }
}
