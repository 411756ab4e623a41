import type { Carrier } from '#features/core/carrier/carrier.ts'
import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import {
  filterRange,
  filterValues,
  gridHref,
  plainGridQuery,
  searchWords,
  type GridColumnRule,
  type GridDefinition,
  type GridQuery,
  type GridSort,
} from '#lib/grid-query.ts'
import { parseGridQuery, type GridProblem } from '#lib/read-grid-query.ts'
import {
  at,
  pagePath,
  type FilterValue,
  type List,
  type ListFilter,
  type ListTab,
  type ListTypes,
  type Reading,
} from './list.ts'

/** Cache of definitions by list and place; places are few combinations of role and tab. */
const definitions = new WeakMap<object, Map<string, GridDefinition>>()

/** Columns and filters of a list at a place. Cached, because a page asks for each of its tabs and links. */
export function gridDefinition<T extends ListTypes>(list: List<T>, place: T['place']): GridDefinition {
  let ofList = definitions.get(list)
  if (!ofList) definitions.set(list, (ofList = new Map()))
  const key = JSON.stringify(place)
  let definition = ofList.get(key)
  if (!definition) ofList.set(key, (definition = defineAt(list, place)))
  return definition
}

function defineAt<T extends ListTypes>(list: List<T>, place: T['place']): GridDefinition {
  const columns = Object.entries(list.columns).filter(([, { offered }]) => offered?.(place) ?? true)
  const filters = Object.entries(list.filters).filter(([, { offered }]) => offered?.(place) ?? true)
  return {
    columns: columns.map(([id, column]): GridColumnRule => ({
      id,
      required: column.required,
      sort: column.sort?.first,
      shown: column.shown === undefined ? true : at<T, boolean>(column.shown, place),
    })),
    filters: Object.fromEntries(filters),
    defaultSort: at<T, GridSort>(list.sort, place),
  }
}

export interface ListReader {
  sellerId: number
  role: Parameters<List<ListTypes>['place']>[0]['role']
  now: Date
  /** The shop's zone, which applies to days and due times regardless of the reader's zone. */
  zone: string
  /** The shop's currency, which typed amounts may name, and which determines their decimals. */
  currency?: string
  policyPack: PolicyPack
  taxonomy?: Taxonomy
  carriers?: readonly Carrier[]
}

export function openList<T extends ListTypes>(
  list: List<T>,
  { pathname, searchParams: params }: Pick<URL, 'pathname' | 'searchParams'>,
  { role, currency, ...reader }: ListReader,
): Reading<T> {
  const place = list.place({ role, pathname, params })
  const definition = gridDefinition(list, place)
  const { query, problems } = parseGridQuery(params, definition, currency)
  return {
    ...reader,
    place,
    definition,
    keys: null,
    query,
    problems: [...problems, ...notOffered(list, definition, params)],
  }
}

/**
 * Reports filters in the URL that the reader may not use, as in a view shared by another role; silently ignoring them
 * would show unfiltered rows.
 */
function notOffered<T extends ListTypes>(
  { filters }: List<T>,
  definition: GridDefinition,
  params: URLSearchParams,
): GridProblem[] {
  return Object.keys(filters).flatMap((field) => {
    if (Object.hasOwn(definition.filters, field)) return []
    const value = [field, `${field}From`, `${field}To`].map((key) => params.get(key)).find(Boolean)
    return value ? [{ field, rule: 'not-offered', value }] : []
  })
}

/** Active filters with their values. */
export function setFilters<T extends ListTypes>(
  list: List<T>,
  { query, definition }: Pick<Reading<T>, 'query' | 'definition'>,
): { filter: ListFilter<T>; value: FilterValue }[] {
  return Object.keys(definition.filters).flatMap((name) => {
    const filter = list.filters[name]
    const values = filterValues(query, name)
    return filter && values.length > 0 ? [{ filter, value: { values, ...filterRange(query, name) } }] : []
  })
}

export const wordsOf = ({ query }: { query: GridQuery }) => searchWords(query)

export function oneOf<Name extends string>(
  names: readonly Name[],
  { values }: Pick<FilterValue, 'values'>,
): Name | null {
  return names.find((name) => name === values[0]) ?? null
}

export type FiltersOf<L extends { filters: object }> = { [Name in keyof L['filters']]?: readonly string[] }

/** URL of a list with filters: `listHref(orders, place, { filters: { placed: ['7d'] } })`. */
export function listHref<T extends ListTypes, Filter extends string>(
  list: List<T, string, Filter>,
  place: T['place'],
  { q = '', filters = {} }: { q?: string; filters?: FiltersOf<List<T, string, Filter>> },
): string {
  const definition = gridDefinition(list, place)
  const given = Object.entries<readonly string[] | undefined>(filters)
  const set = Object.fromEntries(given.map(([name, values]) => [name, values ?? []]))
  return gridHref(pagePath(list, place), { ...plainGridQuery(definition), q, filters: set }, definition)
}

/** URL of a tab. Keeps search and filters that the tab's page supports and, on the same page, the display options. */
export function tabHref<T extends ListTypes>(
  list: List<T>,
  tab: ListTab<T>,
  { place: here, query }: { place: T['place']; query?: GridQuery },
): string {
  const place = tab.place ? tab.place(here) : here
  const definition = gridDefinition(list, place)
  const path = pagePath(list, place)
  const { q = '', filters } = query ? { q: query.q, filters: ownFilters(list, query, definition) } : {}
  const shown = query && path === pagePath(list, here) ? { limit: query.limit, cols: query.cols } : {}
  const sort = tab.sort ?? definition.defaultSort
  return gridHref(
    path,
    { ...plainGridQuery(definition), ...shown, q, filters: { ...filters, ...tab.filters }, sort },
    definition,
  )
}

/** Filters of a query that the reader set rather than a tab, limited to those the page supports. */
export function ownFilters<T extends ListTypes>(
  { tabs = [] }: Pick<List<T>, 'tabs'>,
  { filters }: GridQuery,
  definition: GridDefinition,
): GridQuery['filters'] {
  const set = Object.entries(filters)
  if (set.length === 0) return {}
  const ofTabs = new Set(
    tabs.flatMap((tab) => [tab, ...(tab.parts ?? [])]).flatMap((tab) => Object.keys(tab.filters ?? {})),
  )
  return Object.fromEntries(set.filter(([name]) => !ofTabs.has(name) && Object.hasOwn(definition.filters, name)))
}

export function isNarrowedTab<T extends ListTypes>(
  list: Pick<List<T>, 'tabs'>,
  query: GridQuery,
  definition: GridDefinition,
) {
  return query.q !== '' || Object.keys(ownFilters(list, query, definition)).length > 0
}

/** The most specific tab whose filters the query has; null if none on this page. */
export function activeTab<T extends ListTypes>(
  list: Pick<List<T>, 'path' | 'tabs'>,
  place: T['place'],
  filters: GridQuery['filters'],
): ListTab<T> | null {
  const here = pagePath(list, place)
  const size = (tab: ListTab<T>) => Object.keys(tab.filters ?? {}).length
  const fitting = (list.tabs ?? [])
    .flatMap((tab) => [tab, ...(tab.parts ?? [])])
    .filter((tab) => pagePath(list, tab.place ? tab.place(place) : place) === here)
    .filter((tab) =>
      Object.entries(tab.filters ?? {}).every(([name, values]) => filters[name]?.join() === values.join()),
    )
  return fitting.toSorted((a, b) => size(b) - size(a))[0] ?? null
}
