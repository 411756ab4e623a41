import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { findPerson } from '#features/orders/order-intake/people.ts'
import type { PushedBuyer } from '#features/orders/order-intake/pushed-order.ts'
import { addMessage, type MessageOutcome, type NewMessage } from './add-message-db.server.ts'
import type { Thread } from './threads-db.server.ts'

interface NewQuestion extends NewMessage {
  listingId: number
  /** Who asks, by the marketplace's id or user name. */
  buyer: Pick<PushedBuyer, 'id' | 'username'>
  sentAt: Date
}

/**
 * Stores a buyer's question about a listing, from the marketplace. `key` is the marketplace's message id, which makes the
 * call idempotent.
 */
export async function receiveQuestion(
  db: SellerDb,
  { listingId, buyer, sentAt, ...message }: NewQuestion,
): Promise<MessageOutcome & { thread: Thread }> {
  const buyerId = await takeBuyer(db, message.sellerId, buyer)
  const thread: Thread = { order_id: null, listing_id: listingId, buyer_id: buyerId }
  const outcome = await addMessage(db, { ...message, about: thread, seen: null, actor: { kind: 'BUYER' }, at: sentAt })
  return { ...outcome, thread }
}

/** Finds or adds the buyer, as orders do, and locks their row. A user name belongs to whoever used it last. */
async function takeBuyer(db: SellerDb, sellerId: number, buyer: Pick<PushedBuyer, 'id' | 'username'>): Promise<number> {
  const { id: externalId, username } = buyer
  const people = await selectOfSeller(db, 'buyers', sellerId)
    .select(['id', 'username', 'external_id as externalId'])
    .where((is) => is.or([is('external_id', '=', externalId), is('username', '=', username)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const update = (id: number, set: { username: string | null; external_id?: string | null }) =>
    updateOfSeller(db, 'buyers', sellerId).set(set).where('id', '=', id).execute()
  const known = findPerson(people, buyer)
  for (const other of people)
    if (other !== known && other.username !== null && other.username === username)
      await update(other.id, { username: null })
  if (known) {
    const present = { username: username ?? known.username, external_id: known.externalId ?? externalId }
    if (present.username !== known.username || present.external_id !== known.externalId) await update(known.id, present)
    return known.id
  }
  const added = await db
    .insertInto('buyers')
    .values({ seller_id: sellerId, username, name: '', external_id: externalId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Added by another question or order meanwhile.
  return added?.id ?? takeBuyer(db, sellerId, buyer)
}
