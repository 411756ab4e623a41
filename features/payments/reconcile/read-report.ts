import { parseOrderNumber } from '#features/core/order/order.ts'
import { decodeText, readRecords } from '#lib/delimited-file.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import { isKnownHeader, isStored } from './report-columns.ts'
import type { ReportRow } from './report-items.ts'

/** A report before its columns are known. Columns of buyers' data are left out. */
export interface ReportFile {
  header: string[]
  /** Line of the header. */
  headerRow: number
  /** Columns that are not stored. */
  dropped: number
  rows: ReportRow[]
}

/** Why a file cannot be read. */
export type UnreadableReport = 'noText' | 'empty' | 'noColumns' | 'tooMany'

/** Maximum rows of a report. */
export const maxRows = 20_000
/** Maximum records searched for the header, below a marketplace's explanations. */
const mostBefore = 40
/** Rows looked at to tell what a column holds. */
const mostSampled = 200

/** Reads a report: finds its header below any explanations, and leaves out columns of buyers' data. */
export async function readReport(
  bytes: Uint8Array,
): Promise<{ ok: true; file: ReportFile } | { ok: false; reason: UnreadableReport }> {
  const decoded = decodeText(bytes)
  if (!decoded) return { ok: false, reason: 'noText' }
  const read = await readRecords(decoded.text, maxRows + mostBefore + 1)
  if (!read) return { ok: false, reason: 'tooMany' }
  const { records } = read
  if (records.length === 0) return { ok: false, reason: 'empty' }
  const at = headerAt(records)
  const head = records[at]
  const below = records.slice(at + 1)
  if (!head || below.length === 0) return { ok: false, reason: 'noColumns' }
  if (below.length > maxRows) return { ok: false, reason: 'tooMany' }
  const stored = head.fields.flatMap((header, place) => (isStored(columnOf(header, place, below)) ? place : []))
  if (stored.length < 2) return { ok: false, reason: 'noColumns' }
  const pick = (fields: readonly string[]) => stored.map((place) => fields[place] ?? '')
  return {
    ok: true,
    file: {
      header: pick(head.fields),
      headerRow: head.line,
      dropped: head.fields.length - stored.length,
      rows: below.map(({ line, fields }) => ({ row: line, fields: pick(fields) })),
    },
  }
}

function columnOf(header: string, place: number, rows: readonly CsvRecord[]): FileColumn {
  return { header, values: rows.slice(0, mostSampled).map(({ fields }) => fields[place] ?? '') }
}

/** The line with the most known headers, or the first with several fields that is no row; -1 if there is none. */
function headerAt(records: readonly CsvRecord[]): number {
  const first = records.slice(0, mostBefore)
  const named = first.map(({ fields }) => fields.filter(isKnownHeader).length)
  const most = Math.max(...named)
  if (most >= 2) return named.indexOf(most)
  return first.findIndex(
    ({ fields }) => fields.length > 1 && !fields.some((field) => parseOrderNumber(field.trim()) !== null),
  )
}
