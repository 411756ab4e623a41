import { readDecimal } from './read-amount.ts'

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
  defaultLimit?: GridLimit
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

/** Why a part of the URL was ignored. */
export type GridProblemRule =
  | 'not-a-choice'
  | 'not-a-date'
  | 'not-an-amount'
  | 'range-reversed'
  | 'too-long'
  | 'not-sortable'
  | 'not-a-limit'
  | 'not-an-offset'
  | 'not-a-column'
  | 'not-a-view'

/** A part of the URL that was not understood: `field` is `q`, `sort`, ... or a filter's name. */
export interface GridProblem {
  field: string
  rule: GridProblemRule
  value: string
}

/** Longest search, in UTF-16 units. */
export const longestSearch = 200
/** An offset above this is a mistake: nobody pages that far. */
export const greatestOffset = 10_000_000

/** No filter takes a greater number: as much as PostgreSQL's smallest kind of number holds, so that any column may be compared with it. */
export const greatestAmount = 2_147_483_647

/** The limit of a grid whose definition names none. */
const usualLimit: GridLimit = 50

/**
 * Reads a grid's state from its URL. Never throws: what is not understood falls back to the default and is reported, so
 * that the page can say which filter it ignored. Unknown keys are ignored without a word.
 *
 * @param usualDecimals of the money of whoever typed it: with three, `3.702` is no thousands. What `formatGridQuery` wrote
 *   is read the same with any.
 */
export function parseGridQuery(
  params: URLSearchParams,
  definition: GridDefinition,
  usualDecimals = 2,
): { query: GridQuery; problems: GridProblem[] } {
  const problems: GridProblem[] = []
  const report = (field: string, rule: GridProblemRule, value: string) => {
    problems.push({ field, rule, value })
  }
  const filters: Record<string, readonly string[]> = {}
  for (const [name, rule] of Object.entries(definition.filters)) {
    const values = readFilter(params, name, { rule, usualDecimals }, report)
    if (values.length > 0) filters[name] = values
  }
  const query: GridQuery = {
    q: readSearch(params, report),
    filters,
    sort: readSort(params, definition, report),
    limit: readLimit(params, definition, report),
    offset: readOffset(params, report),
    cols: readColumns(params, definition, report),
    view: readView(params, report),
  }
  return { query, problems }
}

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
  if (query.limit !== (definition.defaultLimit ?? usualLimit)) fields.push(['limit', String(query.limit)])
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
export function matchText(query: GridQuery, definition: GridDefinition): string {
  return formatGridQuery(
    {
      ...query,
      sort: definition.defaultSort,
      limit: definition.defaultLimit ?? usualLimit,
      offset: 0,
      cols: null,
      view: null,
    },
    definition,
  )
}

/** Whether anything narrows the rows; filters named in `except` do not count. */
export function isNarrowed(query: GridQuery, except: readonly string[] = []): boolean {
  return query.q !== '' || Object.keys(query.filters).some((name) => !except.includes(name))
}

type Report = (field: string, rule: GridProblemRule, value: string) => void

/** All that stands under a name, split at commas, trimmed, each value once. */
function listed(params: URLSearchParams, name: string): string[] {
  const values = params.getAll(name).flatMap((value) => value.split(','))
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
}

const single = (params: URLSearchParams, name: string) => (params.get(name) ?? '').trim()

// eslint-disable-next-line no-control-regex -- PostgreSQL refuses NUL, and no other control character can be meant
const control = /[\u0000-\u001f\u007f]+/g

function readSearch(params: URLSearchParams, report: Report): string {
  const q = (params.get('q') ?? '').replaceAll(control, ' ').trim()
  if (q.length <= longestSearch) return q
  report('q', 'too-long', q)
  // Half a surrogate pair would not survive the URL.
  return q
    .slice(0, longestSearch)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

function readFilter(
  params: URLSearchParams,
  name: string,
  { rule, usualDecimals }: { rule: GridFilterRule; usualDecimals: number },
  report: Report,
): readonly string[] {
  switch (rule.kind) {
    case 'choice':
      return readChoice(params, name, rule, report)
    case 'toggle': {
      const value = single(params, name)
      if (value === '' || value === '0') return []
      if (value !== '1') report(name, 'not-a-choice', value)
      return value === '1' ? ['1'] : []
    }
    case 'date': {
      const period = single(params, name)
      if (rule.periods?.includes(period)) return [period]
      if (period !== '') report(name, 'not-a-choice', period)
      return readRange(params, name, { read: readDay, rule: 'not-a-date', compare: compareText }, report)
    }
    case 'amount': {
      const read = (text: string) => readFilterAmount(text, rule.isMoney ? usualDecimals : 2)
      return readRange(params, name, { read, rule: 'not-an-amount', compare: compareNumbers }, report)
    }
  }
}

function readChoice(
  params: URLSearchParams,
  name: string,
  rule: GridFilterRule & { kind: 'choice' },
  report: Report,
): string[] {
  const accepts = (value: string) =>
    rule.values?.includes(value) || (rule.pattern ? matchesWhole(rule.pattern, value) : false)
  const values: string[] = []
  for (const value of listed(params, name)) {
    if (accepts(value) && (rule.many || values.length === 0)) values.push(value)
    else report(name, 'not-a-choice', value)
  }
  return values
}

const matchesWhole = (pattern: RegExp, value: string) => value.match(pattern)?.[0] === value

interface RangeReader {
  read: (text: string) => string | null
  rule: GridProblemRule
  compare: (a: string, b: string) => number
}

function readRange(params: URLSearchParams, name: string, reader: RangeReader, report: Report): readonly string[] {
  const [from = '', to = ''] = [`${name}From`, `${name}To`].map((key) => {
    const text = single(params, key)
    const value = text === '' ? '' : reader.read(text)
    if (value === null) report(name, reader.rule, text)
    return value ?? ''
  })
  if (from === '' && to === '') return []
  if (from === '' || to === '' || reader.compare(from, to) <= 0) return [from, to]
  report(name, 'range-reversed', `${from}..${to}`)
  return []
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const compareNumbers = (a: string, b: string) => Number(a) - Number(b)

function readDay(text: string): string | null {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return null
  const at = Date.parse(`${text}T00:00Z`)
  // 30 February is refused, not moved to March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : text
}

/** An amount as people type it, no zeros too many. Three decimals get a fourth: alone they would read as thousands. */
function readFilterAmount(text: string, usualDecimals: number): string | null {
  const found = /^0*(\d{1,10})(?:\.(\d{1,4}))?$/.exec(readDecimal(text, usualDecimals) ?? '')
  const [amount, whole, fraction = ''] = found ?? []
  if (whole === undefined || Number(amount) > greatestAmount) return null
  const decimals = fraction.replace(/0+$/, '')
  return decimals === '' ? whole : `${whole}.${decimals.length === 3 ? `${decimals}0` : decimals}`
}

function readSort(params: URLSearchParams, definition: GridDefinition, report: Report): GridSort {
  const text = single(params, 'sort')
  if (text === '') return definition.defaultSort
  const descending = text.startsWith('-')
  const column = descending ? text.slice(1) : text
  if (definition.columns.some((rule) => rule.id === column && rule.sort)) return { column, descending }
  report('sort', 'not-sortable', text)
  return definition.defaultSort
}

function readLimit(params: URLSearchParams, definition: GridDefinition, report: Report): GridLimit {
  const usual = definition.defaultLimit ?? usualLimit
  const text = single(params, 'limit')
  if (text === '') return usual
  const limit = gridLimits.find((allowed) => String(allowed) === text)
  if (!limit) report('limit', 'not-a-limit', text)
  return limit ?? usual
}

function readOffset(params: URLSearchParams, report: Report): number {
  const text = single(params, 'offset')
  if (text === '') return 0
  const offset = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN
  if (offset <= greatestOffset) return offset
  report('offset', 'not-an-offset', text)
  return 0
}

function readColumns(params: URLSearchParams, definition: GridDefinition, report: Report): readonly string[] | null {
  const given = listed(params, 'cols')
  const known = given.filter((id) => definition.columns.some((rule) => rule.id === id))
  for (const id of given) if (!known.includes(id)) report('cols', 'not-a-column', id)
  if (known.length === 0) return null
  const required = definition.columns.filter((rule) => rule.required && !known.includes(rule.id)).map((rule) => rule.id)
  const chosen = [...required, ...known]
  return chosen.join() === usualColumns(definition).join() ? null : chosen
}

function usualColumns(definition: GridDefinition): string[] {
  return definition.columns.filter((rule) => rule.required || rule.shown !== false).map((rule) => rule.id)
}

function readView(params: URLSearchParams, report: Report): string | null {
  const text = single(params, 'view')
  if (text === '') return null
  if (/^[\w-]{1,64}$/.test(text)) return text
  report('view', 'not-a-view', text)
  return null
}

function filterFields(name: string, rule: GridFilterRule, values: readonly string[]): [string, string][] {
  const isRange = rule.kind === 'amount' || (rule.kind === 'date' && values.length === 2)
  if (!isRange) return [[name, values.join(',')]]
  return [
    [`${name}From`, values[0] ?? ''],
    [`${name}To`, values[1] ?? ''],
  ]
}
