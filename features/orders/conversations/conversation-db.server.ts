import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { Picture } from '#features/core/listing-pictures/picture.ts'

/** A message with its pictures. */
export interface MessageRow extends Pick<
  Row<'conversation_messages'>,
  'message_key' | 'subject' | 'sender' | 'member_name' | 'body' | 'sent_at'
> {
  pictures: Omit<Picture, 'alt'>[]
  /** Whether the seller sent a later message with this one on the page. */
  is_answered: boolean
}

/** The conversation about an order, oldest message first; `standing` is null without messages. */
export interface Conversation {
  messages: MessageRow[]
  standing: Pick<Row<'conversations'>, 'is_unread' | 'awaiting_since'> | null
}

/** Reads the conversation about an order. */
export async function readConversation(db: SellerDb, sellerId: number, orderId: number): Promise<Conversation> {
  const readingMessages = sql<MessageRow>`
    select m.message_key, m.subject, m.sender, m.member_name, m.body, m.sent_at, coalesce((
        select json_agg(json_build_object('hash', p.hash, 'width', p.width, 'height', p.height) order by x.position)
        from message_pictures x join pictures p on p.seller_id = ${sellerId} and p.hash = x.hash
        where x.seller_id = ${sellerId} and x.message_id = m.id
      ), '[]') as pictures,
      m.id <= max(coalesce(m.seen_id, m.id)) filter (where m.sender = 'SELLER') over () is true as is_answered
    from conversation_messages m
    where m.seller_id = ${sellerId} and m.order_id = ${orderId}
    order by m.id`.execute(db)
  const readingStanding = db
    .selectFrom('conversations')
    .select(['is_unread', 'awaiting_since'])
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  const [{ rows: messages }, standing] = await Promise.all([readingMessages, readingStanding])
  return { messages, standing: standing ?? null }
}
