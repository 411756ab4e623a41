import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, SellerDb } from '#db/client.ts'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'

const actor = { kind: 'HUB' } as const

/** Ships all that is left of an order. */
export async function shipWhole(db: SellerDb, sellerId: number, number: OrderNumber): Promise<void> {
  const parcel = { key: newParcelKey(), carrier: 'DHL', service: null, trackingNumber: null } as const
  const parcels = [{ ...parcel, shippedAt: new Date(), contents: 'rest' as const }]
  await shipOrder(db, { sellerId, actor, now: new Date(), number, parcels })
}

/** Cancels an order; without `restocks` its units are missing. */
export async function cancelWhole(
  db: SellerDb,
  sellerId: number,
  { number, restocks }: { number: OrderNumber; restocks: boolean },
): Promise<void> {
  const reason = 'BUYER_ASKED_CANCEL'
  await cancelOrder(db, { sellerId, number, policyPack, actor, now: new Date(), key: newCancelKey(), reason, restocks })
}

export async function readStock(db: Database, sellerId: number) {
  const { rows } = await sql<{ id: number; on_hand: number; reserved: number }>`
    select id, on_hand, reserved from listings where seller_id = ${sellerId} order by id`.execute(db.owner)
  return rows
}

/**
 * Expects that each listing has what its movements add up to, that reserved units are those of lines and of parts of kits,
 * and that each kit has what its parts allow, counted from scratch.
 */
export async function expectNoUnitLost(db: Database, sellerId: number): Promise<void> {
  const { rows } = await sql`
    select l.id, l.on_hand, l.reserved, coalesce(m.moved, 0) as moved, coalesce(m.held, 0) as held_moves,
      coalesce((select sum(n.held_quantity) from line_items n
        where n.seller_id = ${sellerId} and n.listing_id = l.id and not n.is_kit), 0)
      + coalesce((select sum(p.units * n.held_quantity) from line_parts p join line_items n on n.seller_id = p.seller_id and n.id = p.line_item_id
        where p.seller_id = ${sellerId} and p.listing_id = l.id), 0) as held
    from listings l
    left join lateral (
      select sum(on_hand_change)::integer as moved, sum(reserved_change)::integer as held
      from stock_movements where seller_id = ${sellerId} and listing_id = l.id
    ) m on true
    where l.seller_id = ${sellerId}
      and ((l.on_hand, l.reserved) is distinct from (coalesce(m.moved, 0), coalesce(m.held, 0))
        or l.reserved <> coalesce((select sum(n.held_quantity) from line_items n
        where n.seller_id = ${sellerId} and n.listing_id = l.id and not n.is_kit), 0)
      + coalesce((select sum(p.units * n.held_quantity) from line_parts p join line_items n on n.seller_id = p.seller_id and n.id = p.line_item_id
        where p.seller_id = ${sellerId} and p.listing_id = l.id), 0))`.execute(db.owner)
  expect(rows).toEqual([])
  const kits = await sql`
    select k.listing_id, k.position, min(coalesce(v.quantity, l.quantity_available, 0) / k.units) as allowed,
      max(case when k.position = 0 then o.on_hand else w.quantity end) as stored
    from kit_parts k
    join listings o on o.seller_id = k.seller_id and o.id = k.listing_id
    left join listing_variations w on w.seller_id = k.seller_id and w.listing_id = k.listing_id and w.position = k.position
    left join listing_variations v on v.seller_id = k.seller_id and v.sku = k.part_sku
    left join listings l on l.seller_id = k.seller_id and l.sku = k.part_sku and v.sku is null
    where k.seller_id = ${sellerId} group by 1, 2
    having min(coalesce(v.quantity, l.quantity_available, 0) / k.units) <> max(case when k.position = 0 then o.on_hand else w.quantity end)`.execute(
    db.owner,
  )
  expect(kits.rows).toEqual([])
}
