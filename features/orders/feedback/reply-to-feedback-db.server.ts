import type { SellerDb } from '#db/client.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'

/** Characters of a reply at most, as of a buyer's comment. */
export const longestReply = 500

interface ReplyWish {
  sellerId: number
  number: OrderNumber
  /** Which feedback of the order, from 0 in the sequence in which it came. */
  place: number
  /** Not empty, and at most `longestReply` characters. */
  text: string
  /** The reply that was there when writing began, by when it was written; null where there was none (optimistic locking). */
  seen: Date | null
  now: Date
}

/** What became of a reply: `changed` is what somebody else has replied meanwhile. */
export type ReplyOutcome =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: 'changed'; reply: string; seen: Date | null }

/** Writes the seller's reply to a buyer's feedback, unless somebody else wrote another one since. */
export async function replyToFeedback(db: SellerDb, wish: ReplyWish): Promise<ReplyOutcome> {
  const { sellerId, number, place, text, seen, now } = wish
  // Whoever brings the order's feedback at this very moment waits.
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  const rows = await db
    .selectFrom('feedback')
    .select(['id', 'reply', 'replied_at'])
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
  const own = rows[place]
  if (!own) return { ok: false, reason: 'unknown' }
  if (own.reply === text) return { ok: true }
  if (own.reply !== null && own.replied_at?.getTime() !== seen?.getTime())
    return { ok: false, reason: 'changed', reply: own.reply, seen: own.replied_at }
  await db
    .updateTable('feedback')
    .set({ reply: text, replied_at: now })
    .where('seller_id', '=', sellerId)
    .where('id', '=', own.id)
    .execute()
  return { ok: true }
}
