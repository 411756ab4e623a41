import { limits } from '#features/core/listing/listing-content.ts'
import {
  aspectOf,
  isAspectField,
  patchFields,
  patchOf,
  type ListingPatch,
} from '#features/selling/listing-changes/listing-patch.ts'
import type { FileRow } from '#features/selling/listing-files/read-rows.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import {
  cellProblem,
  claimOf,
  hasAmount,
  keyProblem,
  leafOf,
  planned,
  refused,
  rowProblem,
  type RowFacts,
} from './planned-row.ts'
import type { NewVariations, PlannedRow, RowProblem } from './upload-plan.ts'

// Rows that name no listing of the seller: each creates a draft, with the variations of the rows below it.

/** Plans a row of no listing. Its SKU tells when the file is sent again. */
export function planNewListing(row: FileRow, facts: RowFacts): PlannedRow {
  const { sku } = row
  if (sku === null) return refused(row, mayNotCreate(row) ?? keyProblem(row, 'unknown'))
  const variant = row.isVariant ? keyProblem(row, 'createVariation') : null
  const problem = mayNotCreate(row) ?? variant ?? otherCurrency(row, facts) ?? takenSku(sku, facts)
  if (problem) return refused(row, problem)
  facts.lines.set(claimOf.sku(sku), row.line)
  const patch = { ...detailsOf(row, facts), sku }
  const { pictures, format, startsAt, product } = row
  return planned(row, { action: 'CREATE', verdict: 'CHANGE', patch, pictures, format, startsAt, product })
}

/**
 * Plans a listing with the variations of its rows. It is created as a whole or not at all, since a file that is sent again
 * leaves a draft alone.
 */
export function planNewVariations(rows: readonly FileRow[], facts: RowFacts): PlannedRow[] {
  const [head] = rows
  const variants = rows.filter(({ variation }) => variation !== null)
  if (!head || variants.length === 0) return rows.map((row) => planNewListing(row, facts))
  const problems = new Map(rows.map((row) => [row.line, problemsOf(row, { head, variants, facts })]))
  const wrong = rows.find(({ line }) => problems.get(line)?.length)
  if (wrong) {
    const left = [rowProblem('ofListing', { line: wrong.line })]
    return rows.map((row) => {
      const own = problems.get(row.line) ?? []
      return planned(row, { verdict: 'PROBLEM', problems: own.length > 0 ? own : left })
    })
  }
  for (const { sku, line } of rows) if (sku !== null) facts.lines.set(claimOf.sku(sku), line)
  return rows.map((row) => {
    const { sku, patch } = row
    const own = { ...(row === head ? detailsOf(row, facts) : patch), ...(sku === null ? {} : { sku }) }
    if (row !== head) return planned(row, { action: 'CREATE', verdict: 'CHANGE', patch: own, head: head.line })
    const variations = variationsOf(head, variants)
    const { pictures, startsAt, product } = head
    return planned(row, {
      action: 'CREATE',
      verdict: 'CHANGE',
      patch: withoutAspects(own, variations.axes),
      variations,
      pictures,
      startsAt,
      product,
    })
  })
}

/** Why a row creates no listing; null if it may. */
function mayNotCreate(row: Pick<FileRow, 'action' | 'item' | 'sku' | 'patch'>): RowProblem | null {
  const { action, item, sku, patch } = row
  if (item === null && sku === null) return rowProblem('noKey')
  const mayCreate = action === 'CREATE' || (action === null && item === null)
  return mayCreate && patch.title !== undefined ? null : keyProblem(row, 'unknown')
}

interface Listing {
  head: FileRow
  variants: readonly FileRow[]
  facts: RowFacts
}

function problemsOf(row: FileRow, { head, variants, facts }: Listing): RowProblem[] {
  if (row.problems.length > 0) return row.problems
  const currency = otherCurrency(row, facts)
  const taken = row.sku === null ? null : takenSku(row.sku, facts)
  const own = row === head ? headProblem(head, variants) : null
  const option = variants.includes(row) ? optionProblem(row, variants) : null
  return [own, option, currency, taken].filter((problem) => problem !== null)
}

/** The first row says what is created. One SKU is enough: by it the listing is found when the file is sent again. */
function headProblem(head: FileRow, variants: readonly FileRow[]): RowProblem | null {
  if (head.patch.title === undefined && head.variation !== null) return keyProblem(head, 'createVariation')
  const known = variants.find(({ sku }) => sku !== null)
  return mayNotCreate({ ...head, sku: head.sku ?? known?.sku ?? null })
}

function optionProblem(row: FileRow, variants: readonly FileRow[]): RowProblem | null {
  const names = namesOf(row)
  if (names.length > limits.axes) return cellProblem(row, 'variation', 'tooManyOptions')
  const [first] = variants
  if (first && namesOf(first).join('\n') !== names.join('\n')) return cellProblem(row, 'variation', 'otherOptions')
  if ([...names, ...valuesOf(row)].some((text) => text.includes(',')))
    return cellProblem(row, 'variation', 'optionComma')
  const same = variants.find((each) => keyOf(each) === keyOf(row))
  return same === row || !same ? null : { ...cellProblem(row, 'variation', 'sameOptions'), values: { line: same.line } }
}

const namesOf = ({ variation }: FileRow) => Object.keys(variation ?? {})
const valuesOf = ({ variation }: FileRow) =>
  Object.values(variation ?? {}).map((value) => value.trim().replaceAll(/\s+/g, ' '))
const keyOf = (row: FileRow) => valuesOf(row).join('\n').toLowerCase()

function otherCurrency(row: FileRow, { currency }: RowFacts): RowProblem | null {
  if (!hasAmount(row.patch) || row.currency === currency) return null
  return { ...cellProblem(row, 'currency', 'currencyOther'), values: { currency } }
}

function takenSku(sku: string, { lines }: RowFacts): RowProblem | null {
  const line = lines.get(claimOf.sku(sku))
  return line === undefined ? null : { column: 'sku', value: sku, rule: 'twice', values: { line } }
}

/** Input of the draft; a category of another program is chosen in the form. */
function detailsOf({ patch: { category, ...others } }: FileRow, facts: RowFacts): ListingPatch {
  const path = category === undefined ? undefined : leafOf(category, facts)?.path
  return path === undefined ? others : { ...others, category: path }
}

function variationsOf(head: FileRow, variants: readonly FileRow[]): NewVariations {
  const first = assertDefined(variants[0], 'a listing with variations has one')
  // A value in other upper or lower case is the same one.
  const spelling = new Map<string, string>()
  const spelled = (value: string, at: number) => {
    const key = `${at} ${value.toLowerCase()}`
    const known = spelling.get(key) ?? value
    spelling.set(key, known)
    return known
  }
  return {
    sku: head.variation === null ? head.sku : null,
    axes: namesOf(first),
    rows: variants.map((row) => ({
      values: valuesOf(row).map(spelled),
      sku: row.sku,
      price: row.patch.price ?? null,
      quantity: row.patch.quantity ?? null,
      ...(row.patch.parts ? { parts: row.patch.parts } : {}),
    })),
  }
}

/** Options are no aspects of the listing, though WooCommerce writes them in the same columns. */
function withoutAspects(patch: ListingPatch, axes: readonly string[]): ListingPatch {
  const own = patchFields(patch).filter((field) => !isAspectField(field) || !axes.includes(aspectOf(field)))
  return patchOf(own.map((field) => [field, patch[field] ?? null]))
}
