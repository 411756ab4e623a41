import { parseItemNumber } from '#features/core/listing/listing.ts'
import { recogniseOrders } from '#features/orders/order-files/order-reports.ts'
import { unquoted } from '#lib/cell-text.ts'
import { openTable, type TableFile, type UnreadableTable } from '#lib/table-file.ts'
import { namedColumns } from './file-columns.ts'
import { isOfOrders, recogniseDialect, type Dialect } from './file-dialects.ts'

export interface ListingFile extends TableFile {
  dialect: Dialect | null
}

export type UnreadableFile = UnreadableTable | 'orders'

/** Reads the form of a file of listings: its text, separator, header, first records, and the program that wrote it. */
export async function openListingFile(
  bytes: Uint8Array,
): Promise<{ ok: true; file: ListingFile } | { ok: false; reason: UnreadableFile }> {
  const opened = await openTable(bytes, namedColumns, { isRow })
  if (!opened.ok) return opened
  const { file } = opened
  if (isOfOrders(file) || recogniseOrders(file)) return { ok: false, reason: 'orders' }
  return { ok: true, file: { ...file, dialect: recogniseDialect(file.header) } }
}

/** A line with an item number is a row, so the file has no header. */
const isRow = (fields: readonly string[]) => fields.some((field) => parseItemNumber(unquoted(field)) !== null)
