import { emptyRow, type Sheet } from './sheet.ts'
import type { OpenLine } from './plan-sheet.ts'

/** Parcels of one order in the sheet, at most. */
export const mostParcels = 5

/**
 * The sheet with one more parcel of an order, below those it has. The usual reason for a second parcel is an item that goes by
 * itself: it begins with the last line, or with one of a single line's units.
 */
export function addParcel(sheet: Sheet, order: string, lines: readonly OpenLine[]): Sheet {
  const own = sheet.filter((row) => row.order === order)
  const last = own.at(-1)
  if (!last || own.length >= mostParcels) return sheet
  const line = lines.at(-1)
  const units = lines.length > 1 ? (line?.units ?? 1) : 1
  const isFirst = own.length === 1
  const row = {
    ...emptyRow(order, last.parcel + 1),
    isTaken: last.isTaken,
    units: line && isFirst ? { [line.line]: String(units) } : {},
  }
  return sheet.toSpliced(sheet.indexOf(last) + 1, 0, row)
}

/** The sheet without an added parcel; those below it take its place. */
export function removeParcel(sheet: Sheet, id: string): Sheet {
  const gone = sheet.find((row) => row.id === id)
  if (!gone || gone.parcel === 1) return sheet
  return sheet
    .filter((row) => row !== gone)
    .map((row) =>
      row.order === gone.order && row.parcel > gone.parcel
        ? { ...row, id: emptyRow(row.order, row.parcel - 1).id, parcel: row.parcel - 1 }
        : row,
    )
}
