import type { Database } from '#db/client.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { requestCancellation } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import type { Random } from '#lib/random.ts'
import { day } from '#lib/duration.ts'
import type { StormOrder } from './storm-requests.ts'

const quantities = [3, 2, 1]

/** Adds paid orders of these listings to a seller; every fifth was paid too long ago for a refund. */
export async function addStormOrders(
  db: Database,
  { sellerId, count, listings, now }: { sellerId: number; count: number; listings: readonly number[]; now: Date },
): Promise<StormOrder[]> {
  const orders: StormOrder[] = []
  for (let index = 0; index < count; index += 1) {
    const order = await addOrderToShip(db, sellerId, quantities, { placedAt: now })
    for (const [line, listing] of listings.entries())
      await db.owner
        .updateTable('line_items')
        .set({ listing_id: listing })
        .where('seller_id', '=', sellerId)
        .where('order_id', '=', order.id)
        .where('position', '=', line + 1)
        .execute()
    if (index % 5 === 4)
      await db.owner
        .updateTable('payments')
        .set({ paid_at: new Date(now.getTime() - 400 * day) })
        .where('seller_id', '=', sellerId)
        .where('order_id', '=', order.id)
        .execute()
    orders.push({ ...order, quantities, paidMinor: 1000, parcels: [], refunds: [], requests: [] })
  }
  return orders
}

interface OthersAtWork {
  db: Database
  sellerId: number
  policyPack: PolicyPack
  random: Random
  now: Date
}

/** External events of an order: a cancellation request by the buyer, or a carrier scan, after which a parcel is final. */
export async function actElsewhere(
  { db, sellerId, policyPack, random, now }: OthersAtWork,
  order: StormOrder,
): Promise<void> {
  if (random.chance(0.7)) {
    const key = newCancelKey()
    const requested = await db.asSeller(sellerId, 'write', (own) =>
      requestCancellation(own, {
        sellerId,
        number: parseOrderNumber(order.number)!,
        policyPack,
        actor: { kind: 'BUYER' },
        now,
        key,
        reason: 'ORDER_MISTAKE',
      }),
    )
    if (requested.ok) order.requests.push(key)
    return
  }
  const parcel = order.parcels.at(-1)
  if (parcel)
    await db.asSeller(sellerId, 'write', (own) =>
      trackParcel(own, { sellerId, parcel: { key: parcel }, kind: 'SCANNED', at: now }),
    )
}
