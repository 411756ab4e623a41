import type { Choices } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import type { TypedCell } from '#features/machinery/file-runs/corrected-cells.ts'
import { isRunOpen, undoableUntil, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { Evidence } from '#lib/match-columns.ts'
import type { TableForm } from '#lib/table-file.ts'
import type { Encoding } from '#lib/text-encodings.ts'
import type { ColumnOrder } from '#lib/written-day.ts'
import type { FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'

/** Kinds of files that are brought in, in this order: orders find the listings of their SKUs, and their costs. */
export const broughtIn = ['listings', 'costs', 'orders'] as const
/** Kinds of uploads that are reviewed. */
export const recordRuns = [...broughtIn, 'tracking'] as const
export type RecordRun = (typeof recordRuns)[number]

/** Answers to questions about a file, by what they are about. */
export type Answers = Readonly<Record<string, string>>

/** Column index by what it means, from 0. */
export type RecordColumns = Readonly<Partial<Record<string, number>>>

export interface RecordPosition {
  /** The last line that was worked on. */
  line: number
  /** Where the file is read on. */
  from?: FileLine
  /** What the rows below may continue. */
  head?: object | null
}

/** Settings for reading a file; stored with its run. Values of the file are not, since they may name buyers. */
export interface RecordPlan extends TableForm {
  dialect: string | null
  header: readonly string[]
  columns: RecordColumns
  /** What the values say of each column; nothing for kinds that do not compare them. */
  evidence?: Readonly<Partial<Record<string, Evidence>>>
  choices: Choices
  /** Answers about this file, which are not remembered for others. */
  answers?: Answers
  /** Cells that the seller typed; the file stays as it was sent. */
  typed?: readonly TypedCell[]
  /** Encodings that the file may have; missing if its kind does not ask. */
  encodings?: { isSure: boolean; all: readonly Encoding[] }
  /** Order of day and month that the days of a file prove. */
  columnOrder?: ColumnOrder | null
  /** Whether the seller chose the columns, now or for an earlier file with this header. */
  isChosen: boolean
  /** Rows below the header. */
  lines: number
  /** Differs each time that the file is checked, so that only what was seen is applied. */
  check: string
  /** Whether the rows are checked; a run that is not checks them, others apply them. */
  isChecked: boolean
  isUndo: boolean
  /** Language of the result file. */
  locale: string
}

export type RecordUpload = FileRun<RecordPlan> & { kind: RecordRun }

/** The upload of a run; null if the run is about something else. Only `receiveRecords` writes these plans. */
export function recordUploadOf(run: FileRun): RecordUpload | null {
  const { kind, plan } = run
  if (run.direction !== 'UPLOAD' || !isOneOf(recordRuns, kind)) return null
  return { ...run, kind, plan: plan as RecordPlan }
}

/** Whether a run has begun to apply an uploaded file: its rows were counted then. */
export const wasApplied = (run: FileRun): boolean =>
  run.totalRows !== null && (recordUploadOf(run)?.plan.isChecked ?? false)

/** Whether an upload has a result file: it is over, or was cancelled while it was applied. */
export const hasResult = (run: FileRun): boolean =>
  wasApplied(run) && ['DONE', 'DONE_WITH_ERRORS', 'CANCELLED'].includes(run.state)

/**
 * Whether checked rows can be applied: those of a file that waits for the seller, and those that are left of one that is
 * over and cannot be undone.
 */
export const mayApply = ({ undo }: { undo: unknown }, run: RecordUpload): boolean =>
  run.state === 'CREATED' ? run.plan.isChecked : undo === null && wasApplied(run) && !isRunOpen(run.state)

/** Whether cells of a file can be corrected: before it is applied, and afterwards if it cannot be undone. */
export const mayCorrect = ({ undo }: { undo: unknown }, run: RecordUpload): boolean =>
  run.state === 'CREATED' || (undo === null && hasResult(run))

/** Until when an applied upload can be undone; null if it is not over. */
export const undoUntil = (run: FileRun): Date | null => (wasApplied(run) ? undoableUntil(run) : null)

/** How far an upload was worked through; null at the beginning. Only the workers of these kinds write it. */
export const positionOf = ({ position }: FileRun): RecordPosition | null => position as RecordPosition | null
