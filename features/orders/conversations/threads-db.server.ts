import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import type { ThreadKey } from './thread-key.ts'

/** What a conversation is about: an order, or a listing and who asks. */
export type Thread = Pick<Row<'conversation_messages'>, 'order_id' | 'listing_id' | 'buyer_id'>

export const threadOfOrder = (orderId: number): Thread => ({ order_id: orderId, listing_id: null, buyer_id: null })

/** Condition on messages or conversations. */
export const isOfThread = ({ order_id: order, listing_id: listing, buyer_id: buyer }: Thread) =>
  order === null ? sql<boolean>`listing_id = ${listing} and buyer_id = ${buyer}` : sql<boolean>`order_id = ${order}`

/** Finds the conversation of an order, or of a question, and locks the order or buyer. An order needs no message yet. */
export async function lockThread(db: SellerDb, sellerId: number, key: ThreadKey): Promise<Thread | null> {
  const number = parseOrderNumber(key)
  if (number) {
    const order = (await lockOrders(db, sellerId, [number])).get(number)
    return order ? threadOfOrder(order.id) : null
  }
  const found = await findThread(db, sellerId, key)
  if (!found) return null
  const buyers = selectOfSeller(db, 'buyers', sellerId).select('id')
  await buyers.where('id', '=', found.buyer_id).forNoKeyUpdate().execute()
  // Meanwhile an erasure may have deleted it.
  return (await findThread(db, sellerId, key)) ?? null
}

/** The conversation with its state; undefined if there is no message. */
export const findThread = (db: SellerDb, sellerId: number, key: ThreadKey) =>
  selectOfSeller(db, 'conversations', sellerId)
    .select(['id', 'thread', 'order_id', 'listing_id', 'buyer_id', 'buyer_username'])
    .where('thread', '=', key)
    .executeTakeFirst()
