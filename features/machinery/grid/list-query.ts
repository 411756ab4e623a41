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
import { currencyDecimals } from '#lib/money.ts'
import { at, type FilterValue, type List, type ListFilter, type ListTab, type ListTypes, type Reading } from './list.ts'

/** Definitions by list, then by place. A list has few places: what a role may do, and which tab. */
const definitions = new WeakMap<object, Map<string, GridDefinition>>()

/** What a list can be asked for at a place of it. A page asks a dozen times, for each of its tabs and links. */
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

/** Of whom and when a list is read. */
export interface ListReader {
  sellerId: number
  role: Parameters<List<ListTypes>['place']>[0]['role']
  now: Date
  /** The shop's: days, due times and clocks are, whatever zone the reader chose for elsewhere. */
  zone: string
  /** The shop's: amounts are typed with as many decimals as it has. */
  currency?: string
  policyPack: PolicyPack
  taxonomy?: Taxonomy
  carriers?: readonly Carrier[]
}

/** A list as an address asks for it. */
export function openList<T extends ListTypes>(
  list: List<T>,
  { pathname, searchParams: params }: Pick<URL, 'pathname' | 'searchParams'>,
  { role, currency, ...reader }: ListReader,
): Reading<T> {
  const place = list.place({ role, pathname, params })
  const definition = gridDefinition(list, place)
  const { query, problems } = parseGridQuery(params, definition, currency ? currencyDecimals(currency) : undefined)
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
 * Filters that an address sets and its reader is not offered, as in a view that was shared by somebody of another role: without
 * a word, all rows would be taken for those that the view is named after.
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

/** The filters that are set, each with its value. */
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

/** The words that rows must hold. */
export const wordsOf = ({ query }: { query: GridQuery }) => searchWords(query)

/** A value of a choice, where it is one of the known ones. */
export function oneOf<Name extends string>(
  names: readonly Name[],
  { values }: Pick<FilterValue, 'values'>,
): Name | null {
  return names.find((name) => name === values[0]) ?? null
}

/** Filters of a list, by their names. */
export type FiltersOf<L extends { filters: object }> = { [Name in keyof L['filters']]?: readonly string[] }

/** The address of a list with these filters set: `listHref(orders, place, { filters: { placed: ['7d'] } })`. */
export function listHref<T extends ListTypes, Filter extends string>(
  list: List<T, string, Filter>,
  place: T['place'],
  { q = '', filters = {} }: { q?: string; filters?: FiltersOf<List<T, string, Filter>> },
): string {
  const definition = gridDefinition(list, place)
  const given = Object.entries<readonly string[] | undefined>(filters)
  const set = Object.fromEntries(given.map(([name, values]) => [name, values ?? []]))
  return gridHref(list.paths(place).list, { ...plainGridQuery(definition), q, filters: set }, definition)
}

/**
 * The address of a tab. From a query it keeps what is searched for and filtered by, as far as the tab's page knows it, and on
 * the same page how rows are shown.
 */
export function tabHref<T extends ListTypes>(
  list: List<T>,
  tab: ListTab<T>,
  { place: here, query }: { place: T['place']; query?: GridQuery },
): string {
  const place = tab.place ? tab.place(here) : here
  const definition = gridDefinition(list, place)
  const path = list.paths(place).list
  const { q = '', filters } = query ? { q: query.q, filters: ownFilters(list, query, definition) } : {}
  const shown = query && path === list.paths(here).list ? { limit: query.limit, cols: query.cols } : {}
  const sort = tab.sort ?? definition.defaultSort
  return gridHref(
    path,
    { ...plainGridQuery(definition), ...shown, q, filters: { ...filters, ...tab.filters }, sort },
    definition,
  )
}

/** The filters of a query that no tab sets, as far as a page knows them: what the reader asked for. */
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

/** Whether a query asks for less than all of its tab. */
export function isNarrowedTab<T extends ListTypes>(
  list: Pick<List<T>, 'tabs'>,
  query: GridQuery,
  definition: GridDefinition,
) {
  return query.q !== '' || Object.keys(ownFilters(list, query, definition)).length > 0
}

/** The tab in which a query stands, the narrowest of those whose filters it sets; null where none is of this page. */
export function activeTab<T extends ListTypes>(
  list: Pick<List<T>, 'tabs' | 'paths'>,
  place: T['place'],
  filters: GridQuery['filters'],
): ListTab<T> | null {
  const here = list.paths(place).list
  const size = (tab: ListTab<T>) => Object.keys(tab.filters ?? {}).length
  const fitting = (list.tabs ?? [])
    .flatMap((tab) => [tab, ...(tab.parts ?? [])])
    .filter((tab) => list.paths(tab.place ? tab.place(place) : place).list === here)
    .filter((tab) =>
      Object.entries(tab.filters ?? {}).every(([name, values]) => filters[name]?.join() === values.join()),
    )
  return fitting.toSorted((a, b) => size(b) - size(a))[0] ?? null
}
