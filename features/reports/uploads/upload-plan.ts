import type { ColumnKind } from '#features/selling/listing-files/file-columns.ts'
import type { CellProblem } from '#features/selling/listing-files/read-rows.ts'
import type { ListingPatch, PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import type { PatchFieldProblem } from '#features/selling/listing-changes/patch-problems.ts'
import type { ChosenPicture } from '#features/core/listing-pictures/picture.ts'
import type { ListingFormat } from '#features/core/listing/listing-content.ts'
import type { ListingRefusal } from '#features/core/listing/listing-states.ts'
import type { RowProblem as FileRowProblem } from '#features/machinery/file-runs/row-problem.ts'
import type { ListingBefore } from '#features/selling/listings/listing-undo.ts'
import type { RecordVerdict } from '#features/machinery/records/record-kind.ts'

export type RowAction = 'CREATE' | 'REVISE' | 'END'

export type RowRule =
  | CellProblem['rule']
  | PatchFieldProblem['problem']
  | ListingRefusal
  | 'noKey'
  | 'unknown'
  | 'category'
  | 'twice'
  | 'currencyOther'
  | 'variationUnknown'
  | 'endVariation'
  | 'changedSince'
  | 'gone'
  | 'changedAfter'
  | 'staysEnded'
  | 'createVariation'
  | 'tooManyOptions'
  | 'otherOptions'
  | 'optionComma'
  | 'sameOptions'
  | 'ofListing'
  | 'draftExists'
  | 'skuOfSeveral'
  | 'tooLong'

export type RowProblem = FileRowProblem<ColumnKind | PatchField, RowRule>

export interface NewVariations {
  /** SKU of the listing itself. */
  sku: string | null
  /** Names of its options. */
  axes: readonly string[]
  rows: readonly NewVariation[]
}

/** A variation to create; amounts in minor units. */
interface NewVariation {
  /** One value for each option. */
  values: readonly string[]
  sku: string | null
  price: number | null
  quantity: number | null
  /** What it is made of, as in the form; empty or absent if it is no kit. */
  parts?: string
}

export interface PlannedRow {
  line: number
  action: RowAction | null
  listingId: number | null
  /** The variation, as in `PatchTarget`; null for the listing itself. */
  variation: string | null
  /** Line of the row that creates the listing of this variation; null for others. */
  head: number | null
  /** The variations that are created with the listing; null for others. */
  variations: NewVariations | null
  /** Sales format of a listing that is created; null: fixed price. */
  format: ListingFormat | null
  /** When a listing that is created begins, in ISO 8601; null: once it is published. */
  startsAt: string | null
  /** EPID or GTIN of the product of a listing that is created; null if none is named. */
  product: string | null
  /** Addresses of the pictures of a listing that is created, or that replace those of one that is revised. */
  pictures: readonly string[]
  verdict: RecordVerdict
  patch: ListingPatch
  /** Values of the patched fields when the file was checked. */
  before: ListingPatch
  problems: readonly RowProblem[]
}

export interface AppliedRow extends PlannedRow {
  ended: ListingBefore | null
  /** Pictures that its own replaced. */
  picturesBefore: readonly ChosenPicture[] | null
}
