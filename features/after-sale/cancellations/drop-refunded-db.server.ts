import type { SellerDb } from '#db/client.ts'
import { openUnits } from '#features/core/order/line-units.ts'
import { readLines } from '#features/core/order/line-units-db.server.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import type { RefundKey } from '#features/after-sale/refunds/refund.ts'
import { dropUnits, type Cancelled } from './cancel-order-db.server.ts'
import type { CancelKey, dropReasons } from './cancellation.ts'
import { brand } from '#lib/brand.ts'

interface Dropping {
  sellerId: number
  number: OrderNumber
  policyPack: PolicyPack
  actor: Actor
  now: Date
  key: RefundKey
  /** Positions of the lines it refunds in full. */
  lines: readonly number[]
  cancelReason: (typeof dropReasons)[number]
}

/**
 * Cancels unshipped units of fully refunded lines, in the refund's transaction. Does nothing if all shipped; idempotent
 * per refund.
 */
export async function dropRefundedLines(
  db: SellerDb,
  { lines, key, cancelReason: reason, ...dropping }: Dropping,
): Promise<Cancelled | null> {
  const order = (await lockOrders(db, dropping.sellerId, [dropping.number])).get(dropping.number)
  if (!order) return null
  const open = (await readLines(db, dropping.sellerId, [order.id]))
    .filter((line) => lines.includes(line.line) && openUnits(line) > 0)
    .map((line) => [line.line, openUnits(line)] as const)
  if (open.length === 0) return null
  return dropUnits(db, {
    ...dropping,
    key: brand<CancelKey>(`${key.slice(0, 30)}c`),
    reason,
    units: new Map(open),
    // Items that are out of stock cannot be restocked.
    restocks: reason !== 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
    refundKey: key,
  })
}
