import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { maxCounted, searchedIds } from './list-search-db.server.ts'
import { matching } from './list-statements.server.ts'
import { isNarrowedTab, wordsOf } from './list-query.ts'
import { pagePath, type List, type ListTab, type ListTypes, type Reading } from './list.ts'
import { withoutTabFilters, tabShares } from './tab-shares.server.ts'

/** Rows per tab, by id. */
export type TabCounts = ReadonlyMap<string, number>

/**
 * Counts the matches in each tab; null without search or filters, because those counts are stored. Omits tabs of pages
 * with too many matches. `known` are counts the search has already made.
 */
export async function countTabs<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
  known: TabCounts | null = null,
): Promise<TabCounts | null> {
  if (!list.tabs || !isNarrowedTab(list, on.query, on.definition)) return null
  const all = list.tabs.flatMap((tab) => [tab, ...(tab.parts ?? [])])
  const placeOf = (tab: ListTab<T>) => (tab.place ? tab.place(on.place) : on.place)
  const pathOf = (place: T['place']) => pagePath(list, place)
  const pages = Map.groupBy(all, (tab) => pathOf(placeOf(tab)))
  if (known) pages.delete(pathOf(on.place))
  const counts = new Map<string, number>(known)
  for (const tabs of pages.values()) {
    const place = tabs[0] ? placeOf(tabs[0]) : on.place
    for (const [id, n] of await countPage(db, list, { ...on, place }, tabs)) counts.set(id, n)
  }
  return counts
}

/** Counts all tabs of a page in one pass. */
async function countPage<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  here: Reading<T>,
  tabs: readonly ListTab<T>[],
): Promise<[id: string, n: number][]> {
  const on = withoutTabFilters(list, here)
  const { from, where } = matching(list, on)
  const { columns, counts, read } = tabShares(list, on, tabs)
  // The search view may lack columns that tabs filter by.
  const statement =
    wordsOf(on).length > 0
      ? sql<Record<string, number>>`
        with found as materialized (${searchedIds(list, on, maxCounted + 1)}), counted as (select count(*) from found)
        select (table counted) as counted, ${counts} from (
          select ${columns} from ${sql.table(list.table)} o where o.seller_id = ${on.sellerId}
            and o.id in (select id from found) and (table counted) <= ${maxCounted}) matching`
      : sql<Record<string, number>>`
        select count(*) as counted, ${counts}
        from (select ${columns} from ${from} where ${where} limit ${maxCounted + 1}) matching`
  const { counted = 0, ...found } = await oneRow(db, statement)
  return counted > maxCounted ? [] : read(found)
}
