/** A meaning that a column of a file may have, such as “order number” or “price”. */
export interface Meaning<Kind extends string> {
  kind: Kind
  /** Normalised header names (`plainHeader`), most likely first. */
  names: readonly string[]
  /** How strongly a value supports the meaning, 0 to 1; omitted if values cannot tell. */
  weigh?: (value: string) => number
}

/** A column of a file: its header and sample values. */
export interface FileColumn {
  header: string
  values: readonly string[]
}

/** Why a column was matched to a meaning. */
export interface Evidence {
  /** Non-empty values that support the meaning. */
  fits: number
  filled: number
  /** The header is a known name for the meaning. */
  isNamed: boolean
}

/** The column that has a meaning. */
export interface ColumnMatch {
  at: number
  evidence: Evidence
}

/** The best column for each meaning that has one. */
export type ColumnMatches<Kind extends string> = Partial<Record<Kind, ColumnMatch>>

/** Headers weigh less than values: people rename columns, and values are what is applied. */
const nameWeight = 0.4
/** Each later name in a meaning's list weighs slightly less. */
const nameStep = 0.005
/** Minimum score by values for a match without a known header. */
const leastByValues = 0.5
/** Weight from which a value counts as fitting. */
const fitting = 0.5
/** Longer values are prose and are skipped. */
const longestValue = 200
/** Longer headers are text, not names. */
const longestName = 100

/** Normalises a header: `*Order-Number`, `Order number (text)` and `order_number` become `order number`. */
export const plainHeader = (name: string) =>
  withoutRemark(name.slice(0, longestName))
    .replaceAll(/[*_.:#-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Checks for a closing bracket first, which avoids trying every opening one. */
const withoutRemark = (name: string) => (name.endsWith(')') ? name.replace(/\((?!sku).*\)$/i, '') : name)

/** Evidence and total score for a column having a meaning. */
export function scoreColumn<Kind extends string>(
  { header, values }: FileColumn,
  { names, weigh }: Meaning<Kind>,
): { score: number; evidence: Evidence } {
  const place = names.indexOf(plainHeader(header))
  const isNamed = place >= 0
  const filled = values.filter((value) => value.trim() !== '')
  const weights = weigh ? filled.map((value) => (value.length > longestValue ? 0 : weigh(value))) : []
  const byValues = weights.length > 0 ? weights.reduce((sum, weight) => sum + weight, 0) / weights.length : 0
  // Of two columns with the same name, prefer the one that is filled.
  const byName = isNamed ? (nameWeight - place * nameStep) * (filled.length > 0 ? 1 : 0.5) : 0
  return {
    score: isNamed || byValues >= leastByValues ? byName + byValues : 0,
    evidence: { fits: weights.filter((weight) => weight >= fitting).length, filled: filled.length, isNamed },
  }
}

/** Assigns at most one column to each meaning, maximising the total score. */
export function matchColumns<Kind extends string>(
  columns: readonly FileColumn[],
  meanings: readonly Meaning<Kind>[],
): ColumnMatches<Kind> {
  const scored = meanings.map((meaning) => columns.map((column) => scoreColumn(column, meaning)))
  const chosen = assign(scored.map((row) => row.map(({ score }) => score)))
  const matches: ColumnMatches<Kind> = {}
  for (const [index, { kind }] of meanings.entries()) {
    const at = chosen[index] ?? -1
    const found = scored[index]?.[at]
    if (found && found.score > 0) matches[kind] = { at, evidence: found.evidence }
  }
  return matches
}

/**
 * The assignment of rows to columns with the highest sum (Hungarian method); -1 for unassigned rows. Ties prefer
 * earlier columns.
 */
export function assign(scores: readonly (readonly number[])[]): number[] {
  const rows = scores.length
  const real = scores[0]?.length ?? 0
  // Add a zero-cost column per row, so that any row may stay unassigned.
  const columns = real + rows
  const cost = (row: number, column: number) => {
    const score = column < real ? (scores[row]?.[column] ?? 0) : 0
    return score > 0 ? column * 1e-7 - score : 0
  }
  const [rowPrice, columnPrice] = [new Float64Array(rows + 1), new Float64Array(columns + 1)]
  /** The row assigned to each column, from 1; 0 for none. */
  const owner = new Int32Array(columns + 1)
  for (let row = 1; row <= rows; row += 1) {
    owner[0] = row
    const least = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY)
    const cameFrom = new Int32Array(columns + 1)
    const isUsed = new Uint8Array(columns + 1)
    let column = 0
    while (valueAt(owner, column) !== 0) {
      isUsed[column] = 1
      const own = valueAt(owner, column)
      let [next, delta] = [0, Number.POSITIVE_INFINITY]
      for (let at = 1; at <= columns; at += 1) {
        if (isUsed[at]) continue
        const reduced = cost(own - 1, at - 1) - valueAt(rowPrice, own) - valueAt(columnPrice, at)
        if (reduced < valueAt(least, at)) {
          least[at] = reduced
          cameFrom[at] = column
        }
        if (valueAt(least, at) < delta) [next, delta] = [at, valueAt(least, at)]
      }
      for (let at = 0; at <= columns; at += 1) {
        if (isUsed[at]) {
          rowPrice[valueAt(owner, at)] = valueAt(rowPrice, valueAt(owner, at)) + delta
          columnPrice[at] = valueAt(columnPrice, at) - delta
        } else least[at] = valueAt(least, at) - delta
      }
      column = next
    }
    while (column !== 0) {
      const before = valueAt(cameFrom, column)
      owner[column] = valueAt(owner, before)
      column = before
    }
  }
  const chosen = scores.map(() => -1)
  for (let at = 1; at <= real; at += 1) {
    const row = valueAt(owner, at)
    if (row > 0 && (scores[row - 1]?.[at - 1] ?? 0) > 0) chosen[row - 1] = at - 1
  }
  return chosen
}

const valueAt = (values: Float64Array | Int32Array, at: number) => values[at] ?? 0
