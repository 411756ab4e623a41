import { parseOrderNumber } from '#features/core/order/order.ts'
import { groupBy } from '#lib/group-by.ts'
import { inPieces } from '#lib/in-pieces.ts'
import { unquoted, withoutMarks } from './cell-text.ts'
import { columnKinds, type ColumnChoice, type ColumnKind } from './meanings.ts'

/** What a seller typed in place of cells: by the place of the column, or by kind where the file has no column for it. */
export type Edits = Readonly<Record<string, string>>

/** A row of a file as it was written. Nothing is made a number: zeros in front stay. */
export interface RawRow {
  /** The line of the file on which it begins, from 1. */
  row: number
  fields: readonly string[]
  /** The row could not be split into fields. */
  broken: string | null
  edits: Edits | null
}

/** A row by what its columns mean. */
export interface FileRow extends RawRow {
  cells: Partial<Record<ColumnKind, string>>
  /** Why it is no row of a parcel; null where it is one. */
  left: 'footer' | 'summary' | null
}

/** Under which name the cell of a kind is edited. */
export const editKey = (kind: ColumnKind, columns: ColumnChoice) => String(columns[kind] ?? kind)

/** `12 record(s) downloaded`, `Seller ID : harbour-camera`, totals. */
const footer = /^\s*\d+\s+record\(s\)|^\s*seller id\s*:|^\s*(total|summe)\b/i

/** Reads rows by what the columns mean, and says which of them are none. */
export async function readRows(rows: readonly RawRow[], columns: ColumnChoice): Promise<FileRow[]> {
  const read = await inPieces(rows, (part) => part.map((row) => fileRow(row, columns)))
  const parcels = withOrders(read.filter(({ left }) => left === null))
  const summaries = summariesOf(parcels)
  const byRow = new Map(parcels.map((each) => [each.row, each]))
  return read.map((row) => {
    const own = byRow.get(row.row)
    if (row.left || !own) return row
    return summaries.has(own) ? { ...own, left: 'summary' } : own
  })
}

function fileRow(row: RawRow, columns: ColumnChoice): FileRow {
  const cells = Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const at = columns[kind]
      const typed = row.edits?.[editKey(kind, columns)] ?? row.edits?.[kind]
      const text = typed ?? (at === undefined ? undefined : (row.fields[at] ?? ''))
      return text === undefined ? [] : [[kind, unquoted(text)]]
    }),
  ) as FileRow['cells']
  return { ...row, cells, left: isFooter(row, cells) ? 'footer' : null }
}

/**
 * A line that says something about the file, and a row of an order that says only who ordered: neither order nor number. What names
 * an order is a row, though its first column begins as such a line does: titles and SKUs stand there, too (`Total War: Rome`).
 */
function isFooter({ broken, fields }: RawRow, { order = '', tracking = '' }: FileRow['cells']): boolean {
  if (broken !== null) return false
  if (footer.test(fields[0] ?? '')) return parseOrderNumber(withoutMarks(order)) === null
  return !order && !tracking
}

const namesItem = ({ cells }: FileRow) => Boolean(cells.line || cells.item || cells.sku)

/** Reports that have a row for an order above those of its items may leave its number out of these: it is theirs, too. */
function withOrders(rows: readonly FileRow[]): FileRow[] {
  /** Of the order whose items may follow; a row that has a tracking number is the whole order's, and a broken one anybody's. */
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
