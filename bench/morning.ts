import { addOpenOrders, removeOpenOrders } from './open-orders.ts'
import type { Setting } from './setting.ts'
import { shipInSheets } from './ship-in-sheets.ts'
import type { Visitor } from './visitor.ts'

/** Orders received and shipped in a morning, many more than usual. */
const orderCount = 10_000
const shipped = 5_000
const range = 95

/**
 * Simulates a busy morning: thousands of orders received and shipped, with the resulting dead rows and index entries.
 * Installations are usually in that state. Returns a function that removes the orders.
 */
export async function workAMorning(
  { db, hub, known: { sellerId } }: Pick<Setting, 'db' | 'hub' | 'known'>,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  const clear = () => removeOpenOrders(db, { sellerId, range })
  // Left by an interrupted run.
  await clear()
  const orders = await addOpenOrders(db, { sellerId, count: orderCount, range, dueWithinDays: 3 })
  await shipInSheets(hub, visitor, orders.slice(0, shipped))
  return clear
}
