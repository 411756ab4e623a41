import { parseOrderNumber } from '#features/core/order/order.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import { openTable, tableRecords, type UnreadableTable } from '#lib/table-file.ts'
import { isKnownHeader, isStored } from './report-columns.ts'
import type { ReportRow } from './report-items.ts'

/** A report before its columns are known. Columns of buyers' data are left out. */
export interface ReportFile {
  header: string[]
  /** Line of the header. */
  headerRow: number
  /** Columns that are not stored. */
  dropped: number
}

/** Result of opening a report. */
type OpenedReport =
  | {
      ok: true
      file: ReportFile
      /** Number of rows. */
      count: number
      /** The first rows. */
      sample: readonly ReportRow[]
      /** Reads all rows, part by part. */
      rows: () => AsyncIterable<readonly ReportRow[]>
    }
  | { ok: false; reason: UnreadableTable }

/** Rows looked at to tell what a column holds. */
const mostSampled = 200

const namedColumns = (fields: readonly string[]) => fields.filter(isKnownHeader).length
const isRow = (fields: readonly string[]) => fields.some((field) => parseOrderNumber(field.trim()) !== null)

/** Opens a report, and leaves out columns of buyers' data. */
export async function openReport(bytes: Uint8Array): Promise<OpenedReport> {
  const opened = await openTable(bytes, namedColumns, { isRow })
  if (!opened.ok) return opened
  const { file } = opened
  const stored = file.header.flatMap((header, place) => (isStored(columnOf(header, place, file.sample)) ? place : []))
  if (stored.length < 2) return { ok: false, reason: 'noColumns' }
  const pick = (fields: readonly string[]) => stored.map((place) => fields[place] ?? '')
  const rowOf = ({ line, fields }: CsvRecord): ReportRow => ({ row: line, fields: pick(fields) })
  return {
    ok: true,
    file: { header: pick(file.header), headerRow: file.headerLine, dropped: file.header.length - stored.length },
    count: file.count,
    sample: file.sample.slice(0, mostSampled).map(rowOf),
    rows: async function* () {
      for await (const records of tableRecords([bytes], file)) yield records.map(rowOf)
    },
  }
}

function columnOf(header: string, place: number, rows: readonly CsvRecord[]): FileColumn {
  return { header, values: rows.slice(0, mostSampled).map(({ fields }) => fields[place] ?? '') }
}
