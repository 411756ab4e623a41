import { findLeaf } from '#features/core/listing/taxonomy.ts'
import type { ListingPatch, PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import type { PatchFacts } from '#features/selling/listing-changes/patch-problems.ts'
import type { StoredTargets } from '#features/selling/listing-changes/patch-targets-db.server.ts'
import type { FileRow } from '#features/selling/listing-files/read-rows.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { toDecimal } from '#lib/money.ts'
import type { NamedListings } from './find-listings-db.server.ts'
import type { ShowsPictures } from './revised-pictures-db.server.ts'
import type { PlannedRow, RowProblem, RowRule } from './upload-plan.ts'

export interface RowFacts {
  named: NamedListings
  stored: StoredTargets
  /** Active listings by the SKU that they use. */
  skuUsers: ReadonlyMap<string, ReadonlySet<number>>
  rules: Omit<PatchFacts, 'isSkuTaken'>
  showsPictures: ShowsPictures
  /** The shop's currency, in which drafts are created. */
  currency: string
  /** Lines by the listing and variation that they change (`claimOf`), over the whole file. */
  lines: Map<string, number>
}

/** Key of what a row changes: a listing or its variation, or a SKU that is created. */
export const claimOf = {
  listing: (id: number, variation: string | null) => `${id} ${variation ?? ''}`,
  sku: (sku: string) => `new ${sku}`,
}

export const planned = (
  { line, action }: FileRow,
  plan: Partial<PlannedRow> & Pick<PlannedRow, 'verdict'>,
): PlannedRow => ({
  line,
  action: action === 'SKIP' ? null : action,
  listingId: null,
  variation: null,
  head: null,
  variations: null,
  format: null,
  startsAt: null,
  product: null,
  pictures: [],
  patch: {},
  before: {},
  problems: [],
  ...plan,
})

export const refused = (row: FileRow, found: RowProblem): PlannedRow =>
  planned(row, { verdict: 'PROBLEM', problems: [found] })

export function cellProblem(row: FileRow, column: 'action' | 'variation' | 'currency', rule: RowRule): RowProblem {
  const values = {
    action: row.action ?? '',
    variation: Object.values(row.variation ?? {}).join(', '),
    currency: row.currency,
  }
  return { column, value: values[column], rule }
}

/** A problem of the cell that names the listing. */
export const keyProblem = ({ item, sku }: Pick<FileRow, 'item' | 'sku'>, rule: RowRule): RowProblem =>
  item === null ? { column: 'sku', value: sku ?? '', rule } : { column: 'item', value: item, rule }

export const rowProblem = (rule: RowRule, values?: RowProblem['values']): RowProblem => ({
  column: null,
  value: '',
  rule,
  ...(values ? { values } : {}),
})

/** Fields in minor units of the listing's currency. */
export const amountFields = ['price', 'cost', 'customsValue', 'minimumOffer', 'autoAccept'] as const

/** The value of a patch as a file has it. */
export function shown(patch: ListingPatch, field: PatchField, currency: string): string {
  const value = patch[field]
  if (typeof value === 'number' && isOneOf(amountFields, field)) return toDecimal({ minor: value, currency })
  return Array.isArray(value) ? value.join('; ') : String(value ?? '')
}

export const hasAmount = (patch: ListingPatch): boolean =>
  amountFields.some((field) => typeof patch[field] === 'number')

/** The marketplace's category by any of its names. */
export const leafOf = (category: string, { rules: { taxonomy } }: RowFacts) => taxonomy && findLeaf(taxonomy, category)
