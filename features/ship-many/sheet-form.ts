import { parseParcelKey, type ParcelKey } from '#features/fulfilment/parcel.ts'
import { textOf } from '#lib/form-fields.ts'
import { sheetColumns, type Sheet, type SheetColumn, type SheetPlace } from './sheet.ts'

// The sheet as a form: names of its fields, the same in the page and when it is sent.

/** The field of a cell. Its name is its id too. */
export const cellField = (column: SheetColumn, order: string) => `${column}.${order}`

/** The cell of a field; null for any other field. */
export function placeOf(field: string): SheetPlace | null {
  const [name, order = ''] = field.split('.')
  const column = sheetColumns.find((known) => known === name)
  return column ? { column, order } : null
}

/** Boxes of the rows that are to be shipped have this name, and the order's number as value. */
export const takenField = 'take'

/** What is typed for these orders. */
export function readSheet(form: FormData, orders: readonly string[]): Sheet {
  const taken = new Set(form.getAll(takenField))
  return orders.map((order) => ({
    order,
    isTaken: taken.has(order),
    carrier: textOf(form, cellField('carrier', order)),
    tracking: textOf(form, cellField('tracking', order)),
  }))
}

/**
 * The key of an order's parcel, from the one that the page drew for all of them: sent twice, each parcel is one. Null where
 * the page has none.
 */
export const parcelKeyOf = (sheetKey: string, order: string): ParcelKey | null =>
  /^[0-9a-f]{16}$/.test(sheetKey) ? parseParcelKey(sheetKey + order.replaceAll('-', '')) : null
