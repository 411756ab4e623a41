import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { BindValue, OfSeller } from '#db/compile-once.ts'
import { readBatch, type BatchPart } from '#db/read-batch.ts'
import type { Row } from '#db/schema.ts'
import { readRows } from '#db/table-rows.ts'
import { isOfOrder } from '#features/core/order/of-order-db.server.ts'
import { messageTemplates, type MessageTemplate } from './templates-db.server.ts'
import type { Picture } from '#features/core/listing-pictures/picture.ts'

export interface MessageRow extends Pick<
  Row<'conversation_messages'>,
  'message_key' | 'subject' | 'sender' | 'member_name' | 'body' | 'sent_at'
> {
  pictures: Omit<Picture, 'alt'>[]
  /** Whether the seller sent a later message with this one on the page. */
  is_answered: boolean
}

/** A conversation, oldest message first; `standing` is null without messages. */
export interface Conversation {
  messages: MessageRow[]
  standing: Standing | null
}

type Standing = Pick<Row<'conversations'>, 'id' | 'is_unread' | 'awaiting_since'>

/** Condition on messages or conversations of one thread; `alias` names the table, if the statement has several. */
type IsOf<On> = (at: BindValue<On>, alias?: string) => RawBuilder<unknown>

const messagesOf = <On extends OfSeller>(isOf: IsOf<On>): BatchPart<On, MessageRow[]> => ({
  statement: (at) => {
    const sellerId = at((on) => on.sellerId)
    return sql`
      select m.message_key, m.subject, m.sender, m.member_name, m.body, m.sent_at, coalesce((
          select json_agg(json_build_object('hash', p.hash, 'width', p.width, 'height', p.height) order by x.position)
          from message_pictures x join pictures p on p.seller_id = ${sellerId} and p.hash = x.hash
          where x.seller_id = ${sellerId} and x.message_id = m.id
        ), '[]') as pictures,
        m.id <= max(coalesce(m.seen_id, m.id)) filter (where m.sender = 'SELLER') over () is true as is_answered
      from conversation_messages m where ${isOf(at, 'm')} order by m.id`
  },
  read: readRows<MessageRow>({ sent_at: true }),
})

const standings = readRows<Standing>({ awaiting_since: true })

const standingOf = <On extends OfSeller>(isOf: IsOf<On>): BatchPart<On, Standing | null> => ({
  statement: (at) => sql`select id, is_unread, awaiting_since from conversations where ${isOf(at)}`,
  read: (rows: Standing[]) => standings(rows)[0] ?? null,
})

export const conversationParts = {
  messages: messagesOf(isOfOrder),
  standing: standingOf(isOfOrder),
  templates: messageTemplates,
}

export interface OfQuestion extends OfSeller {
  listingId: number
  buyerId: number
}

const isOfQuestion: IsOf<OfQuestion> = (at, alias) => {
  const column = (name: string) => sql.ref(alias === undefined ? name : `${alias}.${name}`)
  return sql`${column('seller_id')} = ${at((on) => on.sellerId)} and ${column('listing_id')} = ${at((on) => on.listingId)}
    and ${column('buyer_id')} = ${at((on) => on.buyerId)}`
}

export const questionParts = {
  messages: messagesOf(isOfQuestion),
  standing: standingOf(isOfQuestion),
  templates: messageTemplates,
}

export function readConversation(
  db: SellerDb,
  sellerId: number,
  orderId: number,
): Promise<Conversation & { templates: MessageTemplate[] }> {
  return readBatch(db, conversationParts, { sellerId, orderId })
}
