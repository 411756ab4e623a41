import { parseOrderNumber } from '#features/core/order/order.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import { openTable, tableRecords, type UnreadableTable } from '#lib/table-file.ts'
import { namedOfReports, recogniseReport, reportOf } from './known-reports.ts'
import { findColumns, isKnownHeader, isStored } from './report-columns.ts'
import { orderTextKept, type ReportRow } from './report-items.ts'
import type { ReportForm } from './reconciliation.ts'

export type ChosenForm = Pick<ReportForm, 'columns' | 'dayOrder' | 'kinds'>

type OpenedReport =
  | {
      ok: true
      file: ReportForm
      count: number
      rows: () => AsyncIterable<readonly ReportRow[]>
    }
  | { ok: false; reason: UnreadableTable }

/** Rows looked at to tell what a column holds. */
const mostSampled = 200

const namedColumns = (fields: readonly string[]) =>
  Math.max(fields.filter(isKnownHeader).length, namedOfReports(fields))
const isRow = (fields: readonly string[]) => fields.some((field) => parseOrderNumber(field.trim()) !== null)

/** Opens a report; the cells of columns that may name buyers are left out. */
export async function openReport(
  bytes: Uint8Array,
  {
    currency,
    chosenFor,
  }: {
    /** The shop's. */
    currency: string
    chosenFor: (header: readonly string[]) => Promise<ChosenForm | null>
  },
): Promise<OpenedReport> {
  const opened = await openTable(bytes, namedColumns, { isRow })
  if (!opened.ok) return opened
  const { file } = opened
  const all = file.header.map((header, place) => columnOf(header, place, file.sample))
  const report = recogniseReport(file)
  const isHarmless = all.map(isStored)
  const shown = all.map((column, place) => (report || isHarmless[place] ? column : { header: '', values: [] }))
  const chosen = await chosenFor(file.header)
  const columns = chosen?.columns ?? findColumns(shown, { report: reportOf(report), currency })
  const used = new Set(Object.values(columns))
  const isKept = isHarmless.map((is, place) => is || used.has(place))
  if (isKept.filter(Boolean).length < 2) return { ok: false, reason: 'noColumns' }
  const notStored = isKept.flatMap((is, place) => (is ? [] : place))
  const cellAt = (fields: readonly string[], place: number) => {
    const cell = fields[place] ?? ''
    return !isKept[place] ? '' : place === columns.orderText ? orderTextKept(cell) : cell
  }
  const rowOf = ({ line, fields }: CsvRecord): ReportRow => ({
    row: line,
    fields: file.header.map((_, place) => cellAt(fields, place)),
  })
  return {
    ok: true,
    file: {
      header: [...file.header],
      headerRow: file.headerLine,
      report,
      notStored,
      columns,
      kinds: chosen?.kinds ?? {},
      dayOrder: chosen?.dayOrder ?? null,
      asksDayOrder: false,
    },
    count: file.count,
    rows: async function* () {
      for await (const records of tableRecords([bytes], file)) yield records.map(rowOf)
    },
  }
}

function columnOf(header: string, place: number, rows: readonly CsvRecord[]): FileColumn {
  return { header, values: rows.slice(0, mostSampled).map(({ fields }) => fields[place] ?? '') }
}
