import type { SellerDb } from '#db/client.ts'
import { lockOrders, lockStockOf } from '#features/core/order/locked-orders-db.server.ts'
import { lockRefund } from './locked-refund-db.server.ts'
import { refundOrder, type NewRefund } from './refund-order-db.server.ts'
import type { RefundKey, RefundOutcome } from './refund.ts'
import { askingKey, keepAnswer, type Refunds } from './settle-refunds.server.ts'

interface MadeRefund extends Omit<NewRefund, 'actor'>, Pick<Refunds, 'followers'> {
  externalId: string
}

/** Records a refund that the marketplace's shop made; nobody is asked to pay it. Idempotent by key. */
export async function takeMadeRefund(db: SellerDb, { followers, ...made }: MadeRefund): Promise<RefundOutcome> {
  const { sellerId, number, key, now } = made
  // Orders before their stock, which a full refund releases.
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (order) await lockStockOf(db, sellerId, [order.id])
  const outcome = await refundOrder(db, { ...made, actor: { kind: 'MARKETPLACE' } })
  if (outcome.ok && !outcome.repeated) await markMade(db, { followers, sellerId, key, now })
  return outcome
}

/** Marks a pending refund as made by the marketplace's shop. Its order is locked. */
export async function markMade(
  db: SellerDb,
  { followers, sellerId, key, now }: Pick<Refunds, 'followers'> & { sellerId: number; key: RefundKey; now: Date },
): Promise<void> {
  const locked = await lockRefund(db, sellerId, key)
  if (!locked) return
  await keepAnswer(db, { followers, sellerId, key, askedAs: askingKey(locked.refund), answer: { made: true }, now })
}
