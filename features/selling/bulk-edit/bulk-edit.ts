import type { Row } from '#db/schema.ts'
import { isUndoOf, undoableUntil, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import type { Grouping } from '#lib/read-amount.ts'
import type { ColumnOperation } from './column-operations.ts'

/** What a bulk edit is doing, or waits for. STOPPED: by a member, for want of a role, or after an error. */
export type BulkEditState = 'REVIEW' | 'RUNNING' | 'STOPPED' | 'DONE' | 'UNDOING' | 'UNDONE'

/** State of a row: before it is applied, once applied, and once undone. */
export type BulkRowState = Row<'bulk_edit_rows'>['state']

/** Number of rows by state, and the sums of changed prices by currency of the seller. */
export interface RowCounts extends Record<BulkRowState, number> {
  /** Sums of the prices that change, before and after; exact as text. */
  priceBefore: string
  priceAfter: string
}

export interface BulkEditForm {
  columns: readonly PatchField[]
  operations: readonly ColumnOperation[]
  /** Thousands separator of the member who typed the operations. */
  grouping: Grouping
  /** Whether that member sees costs. */
  seesMoney?: boolean
}

export const columnsFor = ({ plan: { form } }: Pick<BulkEdit, 'plan'>, seesMoney: boolean): readonly PatchField[] =>
  seesMoney ? form.columns : form.columns.filter((field) => field !== 'unitCost')

export interface BulkEditPlan {
  form: BulkEditForm
  openedFrom: string
  /** Whether it was undone last, or applied. */
  isUndo: boolean
}

/** A run that changes chosen listings; it runs as long as whoever applied, continued or undid it last edits listings. */
export interface BulkEdit extends FileRun<BulkEditPlan> {
  listings: number
  /** Number of rows: of listings, and of their variations. */
  rows: number
  /** Rows that are checked with its operations. */
  checked: number
  /** Null if rows changed since they were counted. */
  counts: RowCounts | null
}

export function stateOf({ state, plan }: Pick<FileRun, 'state' | 'plan'>): BulkEditState {
  const isUndo = isUndoOf({ plan })
  switch (state) {
    case 'CREATED':
      return 'REVIEW'
    case 'QUEUED':
    case 'RUNNING':
      return isUndo ? 'UNDOING' : 'RUNNING'
    case 'DONE':
    case 'DONE_WITH_ERRORS':
      return isUndo ? 'UNDONE' : 'DONE'
    case 'FAILED':
    case 'CANCELLED':
      return 'STOPPED'
  }
}

export const bulkTabs = ['all', 'changes', 'problems'] as const
export type BulkTab = (typeof bulkTabs)[number]

export const tabStates: Record<Exclude<BulkTab, 'all'>, readonly BulkRowState[]> = {
  changes: ['CHANGE', 'DONE', 'UNDONE', 'KEPT'],
  problems: ['PROBLEM', 'LEFT'],
}

export const rowsOfPage = 50
/** Maximum rows of a bulk edit: listings and their variations. */
export const mostRows = 100_000
export const mostOperations = 20

/** Until when a bulk edit can be undone; null if there is nothing to undo. */
export const undoUntil = (edit: Pick<FileRun, 'state' | 'plan' | 'finishedAt'>): Date | null =>
  stateOf(edit) === 'UNDONE' ? null : undoableUntil(edit)
