import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { MessageKey } from './message.ts'

/** What a member says of a conversation: it was read, is to be read again, or needs no answer. */
export const conversationMarks = ['read', 'unread', 'settle'] as const
export type ConversationMark = (typeof conversationMarks)[number]

/** What a mark changes, as far as the conversation was `seen`: the id of its last message that was on the page. */
function changes(mark: ConversationMark, seen: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (mark) {
    case 'read':
      return sql`read_id = greatest(read_id, ${seen})`
    case 'unread':
      // Where the buyer has written nothing there is nothing to read.
      return sql`read_id = greatest(0, last_buyer_id - 1)`
    case 'settle':
      // A question that came meanwhile keeps all of it waiting: whoever settles sees it next.
      return sql`read_id = greatest(read_id, ${seen}), settled_id = case when last_buyer_id <= ${seen} then last_id else settled_id end`
  }
}

/** The id of a message about an order, by its key; 0 where there is none of that key. */
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

/**
 * Marks the conversation about an order, for the whole team, as far as `seen`, the last message that was on the page. False where
 * there is no conversation.
 */
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
 * Marks all conversations whose keys of the database `chosen` selects, always in the same order: as far as `seen`, the seller's last
 * message when the list was drawn; null is all that is there.
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
