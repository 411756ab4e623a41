import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SellerDb } from '#db/client.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import { hasPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { markConversation, seenId } from './mark-conversations-db.server.ts'
import { messageProblem, plainMessage, type MessageKey } from './message.ts'

/** Draws the key of a message. */
export const newMessageKey = () => randomBytes(12).toString('base64url') as MessageKey

/** A message about an order, from either side. */
interface NewMessage {
  sellerId: number
  number: OrderNumber
  key: MessageKey
  /** The key of the case that it is about, such as a return; null: the order. */
  subject: string | null
  text: string
  /** Hashes of the seller's pictures, in order: a buyer's are kept as the seller's too. */
  pictures: readonly string[]
}

/** What became of a message. `other-text`: the key has been used for another one. */
export type MessageOutcome =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'unknown' | 'other-text' | 'unknown-picture' | NonNullable<ReturnType<typeof messageProblem>> }

type Member = Extract<Actor, { kind: 'MEMBER' }>

/**
 * Sends a message to the buyer of an order. `seen` is the last message that its writer had on the page: up to there all has been
 * read, and is answered. What the buyer wrote since stays as it is; null: nothing was shown.
 */
export async function sendMessage(
  db: SellerDb,
  { actor, now, ...message }: NewMessage & { seen: MessageKey | null; actor: Member; now: Date },
): Promise<MessageOutcome> {
  const outcome = await addMessage(db, { ...message, actor, at: now })
  if (outcome.ok && !outcome.repeated) await markConversation(db, { ...message, mark: 'read' })
  return outcome
}

/**
 * Takes in a message of a buyer: how the demo and the marketplace bring one. `key` is the marketplace's own name of the
 * message, so that it is taken in once, however often it is brought.
 */
export function receiveBuyerMessage(db: SellerDb, message: NewMessage & { sentAt: Date }): Promise<MessageOutcome> {
  const { sentAt: at, ...rest } = message
  return addMessage(db, { ...rest, seen: null, actor: { kind: 'BUYER' }, at })
}

async function addMessage(
  db: SellerDb,
  {
    sellerId,
    number,
    key,
    subject,
    text,
    pictures,
    seen,
    actor,
    at,
  }: NewMessage & { seen: MessageKey | null; actor: Member | { kind: 'BUYER' }; at: Date },
): Promise<MessageOutcome> {
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  const body = plainMessage(text)
  const known = await findMessage(db, sellerId, key)
  if (known)
    // Who adds a photo and sends again means another message, though its words are the same.
    return known.body === body && known.order_id === order.id && isDeepStrictEqual(known.pictures, pictures)
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
      order_id: order.id,
      message_key: key,
      subject,
      sender: member ? 'SELLER' : 'BUYER',
      member_id: member?.id ?? null,
      member_name: member?.name ?? null,
      body,
      sent_at: at,
      seen_id: member ? await seenId(db, { sellerId, orderId: order.id, seen }) : null,
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
  const after = { subject, pictures: pictures.length }
  const event = { orderId: order.id, subject: key, before: null, after, requestKey: `message ${key}` }
  await addOrderEvents(db, {
    sellerId,
    at,
    actor,
    events: [{ ...event, kind: member ? 'MESSAGE_SENT' : 'MESSAGE_RECEIVED' }],
  })
  return { ok: true, repeated: false }
}

async function findMessage(db: SellerDb, sellerId: number, key: MessageKey) {
  const known = await db
    .selectFrom('conversation_messages')
    .select(['id', 'order_id', 'body'])
    .where('seller_id', '=', sellerId)
    .where('message_key', '=', key)
    .executeTakeFirst()
  if (!known) return null
  const shown = await db
    .selectFrom('message_pictures')
    .select('hash')
    .where('seller_id', '=', sellerId)
    .where('message_id', '=', known.id)
    .orderBy('position')
    .execute()
  return { ...known, pictures: shown.map(({ hash }) => hash) }
}
