import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'

type NoteRow = Row<'order_notes'>

export async function readNote(db: SellerDb, sellerId: number, orderId: number): Promise<NoteRow | null> {
  const row = await selectOfSeller(db, 'order_notes', sellerId)
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ?? null
}

interface NoteRequest {
  sellerId: number
  number: OrderNumber
  /** Empty deletes the note. */
  text: string
  /** Time of the note shown when writing began; null if none (optimistic locking). */
  seen: Date | null
  actor: Extract<Actor, { kind: 'MEMBER' }>
  now: Date
}

/** Outcome; `changed`: another member's note since then. */
export type NoteOutcome =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: 'changed'; note: NoteRow | null }

/** Writes an order's private note and its timeline, unless another member changed it since. */
export async function writeNote(
  db: SellerDb,
  { sellerId, number, text, seen, actor, now }: NoteRequest,
): Promise<NoteOutcome> {
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  const note = await readNote(db, sellerId, order.id)
  if ((note?.note ?? '') === text) return { ok: true }
  if (note?.written_at.getTime() !== seen?.getTime()) return { ok: false, reason: 'changed', note }
  if (text === '') await deleteOfSeller(db, 'order_notes', sellerId).where('order_id', '=', order.id).execute()
  else {
    const values = { note: text, written_by: actor.name, written_at: now }
    await db
      .insertInto('order_notes')
      .values({ seller_id: sellerId, order_id: order.id, ...values })
      .onConflict((conflict) => conflict.columns(['seller_id', 'order_id']).doUpdateSet(values))
      .execute()
  }
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor,
    events: [
      {
        orderId: order.id,
        kind: 'NOTE_WRITTEN',
        subject: 'note',
        before: note && { text: note.note },
        after: text === '' ? null : { text },
        requestKey: null,
      },
    ],
  })
  return { ok: true }
}
