import { findAspects } from '#features/selling/listing-files/aspect-columns.ts'
import {
  createRowReader,
  type FileRow,
  type RowHead,
  type RowReader,
  type RowReading,
} from '#features/selling/listing-files/read-rows.ts'
import { findVariants } from '#features/selling/listing-files/variant-columns.ts'
import { readPart } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { FileWork, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { unquoted } from '#lib/cell-text.ts'
import { decimalMarkOf } from '#lib/written-amount.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import { checkRows } from './check-rows.server.ts'
import { lineOf, positionOf, workOnUpload } from './upload-part.server.ts'
import type { UploadPlan } from './upload-plan.ts'
import { uploadOf, type Upload } from './upload-plans-db.server.ts'
import { keepRows, removeRows } from './upload-rows-db.server.ts'
import {
  firstLine,
  uploadedParts,
  uploadedSample,
  type FileLine,
  type UploadedPart,
} from '#features/machinery/file-runs/uploaded-file.server.ts'

/** Rows that are checked in one transaction. */
const rowsAtOnce = 1_000

/**
 * Checks the rows of a file and stores what each would change, part by part, in several slices if it is long. Then the
 * seller decides. Changes no listings.
 */
export async function checkUpload({ hub, run, isOver }: FileWork): Promise<Worked> {
  const own = { sellerId: run.sellerId, id: run.id }
  const { read, write } = ownRows(hub, run.sellerId)
  const reached = positionOf(run)
  const from = reached?.from
  const head = reached?.head ?? null
  const begun = await workOnUpload(hub, run, async (db) => {
    if (!from) await removeRows(db, own)
    return { position: { line: lineOf(run), from: from ?? firstLine, head }, doneRows: run.doneRows, errorRows: 0 }
  })
  if (begun.outcome !== 'done') return { outcome: 'lost' }
  let current = begun.run
  const upload = uploadOf(run)
  const { currency } = await read((db) =>
    db.selectFrom('sellers').select('currency').where('id', '=', run.sellerId).executeTakeFirstOrThrow(),
  )
  const reader = await rowReader(read, upload, { currency, limits: hub.config.policyPack.limits, head })
  let isFirst = true
  for await (const { rows, records, position } of rowParts(uploadedParts(read, upload, from ?? firstLine), reader)) {
    // A short file is checked at once, however slow the machine is.
    if (!isFirst && isOver()) return { outcome: 'more' }
    isFirst = false
    const part = await workOnUpload(hub, current, async (db) => {
      await keepRows(db, own, await checkRows(db, { ...own, hub, currency, rows }))
      return { position, doneRows: records, errorRows: 0 }
    })
    if (part.outcome !== 'done') return { outcome: 'lost' }
    current = part.run
  }
  const isKept = (await read((db) => readPart(db, { ...own, file: 'INPUT', part: 0 }))) !== null
  if (!isKept) {
    await write((db) => removeRows(db, own))
    return { outcome: 'failed', failure: 'file-erased' }
  }
  const plan: UploadPlan = { ...upload.plan, isChecked: true }
  return { outcome: 'review', plan }
}

/** Reads rows as the plan says; the decimal mark is that of the first prices. */
async function rowReader(
  read: OwnRows['read'],
  upload: Upload,
  { head, ...shop }: Pick<RowReading, 'currency' | 'limits'> & { head: RowHead | null },
): Promise<RowReader> {
  const { columns, header } = upload.plan
  const { price } = columns
  const sample = price === undefined ? [] : await uploadedSample(read, upload)
  const reading: RowReading = {
    ...shop,
    columns,
    aspects: findAspects(header),
    variantOf: findVariants(header),
    header,
    mark: decimalMarkOf(
      sample.map(({ fields }) => unquoted(fields[price ?? -1] ?? '')),
      shop.currency,
    ),
  }
  return createRowReader(reading, head)
}

/** Rows of whole listings. */
interface RowPart {
  rows: FileRow[]
  /** Records of the file so far. */
  records: number
  /** The last row, and where the next part is read. */
  position: { line: number; from: FileLine; head: RowHead | null }
}

/** The rows of a file, in parts that begin with the row of a listing. */
async function* rowParts(parts: AsyncIterable<UploadedPart>, reader: RowReader): AsyncGenerator<RowPart> {
  let rows: FileRow[] = []
  const part = (last: FileRow, records: number, next: Pick<RowPart['position'], 'from' | 'head'>): RowPart => ({
    rows,
    records,
    position: { line: last.line, ...next },
  })
  let [seen, from] = [0, firstLine]
  for await (const { records, rows: count, lineAt } of parts) {
    for (const [nth, record] of records.entries()) {
      const last = rows.length >= rowsAtOnce ? rows.at(-1) : undefined
      const head = last ? reader.head() : null
      const row = reader.read(record)
      if (!row) continue
      if (last && row.head === null) {
        yield part(last, count - records.length + nth, { from: lineAt(record.line), head })
        rows = []
      }
      rows.push(row)
    }
    const end = records.at(-1)
    if (end) [seen, from] = [count, lineAt(end.line + 1)]
  }
  const last = rows.at(-1)
  if (last) yield part(last, seen, { from, head: reader.head() })
}
