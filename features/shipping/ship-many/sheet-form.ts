import { parseParcelKey, type ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { codeOf, textOf } from '#lib/form-fields.ts'
import { groupBy } from '#lib/group-by.ts'
import { maxParcels } from './added-parcels.ts'
import { emptyRow, rowId, sheetColumns, type Sheet, type SheetColumn, type SheetPlace, type SheetRow } from './sheet.ts'

// Field names of the sheet's form.

export const cellField = (column: SheetColumn, row: string) => `${column}.${row}`

export const unitsField = (row: string, line: number) => `units.${row}.${line}`

/** The cell of a field; null for other fields. */
export function placeOf(field: string): SheetPlace | null {
  const [name, row = ''] = field.split('.')
  const column = sheetColumns.find((known) => known === name)
  return column ? { column, row } : null
}

/** Name of the checkboxes that include an order; the value is the order number. */
export const takenField = 'take'
/** Buttons that add a parcel to an order (value: order) or remove one (value: row). */
export const addField = 'add'
export const removeField = 'remove'

export function readSheet(form: FormData, orders: readonly string[]): Sheet {
  const taken = new Set(form.getAll(takenField))
  const units = groupBy(
    [...form.keys()].filter((name) => name.startsWith('units.')),
    (name) => name.split('.')[1],
  )
  return orders.flatMap((order) => {
    const rows: SheetRow[] = []
    for (let parcel = 1; parcel <= maxParcels; parcel += 1) {
      const id = rowId(order, parcel)
      if (parcel > 1 && !form.has(cellField('tracking', id))) break
      rows.push({
        ...emptyRow(order, parcel),
        isTaken: taken.has(order),
        carrier: textOf(form, cellField('carrier', id)),
        tracking: codeOf(form, cellField('tracking', id)),
        units: Object.fromEntries((units.get(id) ?? []).map((name) => [name.split('.')[2], textOf(form, name)])),
      })
    }
    return rows
  })
}

/** Derives a row's parcel key from the page's key, so that a repeated submit is idempotent. Null if the page has no key. */
export const parcelKeyOf = (
  sheetKey: string,
  { order, parcel }: Pick<SheetRow, 'order' | 'parcel'>,
): ParcelKey | null =>
  /^[0-9a-f]{16}$/.test(sheetKey)
    ? parseParcelKey(sheetKey + order.replaceAll('-', '') + (parcel > 1 ? `p${parcel}` : ''))
    : null
