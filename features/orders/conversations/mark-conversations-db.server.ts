import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { MessageKey } from './message.ts'

/** Marks of a conversation: read, unread, or no answer needed. */
export const conversationMarks = ['read', 'unread', 'settle'] as const
export type ConversationMark = (typeof conversationMarks)[number]

/** SQL assignments of a mark, up to `seen`: the id of the last message on the page. */
function changes(mark: ConversationMark, seen: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (mark) {
    case 'read':
      return sql`read_id = greatest(read_id, ${seen})`
    case 'unread':
      // Without a message from the buyer, there is nothing to mark as unread.
      return sql`read_id = greatest(0, last_buyer_id - 1)`
    case 'settle':
      // A newer question keeps the conversation open, so that the member sees it.
      return sql`read_id = greatest(read_id, ${seen}), settled_id = case when last_buyer_id <= ${seen} then last_id else settled_id end`
  }
}

/** Id of a message of an order by key; 0 if none. */
export async function seenId(
  db: SellerDb,
  { sellerId, orderId, seen }: { sellerId: number; orderId: number; seen: MessageKey | null },
): Promise<number> {
  const message = await db
    .selectFrom('conversation_messages')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', orderId)
    .where('message_key', '=', seen)
    .executeTakeFirst()
  return message?.id ?? 0
}

/** Marks an order's conversation for the whole team, up to `seen`. False if there is no conversation. */
export async function markConversation(
  db: SellerDb,
  {
    sellerId,
    number,
    mark,
    seen,
  }: { sellerId: number; number: OrderNumber; mark: ConversationMark; seen: MessageKey | null },
): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('order_number', '=', number)
    .executeTakeFirst()
  if (!order) return false
  const change = changes(mark, sql`${await seenId(db, { sellerId, orderId: order.id, seen })}::bigint`)
  const { numAffectedRows } = await sql`
    update conversations set ${change} where seller_id = ${sellerId} and order_id = ${order.id}`.execute(db)
  return Number(numAffectedRows) > 0
}

/**
 * Marks the conversations selected by `chosen`, in a fixed order to prevent deadlocks, up to `seen`: the newest message
 * when the list was loaded, or null for all.
 */
export async function markConversations(
  db: SellerDb,
  {
    sellerId,
    chosen,
    mark,
    seen,
  }: { sellerId: number; chosen: RawBuilder<unknown>; mark: ConversationMark; seen: MessageKey | null },
): Promise<void> {
  const upTo = sql`least(last_id, coalesce((
    select m.id from conversation_messages m where m.seller_id = ${sellerId} and m.message_key = ${seen}), last_id))`
  await sql`
    with held as (
      select o.id from conversations o where o.seller_id = ${sellerId} and o.id in (${chosen}) order by o.id for update
    )
    update conversations set ${changes(mark, upTo)} where seller_id = ${sellerId} and id in (select id from held)`.execute(
    db,
  )
}
