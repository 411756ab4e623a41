import type { SellerDb } from '#db/client.ts'
import type { Choices } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { findRun, type RunAt } from '#features/machinery/file-runs/file-runs-db.server.ts'

import { isOneOf } from '#lib/is-one-of.ts'
import type { TableForm } from '#lib/table-file.ts'
import { recordRuns, type RecordColumns, type RecordRun } from './record-kind.ts'

/**
 * Settings for reading a file of records; stored with its run. Values of the file are not, since they may name buyers.
 */
export interface RecordPlan extends TableForm {
  dialect: string | null
  header: readonly string[]
  columns: RecordColumns
  /** What the seller chose beside columns. */
  choices: Choices
  /** Whether the seller chose the columns, now or for an earlier file with this header. */
  isChosen: boolean
  /** Rows below the header. */
  lines: number
  /** Differs each time that the file is checked, so that only what was seen is applied. */
  check: string
  /** Whether the records are checked; a run that is not checks them, others take them in. */
  isChecked: boolean
  /** Language of the result file. */
  locale: string
}

/** An uploaded file of records. */
export type RecordUpload = FileRun<RecordPlan> & { kind: RecordRun }

/** The upload of a run; null if the run is about something else. Only uploads of records write these plans. */
export function recordUploadOf(run: FileRun): RecordUpload | null {
  const { kind, plan } = run
  if (run.direction !== 'UPLOAD' || !isOneOf(recordRuns, kind)) return null
  return { ...run, kind, plan: plan as RecordPlan }
}

/** Finds a seller's upload of records; null if there is none. */
export async function findRecordUpload(db: SellerDb, key: RunAt): Promise<RecordUpload | null> {
  const run = await findRun(db, key)
  return run && recordUploadOf(run)
}
