import { addOpenOrders, removeOpenOrders } from './open-orders.ts'
import type { Setting } from './setting.ts'
import { shipInSheets } from './ship-in-sheets.ts'
import type { Visitor } from './visitor.ts'

/** Orders that come in a morning, and those of them that are shipped: many more than usual are left to do. */
const come = 10_000
const shipped = 5_000
const range = 95

/**
 * What a busy morning leaves behind: thousands more orders to ship, thousands that were shipped, and the rows and entries of indexes
 * that all of it has changed. An installation is in that state all day. Returns what takes the orders away again.
 */
export async function workAMorning(
  { db, hub, known: { sellerId } }: Pick<Setting, 'db' | 'hub' | 'known'>,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  const clear = () => removeOpenOrders(db, { sellerId, range })
  // Of a run that was interrupted.
  await clear()
  const orders = await addOpenOrders(db, { sellerId, count: come, range, dueWithinDays: 3 })
  await shipInSheets(hub, visitor, orders.slice(0, shipped))
  return clear
}
