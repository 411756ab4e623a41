import { sql } from 'kysely'
import { prepared, type SellerDb } from '#db/client.ts'
import type { LedgerRules } from '../ledger-policy.ts'
import { missingEntries, needsPlace } from './missing-entries.ts'
import { lockPlaces, readOrderFacts } from './order-facts-db.server.ts'
import { writeEntries } from '../write-entries-db.server.ts'

export interface ChangedOrders {
  sellerId: number
  orderIds: readonly number[]
  rules: LedgerRules
  /** Whether `db` has the owner's rights; many orders are then written faster. */
  asOwner?: boolean
}

/**
 * Posts what is missing in the books of orders whose money changed; idempotent. Call it at the end of the transaction
 * that changed them, in which they are new or locked. Returns the number of entries.
 */
export async function postOrders(
  db: SellerDb,
  { sellerId, orderIds, rules, asOwner = false }: ChangedOrders,
): Promise<number> {
  if (orderIds.length === 0) return 0
  const orders = await readOrderFacts(db, sellerId, orderIds)
  const moving = orders.filter(needsPlace).map(({ id }) => id)
  const places = moving.length > 0 ? await lockPlaces(db, sellerId, moving) : null
  const entries = orders.flatMap((order) => missingEntries(order, rules, places?.get(order.id) ?? null))
  const done = sql`${prepared}
    delete from ledger_due where seller_id = ${sellerId} and order_id = any (${[...orderIds]}::bigint[])`
  const [{ size }] = await Promise.all([writeEntries(db, sellerId, entries, { asOwner }), done.execute(db)])
  return size
}
