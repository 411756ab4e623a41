import { findAspects } from '#features/selling/listing-files/aspect-columns.ts'
import { createRowReader, type FileRow, type RowReading } from '#features/selling/listing-files/read-rows.ts'
import { findVariants } from '#features/selling/listing-files/variant-columns.ts'
import type { FileWork, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { decimalMarkOf } from '#lib/written-amount.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import { checkRows } from './check-rows.server.ts'
import { lineOf, workOnPart } from './upload-part.server.ts'
import type { UploadPlan } from './upload-plan.ts'
import { uploadOf, type Upload } from './upload-plans-db.server.ts'
import { keepRows, removeRows } from './upload-rows-db.server.ts'
import { uploadedRecords, uploadedSample } from './uploaded-file.server.ts'

/** Rows that are checked in one transaction. */
const rowsAtOnce = 1_000

/**
 * Checks the rows of a file and stores what each would change, part by part, in several slices if it is long. Then the
 * seller decides. Changes no listings.
 */
export async function checkUpload({ hub, run, isOver }: FileWork): Promise<Worked> {
  const own = { sellerId: run.sellerId, id: run.id }
  const { read } = ownRows(hub, run.sellerId)
  const begun = await workOnPart(hub, run, async (db) => {
    if (run.position === null) await removeRows(db, own)
    return { position: { line: lineOf(run) }, doneRows: run.doneRows, errorRows: 0 }
  })
  if (begun.outcome !== 'done') return { outcome: 'lost' }
  let current = begun.run
  const upload = uploadOf(run)
  const { currency } = await read((db) =>
    db.selectFrom('sellers').select('currency').where('id', '=', run.sellerId).executeTakeFirstOrThrow(),
  )
  const reader = await rowReader(read, upload, { currency, limits: hub.config.policyPack.limits })
  let isFirst = true
  for await (const { rows, last, records } of rowParts(uploadedRecords(read, upload), reader, lineOf(current))) {
    // A short file is checked at once, however slow the machine is.
    if (!isFirst && isOver()) return { outcome: 'more' }
    isFirst = false
    const part = await workOnPart(hub, current, async (db) => {
      await keepRows(db, own, await checkRows(db, { ...own, hub, currency, rows }))
      return { position: { line: last }, doneRows: records, errorRows: 0 }
    })
    if (part.outcome !== 'done') return { outcome: 'lost' }
    current = part.run
  }
  const plan: UploadPlan = { ...upload.plan, isChecked: true }
  return { outcome: 'review', plan }
}

/** Reads rows as the plan says; the decimal mark is that of the first prices. */
async function rowReader(read: OwnRows['read'], upload: Upload, shop: Pick<RowReading, 'currency' | 'limits'>) {
  const { columns, header } = upload.plan
  const { price } = columns
  const sample = price === undefined ? [] : await uploadedSample(read, upload)
  return createRowReader({
    ...shop,
    columns,
    aspects: findAspects(header),
    variantOf: findVariants(header),
    mark: decimalMarkOf(sample.map(({ fields }) => unquoted(fields[price ?? -1] ?? ''))),
  })
}

/** Rows of whole listings, and where they end. */
interface RowPart {
  rows: FileRow[]
  /** Line of the last row. */
  last: number
  /** Records of the file so far. */
  records: number
}

/** The rows of a file after a line, in parts that begin with the row of a listing. */
async function* rowParts(
  records: AsyncIterable<readonly CsvRecord[]>,
  read: (record: CsvRecord) => FileRow | null,
  after: number,
): AsyncGenerator<RowPart> {
  let rows: FileRow[] = []
  let count = 0
  const part = (seen: number): RowPart => ({ rows, last: rows.at(-1)?.line ?? after, records: seen })
  for await (const each of records)
    for (const record of each) {
      // Also those that are checked: rows below may continue them.
      const row = read(record)
      count += 1
      if (!row || row.line <= after) continue
      if (row.head === null && rows.length >= rowsAtOnce) {
        yield part(count - 1)
        rows = []
      }
      rows.push(row)
    }
  if (rows.length > 0) yield part(count)
}
