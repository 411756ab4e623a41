/** Rows a page may have. */
export const gridLimits = [25, 50, 100, 200] as const
export type GridLimit = (typeof gridLimits)[number]

/** A column as the query knows it; what it is called and shows is the view's. */
export interface GridColumnRule {
  id: string
  /** The direction of the first click on its header; absent: the list cannot be sorted by it. */
  sort?: 'ascending' | 'descending'
  /** Shown unless the reader chose columns; true by default. */
  shown?: boolean
  /** Cannot be hidden: what identifies the row. */
  required?: boolean
}

/**
 * What a filter accepts. In the URL `choice`, `toggle` and a `date`'s period stand under the filter's own name, several
 * choices joined by commas; the ends of a `date` or `amount` range under `nameFrom` and `nameTo`, so that a plain GET
 * form can send each of them.
 */
export type GridFilterRule =
  /** One of `values`, or whatever `pattern` accepts whole; several of them with `many`. Values hold no comma. */
  | { kind: 'choice'; values?: readonly string[]; pattern?: RegExp; many?: boolean }
  /** On (`1`) or off. */
  | { kind: 'toggle' }
  /** A named period, or days (`2026-11-20`) from and to, both included, either end open. A period wins over days. */
  | { kind: 'date'; periods?: readonly string[] }
  /** Decimals (`12.50`) up to `greatestAmount` from and to, both included, either end open; of money (`isMoney`) or a number. */
  | { kind: 'amount'; isMoney?: boolean }

/** What one grid can be asked for. Names of filters must not be `q`, `sort`, `limit`, `offset`, `cols`, `view`, `src` or `srt`. */
export interface GridDefinition {
  columns: readonly GridColumnRule[]
  filters: Readonly<Record<string, GridFilterRule>>
  defaultSort: GridSort
}

export interface GridSort {
  column: string
  descending: boolean
}

/** The whole state of a grid, as its URL says it. */
export interface GridQuery {
  /** Searched for; empty: everything. */
  q: string
  /** Only filters that are set. `choice`: the values; `toggle`: `['1']`; a period: `[period]`; a range: `[from, to]`, an open end `''`. */
  filters: Readonly<Record<string, readonly string[]>>
  sort: GridSort
  limit: GridLimit
  /** Rows left out before the first shown. */
  offset: number
  /** Columns chosen, in order, required ones included; null: the grid's own choice. */
  cols: readonly string[] | null
  /** The saved view this query started from. It only names it: the rest of the query is what counts. */
  view: string | null
}

/** The rows of a page whose address does not say how many. */
export const usualLimit: GridLimit = 50

/** The state of an address that says nothing. */
export const plainGridQuery = ({ defaultSort }: Pick<GridDefinition, 'defaultSort'>): GridQuery => ({
  q: '',
  filters: {},
  sort: defaultSort,
  limit: usualLimit,
  offset: 0,
  cols: null,
  view: null,
})

/** The canonical query string of a grid's state, without `?`: defaults are left out, keys stand in a fixed order. */
export function formatGridQuery(query: GridQuery, definition: GridDefinition): string {
  const fields = gridFields(query, definition)
  return fields.length === 0 ? '' : new URLSearchParams(fields).toString().replaceAll('%2C', ',')
}

/** The address of a grid in this state. */
export function gridHref(path: string, query: GridQuery, definition: GridDefinition): string {
  const search = formatGridQuery(query, definition)
  return search === '' ? path : `${path}?${search}`
}

/** The state as name and value pairs, for the hidden inputs of a GET form. */
export function gridFields(query: GridQuery, definition: GridDefinition): [name: string, value: string][] {
  const fields: [string, string][] = [['q', query.q]]
  // A page of a list has some sixty addresses of lists, nearly all of them without a filter.
  for (const name in definition.filters) {
    const [rule, values] = [definition.filters[name], query.filters[name]]
    if (rule && values) fields.push(...filterFields(name, rule, values))
  }
  const { sort } = query
  const { defaultSort } = definition
  if (sort.column !== defaultSort.column || sort.descending !== defaultSort.descending)
    fields.push(['sort', formatSort(sort)])
  if (query.limit !== usualLimit) fields.push(['limit', String(query.limit)])
  if (query.offset > 0) fields.push(['offset', String(query.offset)])
  if (query.cols) fields.push(['cols', query.cols.join(',')])
  if (query.view) fields.push(['view', query.view])
  return fields.filter(([, value]) => value !== '')
}

/** `-paidAt` or `paidAt`. */
export function formatSort(sort: GridSort): string {
  return sort.descending ? `-${sort.column}` : sort.column
}

/** The state after a change. Whatever changes the rows or their order starts at the first page again. */
export function changeGridQuery(query: GridQuery, change: Partial<GridQuery>): GridQuery {
  const staysOnPage = Object.keys(change).every((key) => key === 'offset' || key === 'cols' || key === 'view')
  return { ...query, ...(staysOnPage ? {} : { offset: 0 }), ...change }
}

/** The state with one filter set, or removed where there are no values; from the first page. */
export function withFilter(query: GridQuery, name: string, values: readonly string[]): GridQuery {
  const { [name]: _, ...others } = query.filters
  return changeGridQuery(query, { filters: values.length > 0 ? { ...others, [name]: values } : others })
}

/** The values of a filter; none where it is not set. */
export function filterValues(query: GridQuery, name: string): readonly string[] {
  return query.filters[name] ?? []
}

/** The ends of a range filter, null where open or not set; `period` for a named one. */
export function filterRange(
  query: GridQuery,
  name: string,
): { period: string | null; from: string | null; to: string | null } {
  const [first, second] = filterValues(query, name)
  if (second === undefined) return { period: first ?? null, from: null, to: null }
  return { period: null, from: first || null, to: second || null }
}

/** The ids of the columns to show, in order. */
export function shownColumns(query: GridQuery, definition: GridDefinition): readonly string[] {
  return query.cols ?? usualColumns(definition)
}

/** The words of a search, each once. */
export function searchWords({ q }: GridQuery): string[] {
  return [...new Set(q.normalize('NFC').split(/\s+/).filter(Boolean))]
}

/** An amount of the URL in thousandths, the smallest unit of any currency; null where the range is open. */
export function thousandths(amount: string | null): number | null {
  return amount === null ? null : Math.round(Number(amount) * 1000)
}

/** What decides which rows match, and nothing else: two queries with the same text select the same rows. */
export function matchText({ q, filters }: GridQuery, definition: GridDefinition): string {
  return formatGridQuery({ ...plainGridQuery(definition), q, filters }, definition)
}

/** Whether anything narrows the rows; filters named in `except` do not count. */
export function isNarrowed(query: GridQuery, except: readonly string[] = []): boolean {
  return query.q !== '' || Object.keys(query.filters).some((name) => !except.includes(name))
}

/** The ids of the columns that are shown while the reader has chosen none, in order. */
export function usualColumns(definition: GridDefinition): string[] {
  return definition.columns.filter((rule) => rule.required || rule.shown !== false).map((rule) => rule.id)
}

function filterFields(name: string, rule: GridFilterRule, values: readonly string[]): [string, string][] {
  const isRange = rule.kind === 'amount' || (rule.kind === 'date' && values.length === 2)
  if (!isRange) return [[name, values.join(',')]]
  return [
    [`${name}From`, values[0] ?? ''],
    [`${name}To`, values[1] ?? ''],
  ]
}
