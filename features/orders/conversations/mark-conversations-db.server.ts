import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { MessageKey } from './message.ts'
import type { ThreadKey } from './thread-key.ts'
import { findThread, isOfThread, type Thread } from './threads-db.server.ts'

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

/** Id of a message of a conversation by key; 0 if none. */
export async function seenId(
  db: SellerDb,
  { sellerId, about, seen }: { sellerId: number; about: Thread; seen: MessageKey | null },
): Promise<number> {
  const message = await selectOfSeller(db, 'conversation_messages', sellerId)
    .select('id')
    .where(isOfThread(about))
    .where('message_key', '=', seen)
    .executeTakeFirst()
  return message?.id ?? 0
}

/** Marks a conversation for the whole team, up to `seen`. False if there is none. */
export async function markConversation(
  db: SellerDb,
  {
    sellerId,
    thread,
    mark,
    seen,
  }: { sellerId: number; thread: ThreadKey; mark: ConversationMark; seen: MessageKey | null },
): Promise<boolean> {
  const found = await findThread(db, sellerId, thread)
  if (!found) return false
  const change = changes(mark, sql`${await seenId(db, { sellerId, about: found, seen })}::bigint`)
  await sql`update conversations set ${change} where seller_id = ${sellerId} and id = ${found.id}`.execute(db)
  return true
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
