import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders } from '#features/order/locked-orders-db.server.ts'
import type { OrderNumber } from '#features/order/order.ts'

/** What a carrier tells of a parcel. */
export const trackingKinds = ['SCANNED', 'DELIVERED', 'EXCEPTION', 'RETURNED_TO_SENDER'] as const
export type TrackingKind = (typeof trackingKinds)[number]

/** A carrier's word of a parcel, known by the hub's key of it or by the number that stands on it. */
export interface TrackingEvent {
  sellerId: number
  parcel: { key: string } | { carrier: string; trackingNumber: string }
  kind: TrackingKind
  at: Date
}

type ParcelState = Row<'shipments'>['state']

/** What a parcel is after an event; as it was, where the event comes late. What is delivered, or is back, stays so. */
export function trackedState(before: ParcelState, kind: TrackingKind): ParcelState {
  if (before === 'DELIVERED' || before === 'RETURNED_TO_SENDER') return before
  return kind === 'SCANNED' ? 'IN_TRANSIT' : kind
}

/** What became of it: the parcels that it was about. */
export type TrackingOutcome = { ok: true; parcels: string[] } | { ok: false; reason: 'unknown' }

/**
 * Takes a carrier's word of a parcel: from its first scan on it is not taken back any more, and once all of an order have arrived the
 * order has. Orders that were sent together have one number: it is told of each. Said again it changes nothing.
 */
export async function trackParcel(
  db: SellerDb,
  { sellerId, parcel, kind, at }: TrackingEvent,
): Promise<TrackingOutcome> {
  const isOne =
    'key' in parcel
      ? sql`s.parcel_key = ${parcel.key}`
      : sql`s.tracking_number = ${parcel.trackingNumber} and lower(s.carrier) = lower(${parcel.carrier})`
  const { rows: orders } = await sql<{ number: OrderNumber }>`
    select distinct o.order_number as number from shipments s join orders o on o.seller_id = ${sellerId} and o.id = s.order_id
    where s.seller_id = ${sellerId} and ${isOne}`.execute(db)
  await lockOrders(
    db,
    sellerId,
    orders.map(({ number }) => number),
  )
  // Read once they are held: one may have been taken back meanwhile.
  const { rows } = await sql<{ id: number; parcel_key: string; state: ParcelState }>`
    select s.id, s.parcel_key, s.state from shipments s where s.seller_id = ${sellerId} and ${isOne} order by s.id`.execute(
    db,
  )
  if (rows.length === 0) return { ok: false, reason: 'unknown' }
  for (const row of rows) {
    const state = trackedState(row.state, kind)
    if (state === row.state) continue
    await db
      .updateTable('shipments')
      .set({ state, ...(state === 'DELIVERED' ? { delivered_at: at } : {}) })
      .where('seller_id', '=', sellerId)
      .where('id', '=', row.id)
      .execute()
  }
  return { ok: true, parcels: rows.map((row) => row.parcel_key) }
}
