import { trimmed } from '#lib/trimmed.ts'
import { limits, type VariationAxis } from '#features/core/listing/listing-content.ts'

/** A row of the matrix as it is typed. */
export interface TypedRow {
  values: readonly string[]
  sku: string
  price: string
  quantity: string
}

/** The field of a price or quantity that is to be that of every row; no part of what is typed. */
export function allRowsField(part: 'price' | 'quantity'): string {
  return `allRows.${part}`
}

/** So many rows are made at most: one past the limit, so that the guards see it. Thousands of values have millions of combinations. */
const mostRows = limits.rows + 1

/**
 * The values of an axis as typed, with commas or line breaks between them: each once, in order. Those that no row could have
 * any more are left out; that there are too many shows by the others.
 */
export function readAxisValues(text: string): string[] {
  const seen = new Map<string, string>()
  for (const part of text.split(/[,\n]/)) {
    const value = trimmed(part).replaceAll(/\s+/g, ' ')
    const key = value.toLocaleLowerCase()
    if (value && (seen.size < mostRows || seen.has(key))) seen.set(key, value)
  }
  return [...seen.values()]
}

/**
 * The combinations of the axes' values, as many as are used; those of the last axis change fastest. No axis with values
 * gives none.
 */
export function combinations(axes: readonly VariationAxis[]): string[][] {
  const used = axes.filter(({ values }) => values.length > 0)
  if (used.length === 0) return []
  return used.reduce<string[][]>((rows, { values }) => withEach(rows, values), [[]])
}

/** Every row with every value behind it. */
function withEach(rows: readonly string[][], values: readonly string[]): string[][] {
  const longer: string[][] = []
  for (const row of rows) {
    for (const value of values.slice(0, mostRows - longer.length)) longer.push([...row, value])
    if (longer.length === mostRows) break
  }
  return longer
}

/**
 * The rows for changed axes. A combination that was there keeps all that was typed; one that comes of a row by an axis
 * more or less keeps its price and quantity, and its SKU where it is the only one that comes of it.
 */
export function carryRows(before: readonly TypedRow[], axes: readonly VariationAxis[]): TypedRow[] {
  const wanted = combinations(axes)
  const sources = wanted.map((values) => sourceOf(before, values))
  const uses = new Map<TypedRow, number>()
  for (const source of sources) if (source) uses.set(source, (uses.get(source) ?? 0) + 1)
  return wanted.map((values, index) => {
    const source = sources[index]
    if (!source) return { values, sku: '', price: '', quantity: '' }
    const own = sameValues(source.values, values) || uses.get(source) === 1
    return { values, sku: own ? source.sku : '', price: source.price, quantity: source.quantity }
  })
}

function sourceOf(before: readonly TypedRow[], values: readonly string[]): TypedRow | undefined {
  return (
    before.find((row) => sameValues(row.values, values)) ??
    before.find(
      (row) =>
        row.values.every((value) => values.includes(value)) || values.every((value) => row.values.includes(value)),
    )
  )
}

function sameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
