import type { ColumnChoice, ColumnKind } from '#features/selling/listing-files/file-columns.ts'
import type { Dialect } from '#features/selling/listing-files/file-dialects.ts'
import type { CellProblem } from '#features/selling/listing-files/read-rows.ts'
import type { TextForm } from '#lib/delimited-file.ts'
import { day } from '#lib/duration.ts'
import type { ListingPatch, PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import type { PatchFieldProblem } from '#features/selling/listing-changes/patch-problems.ts'
import type { ChosenPicture } from '#features/core/listing-pictures/picture.ts'
import type { ListingFormat } from '#features/core/listing/listing-content.ts'
import type { ListingRefusal } from '#features/core/listing/listing-states.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { RowProblem as FileRowProblem } from '#features/machinery/file-runs/row-problem.ts'
import type { ListingBefore } from '#features/selling/listings/listing-undo.ts'

/** How an uploaded file of listings is read; stored with its run. */
export interface UploadPlan {
  dialect: Dialect | null
  form: TextForm
  header: readonly string[]
  /** Records above the first row. */
  skipped: number
  columns: ColumnChoice
  /** Sample values by column; none once a buyer was erased who may be in the file. */
  samples: readonly (readonly string[])[]
  /** Whether the seller chose the columns, now or for an earlier file with this header. */
  isChosen: boolean
  /** Whether it comes from another marketplace. */
  isMovedIn: boolean
  /** Records below the header. */
  lines: number
  /** Differs each time that the file is checked, so that only what was seen is applied. */
  check: string
  /** Whether the rows are checked; a run that is not checks them, others apply them. */
  isChecked: boolean
  /** Whether the run undoes what it applied. */
  isUndo: boolean
  /** Language of the result file. */
  locale: string
}

/** What a row does with its listing. */
export type RowAction = 'CREATE' | 'REVISE' | 'END'

/**
 * Result of checking, applying or undoing a row. SKIPPED: its action only checks or reports. KEPT: it could not be undone.
 */
export type RowVerdict = 'CHANGE' | 'SAME' | 'SKIPPED' | 'PROBLEM' | 'DONE' | 'REFUSED' | 'UNDONE' | 'KEPT'

/** Why a row of a file cannot be applied. */
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

/** A problem of a row: in a column, or of the field that it sets. */
export type RowProblem = FileRowProblem<ColumnKind | PatchField, RowRule>

/** The variations of a listing that a file creates. */
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
}

/** What a row would change. */
export interface PlannedRow {
  line: number
  action: RowAction | null
  listingId: number | null
  /** Position of the variation; null for the listing itself. */
  variation: number | null
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
  verdict: RowVerdict
  patch: ListingPatch
  /** Values of the patched fields when the file was checked. */
  before: ListingPatch
  problems: readonly RowProblem[]
}

/** A row that was applied, with what undoing it needs besides. */
export interface AppliedRow extends PlannedRow {
  /** The listing before it was ended. */
  ended: ListingBefore | null
  /** Pictures that its own replaced. */
  picturesBefore: readonly ChosenPicture[] | null
}

/** Whether a run has begun to apply an uploaded file of listings. Only these have their plans, so the cast is safe. */
export const wasApplied = ({ direction, kind, state, plan }: FileRun): boolean =>
  direction === 'UPLOAD' && kind === 'listings' && state !== 'CREATED' && (plan as UploadPlan).isChecked

/** Whether an upload has a result file: it is over, or was cancelled while it was applied. */
export const hasResult = (run: FileRun): boolean =>
  wasApplied(run) && ['DONE', 'DONE_WITH_ERRORS', 'CANCELLED'].includes(run.state)

/** Until when an applied upload can be undone; null if it cannot. */
export function undoUntil(run: FileRun): Date | null {
  const { finishedAt } = run
  return finishedAt && wasApplied(run) ? new Date(finishedAt.getTime() + day) : null
}
