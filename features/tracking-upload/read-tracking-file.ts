import type { CsvRecord } from '#lib/csv-reader.ts'
import { decodeText, readRecords, type FileForm } from '#lib/delimited-file.ts'
import { readHeader, type ColumnKind, type Header } from './dialect.ts'

/** A row of a file as it was written. Nothing is made a number: zeros in front stay. */
export interface FileRow {
  /** The line of the file on which it begins, from 1. */
  row: number
  fields: readonly string[]
  /** What stands in the columns that are understood. */
  cells: Partial<Record<ColumnKind, string>>
  /** The row could not be split into fields. */
  broken: string | null
}

/** A file that was understood. */
export interface TrackingFile extends FileForm {
  header: Header
  headerFields: readonly string[]
  headerRow: number
  rows: readonly FileRow[]
  /** Lines before and after the rows that were left out. */
  before: number
  after: number
}

/** Records before the header that are looked at: explanations, empty lines. */
const mostBefore = 30
/** `12 record(s) downloaded`, `Seller ID : harbour-camera`, totals. */
const footer = /^\s*\d+\s+record\(s\)|^\s*seller id\s*:|^\s*(total|summe)\b/i

/** Rows of one file at most. */
export const mostRows = 50_000

/** Reads a file of tracking numbers; why not, where it is none. */
export function readTrackingFile(
  bytes: Uint8Array,
): { ok: true; file: TrackingFile } | { ok: false; reason: 'empty' | 'no-columns' | 'too-many' } {
  const { text, encoding } = decodeText(bytes)
  const { records, delimiter } = readRecords(text)
  const filled = records.filter(
    ({ fields, problem }) => problem !== undefined || fields.some((field) => field.trim() !== ''),
  )
  if (filled.length === 0) return { ok: false, reason: 'empty' }
  const at = filled.slice(0, mostBefore).findIndex(({ fields }) => readHeader(fields) !== null)
  const head = filled[at]
  const header = head && readHeader(head.fields)
  if (!head || !header) return { ok: false, reason: 'no-columns' }
  const below = filled.slice(at + 1)
  const rows = below.filter((record) => !isFooter(record, header))
  if (rows.length > mostRows) return { ok: false, reason: 'too-many' }
  return {
    ok: true,
    file: {
      encoding,
      delimiter,
      header,
      headerFields: head.fields,
      headerRow: head.line,
      rows: rows.map((record) => fileRow(record, header)),
      before: at,
      after: below.length - rows.length,
    },
  }
}

/** A line that says something about the file, and a row of an order that says only who ordered: neither order nor number. */
function isFooter({ fields, problem }: CsvRecord, { columns }: Header): boolean {
  if (problem !== undefined) return false
  const [order, tracking] = [fields[columns.order!.at], fields[columns.tracking!.at]]
  return footer.test(fields[0] ?? '') || (!order?.trim() && !tracking?.trim())
}

function fileRow({ line, fields, problem }: CsvRecord, { columns }: Header): FileRow {
  const cells = Object.entries(columns).map(([kind, { at }]) => [kind, unquoted(fields[at] ?? '')])
  return { row: line, fields, cells: Object.fromEntries(cells) as FileRow['cells'], broken: problem ?? null }
}

/** As spreadsheets are told to leave a text alone: `="0012"`, `'0012`. */
function unquoted(field: string): string {
  const trimmed = field.trim()
  return /^="(.*)"$/s.exec(trimmed)?.[1] ?? trimmed.replace(/^'(?=[=+@\d-])/, '')
}
