import { selectOfSeller } from '#db/select-of-seller.ts'
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SellerDb } from '#db/client.ts'
import { hasPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { markConversation, seenId } from './mark-conversations-db.server.ts'
import { messageProblem, plainMessage, type MessageKey } from './message.ts'
import type { ThreadKey } from './thread-key.ts'
import { lockThread, type Thread } from './threads-db.server.ts'
import { brand } from '#lib/brand.ts'

export const newMessageKey = () => brand<MessageKey>(randomBytes(12).toString('base64url'))

export interface NewMessage {
  sellerId: number
  key: MessageKey
  /** Key of the case it is about, such as a return, or variation asked about; null for the order or listing. */
  subject: string | null
  text: string
  /** Hashes of the seller's stored pictures, in order; buyers' pictures are stored for the seller too. */
  pictures: readonly string[]
}

/** Outcome of a message. `other-text`: the key was used for a different message. */
export type MessageOutcome =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'unknown' | 'other-text' | 'unknown-picture' | NonNullable<ReturnType<typeof messageProblem>> }

type Member = Extract<Actor, { kind: 'MEMBER' }>

/**
 * Sends a message to the buyer. `seen` is the last message on the writer's page: up to it, messages become read and
 * answered; later ones stay unread. Null if none was shown.
 */
export async function sendMessage(
  db: SellerDb,
  { thread, actor, now, ...message }: NewMessage & Sent & { thread: ThreadKey; actor: Member; now: Date },
): Promise<MessageOutcome> {
  const about = await lockThread(db, message.sellerId, thread)
  const outcome = await addMessage(db, { ...message, about, actor, at: now })
  if (outcome.ok && !outcome.repeated) await markConversation(db, { ...message, thread, mark: 'read' })
  return outcome
}

/**
 * Stores a buyer's message about an order, from the demo or the marketplace. `key` is the marketplace's message id, which
 * makes the call idempotent.
 */
export async function receiveBuyerMessage(
  db: SellerDb,
  { number, sentAt: at, ...message }: NewMessage & { number: OrderNumber; sentAt: Date },
): Promise<MessageOutcome> {
  const about = await lockThread(db, message.sellerId, number)
  return addMessage(db, { ...message, about, seen: null, actor: { kind: 'BUYER' }, at })
}

interface Sent {
  seen: MessageKey | null
}

interface Adding extends NewMessage, Sent {
  about: Thread | null
  actor: Member | { kind: 'BUYER' }
  at: Date
}

export async function addMessage(
  db: SellerDb,
  { sellerId, about, key, subject, text, pictures, seen, actor, at }: Adding,
): Promise<MessageOutcome> {
  if (!about) return { ok: false, reason: 'unknown' }
  const { order_id, listing_id, buyer_id } = about
  const body = plainMessage(text)
  const known = await findMessage(db, sellerId, key)
  if (known)
    // The same text with another photo is a different message.
    return known.body === body &&
      isDeepStrictEqual(known.about, { order_id, listing_id, buyer_id }) &&
      isDeepStrictEqual(known.pictures, pictures)
      ? { ok: true, repeated: true }
      : { ok: false, reason: 'other-text' }
  const problem = messageProblem(body, pictures.length)
  if (problem) return { ok: false, reason: problem }
  if (!(await hasPictures(db, sellerId, pictures))) return { ok: false, reason: 'unknown-picture' }
  const member = actor.kind === 'MEMBER' ? actor : null
  const { id: messageId } = await db
    .insertInto('conversation_messages')
    .values({
      seller_id: sellerId,
      order_id,
      listing_id,
      buyer_id,
      message_key: key,
      subject,
      sender: member ? 'SELLER' : 'BUYER',
      member_id: member?.id ?? null,
      member_name: member?.name ?? null,
      body,
      sent_at: at,
      seen_id: member ? await seenId(db, { sellerId, about, seen }) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (pictures.length > 0)
    await db
      .insertInto('message_pictures')
      .values(
        pictures.map((hash, index) => ({ seller_id: sellerId, message_id: messageId, position: index + 1, hash })),
      )
      .execute()
  if (order_id === null) return { ok: true, repeated: false }
  const after = { subject, pictures: pictures.length }
  const event = { orderId: order_id, subject: key, before: null, after, requestKey: `message ${key}` }
  await addOrderEvents(db, {
    sellerId,
    at,
    actor,
    events: [{ ...event, kind: member ? 'MESSAGE_SENT' : 'MESSAGE_RECEIVED' }],
  })
  return { ok: true, repeated: false }
}

async function findMessage(db: SellerDb, sellerId: number, key: MessageKey) {
  const known = await selectOfSeller(db, 'conversation_messages', sellerId)
    .select(['id', 'order_id', 'listing_id', 'buyer_id', 'body'])
    .where('message_key', '=', key)
    .executeTakeFirst()
  if (!known) return null
  const shown = await selectOfSeller(db, 'message_pictures', sellerId)
    .select('hash')
    .where('message_id', '=', known.id)
    .orderBy('position')
    .execute()
  const { body, order_id, listing_id, buyer_id } = known
  return { body, about: { order_id, listing_id, buyer_id }, pictures: shown.map(({ hash }) => hash) }
}
