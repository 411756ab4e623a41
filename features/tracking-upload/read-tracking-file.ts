import { parseOrderNumber } from '#features/order/order.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { groupBy } from '#lib/group-by.ts'
import { inPieces } from '#lib/in-pieces.ts'
import { decodeText, readRecords, type FileForm } from '#lib/delimited-file.ts'
import { readHeader, type ColumnKind, type Header } from './dialect.ts'

/** A line of a file whose columns nobody has named yet. */
export interface UnreadFile extends FileForm {
  headerFields: readonly string[]
  headerRow: number
  rows: readonly FileRow[]
  before: number
}

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
/** Records that are read of it at most: rows, and lines that are none. */
const mostRecords = 2 * mostRows

/** What a file was read as. `unread`: rows of columns, of which nobody has said yet what they hold. */
export type ReadFile =
  | { ok: true; file: TrackingFile }
  | { ok: false; reason: 'unread'; file: UnreadFile }
  | { ok: false; reason: 'no-text' | 'empty' | 'no-columns' | 'too-many' }

/** Reads a file of tracking numbers; why not, where it is none. `known` says what was chosen for a header before. */
export async function readTrackingFile(
  bytes: Uint8Array,
  known: (fields: readonly string[]) => Header | null = () => null,
): Promise<ReadFile> {
  const headerOf = (fields: readonly string[]) => readHeader(fields) ?? known(fields)
  const decoded = decodeText(bytes)
  if (!decoded) return { ok: false, reason: 'no-text' }
  const { text, encoding } = decoded
  const read = await readRecords(text, mostRecords)
  if (!read) return { ok: false, reason: 'too-many' }
  const { records: filled, delimiter } = read
  if (filled.length === 0) return { ok: false, reason: 'empty' }
  const at = filled.slice(0, mostBefore).findIndex(({ fields }) => headerOf(fields) !== null)
  const head = filled[at]
  const header = head && headerOf(head.fields)
  if (!head || !header) return unreadFile(filled, { encoding, delimiter })
  const below = filled.slice(at + 1)
  const rows = await readRows(below, header)
  if (rows.length > mostRows) return { ok: false, reason: 'too-many' }
  return {
    ok: true,
    file: {
      encoding,
      delimiter,
      header,
      headerFields: head.fields,
      headerRow: head.line,
      rows,
      before: at,
      after: below.length - rows.length,
    },
  }
}

/** Columns without a name that is known: the first line that has several is taken for their names. */
function unreadFile(records: readonly CsvRecord[], form: FileForm): ReadFile {
  const at = records.slice(0, mostBefore).findIndex(({ fields }) => fields.length > 1)
  const head = records[at]
  const below = records.slice(at + 1)
  if (!head || below.length === 0) return { ok: false, reason: 'no-columns' }
  if (below.length > mostRows) return { ok: false, reason: 'too-many' }
  const rows = below.map(({ line, fields, problem }) => ({ row: line, fields, cells: {}, broken: problem ?? null }))
  return {
    ok: false,
    reason: 'unread',
    file: { ...form, headerFields: head.fields, headerRow: head.line, rows, before: at },
  }
}

/** The rows of a file whose columns were chosen, without the lines that are none. */
export async function readChosenRows(
  rows: readonly Pick<FileRow, 'row' | 'fields' | 'broken'>[],
  header: Header,
): Promise<{ rows: FileRow[]; left: number[] }> {
  const records = rows.map(({ row, fields, broken }): CsvRecord => ({
    line: row,
    fields: [...fields],
    ...(broken ? { problem: broken } : {}),
  }))
  const read = await readRows(records, header)
  const kept = new Set(read.map(({ row }) => row))
  return { rows: read, left: records.map(({ line }) => line).filter((line) => !kept.has(line)) }
}

/** What stands below a header, without the lines that are no rows. */
async function readRows(records: readonly CsvRecord[], header: Header): Promise<FileRow[]> {
  const rows = await inPieces(records, (part) =>
    part.filter((record) => !isFooter(record, header)).map((record) => fileRow(record, header)),
  )
  return withoutSummaries(withOrders(rows))
}

const namesItem = ({ cells }: FileRow) => Boolean(cells.line || cells.item || cells.sku)

/** Reports that have a row for an order above those of its items may leave its number out of these: it is theirs, too. */
function withOrders(rows: readonly FileRow[]): FileRow[] {
  /** Of the order whose items may follow; a row that has a tracking number is the whole order's. */
  let above = ''
  return rows.map((row) => {
    const { cells, broken } = row
    if (broken === null && !cells.order && namesItem(row)) return { ...row, cells: { ...cells, order: above } }
    above = broken === null && cells.order && !cells.tracking && !namesItem(row) ? cells.order : ''
    return row
  })
}

/**
 * Reports that have a row for each item have one more above those of an order of several, which names none of them. Of the two kinds of
 * rows one alone may have the tracking number; what has none then is no row that lacks one.
 */
function withoutSummaries(rows: readonly FileRow[]): FileRow[] {
  const orders = groupBy(
    rows.filter(({ broken }) => broken === null),
    ({ cells }) => cells.order ?? '',
  )
  const left = new Set<FileRow>()
  for (const own of orders.values()) {
    if (own.length < 2 || own.findLastIndex((row) => !namesItem(row)) !== 0) continue
    if (own.some(({ cells }) => cells.tracking)) for (const row of own) if (!row.cells.tracking) left.add(row)
  }
  return rows.filter((row) => !left.has(row))
}

type HeaderColumn = { at: number } | undefined

const cellAt = ({ fields }: CsvRecord, column: HeaderColumn) => fields[column?.at ?? -1] ?? ''

/**
 * A line that says something about the file, and a row of an order that says only who ordered: neither order nor number. What names
 * an order is a row, though its first column begin as such a line does: titles and SKUs stand there, too (`Total War: Rome`).
 */
function isFooter(record: CsvRecord, { columns }: Header): boolean {
  if (record.problem !== undefined) return false
  const order = cellAt(record, columns.order)
  if (footer.test(record.fields[0] ?? '')) return parseOrderNumber(unquoted(order)) === null
  return !order.trim() && !cellAt(record, columns.tracking).trim()
}

function fileRow({ line, fields, problem }: CsvRecord, { columns }: Header): FileRow {
  const cells = Object.entries(columns).map(([kind, { at }]) => [kind, unquoted(fields[at] ?? '')])
  return { row: line, fields, cells: Object.fromEntries(cells) as FileRow['cells'], broken: problem ?? null }
}

/**
 * What a field says: without the marks by which spreadsheets are told to leave a text alone (`="0012"`, `'0012`), without what
 * nobody can see (marks of direction, widths of nothing), and nothing where a report writes dashes for it.
 */
function unquoted(field: string): string {
  const trimmed = field.replaceAll(/\p{Cf}/gu, '').trim()
  const text = /^="(.*)"$/s.exec(trimmed)?.[1] ?? trimmed.replace(/^'(?=[=+@\d-])/, '')
  return /^[-–—]+$/.test(text) ? '' : text
}
