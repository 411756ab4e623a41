import { parseOrderNumber } from '#features/core/order/order.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { groupBy } from '#lib/group-by.ts'
import { mapInChunks } from '#lib/map-in-chunks.ts'
import { unquoted, withoutMarks } from '#lib/cell-text.ts'
import { plainHeader } from '#lib/match-columns.ts'
import { pairs } from '#lib/pairs.ts'
import { namesNoCarrier } from './match-carrier.ts'
import { carrierNames, columnKinds, firstNames, lastNames, type ColumnChoice, type ColumnKind } from './meanings.ts'

/** Edited cells: by column index, or by kind if the file lacks the column. */
export type Edits = Readonly<Record<string, string>>

/** A row as written in the file. Values stay text to keep leading zeros. */
export type RawRow = ReturnType<typeof rawRow>

/** A record of the file, with the cells that were typed for it. */
export const rawRow = ({ line, fields, problem }: CsvRecord, edits: Edits | null) => ({
  /** Line where the row begins, from 1. */
  row: line,
  fields,
  /** Set if the row could not be split into fields. */
  broken: problem ?? null,
  edits,
})

/** A row that was read: what names its order is known. */
export interface StoredRow extends RawRow {
  /** The order of a row above it, if it names none itself. */
  orderText: string | null
}

export interface FileRow extends RawRow {
  cells: Partial<Record<ColumnKind, string>>
  /** Why the row is not a parcel; null if it is. */
  left: 'footer' | 'summary' | null
}

export const editKey = (kind: ColumnKind, columns: ColumnChoice) => String(columns[kind] ?? kind)

/** `12 record(s) downloaded`, `Seller ID : harbour-camera`, totals. */
const footer =
  /^\s*\d+\s+record\(s\)|^\s*seller id\s*:|^\s*(?:(?:grand |sub)?total|summe|gesamt(?:summe|zahl)?|anzahl)\b/i
/** Numbers in a line of totals are shorter than tracking numbers. */
const longestTotal = 7

export interface FileColumns {
  header: readonly string[]
  columns: ColumnChoice
}

/** Assigns values by column meaning to rows of which each names its order. */
export async function readRows(rows: readonly RawRow[], { header, columns }: FileColumns): Promise<FileRow[]> {
  const names = header.map(plainHeader)
  const beside = columnsBeside(names, columns)
  return mapInChunks(rows, (part) => part.map((row) => fileRow(row, { names, columns, beside })))
}

export async function readStoredRows(rows: readonly StoredRow[], columns: FileColumns): Promise<FileRow[]> {
  const read = await readRows(rows, columns)
  return markSummaries(pairs(read, rows).map(([row, { orderText }]) => withOrder(row, orderText)))
}

const withOrder = (row: FileRow, order: string | null): FileRow =>
  order === null || row.left !== null || row.cells.order ? row : { ...row, cells: { ...row.cells, order } }

/** `Tracking number 2` and `Tracking number.1` are further columns of the same name. */
const withoutCount = (name: string) => name.replace(/ \d{1,2}$/, '')

/** Other columns of the same name, of the last name beside the first, and of carriers beside their codes; by kind. */
function columnsBeside(names: readonly string[], columns: ColumnChoice): Partial<Record<ColumnKind, number[]>> {
  const used = new Set(Object.values(columns))
  return Object.fromEntries(
    Object.entries(columns).map(([kind, at]) => {
      const own = names[at] ?? ''
      const last = kind === 'recipient' ? lastNames[firstNames.indexOf(own)] : undefined
      const isBeside = (name: string) =>
        name === last ||
        (own !== '' && withoutCount(name) === withoutCount(own)) ||
        (kind === 'carrier' && carrierNames.includes(name))
      return [kind, names.flatMap((name, other) => (isBeside(name) && !used.has(other) ? other : []))]
    }),
  )
}

interface RowReading {
  names: readonly string[]
  columns: ColumnChoice
  beside: ReturnType<typeof columnsBeside>
}

/** Value of a kind: the first that is filled, all tracking numbers, first and last name, or the carrier that is no `Other`. */
function cellText(kind: ColumnKind, at: number, { row, names, beside }: RowReading & { row: RawRow }): string {
  const filled = [at, ...(beside[kind] ?? [])].map((each) => unquoted(row.fields[each] ?? '')).filter(Boolean)
  if (kind === 'tracking') return [...new Set(filled)].join(', ')
  if (kind === 'carrier') return filled.find((text) => !namesNoCarrier(text)) ?? filled[0] ?? ''
  return kind === 'recipient' && firstNames.includes(names[at] ?? '') ? filled.join(' ') : (filled[0] ?? '')
}

function fileRow(row: RawRow, reading: RowReading): FileRow {
  const { names, columns } = reading
  const cells = Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const at = columns[kind]
      const typed = row.edits?.[editKey(kind, columns)] ?? row.edits?.[kind]
      if (typed !== undefined) return [[kind, unquoted(typed)]]
      return at === undefined ? [] : [[kind, cellText(kind, at, { ...reading, row })]]
    }),
  ) as FileRow['cells']
  return { ...row, cells, left: isFooter(row, cells) || isHeader(row, names) ? 'footer' : null }
}

/**
 * A footer, or an order row with only the buyer: has neither order nor number. A row with an order is kept even if its
 * first column looks like a footer, since it may be a title (`Total War: Rome`).
 */
function isFooter({ broken, fields }: RawRow, { order = '', tracking = '' }: FileRow['cells']): boolean {
  if (broken !== null) return false
  if (footer.test(fields[0] ?? '') && tracking.length <= longestTotal)
    return parseOrderNumber(withoutMarks(order)) === null
  return !order && !tracking
}

/** The header again, where files were put together. */
const isHeader = ({ fields }: RawRow, names: readonly string[]) =>
  fields.length > 1 && names.some(Boolean) && fields.every((field, at) => plainHeader(field) === names[at])

const namesItem = ({ cells }: FileRow) => Boolean(cells.line || cells.item || cells.sku)

/**
 * Fills in missing order numbers: some reports give it only in the order's row, not in its item rows. `above` is the order
 * of items that begin the rows; `below` the one of items that follow them.
 */
export function fillOrders(rows: readonly FileRow[], above = ''): { rows: FileRow[]; below: string } {
  let below = above
  const filled = rows.map((row) => {
    const { cells, broken, left } = row
    if (left !== null) return row
    if (broken === null && !cells.order && namesItem(row)) return withOrder(row, below)
    // A row with a tracking number stands for its whole order; a broken row ends it.
    below = isOrderAlone(row) ? (cells.order ?? '') : ''
    return row
  })
  return { rows: filled, below }
}

/** Whether a row has only an order, whose items may follow. */
export const isOrderAlone = (row: FileRow): boolean =>
  row.broken === null && Boolean(row.cells.order) && !row.cells.tracking && !namesItem(row)

/** Marks rows that sum up their order. All rows of an order are among them. */
export function markSummaries(rows: readonly FileRow[]): FileRow[] {
  const summaries = summariesOf(rows.filter(({ left }) => left === null))
  return rows.map((row) => (summaries.has(row) ? { ...row, left: 'summary' } : row))
}

/**
 * Finds summary rows: some reports add one above the items of an order. If only one of the two kinds has tracking
 * numbers, the other is not a row with a missing number.
 */
function summariesOf(rows: readonly FileRow[]): Set<FileRow> {
  const orders = groupBy(
    rows.filter(({ broken, cells }) => broken === null && cells.order),
    ({ cells }) => cells.order ?? '',
  )
  const left = new Set<FileRow>()
  for (const own of orders.values()) {
    if (own.length < 2 || own.findLastIndex((row) => !namesItem(row)) !== 0) continue
    if (own.some(({ cells }) => cells.tracking)) for (const row of own) if (!row.cells.tracking) left.add(row)
  }
  return left
}
