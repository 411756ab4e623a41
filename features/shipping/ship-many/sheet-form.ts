import { parseParcelKey, type ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { codeOf, textOf } from '#lib/form-fields.ts'
import { groupBy } from '#lib/group-by.ts'
import { mostParcels } from './added-parcels.ts'
import { emptyRow, rowId, sheetColumns, type Sheet, type SheetColumn, type SheetPlace, type SheetRow } from './sheet.ts'

// The sheet as a form: names of its fields, the same in the page and when it is sent.

/** The field of a cell. Its name is its id too. */
export const cellField = (column: SheetColumn, row: string) => `${column}.${row}`

/** The field that says how many of a line are in an added parcel. Its name is its id too. */
export const unitsField = (row: string, line: number) => `units.${row}.${line}`

/** The cell of a field; null for any other field. */
export function placeOf(field: string): SheetPlace | null {
  const [name, row = ''] = field.split('.')
  const column = sheetColumns.find((known) => known === name)
  return column ? { column, row } : null
}

/** Boxes of the orders that are to be shipped have this name, and the order's number as value. */
export const takenField = 'take'
/** The button that adds a parcel to the order of its value, and the one that removes the parcel of the row of its value. */
export const addField = 'add'
export const removeField = 'remove'

/** What is typed for these orders. */
export function readSheet(form: FormData, orders: readonly string[]): Sheet {
  const taken = new Set(form.getAll(takenField))
  const units = groupBy(
    [...form.keys()].filter((name) => name.startsWith('units.')),
    (name) => name.split('.')[1],
  )
  return orders.flatMap((order) => {
    const rows: SheetRow[] = []
    for (let parcel = 1; parcel <= mostParcels; parcel += 1) {
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

/**
 * The key of a row's parcel, from the one that the page drew for all of them: sent twice, each parcel is one. Null where
 * the page has none.
 */
export const parcelKeyOf = (
  sheetKey: string,
  { order, parcel }: Pick<SheetRow, 'order' | 'parcel'>,
): ParcelKey | null =>
  /^[0-9a-f]{16}$/.test(sheetKey)
    ? parseParcelKey(sheetKey + order.replaceAll('-', '') + (parcel > 1 ? `p${parcel}` : ''))
    : null
