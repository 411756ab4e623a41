import { selectOfSeller } from '#db/select-of-seller.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { lockOrders, touchOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor, ParcelFacts } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { readParcelFacts } from './parcel-facts-db.server.ts'
import type { OrderOf, ParcelKey } from './parcel.ts'

interface Correction extends OrderOf, Pick<ParcelFacts, 'carrier' | 'trackingNumber'> {
  key: ParcelKey
  actor: Actor
  now: Date
}

/** Gives a parcel its carrier and tracking number, which may be others until it is delivered. Idempotent. */
export async function correctParcel(
  db: SellerDb,
  { sellerId, number, key, actor, now, carrier, trackingNumber }: Correction,
): Promise<{ ok: true } | { ok: false; reason: 'unknown' | 'delivered' }> {
  const order = (await lockOrders(db, sellerId, [number])).get(number)
  const parcels = selectOfSeller(db, 'shipments', sellerId).selectAll()
  const parcel =
    order && (await parcels.where('order_id', '=', order.id).where('parcel_key', '=', key).executeTakeFirst())
  if (!parcel) return { ok: false, reason: 'unknown' }
  const facts = await readParcelFacts(db, sellerId, [parcel])
  const before = assertDefined(facts.get(parcel.id), 'it was read in this transaction')
  if (before.carrier === carrier && before.trackingNumber === trackingNumber) return { ok: true }
  if (parcel.state === 'DELIVERED') return { ok: false, reason: 'delivered' }
  await updateOfSeller(db, 'shipments', sellerId)
    .set({ carrier, tracking_number: trackingNumber })
    .where('id', '=', parcel.id)
    .execute()
  await touchOrders(db, sellerId, [order.id])
  const after = { ...before, carrier, trackingNumber }
  const event = { orderId: order.id, kind: 'PARCEL_CORRECTED', subject: key, before, after, requestKey: null } as const
  await addOrderEvents(db, { sellerId, at: now, actor, events: [event] })
  return { ok: true }
}
