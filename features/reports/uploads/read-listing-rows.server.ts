import { uploadedParts, type FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { findAspects } from '#features/selling/listing-files/aspect-columns.ts'
import { isListingReport } from '#features/selling/listing-files/file-dialects.ts'
import {
  createRowReader,
  type FileRow,
  type RowHead,
  type RowReader,
  type RowReading,
} from '#features/selling/listing-files/read-rows.ts'
import { findVariants } from '#features/selling/listing-files/variant-columns.ts'
import { unquoted } from '#lib/cell-text.ts'
import { findDecimalMark } from '#lib/written-amount.ts'
import type { RecordForm, RecordReading, RecordShop } from '#features/machinery/records/record-kind.ts'
import type { RecordPosition } from '#features/machinery/records/record-plan.ts'
import type { RecordUpload } from '#features/machinery/records/record-plan.ts'

/** Rows that are checked in one transaction. */
const rowsAtOnce = 1_000

interface RowPart {
  rows: FileRow[]
  /** Records of the file so far. */
  records: number
  /** The last row, and where the next part is read. */
  position: RecordPosition
}

/** Reads the rows of a stored file, in parts that begin with the row of a listing. */
export async function* readListingRows(
  { hub, read }: RecordReading,
  upload: RecordUpload,
  { form, shop, from, head }: { form: RecordForm; shop: RecordShop; from: FileLine; head: object | null },
): AsyncGenerator<RowPart> {
  // Only this function writes heads, so the cast is safe.
  const isReport = !upload.plan.isChosen && isListingReport(form.header)
  const reader = rowReader(form, { ...shop, isReport, limits: hub.config.policyPack.limits }, head as RowHead | null)
  let rows: FileRow[] = []
  let [seen, next] = [0, from]
  for await (const { records, rows: count, lineAt } of uploadedParts(read, upload, from)) {
    for (const [nth, record] of records.entries()) {
      const last = rows.length >= rowsAtOnce ? rows.at(-1) : undefined
      const above = last ? reader.head() : null
      const row = reader.read(record)
      if (!row) continue
      if (last && row.head === null) {
        const position = { line: last.line, from: lineAt(record.line), head: above }
        yield { rows, records: count - records.length + nth, position }
        rows = []
      }
      rows.push(row)
    }
    const end = records.at(-1)
    if (end) [seen, next] = [count, lineAt(end.line + 1)]
  }
  yield { rows, records: seen, position: { line: rows.at(-1)?.line ?? 0, from: next, head: reader.head() } }
}

/** Reads rows as the plan says; the decimal mark is that of the first prices. */
function rowReader(
  { columns, header, sample }: RecordForm,
  { currency, limits, isReport }: Pick<RowReading, 'currency' | 'limits' | 'isReport'>,
  head: RowHead | null,
): RowReader {
  const price = columns['price']
  const prices = price === undefined ? [] : sample.map(({ fields }) => unquoted(fields[price] ?? ''))
  const reading: RowReading = {
    currency,
    limits,
    isReport,
    columns,
    aspects: findAspects(header),
    variantOf: findVariants(header),
    header,
    mark: findDecimalMark(prices, currency),
  }
  return createRowReader(reading, head)
}
