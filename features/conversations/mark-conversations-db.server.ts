import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OrderNumber } from '#features/order/order.ts'

/** What a member says of a conversation: it was read, is to be read again, or needs no answer. */
export const conversationMarks = ['read', 'unread', 'settle'] as const
export type ConversationMark = (typeof conversationMarks)[number]

const changes: Record<ConversationMark, RawBuilder<unknown>> = {
  read: sql`read_id = last_id`,
  // Where the buyer has written nothing there is nothing to read.
  unread: sql`read_id = greatest(0, last_buyer_id - 1)`,
  settle: sql`settled_id = last_id, read_id = last_id`,
}

/** Marks the conversation about an order, for the whole team. False where there is none. */
export async function markConversation(
  db: SellerDb,
  { sellerId, number, mark }: { sellerId: number; number: OrderNumber; mark: ConversationMark },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversations set ${changes[mark]} where seller_id = ${sellerId} and order_id = (
      select id from orders where seller_id = ${sellerId} and order_number = ${number})`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Marks all conversations whose keys of the database `chosen` selects, always in the same order. */
export async function markConversations(
  db: SellerDb,
  { sellerId, chosen, mark }: { sellerId: number; chosen: RawBuilder<unknown>; mark: ConversationMark },
): Promise<void> {
  await sql`
    with held as (
      select o.id from conversations o where o.seller_id = ${sellerId} and o.id in (${chosen}) order by o.id for update
    )
    update conversations set ${changes[mark]} where seller_id = ${sellerId} and id in (select id from held)`.execute(db)
}
