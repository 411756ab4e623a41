import { headerCurrency } from './written-currency.ts'

/** A meaning that a column of a file may have, such as “order number” or “price”. */
export interface Meaning<Kind extends string> {
  kind: Kind
  /** Headers as programs write them, most likely first. */
  names: readonly string[]
  /** How strongly a value supports the meaning, 0 to 1; omitted if values cannot tell. */
  weigh?: (value: string) => number
  /** Ends of headers that make a name in front of a remark another one: `Price (net)`. */
  otherwise?: RegExp
  /** Whether it only identifies: its column may be one that cannot be edited. */
  isKey?: boolean
}

export interface FileColumn {
  header: string
  values: readonly string[]
}

export interface Evidence {
  /** Non-empty values that support the meaning. */
  fits: number
  filled: number
  /** The header is a known name for the meaning. */
  isNamed: boolean
}

export interface ColumnMatch {
  at: number
  evidence: Evidence
}

export type ColumnMatches<Kind extends string> = Partial<Record<Kind, ColumnMatch>>

/** Headers weigh less than values: people rename columns, and values are what is applied. */
const nameWeight = 0.4
/** Weight of a name in front of a remark: `On hand (new)` is rather “on hand new” than “on hand”. */
const remarkedWeight = 0.2
/** Each later name in a meaning's list weighs slightly less, up to the twentieth. */
const [nameStep, lastStep] = [0.005, 20]
/** Minimum score by values for a match without a known header. */
const leastByValues = 0.5
/** Weight from which a value counts as fitting. */
const fitting = 0.5
/** Longer values are prose and are skipped. */
const longestValue = 200
/** Longer headers are text, not names. */
const longestName = 100

const normalise = (name: string, marks: RegExp) =>
  name.normalize('NFC').replaceAll('’', "'").replaceAll(marks, ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Normalises a header without its remark: `*Order-Number`, `Order number (text)` and `order_number` become `order number`. */
export const plainHeader = (name: string): string => normalise(withoutRemark(name.slice(0, longestName)), /[*_.:#-]/g)

/** Normalises a header with its remark: `Weight (kg)`, `weight_kg` and `Weight / kg` become `weight kg`. */
export const fullHeader = (name: string): string => normalise(name.slice(0, longestName), /[*_.:#()[\]/,-]/g)

/** Checks for a closing bracket first, which avoids trying every opening one. */
const withoutRemark = (name: string) => (name.endsWith(')') ? name.replace(/\((?!sku).*\)$/i, '') : name)

/** Headers that say that their column cannot be edited, in the languages of marketplaces. */
const readOnly =
  /\b(?:not|non|no|não|nie|cannot be|can't be|nicht|niet) ?(?:edit|modif|chang|edyt|bearbeit|änder|veränder|bewerk|wijzig)|\b(?:read ?only|do not (?:edit|change|modify)|nur lesen|schreibgeschützt|solo lectura|sola lettura|lecture seule|tylko do odczytu|alleen lezen)/
/** Last words of a header after which its name means something else: `Quantity (sold)`, `Price (was)`. */
const otherwise = new RegExp(
  ` (?:${[
    'old|previous|before|was|compare at|rrp|msrp|srp|uvp|alt|bisher|vorher',
    'sold|reserved|committed|allocated|incoming|on order|in transit|unavailable|damaged|returned',
    'verkauft|reserviert|bestellt|unterwegs|beschädigt',
    'min|max|minimum|maximum|locked|gesperrt',
  ].join('|')})$`,
)

/** Ends of headers of amounts with tax, as buyers pay them: `Einzelpreis brutto` is the unit price. */
const withTax = / (?:gross|brutto|(?:incl|including|inkl) (?:vat|tax|mwst|ust))$/

/** Ends of headers of amounts without tax. */
export const withoutTax = / (?:net|netto|(?:excl|excluding|ex|without|plus|zzgl|exkl|ohne) (?:vat|tax|mwst|ust))$/

interface HeaderForms {
  full: string
  /** Without its remark; null if there is none, or if it makes the name another one. */
  plain: string | null
}

function formsOf(header: string): HeaderForms {
  const full = fullHeader(header)
  const plain = fullHeader(withoutRemark(header.slice(0, longestName))).replace(withTax, '')
  return { full, plain: plain === full || otherwise.test(full) ? null : plain }
}

/** A header as names are compared: `UnitPrice` and `unit price` are one, `Référence` and `reference`, too. */
const joined = (header: string) => header.normalize('NFD').replaceAll(/[ \p{M}]/gu, '')

const placesByNames = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const known = placesByNames.get(names)
  if (known) return known
  const places = new Map<string, number>()
  for (const [place, name] of names.map((each) => joined(fullHeader(each))).entries())
    if (!places.has(name)) places.set(name, place)
  placesByNames.set(names, places)
  return places
}

/** How strongly a header names a meaning: its exact name more than one in front of a remark; 0 if it does not. */
function weighName({ full, plain }: HeaderForms, { names, otherwise: own }: Meaning<string>): number {
  const places = placesOf(names)
  const exact = places.get(joined(full))
  const place = exact ?? (plain === null || own?.test(full) ? undefined : places.get(joined(plain)))
  if (place === undefined) return 0
  return (exact === undefined ? remarkedWeight : nameWeight) - Math.min(place, lastStep) * nameStep
}

/** Finds the meaning that a header names; an exact name before one in front of a remark. Null if none. */
export function kindOfHeader<Kind extends string>(header: string, meanings: readonly Meaning<Kind>[]): Kind | null {
  const { full, plain } = formsOf(header)
  const named = (isIt: (places: ReadonlyMap<string, number>) => boolean) =>
    meanings.find(({ names }) => isIt(placesOf(names)))?.kind
  return (
    named((places) => places.has(joined(full))) ??
    (plain === null ? undefined : named((places) => places.has(joined(plain)))) ??
    null
  )
}

export const countNamed =
  (meanings: readonly Meaning<string>[]) =>
  (fields: readonly string[]): number =>
    fields.filter((field) => kindOfHeader(field, meanings) !== null).length

export function scoreColumn<Kind extends string>(
  { header, values }: FileColumn,
  meaning: Meaning<Kind>,
): { score: number; evidence: Evidence } {
  const { weigh, isKey = false } = meaning
  const nameScore = weighName(formsOf(header), meaning)
  const isNamed = nameScore > 0
  const filled = values.filter((value) => value.trim() !== '')
  const weights = weigh ? filled.map((value) => (value.length > longestValue ? 0 : weigh(value))) : []
  const byValues = weights.length > 0 ? weights.reduce((sum, weight) => sum + weight, 0) / weights.length : 0
  // Of two columns with the same name, prefer the one that is filled.
  const byName = nameScore * (filled.length > 0 ? 1 : 0.5)
  const isAllowed = isKey || !readOnly.test(fullHeader(header))
  return {
    score: isAllowed && (isNamed || byValues >= leastByValues) ? byName + byValues : 0,
    evidence: { fits: weights.filter((weight) => weight >= fitting).length, filled: filled.length, isNamed },
  }
}

/**
 * Assigns at most one column to each meaning, maximising the total score. Of columns that name a meaning, one in another
 * currency than the shop's is none if there is another one: `Price (EUR)` beside `Price (GBP)`.
 */
export function matchColumns<Kind extends string>(
  columns: readonly FileColumn[],
  meanings: readonly Meaning<Kind>[],
  currency: string | null = null,
): ColumnMatches<Kind> {
  const currencies = columns.map(({ header }) => (currency === null ? null : headerCurrency(header, currency)))
  const isForeign = (at: number) => (currencies[at] ?? currency) !== currency
  const scored = meanings.map((meaning) => columns.map((column) => scoreColumn(column, meaning)))
  const scores = scored.map((row) => {
    const hasOwn = row.some(
      ({ score, evidence: { isNamed } }, at) => score > 0 && !isForeign(at) && (isNamed || currencies[at] !== null),
    )
    return row.map(({ score }, at) => (hasOwn && isForeign(at) ? 0 : score))
  })
  const chosen = assign(scores)
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
