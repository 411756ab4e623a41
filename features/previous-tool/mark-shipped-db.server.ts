import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { nextFulfilment } from '#features/orders/order-states.ts'
import { isUnshipped, type FulfilmentStatus, type OrderNumber, type OrderStatus } from '#features/orders/order.ts'
import type { Parcel } from './shipping-form.ts'

/** What became of the wish to mark an order shipped; `unknown` where the seller has no such order. */
export type ShipOutcome = 'shipped' | 'unknown' | 'already-shipped' | 'not-possible-now'

interface LockedOrder {
  id: number
  status: OrderStatus
  fulfilment_status: FulfilmentStatus
  shipping_service: string | null
}

/**
 * Marks all that is still unshipped of an order as handed over in one parcel; the order's states follow by themselves.
 * The order is locked meanwhile, so that the same form sent twice makes one parcel: the second finds it and is content.
 */
export async function markShipped(
  db: SellerDb,
  { sellerId, number, parcel, now }: { sellerId: number; number: OrderNumber; parcel: Parcel; now: Date },
): Promise<ShipOutcome> {
  const order = await lockOrder(db, sellerId, number)
  if (!order) return 'unknown'
  if (!isUnshipped(order.status)) {
    if (await hasParcel(db, { sellerId, orderId: order.id, parcel })) return 'shipped'
    return order.fulfilment_status === 'FULFILLED' ? 'already-shipped' : 'not-possible-now'
  }
  const lines = await readLines(db, sellerId, order.id)
  const sum = (of: (line: LineRow) => number) => lines.reduce((total, line) => total + of(line), 0)
  const [ordered, cancelled] = [sum((line) => line.quantity), sum((line) => line.cancelled_quantity)]
  const open = lines.filter((line) => openUnits(line) > 0)
  const step = nextFulfilment(order.fulfilment_status, 'ship', { ordered, cancelled, shipped: ordered - cancelled })
  if (!step.ok || open.length === 0) return 'not-possible-now'
  await addParcel(db, { sellerId, order, parcel, now, lines: open })
  return 'shipped'
}

async function lockOrder(db: SellerDb, sellerId: number, number: OrderNumber): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select id, status, fulfilment_status, shipping_service from orders
    where seller_id = ${sellerId} and order_number = ${number} for update`.execute(db)
  return rows[0]
}

/** Whether this very parcel is known already. */
async function hasParcel(
  db: SellerDb,
  { sellerId, orderId, parcel }: { sellerId: number; orderId: number; parcel: Parcel },
): Promise<boolean> {
  const known = await db
    .selectFrom('shipments')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', orderId)
    .where('carrier', '=', parcel.carrier)
    .where('tracking_number', '=', parcel.trackingNumber)
    .executeTakeFirst()
  return known !== undefined
}

interface LineRow {
  id: number
  quantity: number
  shipped_quantity: number
  cancelled_quantity: number
}

const openUnits = (line: LineRow) => line.quantity - line.shipped_quantity - line.cancelled_quantity

function readLines(db: SellerDb, sellerId: number, orderId: number): Promise<LineRow[]> {
  return db
    .selectFrom('line_items')
    .select(['id', 'quantity', 'shipped_quantity', 'cancelled_quantity'])
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

interface NewParcel {
  sellerId: number
  order: LockedOrder
  parcel: Parcel
  now: Date
  lines: readonly LineRow[]
}

async function addParcel(db: SellerDb, { sellerId, order, parcel, now, lines }: NewParcel): Promise<void> {
  const { id } = await db
    .insertInto('shipments')
    .values({
      seller_id: sellerId,
      order_id: order.id,
      carrier: parcel.carrier,
      service: order.shipping_service,
      tracking_number: parcel.trackingNumber,
      shipped_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('shipment_lines')
    .values(
      lines.map((line) => ({
        seller_id: sellerId,
        shipment_id: id,
        line_item_id: line.id,
        quantity: openUnits(line),
      })),
    )
    .execute()
  // Someone has worked on the order here: an import leaves it alone from now on.
  await db
    .updateTable('orders')
    .set((build) => ({ version: build('version', '+', 1) }))
    .where('seller_id', '=', sellerId)
    .where('id', '=', order.id)
    .execute()
}
