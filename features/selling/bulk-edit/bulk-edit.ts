import type { Row } from '#db/schema.ts'
import type { PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import type { Grouping } from '#lib/read-amount.ts'
import { day } from '#lib/duration.ts'
import type { ColumnOperation } from './column-operations.ts'

export type BulkEditState = Row<'bulk_edits'>['state']
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

export const columnsFor = ({ form }: Pick<BulkEdit, 'form'>, seesMoney: boolean): readonly PatchField[] =>
  seesMoney ? form.columns : form.columns.filter((field) => field !== 'unitCost')

export interface BulkEdit {
  id: string
  memberId: string
  memberName: string
  /** Who applied, continued or undid it last; it runs as long as they edit listings. */
  runBy: { id: string; name: string }
  /** Whether it stopped because they no longer do. */
  lacksRole: boolean
  state: BulkEditState
  listings: number
  /** Number of rows: of listings, and of their variations. */
  rows: number
  openedFrom: string
  form: BulkEditForm
  checked: number
  /** Null if rows changed since they were counted. */
  counts: RowCounts | null
  madeAt: Date
  appliedAt: Date | null
  /** When it was begun, continued or undone last, and the rows that were through then; null before. */
  begunAt: Date | null
  begunRows: number | null
  endedAt: Date | null
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

/** Milliseconds in which a bulk edit can be undone. */
const undoMs = day

/** Until when a bulk edit can be undone; null if there is nothing to undo. */
export function undoUntil({ state, endedAt }: Pick<BulkEdit, 'state' | 'endedAt'>): Date | null {
  return endedAt && (state === 'DONE' || state === 'STOPPED') ? new Date(endedAt.getTime() + undoMs) : null
}
