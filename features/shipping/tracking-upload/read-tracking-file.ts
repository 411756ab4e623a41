import { parseOrderNumber } from '#features/core/order/order.ts'
import { withoutMarks } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { openTable, tableRecords, type TableForm, type UnreadableTable } from '#lib/table-file.ts'
import { encodingSamples, findEncoding, type Encoding } from '#lib/text-encodings.ts'
import { namedKinds } from './meanings.ts'
import type { RawRow } from './table-rows.ts'

/** The form of a file before its columns are known. */
export interface TrackingFile {
  encoding: Encoding
  isEncodingSure: boolean
  /** Other encodings in which the file is valid text. */
  otherEncodings: readonly Encoding[]
  /** Non-ASCII words as each encoding reads them, to choose from. */
  encodingSamples: Readonly<Partial<Record<Encoding, string>>>
  delimiter: string
  /** Column names; empty strings without a header. */
  header: readonly string[]
  /** Line of the header; 0 if there is none. */
  headerRow: number
  before: number
  table: TableForm
}

/** Rows from which the meaning of columns is found, spread over the whole file. */
const mostSampled = 1_000

export type OpenedFile =
  | { ok: true; file: TrackingFile; /** Number of rows. */ count: number; sample: readonly RawRow[] }
  | { ok: false; reason: UnreadableTable }

interface Opening {
  isKnown?: (fields: readonly string[]) => boolean
  /** Chosen by the seller; detected if omitted. */
  encoding?: Encoding
}

/** Finds the form of a tracking file, or why it has none. Columns are detected later from their values. */
export async function openTrackingFile(
  bytes: Uint8Array,
  { isKnown = () => false, encoding: chosen }: Opening = {},
): Promise<OpenedFile> {
  const found = findEncoding(bytes)
  const opened = await openTable(bytes, (fields) => (isKnown(fields) ? Infinity : namedKinds(fields)), {
    isRow: (fields) => !isKnown(fields) && isData(fields),
    encoding: chosen ?? found.encoding,
  })
  if (!opened.ok) return opened
  const { form, header, headerLine, skipped, count } = opened.file
  const table = { form, skipped }
  const sample: RawRow[] = []
  const step = Math.ceil(count / mostSampled)
  let nth = 0
  for await (const records of tableRecords([bytes], table))
    for (const record of records) {
      if (nth % step === 0) sample.push(rawRow(record))
      nth += 1
    }
  return {
    ok: true,
    count,
    sample,
    file: {
      encoding: form.encoding,
      isEncodingSure: found.isSure || chosen !== undefined,
      otherEncodings: found.others,
      encodingSamples: found.others.length > 0 ? encodingSamples(bytes, [form.encoding, ...found.others]) : {},
      delimiter: form.delimiter,
      header,
      headerRow: headerLine,
      before: headerLine > 0 ? skipped - 1 : skipped,
      table,
    },
  }
}

export const rawRow = ({ line, fields, problem }: CsvRecord): RawRow => ({
  row: line,
  fields,
  broken: problem ?? null,
  edits: null,
})

/** A line with an order number is data, so the file has no header. */
const isData = (fields: readonly string[]) => fields.some((field) => parseOrderNumber(withoutMarks(field)) !== null)
