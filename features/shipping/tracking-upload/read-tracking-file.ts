import { parseOrderNumber } from '#features/core/order/order.ts'
import { withoutMarks } from '#lib/cell-text.ts'
import { openTable, tableRecords, type UnreadableTable } from '#lib/table-file.ts'
import { encodingSamples, findEncoding, type Encoding } from '#lib/text-encodings.ts'
import { namedKinds } from './meanings.ts'
import type { RawRow } from './table-rows.ts'

/** A parsed file before its columns are known. */
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
  rows: readonly RawRow[]
  /** Lines skipped before the rows. */
  before: number
}

/** Maximum rows in a file. */
export const maxRows = 50_000

/** Result of reading a file. */
export type ReadFile = { ok: true; file: TrackingFile } | { ok: false; reason: UnreadableTable }

interface Reading {
  /** Whether the seller has chosen columns for a file with this header before. */
  isKnown?: (fields: readonly string[]) => boolean
  /** Chosen by the seller; detected if omitted. */
  encoding?: Encoding
}

/** Parses a tracking file, or returns the reason why it cannot. Columns are detected later from their values. */
export async function readTrackingFile(
  bytes: Uint8Array,
  { isKnown = () => false, encoding: chosen }: Reading = {},
): Promise<ReadFile> {
  const found = findEncoding(bytes)
  const opened = await openTable(bytes, (fields) => (isKnown(fields) ? Infinity : namedKinds(fields)), {
    isRow: (fields) => !isKnown(fields) && isData(fields),
    most: maxRows,
    encoding: chosen ?? found.encoding,
  })
  if (!opened.ok) return opened
  const { form, header, headerLine, skipped } = opened.file
  const rows: RawRow[] = []
  for await (const records of tableRecords([bytes], { form, skipped }))
    for (const { line, fields, problem } of records)
      rows.push({ row: line, fields, broken: problem ?? null, edits: null })
  return {
    ok: true,
    file: {
      encoding: form.encoding,
      isEncodingSure: found.isSure || chosen !== undefined,
      otherEncodings: found.others,
      encodingSamples: found.others.length > 0 ? encodingSamples(bytes, [form.encoding, ...found.others]) : {},
      delimiter: form.delimiter,
      header,
      headerRow: headerLine,
      rows,
      before: headerLine > 0 ? skipped - 1 : skipped,
    },
  }
}

/** A line with an order number is data, so the file has no header. */
const isData = (fields: readonly string[]) => fields.some((field) => parseOrderNumber(withoutMarks(field)) !== null)
