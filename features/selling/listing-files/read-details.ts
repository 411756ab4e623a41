import { tidyCountry, tidyHsCode } from '#features/core/listing/customs-details.ts'
import type { ListingPatch } from '#features/selling/listing-changes/listing-patch.ts'
import { keysOf } from '#lib/records.ts'
import type { Grouping } from '#lib/read-amount.ts'
import { policyColumns, type ColumnKind, type DetailKind, type PolicyColumn } from './file-columns.ts'
import { readFileCondition } from './file-condition.ts'
import { readGrams, weightCell, type WeightKind } from './weight-columns.ts'

/** Details that may be unreadable; any text may be a title, a description or the name of a category or policy. */
type DetailRule =
  | 'weight'
  | Exclude<
      DetailKind,
      | 'title'
      | 'description'
      | 'hsCode'
      | 'originCountry'
      | 'customsDescription'
      | 'category'
      | 'format'
      | OfferKind
      | PolicyColumn
      | WeightKind
    >

type OfferKind = 'minimumOffer' | 'autoAccept'

interface RefusedDetail {
  column: DetailKind
  rule: DetailRule
}

interface DetailReading {
  /** Parses an amount into minor units. */
  amountOf: (text: string) => number | null
  grouping: Grouping
}

/** Longest handling time, in working days. */
const longestHandling = 30

/**
 * Reads the details of a listing from the cells of its row: an empty cell clears what may be empty, and leaves the rest.
 * Returns what cannot be read, too. Policies are named, not yet found.
 */
export function readDetails(
  cells: Partial<Record<ColumnKind, string>>,
  aspects: readonly (readonly [name: string, text: string])[],
  { amountOf, grouping }: DetailReading,
): { patch: ListingPatch; refused: RefusedDetail[] } {
  const patch: ListingPatch = {}
  const refused: RefusedDetail[] = []
  const required = <T>(
    kind: Exclude<DetailRule, 'weight'> | OfferKind,
    parse: (text: string) => T | null,
    set: (value: T) => void,
  ) => {
    const text = cells[kind]
    if (!text) return
    const value = parse(text)
    // The rules by these names are the form's, on what an amount may be.
    const rule = kind === 'minimumOffer' || kind === 'autoAccept' ? 'cost' : kind
    if (value === null) refused.push({ column: kind, rule })
    else set(value)
  }
  const optional = <T>(
    kind: Exclude<DetailRule, 'weight'> | OfferKind,
    parse: (text: string) => T | null,
    set: (value: T | null) => void,
  ) => {
    if (cells[kind] === '') set(null)
    else required(kind, parse, set)
  }
  if (cells.title) patch.title = cells.title.replaceAll(/\s+/g, ' ')
  if (cells.category) patch.category = cells.category
  required('condition', readFileCondition, (condition) => (patch.condition = condition))
  required('handling', wholeUpTo(longestHandling), (handling) => (patch.handling = handling))
  optional('cost', amountOf, (cost) => (patch.cost = cost))
  if (cells.hsCode !== undefined) patch.hsCode = tidyHsCode(cells.hsCode) || null
  if (cells.originCountry !== undefined) patch.originCountry = tidyCountry(cells.originCountry.trim()) || null
  if (cells.customsDescription !== undefined) patch.customsDescription = cells.customsDescription || null
  optional('customsValue', amountOf, (minor) => (patch.customsValue = minor))
  const weight = weightCell(cells)
  const grams = weight?.text ? readGrams(weight, grouping) : null
  if (weight?.text && grams === null) refused.push({ column: weight.kind, rule: 'weight' })
  else if (weight) patch.weight = grams
  required('bestOffer', readYesNo, (bestOffer) => (patch.bestOffer = bestOffer))
  optional('minimumOffer', amountOf, (minor) => (patch.minimumOffer = minor))
  optional('autoAccept', amountOf, (minor) => (patch.autoAccept = minor))
  for (const column of keysOf(policyColumns)) if (cells[column]) patch[policyColumns[column]] = cells[column]
  if (cells.description !== undefined) patch.description = cells.description
  for (const [name, text] of aspects) patch[`aspect.${name}`] = readAspect(text)
  return { patch, refused }
}

const yesNo: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  ja: true,
  '0': false,
  false: false,
  no: false,
  nein: false,
}

const readYesNo = (text: string) => yesNo[text.trim().toLowerCase()] ?? null

const wholeUpTo = (most: number) => (text: string) => {
  const value = /^\d{1,7}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : most + 1
  return value <= most ? value : null
}

/** Several values are separated by `|`, as by eBay, or by semicolons, as in the form. */
function readAspect(text: string): readonly string[] | null {
  const values = text.split(/[|;]/).map((value) => value.trim())
  const some = values.filter((value) => value !== '')
  return some.length > 0 ? some : null
}
