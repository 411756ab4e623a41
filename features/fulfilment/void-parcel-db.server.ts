import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Actor, ParcelFacts } from '#features/order/order-event.ts'
import { lockOrders, touchOrders } from '#features/order/locked-orders-db.server.ts'
import { addOrderEvents, knownRequests } from '#features/order/order-events-db.server.ts'
import type { OrderOf, ParcelKey, VoidOutcome } from './parcel.ts'

interface Voiding extends OrderOf {
  key: ParcelKey
  actor: Actor
  now: Date
}

/** Takes a parcel back that no carrier has scanned: the order is as if it had never been. Done once, however often it is asked for. */
export async function voidParcel(db: SellerDb, { sellerId, number, key, actor, now }: Voiding): Promise<VoidOutcome> {
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  if (!order) return { ok: false, reason: 'unknown' }
  const requestKey = `void ${key}`
  if ((await knownRequests(db, sellerId, [requestKey])).size > 0) return { ok: true, repeated: true }
  const parcel = await readParcel(db, { sellerId, orderId: order.id, key })
  if (!parcel) return { ok: false, reason: 'unknown' }
  if (parcel.state !== 'SHIPPED') return { ok: false, reason: 'scanned' }
  const before = await readFacts(db, sellerId, parcel)
  await db.deleteFrom('shipments').where('seller_id', '=', sellerId).where('id', '=', parcel.id).execute()
  await touchOrders(db, sellerId, [order.id])
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor,
    events: [{ orderId: order.id, kind: 'PARCEL_VOIDED', subject: key, before, after: null, requestKey }],
  })
  return { ok: true, repeated: false }
}

interface ParcelRow {
  id: number
  state: string
  carrier: string
  service: string | null
  tracking_number: string | null
  shipped_at: Date | null
}

async function readParcel(
  db: SellerDb,
  { sellerId, orderId, key }: { sellerId: number; orderId: number; key: ParcelKey },
): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`
    select id, state, carrier, service, tracking_number, shipped_at from shipments
    where seller_id = ${sellerId} and order_id = ${orderId} and parcel_key = ${key} for update`.execute(db)
  return rows[0]
}

async function readFacts(db: SellerDb, sellerId: number, parcel: ParcelRow): Promise<ParcelFacts> {
  const { rows: contents } = await sql<{ line: number; units: number }>`
    select l.position as line, c.quantity as units
    from shipment_lines c join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
    where c.seller_id = ${sellerId} and c.shipment_id = ${parcel.id} order by l.position`.execute(db)
  const { carrier, service, tracking_number: trackingNumber, shipped_at } = parcel
  return { carrier, service, trackingNumber, shippedAt: shipped_at?.toISOString() ?? null, contents }
}
