import type { SellerDb } from '#db/client.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import {
  keepUploadedFile,
  uploadedRecords,
  uploadedSample,
} from '#features/machinery/file-runs/uploaded-file.server.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { TableForm } from '#lib/table-file.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { ReportRow } from './report-items.ts'

// A report is stored without its columns of buyers' data, each row behind the number of its line.

const plan: TableForm = {
  form: { encoding: 'utf-8', delimiter: ',', namesDelimiter: false, isOld: false },
  skipped: 0,
}

/** Stores the rows of a report as the file of its run. */
export const keepRows = (db: SellerDb, key: RunKey, rows: readonly ReportRow[]): Promise<void> =>
  keepUploadedFile(db, key, new TextEncoder().encode(rows.map(written).join('')))

const written = ({ row, fields }: ReportRow) =>
  `${[String(row), ...fields.map((field) => `"${field.replaceAll('"', '""')}"`)].join(',')}\n`

/** Reads all rows of a report. */
export async function readRows(read: OwnRows['read'], key: RunKey): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for await (const records of uploadedRecords(read, { ...key, plan })) rows.push(...records.map(rowOf))
  return rows
}

/** Rows that show what columns hold. */
const mostSampled = 20

/** Reads the first rows of a report. */
export const sampleRows = async (read: OwnRows['read'], key: RunKey): Promise<ReportRow[]> =>
  (await uploadedSample(read, { ...key, plan })).slice(0, mostSampled).map(rowOf)

const rowOf = ({ fields: [row = '', ...fields] }: CsvRecord): ReportRow => ({ row: Number(row), fields })
