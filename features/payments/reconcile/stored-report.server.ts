import type { SellerDb } from '#db/client.ts'
import { keepPart, type RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { uploadedRecords, uploadedSample } from '#features/machinery/file-runs/uploaded-file.server.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { TableForm } from '#lib/table-file.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { ReportRow } from './report-items.ts'

// A report is stored without its columns of buyers' data, each row behind the number of its line.

const plan: TableForm = {
  form: { encoding: 'utf-8', delimiter: ',', namesDelimiter: false, isOld: false },
  skipped: 0,
}

/** Characters of a stored part. */
const partLength = 400_000

/** Stores the rows of a report as the file of its run. */
export async function keepRows(
  db: SellerDb,
  key: RunKey,
  rows: AsyncIterable<readonly ReportRow[]> | Iterable<readonly ReportRow[]>,
): Promise<void> {
  let [text, part] = ['', 0]
  const keep = async () => {
    await keepPart(db, { ...key, file: 'INPUT', part, content: new TextEncoder().encode(text) })
    part += 1
    text = ''
  }
  for await (const some of rows) {
    text += some.map(written).join('')
    if (text.length >= partLength) await keep()
  }
  if (text !== '' || part === 0) await keep()
}

const written = ({ row, fields }: ReportRow) =>
  `${[String(row), ...fields.map((field) => `"${field.replaceAll('"', '""')}"`)].join(',')}\n`

export async function* readRows(read: OwnRows['read'], key: RunKey): AsyncGenerator<ReportRow[]> {
  for await (const records of uploadedRecords(read, { ...key, plan })) yield records.map(rowOf)
}

/** Rows that show what columns hold. */
const mostSampled = 20

export const sampleRows = async (read: OwnRows['read'], key: RunKey): Promise<ReportRow[]> =>
  (await uploadedSample(read, { ...key, plan })).slice(0, mostSampled).map(rowOf)

export async function rowsOfLines(
  read: OwnRows['read'],
  key: RunKey,
  lines: ReadonlySet<number | null>,
): Promise<ReportRow[]> {
  const found: ReportRow[] = []
  for await (const rows of readRows(read, key)) {
    found.push(...rows.filter(({ row }) => lines.has(row)))
    if (found.length === lines.size) break
  }
  return found
}

const rowOf = ({ fields: [row = '', ...fields] }: CsvRecord): ReportRow => ({ row: Number(row), fields })
