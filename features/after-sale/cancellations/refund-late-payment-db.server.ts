import type { SellerDb } from '#db/client.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { RefundKey } from '#features/after-sale/refunds/refund.ts'
import { refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'

interface LatePayment {
  sellerId: number
  number: OrderNumber
  /** Refund key, the same for repeated reports of a payment. */
  key: RefundKey
  now: Date
}

/**
 * Refunds a payment received after its order was cancelled; the cancellation stays closed. Returns the refund to
 * submit; null if there is nothing to refund.
 */
export async function refundLatePayment(
  db: SellerDb,
  { sellerId, number, key, now }: LatePayment,
): Promise<RefundKey | null> {
  const cancelled = await db
    .selectFrom('orders')
    .innerJoin('cancellations', (join) =>
      join.onRef('cancellations.order_id', '=', 'orders.id').on('cancellations.seller_id', '=', sellerId),
    )
    .select('initiator')
    .where('orders.seller_id', '=', sellerId)
    .where('order_number', '=', number)
    .where('orders.cancel_state', '=', 'CANCELED')
    .orderBy('cancellations.id', 'desc')
    .executeTakeFirst()
  if (!cancelled) return null
  const reason = cancelled.initiator === 'SELLER' ? 'SELLER_CANCEL' : 'BUYER_CANCEL'
  const refund = { sellerId, number, key, reason, input: 'rest', actor: { kind: 'HUB' }, now } as const
  return (await refundOrder(db, refund)).ok ? key : null
}
