import type { LineUnits } from '#features/core/order/line-units.ts'
import { lineItemId } from '#features/core/order/order.ts'
import type { FileRow } from './table-rows.ts'

/** A line of an order with what rows name it by. */
export interface KnownLine extends LineUnits {
  itemNumber: string
  sku: string | null
}

/** Whether a line is the one that a row names, by its id or its place; of ids that another marketplace gave the hub knows nothing. */
const isLine = ({ line }: LineUnits, named: string, order: string) =>
  named === lineItemId(order, line) || named === String(line)

/** In which column a row names something of its order, and the lines of which it may mean one; null where it names the order alone. */
export function namedLines({ line: id, item, sku }: FileRow['cells'], order: string, lines: readonly KnownLine[]) {
  const own = id ? lines.filter((line) => isLine(line, id, order)) : []
  if (own.length > 0) return { kind: 'line', named: own } as const
  if (!item && !sku) return null
  const ofSku = sku ? lines.filter((line) => line.sku === sku) : []
  if (!item) return { kind: 'sku', named: ofSku } as const
  // Variations of a listing have one item number: the SKU beside it tells which.
  const ofItem = lines.filter((line) => line.itemNumber === item)
  const ofBoth = ofItem.filter((line) => ofSku.includes(line))
  return { kind: 'item', named: ofBoth.length > 0 ? ofBoth : ofItem } as const
}

/** How many units a row says; null: it says nothing, 0: nothing that can be. */
export const saidUnits = ({ units }: FileRow['cells']) => (!units ? null : /^\d{1,6}$/.test(units) ? Number(units) : 0)
