import type { SellerDb } from '#db/client.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { RefundKey } from '#features/after-sale/refunds/refund.ts'
import { refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'

interface LatePayment {
  sellerId: number
  number: OrderNumber
  /** Of the refund: the same payment told again is the same wish. */
  key: RefundKey
  now: Date
}

/**
 * Sends back what was paid for an order after it had been cancelled: nobody ships it, and nobody else would look at it again. Its
 * cancellation stays as it was closed. Returns the refund for the payment side to be asked at once; null where nothing is to go back.
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
  const refund = { sellerId, number, key, reason, wish: 'rest', actor: { kind: 'HUB' }, now } as const
  return (await refundOrder(db, refund)).ok ? key : null
}
