import type { ColumnChoice } from '#features/selling/listing-files/file-columns.ts'
import type { Dialect } from '#features/selling/listing-files/file-dialects.ts'
import type { CellProblem } from '#features/selling/listing-files/read-rows.ts'
import type { ListingPatch, PatchField, PatchFieldProblem } from '#features/selling/listing-changes/listing-patch.ts'
import type { ListingRefusal } from '#features/core/listing/listing-states.ts'

/** How an uploaded file of listings is read; stored with its run. */
export interface UploadPlan {
  dialect: Dialect | null
  header: readonly string[]
  /** 0 if there is none. */
  headerLine: number
  columns: ColumnChoice
  /** Sample values by column. */
  samples: readonly (readonly string[])[]
  /** Whether the seller chose the columns, now or for an earlier file with this header. */
  isChosen: boolean
  /** Lines below the header. */
  lines: number
  /** The check that may write rows; a later one replaces it. */
  check: string
  isChecked: boolean
  /** Language of the result file. */
  locale: string
}

/** What a row does with its listing. */
export type RowAction = 'CREATE' | 'REVISE' | 'END'

/** Result of checking or applying a row. SKIPPED: its action only checks or reports. */
export type RowVerdict = 'CHANGE' | 'SAME' | 'SKIPPED' | 'PROBLEM' | 'DONE' | 'REFUSED'

/** Why a row of a file cannot be applied. */
export type RowRule =
  | CellProblem['rule']
  | PatchFieldProblem['problem']
  | ListingRefusal
  | 'unknown'
  | 'category'
  | 'twice'
  | 'currencyOther'
  | 'variationUnknown'
  | 'endVariation'
  | 'changedSince'
  | 'gone'
  | 'createVariation'
  | 'draftExists'
  | 'tooLong'

/** A problem of a row: its column or field, what the file says, and the rule. */
export interface RowProblem {
  column: CellProblem['column'] | PatchField
  value: string
  rule: RowRule
  values?: Record<string, string | number>
}

/** What a row would change. */
export interface PlannedRow {
  line: number
  action: RowAction | null
  listingId: number | null
  /** Position of the variation; null for the listing itself. */
  variation: number | null
  verdict: RowVerdict
  patch: ListingPatch
  /** Values of the patched fields when the file was checked. */
  before: ListingPatch
  problems: readonly RowProblem[]
}
