import { emptyRow, type Sheet } from './sheet.ts'
import type { OpenLine } from './plan-sheet.ts'

/** Maximum parcels for one order in the sheet. */
export const maxParcels = 5

/**
 * Adds a parcel row below the order's others. It starts with the last line, or one unit if the order has one line: usually one item ships
 * separately.
 */
export function addParcel(sheet: Sheet, order: string, lines: readonly OpenLine[]): Sheet {
  const own = sheet.filter((row) => row.order === order)
  const last = own.at(-1)
  if (!last || own.length >= maxParcels) return sheet
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

/** Removes an added parcel and renumbers those below it. */
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
