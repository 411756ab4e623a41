import { SellError } from './sell-error.ts'

/** A filter's value: alternatives (`{A|B}`), a range with optional ends (`[a..b]`), or a single value. */
export type FilterValue =
  | { kind: 'set'; values: readonly string[] }
  | { kind: 'range'; from: string | null; to: string | null }
  | { kind: 'one'; value: string }

/** Maximum length, far above all filters together; the patterns below are slow on very long texts. */
const longestFilter = 1_000

/**
 * Parses `name:value,name:{A|B},name:[lo..hi]` with lower-cased names. Commas separate filters only outside brackets.
 * Refuses invalid syntax and duplicate names.
 */
export function readFilter(text: string): ReadonlyMap<string, FilterValue> {
  if (text.length > longestFilter) throw tooLong()
  const found = new Map<string, FilterValue>()
  for (const part of text.split(/,(?![^[{]*[\]}])/)) {
    if (part.trim() === '') continue
    const [, name = '', given = ''] = /^\s*([a-z_]+)\s*:(.*)$/is.exec(part) ?? []
    if (name === '') throw wrongName(part.trim())
    const written = given.trim()
    const value = readValue(written)
    if (!value || found.has(name.toLowerCase())) throw wrongValue(name, written)
    found.set(name.toLowerCase(), value)
  }
  return found
}

function readValue(written: string): FilterValue | null {
  const set = /^\{([^{}[\]]*)\}$/.exec(written)?.[1]
  if (set !== undefined) {
    const values = set.split('|').map((value) => value.trim())
    return values.includes('') ? null : { kind: 'set', values }
  }
  const [range, from = '', to = ''] = /^\[([^{}[\]]*?)\.\.([^{}[\]]*)\]$/.exec(written) ?? []
  if (range) return { kind: 'range', from: from.trim() || null, to: to.trim() || null }
  return /^[^{}[\]]+$/.test(written) ? { kind: 'one', value: written } : null
}

const tooLong = () =>
  new SellError(30700, {
    detail: `A filter has at most ${longestFilter} characters.`,
    parameters: { fieldname: 'filter' },
  })

export const wrongName = (name: string) =>
  new SellError(30700, { detail: `There is no filter “${name}”.`, parameters: { fieldname: name } })

export const wrongValue = (name: string, value: string) =>
  new SellError(30800, {
    detail: `The filter ${name} cannot be “${value}”.`,
    parameters: { fieldname: name, fieldvalue: value },
  })

/** A time range, end inclusive or open. */
export type TimeRange = ReturnType<typeof readTimeRange>

/** Maximum length in years. */
const mostYears = 2

/**
 * Parses a time range. A missing end stays open instead of now: rows dated slightly later by other clocks would be
 * missed, and rows changed during paging would drop out and shift the pages.
 */
export function readTimeRange(name: string, value: FilterValue, now: Date) {
  if (value.kind !== 'range') throw wrongValue(name, value.kind === 'one' ? value.value : value.values.join('|'))
  if (value.from === null) throw new SellError(30820)
  const from = readTime(value.from)
  const to = value.to === null ? null : readTime(value.to)
  const end = to ?? now
  if (from > now || end > now) throw new SellError(30850)
  if (from > end) throw new SellError(30840)
  const longest = new Date(from)
  longest.setUTCFullYear(longest.getUTCFullYear() + mostYears)
  if (end > longest) throw new SellError(30830, { parameters: { allowedTime: String(mostYears) } })
  return { from, to }
}

function readTime(text: string): Date {
  const at = new Date(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(text) ? text : Number.NaN)
  // JavaScript accepts 30 February and hour 24; reject them.
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== text.slice(0, 19))
    throw new SellError(30810, { detail: `“${text}” is no time in UTC.` })
  return at
}
