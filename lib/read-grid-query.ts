import {
  gridLimits,
  defaultColumns,
  defaultLimit,
  type GridDefinition,
  type GridFilterRule,
  type GridLimit,
  type GridQuery,
  type GridSort,
} from './grid-query.ts'
import { currencyDecimals } from './money.ts'
import { readDecimal, withoutCurrency } from './read-amount.ts'
import { isDay } from './read-moment.ts'
import { trimmed } from './trimmed.ts'

type GridProblemRule =
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
  /** The filter exists but is not available to this reader: `openList` reports it. */
  | 'not-offered'

/** An invalid part of the URL: `field` is `q`, `sort`, ... or a filter's name. */
export interface GridProblem {
  field: string
  rule: GridProblemRule
  value: string
}

/** Maximum length of a search in UTF-16 units. */
export const maxSearchLength = 200
/** Larger offsets are rejected as mistakes. */
const greatestOffset = 10_000_000

/** Maximum of an amount filter: PostgreSQL's `integer` limit, so that it compares with any column. */
const greatestAmount = 2_147_483_647

/**
 * Parses a grid's state from its URL. Never throws: an invalid part falls back to its default and is reported, so that
 * the page can name it. Unknown keys are ignored silently.
 * @param currency that of the shop: amounts may have its sign, and with three decimals `3.702` has no thousands separator.
 * Output of `formatGridQuery` parses the same with any value.
 */
export function parseGridQuery(
  params: URLSearchParams,
  definition: GridDefinition,
  currency: string | null = null,
): { query: GridQuery; problems: GridProblem[] } {
  const problems: GridProblem[] = []
  const report = (field: string, rule: GridProblemRule, value: string) => {
    problems.push({ field, rule, value })
  }
  const filters: Record<string, readonly string[]> = {}
  for (const [name, rule] of Object.entries(definition.filters)) {
    const values = readFilter(params, name, { rule, currency }, report)
    if (values.length > 0) filters[name] = values
  }
  const query: GridQuery = {
    q: readSearch(params, report),
    filters,
    sort: readSort(params, definition, report),
    limit: readLimit(params, report),
    offset: readOffset(params, report),
    cols: readColumns(params, definition, report),
    view: readView(params, report),
  }
  return { query, problems }
}

type Report = (field: string, rule: GridProblemRule, value: string) => void

/** All values of a parameter, split at commas, trimmed and deduplicated. */
function listed(params: URLSearchParams, name: string): string[] {
  const values = params.getAll(name).flatMap((value) => value.split(','))
  return [...new Set(values.map(trimmed).filter((value) => value !== ''))]
}

const single = (params: URLSearchParams, name: string) => trimmed(params.get(name) ?? '')

// eslint-disable-next-line no-control-regex -- PostgreSQL refuses NUL, and other control characters are never intended
const control = /[\u0000-\u001f\u007f]+/g

function readSearch(params: URLSearchParams, report: Report): string {
  // Text copied from other programs has invisible characters around words.
  const q = (params.get('q') ?? '').replaceAll(control, ' ').replaceAll(/\S+/g, trimmed).trim()
  if (q.length <= maxSearchLength) return q
  report('q', 'too-long', q)
  // A lone surrogate would not survive the URL.
  return q
    .slice(0, maxSearchLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

function readFilter(
  params: URLSearchParams,
  name: string,
  { rule, currency }: { rule: GridFilterRule; currency: string | null },
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
      return readRange(
        params,
        name,
        { read: (text) => (isDay(text) ? text : null), rule: 'not-a-date', compare: compareText },
        report,
      )
    }
    case 'amount': {
      const read = (text: string) => readFilterAmount(text, rule.isMoney ? currency : null)
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

/** A typed amount without surplus zeros. Three decimals get a fourth, or they would read as thousands. */
function readFilterAmount(text: string, currency: string | null): string | null {
  const [number, usualDecimals] = currency ? [withoutCurrency(text, currency), currencyDecimals(currency)] : [text, 2]
  const found = /^0*(\d{1,10})(?:\.(\d{1,4}))?$/.exec(readDecimal(number, { usualDecimals }) ?? '')
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

function readLimit(params: URLSearchParams, report: Report): GridLimit {
  const text = single(params, 'limit')
  if (text === '') return defaultLimit
  const limit = gridLimits.find((allowed) => String(allowed) === text)
  if (!limit) report('limit', 'not-a-limit', text)
  return limit ?? defaultLimit
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
  return chosen.join() === defaultColumns(definition).join() ? null : chosen
}

function readView(params: URLSearchParams, report: Report): string | null {
  const text = single(params, 'view')
  if (text === '') return null
  if (/^[\w-]{1,64}$/.test(text)) return text
  report('view', 'not-a-view', text)
  return null
}
