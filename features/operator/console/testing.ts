import { updateRows, addRows, addRow } from '#db/testing-row.ts'
import { sql } from 'kysely'
import type { TestDatabase } from '#db/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { day, hour } from '#lib/duration.ts'

// Orders that count against a seller.

/** A message of a talk, in hours after its order was placed. An answer may not have seen what was written last. */
export interface TestMessage {
  by: 'BUYER' | 'SELLER'
  hours: number
  hasSeenAll: boolean
}

/** Buyer and seller in turns. */
export const talkAt = (hours: number, index: number): TestMessage => ({
  by: index % 2 === 0 ? 'BUYER' : 'SELLER',
  hours,
  hasSeenAll: true,
})

interface Placed {
  placedAt: Date
}
interface AddedOrder {
  id: number
  number: string
}
let serial = 0

/** Adds a paid order, to ship within two days and promised for the sixth. */
export async function addMeasured(db: TestDatabase, seller: number, { placedAt }: Placed): Promise<AddedOrder> {
  const order = await addOrderToShip(db, seller, [1], { placedAt })
  await updateRows(
    db.owner,
    'orders',
    { id: order.id },
    { ship_by: new Date(placedAt.getTime() + 2 * day), estimated_delivery_max: new Date(placedAt.getTime() + 6 * day) },
  )
  return order
}

/** Adds an order that left late and arrived late. */
export async function addLate(db: TestDatabase, seller: number, placed: Placed): Promise<AddedOrder> {
  const order = await addMeasured(db, seller, placed)
  const after = (days: number) => new Date(placed.placedAt.getTime() + days * day)
  const parcel = await addRow(db.owner, 'shipments', {
    seller_id: seller,
    order_id: order.id,
    carrier: 'DHL',
    tracking_number: `JD ${order.id}`,
    state: 'DELIVERED',
    shipped_at: after(1),
    recorded_at: after(1),
    scanned_at: after(3),
    delivered_at: after(7),
  })
  await sql`insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
    select seller_id, ${parcel.id}, id, 1 from line_items where seller_id = ${seller} and order_id = ${order.id}`.execute(
    db.owner,
  )
  return order
}

/** Adds an order with a case that is decided for the buyer, ten days later. */
export async function addLost(db: TestDatabase, seller: number, placed: Placed): Promise<AddedOrder> {
  const order = await addMeasured(db, seller, placed)
  const at = (days: number) => new Date(placed.placedAt.getTime() + days * day)
  await sql`
    insert into cases (seller_id, case_number, kind, state, reason, order_id, line_item_id, units, words, currency, amount_minor,
      opened_at, answer_by, closed_at)
    select ${seller}, ${`5-${String((serial += 1)).padStart(8, '0')}`}, 'RETURN', 'CLOSED_BUYER', 'DEFECTIVE_ITEM', ${order.id}, id, 1,
      '', 'GBP', 100, ${at(5)}, '{}', ${at(10)}
    from line_items where seller_id = ${seller} and order_id = ${order.id}`.execute(db.owner)
  return order
}

/** Adds an order that the seller cancelled as out of stock, an hour later. */
export async function addUnstocked(db: TestDatabase, seller: number, placed: Placed): Promise<AddedOrder> {
  const order = await addMeasured(db, seller, placed)
  const at = new Date(placed.placedAt.getTime() + hour)
  await addRows(db.owner, 'cancellations', {
    seller_id: seller,
    order_id: order.id,
    initiator: 'SELLER',
    reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
    state: 'CLOSED_NO_REFUND',
    requested_at: at,
    closed_at: at,
  })
  return order
}

/** Adds an order with messages; those up to `settledAfter` are marked as needing no answer. */
export async function addTalk(
  db: TestDatabase,
  seller: number,
  { talk, settledAfter = 0, ...placed }: Placed & { talk: readonly TestMessage[]; settledAfter?: number },
): Promise<AddedOrder> {
  const order = await addMeasured(db, seller, placed)
  const own = { seller_id: seller, order_id: order.id }
  const ids: number[] = []
  for (const { by, hours, hasSeenAll } of talk) {
    const seen = hasSeenAll ? ids.at(-1) : (ids.at(-2) ?? 0)
    const { id } = await addRow(db.owner, 'conversation_messages', {
      ...own,
      message_key: `message-${(serial += 1)}`,
      sender: by,
      body: 'Hello',
      sent_at: new Date(placed.placedAt.getTime() + hours * hour),
      ...(by === 'SELLER' ? { member_id: 'ada', member_name: 'Ada', seen_id: seen } : {}),
    })
    ids.push(id)
  }
  if (settledAfter > 0)
    await updateRows(
      db.owner,
      'conversations',
      { seller_id: seller, order_id: order.id },
      { settled_id: ids[settledAfter - 1] },
    )
  return order
}
