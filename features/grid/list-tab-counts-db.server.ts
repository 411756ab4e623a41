import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { matching, mostCounted, searchedIds } from './list-db.server.ts'
import { gridDefinition, isNarrowedTab, ownFilters, setFilters, wordsOf } from './list-query.ts'
import type { List, ListTab, ListTypes, Reading } from './list.ts'

/**
 * How many rows of each tab match what is searched for and filtered by, by the tab's id; null where nothing narrows the list,
 * whose counts are kept. Of a page's tabs none is in it where too many rows match them together to be counted for every page.
 */
export async function countTabs<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  on: Reading<T>,
): Promise<ReadonlyMap<string, number> | null> {
  if (!list.tabs || !isNarrowedTab(list, on.query, on.definition)) return null
  const all = list.tabs.flatMap((tab) => [tab, ...(tab.parts ?? [])])
  const placeOf = (tab: ListTab<T>) => (tab.place ? tab.place(on.place) : on.place)
  const pages = Map.groupBy(all, (tab) => list.paths(placeOf(tab)).list)
  const counts = new Map<string, number>()
  for (const tabs of pages.values())
    for (const [id, n] of await countPage(db, list, { ...on, place: placeOf(tabs[0]!) }, tabs)) counts.set(id, n)
  return counts
}

/** One pass over what matches on a page of the list, whatever its tab, and each tab's share of it. */
async function countPage<T extends ListTypes>(
  db: SellerDb,
  list: List<T>,
  here: Reading<T>,
  tabs: readonly ListTab<T>[],
): Promise<[id: string, n: number][]> {
  const definition = gridDefinition(list, here.place)
  const on = { ...here, definition, query: { ...here.query, filters: ownFilters(list, here.query, definition) } }
  const { from, where } = matching(list, on)
  const name = (n: number) => sql.ref(`t${n}`)
  const isOfTab = tabs.map(({ filters = {} }, n) => {
    const set = setFilters(list, { definition, query: { ...on.query, filters } })
    const conditions = set.flatMap(({ filter, value }) => filter.where(value, on))
    return sql`${sql.join([sql`true`, ...conditions], sql` and `)} as ${name(n)}`
  })
  const shares = tabs.map((_, n) => sql`count(*) filter (where ${name(n)}) as ${name(n)}`)
  const columns = sql.join(isOfTab)
  // The view that words are searched in need not have what the tabs ask for.
  const statement =
    wordsOf(on).length > 0
      ? sql<Record<string, number>>`
        with found as materialized (${searchedIds(list, on, mostCounted + 1)}), counted as (select count(*) from found)
        select (table counted) as counted, ${sql.join(shares)} from (
          select ${columns} from ${sql.table(list.table)} o where o.seller_id = ${on.sellerId}
            and o.id in (select id from found) and (table counted) <= ${mostCounted}) matching`
      : sql<Record<string, number>>`
        select count(*) as counted, ${sql.join(shares)}
        from (select ${columns} from ${from} where ${where} limit ${mostCounted + 1}) matching`
  const { counted = 0, ...found } = await oneRow(db, statement)
  return counted > mostCounted ? [] : tabs.map(({ id }, n) => [id, found[`t${n}`] ?? 0])
}
