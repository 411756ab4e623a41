import type { SellerDb } from '#db/client.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { findRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { headerName } from '#lib/header-name.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { recordRuns, type RecordColumns, type RecordRun } from './record-kind.ts'

/** How a file of records is read; stored with its run. Values of the file are not, since they may name buyers. */
export interface RecordPlan {
  dialect: string | null
  header: readonly string[]
  columns: RecordColumns
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
export async function findRecordUpload(db: SellerDb, key: RunKey): Promise<RecordUpload | null> {
  const run = await findRun(db, key)
  return run && recordUploadOf(run)
}

interface OfHeader {
  sellerId: number
  header: readonly string[]
}

/** The columns that a seller chose for files with this header; null if none. */
export async function chosenColumns(db: SellerDb, { sellerId, header }: OfHeader): Promise<RecordColumns | null> {
  const row = await db
    .selectFrom('listing_upload_columns')
    .select((of) => of.ref('columns').$castTo<RecordColumns>().as('columns'))
    .where('seller_id', '=', sellerId)
    .where('header', '=', headerName(header))
    .executeTakeFirst()
  return row?.columns ?? null
}

/** Stores the columns that a seller chose for files with this header; null forgets them. */
export async function chooseColumns(
  db: SellerDb,
  { sellerId, header, columns, now }: OfHeader & { columns: RecordColumns | null; now: Date },
): Promise<void> {
  const key = { seller_id: sellerId, header: headerName(header) }
  if (columns === null) {
    await db
      .deleteFrom('listing_upload_columns')
      .where((of) => of.and(key))
      .execute()
    return
  }
  const values = { columns: JSON.stringify(columns), chosen_at: now }
  await db
    .insertInto('listing_upload_columns')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['seller_id', 'header']).doUpdateSet(values))
    .execute()
}
