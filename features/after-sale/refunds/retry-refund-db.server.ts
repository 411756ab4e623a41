import { updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { lockStockOf, touchOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { lockRefund, refundFacts } from './locked-refund-db.server.ts'
import { readOrderMoney } from './order-money-db.server.ts'
import { leftOfRefund, nextRefund, refundableOf, type RefundKey } from './refund.ts'
import { followRefund, type Refunds } from './settle-refunds.server.ts'

/** Outcome of retrying a refund. `number`: its order. */
export type RetryOutcome =
  | { ok: true; number: string }
  | { ok: false; reason: 'unknown' }
  /** Already in progress or done, or the amount is no longer refundable. */
  | { ok: false; reason: 'not-possible-now' | 'more-than-left'; number: string }

interface Retrying {
  sellerId: number
  key: RefundKey
  actor: Actor
  now: Date
}

/** Restarts a refused refund. Only one of two concurrent retries succeeds. */
export async function retryRefund(db: SellerDb, { sellerId, key, actor, now }: Retrying): Promise<RetryOutcome> {
  const taken = await takeRefused(db, { sellerId, key, event: 'retry' })
  if (!taken.ok) return taken
  const { order, refund, step, before } = taken
  const number = order.order_number
  const round = refund.round + 1
  await updateOfSeller(db, 'refunds', sellerId)
    .set({ state: step.next, round, asked: 0, ask_at: now, refusal: null, settled: null })
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

/** Records that the seller paid a refused refund another way, such as by bank transfer. Excludes concurrent retries. */
export async function settleElsewhere(
  db: SellerDb,
  { sellerId, key, actor, now, followers }: Retrying & Pick<Refunds, 'followers'>,
): Promise<RetryOutcome> {
  const taken = await takeRefused(db, { sellerId, key, event: 'settle' })
  if (!taken.ok) return taken
  const { order, refund, step, before } = taken
  await lockStockOf(db, sellerId, [order.id])
  await updateOfSeller(db, 'refunds', sellerId)
    .set({ state: step.next, refunded_at: now, refusal: null, settled: 'ELSEWHERE' })
    .where('id', '=', refund.id)
    .execute()
  await touchOrders(db, sellerId, [order.id])
  const after = { ...before, state: step.next, refusal: null }
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor,
    events: [{ orderId: order.id, kind: 'REFUND_MADE', subject: key, before, after, requestKey: `settle ${key}` }],
  })
  await followRefund(db, { followers, sellerId, orderId: order.id, key, state: step.next, now })
  return { ok: true, number: order.order_number }
}

async function takeRefused(
  db: SellerDb,
  { sellerId, key, event }: { sellerId: number; key: RefundKey; event: 'retry' | 'settle' },
) {
  const locked = await lockRefund(db, sellerId, key)
  if (!locked) return { ok: false, reason: 'unknown' } as const
  const { order, refund } = locked
  const before = await refundFacts(db, refund)
  const leftMinor = leftOfRefund(before.parts, refundableOf(await readOrderMoney(db, sellerId, order.id)))
  const step = nextRefund(refund.state, event, { amountMinor: refund.amount_minor, leftMinor })
  if (!step.ok) return { ok: false, reason: step.reason, number: order.order_number } as const
  return { ok: true, order, refund, step, before } as const
}
