import type { SellerDb } from '#db/client.ts'
import { pairs } from '#lib/pairs.ts'
import { countDays, type DayEvidence } from '#lib/written-day.ts'
import { addDays, type LocalDate } from '#lib/zoned-time.ts'
import { byRecipient, findOrders, readOpenRecipients } from './known-orders-db.server.ts'
import { orderKeys } from './order-keys.ts'
import { recipientKey } from './recipient.ts'
import { fillOrders, readRows, type FileColumns, type FileRow, type RawRow, type StoredRow } from './table-rows.ts'

export interface GroupedRow extends StoredRow {
  /** As in `tracking_rows.order_group`. */
  group: string
}

/** Groups: of rows of an order, of rows whose order is not found, and of rows that name none. */
export const groupOf = {
  order: (number: string) => `=${number}`,
  text: (text: string) => `?${text.slice(0, longestText)}`,
  none: '',
} as const

/** Characters of a text that is no order: the index takes no longer ones. */
const longestText = 100

/** The number of a group's order; null if it has none. */
export const orderOfGroup = (group: string): string | null => (group.startsWith('=') ? group.slice(1) : null)

/** What rows show about those below them. */
export interface Above {
  /** The order of items that follow. */
  order: string
  days: DayEvidence
}

/** Order numbers of open orders by recipient; read if a row names no order. */
export type FindRecipients = (db: SellerDb) => Promise<ReadonlyMap<string, readonly string[]>>

/** Reads the recipients of a seller's open orders once. */
export function recipientsOf(sellerId: number): FindRecipients {
  let found: ReadonlyMap<string, readonly string[]> | null = null
  return async (db) => (found ??= byRecipient(await readOpenRecipients(db, sellerId)))
}

interface Grouping {
  sellerId: number
  rows: readonly RawRow[]
  form: FileColumns
  above: Above
  findRecipients: FindRecipients
  today: LocalDate
}

/** Maximum age of a shipment, in days, when detecting the order of day and month. */
const oldestDays = 400

/** Finds the order of each row, so that all rows of an order can be checked together. */
export async function groupRows(
  db: SellerDb,
  { sellerId, rows, form, above, findRecipients, today }: Grouping,
): Promise<{ rows: GroupedRow[]; below: Above }> {
  const written = await readRows(rows, form)
  const { rows: read, below } = fillOrders(written, above.order)
  const orders = await findOrders(db, sellerId, [...new Set(read.flatMap(keysOf))])
  const found = read.map((row) => keysOf(row).flatMap((key) => orders.get(key) ?? [])[0] ?? null)
  const isNameless = pairs(read, found).some(([row, order]) => order === null && nameOf(row) !== null)
  const recipients = isNameless ? await findRecipients(db) : new Map<string, readonly string[]>()
  const isPossible = (day: LocalDate) => day <= today && day >= addDays(today, -oldestDays)
  const shipped = read.flatMap(({ cells, left }) => (left ? [] : (cells.shipped ?? '')))
  return {
    rows: pairs(pairs(written, read), found).map(([[own, row], order]) => ({
      row: own.row,
      fields: own.fields,
      broken: own.broken,
      edits: own.edits,
      orderText: own.cells.order ? null : row.cells.order || null,
      group: groupOfRow(row, order, recipients),
    })),
    below: { order: below, days: countDays(shipped, isPossible, above.days) },
  }
}

const keysOf = ({ cells }: FileRow): string[] => orderKeys(cells.order ?? '')

const nameOf = ({ cells, left }: FileRow) => (left ? null : recipientKey(cells.recipient, cells.postcode))

function groupOfRow(
  row: FileRow,
  order: string | null,
  recipients: ReadonlyMap<string, readonly string[]>,
): GroupedRow['group'] {
  if (order !== null) return groupOf.order(order)
  const [sole, ...others] = recipients.get(nameOf(row) ?? '') ?? []
  if (sole !== undefined && others.length === 0) return groupOf.order(sole)
  return row.cells.order ? groupOf.text(row.cells.order) : groupOf.none
}
