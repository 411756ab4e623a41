import { parseOrderNumber } from '#features/core/order/order.ts'
import type { OpenedRecords, Opening } from '#features/machinery/records/record-kind.ts'
import { withoutMarks } from '#lib/cell-text.ts'
import { openTable } from '#lib/table-file.ts'
import { findEncoding } from '#lib/text-encodings.ts'
import { dialectOf, namedKinds } from './meanings.ts'

/** Finds the form of a tracking file, or why it has none. Columns are detected later from their values. */
export async function openTrackingFile(bytes: Uint8Array, { isKnown, encoding }: Opening): Promise<OpenedRecords> {
  const found = findEncoding(bytes)
  const opened = await openTable(bytes, (fields) => (isKnown(fields) ? Infinity : namedKinds(fields)), {
    isRow: (fields) => !isKnown(fields) && isData(fields),
    encoding: encoding ?? found.encoding,
  })
  if (!opened.ok) return opened
  const encodings = { isSure: found.isSure, all: [found.encoding, ...found.others] }
  return { ...opened, dialect: dialectOf(opened.file.header), encodings }
}

/** A line with an order number is data, so the file has no header. */
const isData = (fields: readonly string[]) => fields.some((field) => parseOrderNumber(withoutMarks(field)) !== null)
