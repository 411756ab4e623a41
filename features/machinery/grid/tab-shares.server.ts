import { sql, type RawBuilder } from 'kysely'
import type { SqlCondition } from './list-conditions.server.ts'
import { gridDefinition, ownFilters, setFilters } from './list-query.ts'
import { pagePath, type List, type ListTab, type ListTypes, type Reading } from './list.ts'

export function withoutTabFilters<T extends ListTypes>(list: List<T>, on: Reading<T>): Reading<T> {
  const definition = gridDefinition(list, on.place)
  return { ...on, definition, query: { ...on.query, filters: ownFilters(list, on.query, definition) } }
}

/** Tabs of the page, including nested ones. */
export function tabsOfPage<T extends ListTypes>(list: List<T>, { place }: Reading<T>): ListTab<T>[] {
  const here = pagePath(list, place)
  const all = (list.tabs ?? []).flatMap((tab) => [tab, ...(tab.parts ?? [])])
  return all.filter((tab) => pagePath(list, tab.place ? tab.place(place) : place) === here)
}

export function tabConditions<T extends ListTypes>(list: List<T>, on: Reading<T>, whole: Reading<T>): SqlCondition[] {
  const filters = Object.entries(on.query.filters).filter(([name]) => !Object.hasOwn(whole.query.filters, name))
  const query = { ...on.query, filters: Object.fromEntries(filters) }
  return setFilters(list, { definition: on.definition, query }).flatMap(({ filter, value }) => filter.where(value, on))
}

/** SQL that assigns rows to tabs and counts them. */
export interface TabShares {
  /** Columns over the rows, alias `o`. */
  columns: RawBuilder<unknown>
  /** Aggregates over these columns. */
  counts: RawBuilder<unknown>
  read: (row: Record<string, number>) => [id: string, n: number][]
}

export function tabShares<T extends ListTypes>(list: List<T>, on: Reading<T>, tabs: readonly ListTab<T>[]): TabShares {
  const name = (n: number) => `t${n}`
  const columns = tabs.map(({ filters = {} }, n) => {
    const set = setFilters(list, { definition: on.definition, query: { ...on.query, filters } })
    const conditions = set.flatMap(({ filter, value }) => filter.where(value, on))
    return sql`${sql.join([sql`true`, ...conditions], sql` and `)} as ${sql.ref(name(n))}`
  })
  const counts = tabs.map((_, n) => sql`count(*) filter (where ${sql.ref(name(n))}) as ${sql.ref(name(n))}`)
  return {
    // A list may have no tabs.
    columns: sql.join([sql`true as listed`, ...columns]),
    counts: sql.join([sql`true as listed`, ...counts]),
    read: (row) => tabs.map(({ id }, n) => [id, row[name(n)] ?? 0]),
  }
}
