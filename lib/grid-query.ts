export const gridLimits = [25, 50, 100, 200] as const
export type GridLimit = (typeof gridLimits)[number]

/** The query rules of a column; its label and content belong to the view. */
export interface GridColumnRule {
  id: string
  /** Direction of the first click on its header; absent if the column cannot be sorted. */
  sort?: 'ascending' | 'descending'
  /** Shown by default; true unless set. */
  shown?: boolean
  /** Cannot be hidden because it identifies the row. */
  required?: boolean
}

/**
 * What a filter accepts. In the URL, `choice`, `toggle` and a `date` period use the filter's name, several choices
 * joined by commas. Ends of a range use `nameFrom` and `nameTo`, so that a plain GET form can send each.
 */
export type GridFilterRule =
  /** One of `values`, or a full match of `pattern`; several with `many`. Values contain no comma. */
  | { kind: 'choice'; values?: readonly string[]; pattern?: RegExp; many?: boolean }
  /** On (`1`) or off. */
  | { kind: 'toggle' }
  /** A named period, or an inclusive range of days (`2026-11-20`), either end open. A period takes precedence. */
  | { kind: 'date'; periods?: readonly string[] }
  /** An inclusive range of decimals (`12.50`) up to `greatestAmount`, either end open; money (`isMoney`) or a plain number. */
  | { kind: 'amount'; isMoney?: boolean }

/**
 * Columns, filters and sorts of a grid. Filter names must not be `q`, `sort`, `limit`, `offset`, `cols`, `view`, `src`
 * or `srt`.
 */
export interface GridDefinition {
  columns: readonly GridColumnRule[]
  filters: Readonly<Record<string, GridFilterRule>>
  defaultSort: GridSort
}

export interface GridSort {
  column: string
  descending: boolean
}

/** The complete state of a grid, as held in its URL. */
export interface GridQuery {
  /** Search text; empty for all rows. */
  q: string
  /**
   * Active filters only. `choice`: the values; `toggle`: `['1']`; a period: `[period]`; a range: `[from, to]`, an open
   * end `''`.
   */
  filters: Readonly<Record<string, readonly string[]>>
  sort: GridSort
  limit: GridLimit
  /** Number of rows skipped. */
  offset: number
  /** Chosen columns in order, including required ones; null for the default columns. */
  cols: readonly string[] | null
  /** The saved view this query started from; a label only, the other fields decide. */
  view: string | null
}

export const defaultLimit: GridLimit = 50

export const plainGridQuery = ({ defaultSort }: Pick<GridDefinition, 'defaultSort'>): GridQuery => ({
  q: '',
  filters: {},
  sort: defaultSort,
  limit: defaultLimit,
  offset: 0,
  cols: null,
  view: null,
})

/** The canonical query string of a grid's state, without `?`: defaults are omitted and keys have a fixed order. */
export function formatGridQuery(query: GridQuery, definition: GridDefinition): string {
  const fields = gridFields(query, definition)
  return fields.length === 0 ? '' : new URLSearchParams(fields).toString().replaceAll('%2C', ',')
}

export function gridHref(path: string, query: GridQuery, definition: GridDefinition): string {
  const search = formatGridQuery(query, definition)
  return search === '' ? path : `${path}?${search}`
}

/** The state as name and value pairs, for the hidden inputs of a GET form. */
export function gridFields(query: GridQuery, definition: GridDefinition): [name: string, value: string][] {
  const fields: [string, string][] = [['q', query.q]]
  // Fast path: a list page has about sixty grid links, nearly all without a filter.
  for (const name in definition.filters) {
    const [rule, values] = [definition.filters[name], query.filters[name]]
    if (rule && values) fields.push(...filterFields(name, rule, values))
  }
  const { sort } = query
  const { defaultSort } = definition
  if (sort.column !== defaultSort.column || sort.descending !== defaultSort.descending)
    fields.push(['sort', formatSort(sort)])
  if (query.limit !== defaultLimit) fields.push(['limit', String(query.limit)])
  if (query.offset > 0) fields.push(['offset', String(query.offset)])
  if (query.cols) fields.push(['cols', query.cols.join(',')])
  if (query.view) fields.push(['view', query.view])
  return fields.filter(([, value]) => value !== '')
}

/** `-paidAt` or `paidAt`. */
export function formatSort(sort: GridSort): string {
  return sort.descending ? `-${sort.column}` : sort.column
}

/** The state after a change. A change of rows or order resets the offset. */
export function changeGridQuery(query: GridQuery, change: Partial<GridQuery>): GridQuery {
  const staysOnPage = Object.keys(change).every((key) => key === 'offset' || key === 'cols' || key === 'view')
  return { ...query, ...(staysOnPage ? {} : { offset: 0 }), ...change }
}

/** The state with one filter set, or removed if `values` is empty; resets the offset. */
export function withFilter(query: GridQuery, name: string, values: readonly string[]): GridQuery {
  const { [name]: _, ...others } = query.filters
  return changeGridQuery(query, { filters: values.length > 0 ? { ...others, [name]: values } : others })
}

export function filterValues(query: GridQuery, name: string): readonly string[] {
  return query.filters[name] ?? []
}

/** The ends of a range filter, null if open or not set; `period` for a named period. */
export function filterRange(
  query: GridQuery,
  name: string,
): { period: string | null; from: string | null; to: string | null } {
  const [first, second] = filterValues(query, name)
  if (second === undefined) return { period: first ?? null, from: null, to: null }
  return { period: null, from: first || null, to: second || null }
}

export function shownColumns(query: GridQuery, definition: GridDefinition): readonly string[] {
  return query.cols ?? defaultColumns(definition)
}

/** The words of a search, each once. */
export function searchWords({ q }: GridQuery): string[] {
  return [...new Set(q.normalize('NFC').split(/\s+/).filter(Boolean))]
}

/** An amount from the URL in thousandths, the smallest unit of any currency; null for an open end. */
export function thousandths(amount: string | null): number | null {
  return amount === null ? null : Math.round(Number(amount) * 1000)
}

/** A key of the conditions that select rows: queries with the same key match the same rows. */
export function matchText({ q, filters }: GridQuery, definition: GridDefinition): string {
  return formatGridQuery({ ...plainGridQuery(definition), q, filters }, definition)
}

/** Whether a search or filter is active, ignoring the filters in `except`. */
export function isNarrowed(query: GridQuery, except: readonly string[] = []): boolean {
  return query.q !== '' || Object.keys(query.filters).some((name) => !except.includes(name))
}

export function defaultColumns(definition: GridDefinition): string[] {
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
