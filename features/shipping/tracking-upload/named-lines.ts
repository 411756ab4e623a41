import type { LineUnits } from '#features/core/order/line-units.ts'
import { lineItemId } from '#features/core/order/order.ts'
import type { FileRow } from './table-rows.ts'

export interface KnownLine extends LineUnits {
  itemNumber: string
  sku: string | null
}

/** Whether a row's line id or position refers to this line. Line ids of other marketplaces are unknown to the hub. */
const isLine = ({ line }: LineUnits, named: string, order: string) =>
  named === lineItemId(order, line) || named === String(line)

/** The column that names a line, and the candidate lines; null if the row names only its order. */
export function namedLines({ line: id, item, sku }: FileRow['cells'], order: string, lines: readonly KnownLine[]) {
  const own = id ? lines.filter((line) => isLine(line, id, order)) : []
  if (own.length > 0) return { kind: 'line', named: own } as const
  if (!item && !sku) return null
  const ofSku = sku ? lines.filter((line) => line.sku === sku) : []
  if (!item) return { kind: 'sku', named: ofSku } as const
  // Variations of a listing share an item number; the SKU tells them apart.
  const ofItem = lines.filter((line) => line.itemNumber === item)
  const ofBoth = ofItem.filter((line) => ofSku.includes(line))
  return { kind: 'item', named: ofBoth.length > 0 ? ofBoth : ofItem } as const
}

/** Units a row gives; null if none, 0 if invalid. */
export const parseUnits = ({ units }: FileRow['cells']) => (!units ? null : /^\d{1,6}$/.test(units) ? Number(units) : 0)
