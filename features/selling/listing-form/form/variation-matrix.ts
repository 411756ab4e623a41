import { trimmed } from '#lib/trimmed.ts'
import { limits, type VariationAxis } from '#features/core/listing/listing-content.ts'

export interface TypedRow {
  values: readonly string[]
  sku: string
  price: string
  quantity: string
  /** What it is made of; absent or empty if it is no kit. */
  parts?: string | undefined
}

/** The field that sets a price or quantity for all rows; not part of the input. */
export function allRowsField(part: 'price' | 'quantity'): string {
  return `allRows.${part}`
}

/** Maximum rows: one above the limit, so that validation detects it. Thousands of values have millions of combinations. */
const maxRows = limits.rows + 1

/**
 * Axis values, separated by commas or newlines, deduplicated in order. Truncated beyond the number that rows could use;
 * validation still detects the excess.
 */
export function readAxisValues(text: string): string[] {
  const seen = new Map<string, string>()
  for (const part of text.split(/[,\n]/)) {
    const value = trimmed(part).replaceAll(/\s+/g, ' ')
    const key = value.toLocaleLowerCase()
    if (value && (seen.size < maxRows || seen.has(key))) seen.set(key, value)
  }
  return [...seen.values()]
}

/** Combinations of the axes' values, up to the maximum; the last axis varies fastest. Empty if no axis has values. */
export function combinations(
  axes: readonly VariationAxis[],
  isOffered: (values: readonly string[]) => boolean = () => true,
): string[][] {
  const used = axes.filter(({ values }) => values.length > 0)
  if (used.length === 0) return []
  return used.reduce<string[][]>(
    (rows, { values }, nth) => withEach(rows, values, nth === used.length - 1 ? isOffered : () => true),
    [[]],
  )
}

function withEach(
  rows: readonly string[][],
  values: readonly string[],
  isOffered: (values: readonly string[]) => boolean,
): string[][] {
  const longer: string[][] = []
  for (const row of rows)
    for (const value of values) {
      const extended = [...row, value]
      if (isOffered(extended)) longer.push(extended)
      if (longer.length === maxRows) return longer
    }
  return longer
}

/**
 * The rows after an axis change. An existing combination keeps its input; one derived by adding or removing an axis
 * keeps price and quantity, and its SKU and parts if only one derives from it. One without a row stays left out if its values have
 * rows in other combinations: a shop or a file does not have it.
 */
export function carryRows(before: readonly TypedRow[], axes: readonly VariationAxis[]): TypedRow[] {
  const wanted = combinations(axes, offeredBy(before))
  const sources = wanted.map((values) => sourceOf(before, values))
  const uses = new Map<TypedRow, number>()
  for (const source of sources) if (source) uses.set(source, (uses.get(source) ?? 0) + 1)
  return wanted.map((values, index) => {
    const source = sources[index]
    if (!source) return { values, sku: '', price: '', quantity: '' }
    const own = sameValues(source.values, values) || uses.get(source) === 1
    return own ? { ...source, values } : { ...source, values, sku: '', parts: undefined }
  })
}

function offeredBy(before: readonly TypedRow[]): (values: readonly string[]) => boolean {
  // Of too many rows the last are cut off, not left out.
  if (before.length >= maxRows) return () => true
  const rows = new Set(before.map(({ values }) => JSON.stringify(values)))
  const known = new Set(before.flatMap(({ values }) => values.map((value, nth) => placeOf(values, nth, value))))
  return (values) =>
    rows.has(JSON.stringify(values)) || !values.every((value, nth) => known.has(placeOf(values, nth, value)))
}

/** A value on its axis, among as many. */
const placeOf = ({ length }: readonly string[], nth: number, value: string) => JSON.stringify([length, nth, value])

function sourceOf(before: readonly TypedRow[], values: readonly string[]): TypedRow | undefined {
  return (
    before.find((row) => sameValues(row.values, values)) ??
    before.find(
      (row) =>
        row.values.every((value) => values.includes(value)) || values.every((value) => row.values.includes(value)),
    )
  )
}

export function sameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
