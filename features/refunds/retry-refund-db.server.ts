import type { SellerDb } from '#db/client.ts'
import { touchOrders } from '#features/order/locked-orders-db.server.ts'
import type { Actor } from '#features/order/order-event.ts'
import { addOrderEvents } from '#features/order/order-events-db.server.ts'
import { lockRefund, refundFacts } from './locked-refund-db.server.ts'
import { readOrderMoney } from './order-money-db.server.ts'
import { leftOfRefund, nextRefund, refundableOf, type RefundKey } from './refund.ts'

/** What became of the wish to try a refund again. `number` is its order's. */
export type RetryOutcome =
  | { ok: true; number: string }
  | { ok: false; reason: 'unknown' }
  /** It is on its way or done, perhaps since somebody else was first; or of what it is of no longer that much can go back. */
  | { ok: false; reason: 'not-possible-now' | 'more-than-left'; number: string }

/** Begins a refund anew that the payment side has refused. Of two who do so at once one does. */
export async function retryRefund(
  db: SellerDb,
  { sellerId, key, actor, now }: { sellerId: number; key: RefundKey; actor: Actor; now: Date },
): Promise<RetryOutcome> {
  const locked = await lockRefund(db, sellerId, key)
  if (!locked) return { ok: false, reason: 'unknown' }
  const { order, refund } = locked
  const number = order.order_number
  const before = await refundFacts(db, refund)
  const leftMinor = leftOfRefund(before.parts, refundableOf(await readOrderMoney(db, sellerId, order.id)))
  const step = nextRefund(refund.state, 'retry', { amountMinor: refund.amount_minor, leftMinor })
  if (!step.ok) return { ok: false, reason: step.reason, number }
  const round = refund.round + 1
  await db
    .updateTable('refunds')
    .set({ state: step.next, round, asked: 0, ask_at: now, refusal: null })
    .where('seller_id', '=', sellerId)
    .where('id', '=', refund.id)
    .execute()
  await touchOrders(db, sellerId, [order.id])
  const after = { ...before, state: step.next, refusal: null }
  const requestKey = `retry ${key}-${round}`
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor,
    events: [{ orderId: order.id, kind: 'REFUND_RETRIED', subject: key, before, after, requestKey }],
  })
  return { ok: true, number }
}
