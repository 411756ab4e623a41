import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { RefundFacts } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { readRefundParts } from './order-money-db.server.ts'
import type { RefundKey } from './refund.ts'

/** Locks the order of a refund and reads the refund; null if the seller has none. */
export async function lockRefund(db: SellerDb, sellerId: number, key: RefundKey) {
  const { rows } = await sql<{ number: OrderNumber }>`
    select o.order_number as number from refunds r join orders o on o.seller_id = ${sellerId} and o.id = r.order_id
    where r.seller_id = ${sellerId} and r.refund_key = ${key}`.execute(db)
  const number = rows[0]?.number
  const order = number && (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return null
  const refund = await selectOfSeller(db, 'refunds', sellerId)
    .selectAll()
    .where('refund_key', '=', key)
    .executeTakeFirstOrThrow()
  return { order, refund }
}

export async function refundFacts(db: SellerDb, refund: Row<'refunds'>): Promise<RefundFacts> {
  const parts = await readRefundParts(db, refund.seller_id, refund.order_id)
  const { state, reason, amount_minor: amountMinor, currency, refusal } = refund
  return { state, reason, amountMinor, currency, parts: parts.get(refund.id) ?? [], refusal }
}
