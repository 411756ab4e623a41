import { parseOrderNumber } from '#features/core/order/order.ts'
import { groupBy } from '#lib/group-by.ts'
import { mapInChunks } from '#lib/map-in-chunks.ts'
import { unquoted, withoutMarks } from './cell-text.ts'
import { columnKinds, type ColumnChoice, type ColumnKind } from './meanings.ts'

/** Edited cells: by column index, or by kind if the file lacks the column. */
export type Edits = Readonly<Record<string, string>>

/** A row as written in the file. Values stay text to keep leading zeros. */
export interface RawRow {
  /** Line where the row begins, from 1. */
  row: number
  fields: readonly string[]
  /** Set if the row could not be split into fields. */
  broken: string | null
  edits: Edits | null
}

/** A row with values by column meaning. */
export interface FileRow extends RawRow {
  cells: Partial<Record<ColumnKind, string>>
  /** Why the row is not a parcel; null if it is. */
  left: 'footer' | 'summary' | null
}

/** Edit key of a cell. */
export const editKey = (kind: ColumnKind, columns: ColumnChoice) => String(columns[kind] ?? kind)

/** `12 record(s) downloaded`, `Seller ID : harbour-camera`, totals. */
const footer = /^\s*\d+\s+record\(s\)|^\s*seller id\s*:|^\s*(total|summe)\b/i

/** Assigns values by column meaning and marks rows that are not parcels. */
export async function readRows(rows: readonly RawRow[], columns: ColumnChoice): Promise<FileRow[]> {
  const read = await mapInChunks(rows, (part) => part.map((row) => fileRow(row, columns)))
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
 * A footer, or an order row with only the buyer: has neither order nor number. A row with an order is kept even if its
 * first column looks like a footer, since it may be a title (`Total War: Rome`).
 */
function isFooter({ broken, fields }: RawRow, { order = '', tracking = '' }: FileRow['cells']): boolean {
  if (broken !== null) return false
  if (footer.test(fields[0] ?? '')) return parseOrderNumber(withoutMarks(order)) === null
  return !order && !tracking
}

const namesItem = ({ cells }: FileRow) => Boolean(cells.line || cells.item || cells.sku)

/** Fills in missing order numbers: some reports give it only in the order's row, not in its item rows. */
function withOrders(rows: readonly FileRow[]): FileRow[] {
  /** Order of the following items. A row with a tracking number stands for its whole order; a broken row ends it. */
  let preceding = ''
  return rows.map((row) => {
    const { cells, broken } = row
    if (broken === null && !cells.order && namesItem(row)) return { ...row, cells: { ...cells, order: preceding } }
    preceding = broken === null && cells.order && !cells.tracking && !namesItem(row) ? cells.order : ''
    return row
  })
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
