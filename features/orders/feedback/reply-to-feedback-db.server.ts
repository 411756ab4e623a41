import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'

/** Maximum characters of a reply, as for comments. */
export const maxReplyLength = 500

interface ReplyRequest {
  sellerId: number
  number: OrderNumber
  /** Index of the feedback of the order, from 0, in order of arrival. */
  place: number
  /** 1 to `maxReplyLength` characters. */
  text: string
  /** Time of the reply shown when writing began; null if none (optimistic locking). */
  seen: Date | null
  now: Date
}

/** Outcome; `changed`: another member's reply since then. */
export type ReplyOutcome =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: 'changed'; reply: string; seen: Date | null }

/** Writes the seller's reply, unless another member changed it since. */
export async function replyToFeedback(db: SellerDb, reply: ReplyRequest): Promise<ReplyOutcome> {
  const { sellerId, number, place, text, seen, now } = reply
  // Serializes with concurrent feedback of the order.
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  const rows = await selectOfSeller(db, 'feedback', sellerId)
    .select(['id', 'reply', 'replied_at'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
  const own = rows[place]
  if (!own) return { ok: false, reason: 'unknown' }
  if (own.reply === text) return { ok: true }
  if (own.reply !== null && own.replied_at?.getTime() !== seen?.getTime())
    return { ok: false, reason: 'changed', reply: own.reply, seen: own.replied_at }
  await updateOfSeller(db, 'feedback', sellerId)
    .set({ reply: text, replied_at: now })
    .where('id', '=', own.id)
    .execute()
  return { ok: true }
}
