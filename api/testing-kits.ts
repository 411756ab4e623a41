import { addRows, rowOf } from '#db/testing-row.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { readKit } from '#features/core/listing/kit.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import { testShop } from './testing-shop.ts'
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

/** An item of an order; kits and parts are listings alike. */
export interface Line {
  item: string
  quantity: number
  variation?: { sku: string }
}

/** A shop, its API, and what tests of kits do with them. */
export async function kitShop() {
  const { db, api, sellerId, seller } = await testShop()
  const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)
  const idOf = async (item: string) => (await rowOf(db.owner, 'listings', { item_number: item })).id

  let serial = 0
  const newSku = (name: string) => `${name}-${++serial}`

  async function addPart(quantity: number): Promise<{ item: string; sku: string }> {
    const sku = newSku('PART')
    return { sku, item: await addTestListing(db, { sellerId, quantity, sku }) }
  }

  const makeKit = async (item: string, text: string, position = 0) => {
    const parts = assertDefined(readKit(text), 'these are parts')
    const listingId = await idOf(item)
    await own((tx) => storeKits(tx, sellerId, [{ listingId, position, parts }]))
  }

  async function addKit(text: string, sku: string | null = newSku('KIT')): Promise<string> {
    const item = await addTestListing(db, { sellerId, quantity: 0, sku })
    await makeKit(item, text)
    return item
  }

  /** A listing with variations of these SKUs and quantities. */
  async function addVaried(quantities: Record<string, number>): Promise<string> {
    const total = Object.values(quantities).reduce((sum, each) => sum + each, 0)
    const item = await addTestListing(db, { sellerId, quantity: total })
    const listing_id = await idOf(item)
    await addRows(
      db.owner,
      'listing_variations',
      Object.entries(quantities).map(([sku, quantity], index) => ({
        seller_id: sellerId,
        listing_id,
        position: index + 1,
        axis_values: [`${sku} one`],
        sku,
        price_minor: 500,
        quantity,
      })),
    )
    return item
  }

  const stockOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body
  const count = (item: string, body: object) => api.ask('PUT', `${seller}/listings/${item}/stock`, { body })
  const stateOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}`)).body.state

  let orders = 0
  function push(lines: readonly Line[], more: object = {}) {
    const at = new Date().toISOString()
    const body = orderOf(`K-${++orders}`, '')
    return api.ask('POST', `${seller}/orders`, {
      body: {
        ...body,
        lines: lines.map(({ item, quantity, variation }) => ({
          ...body.lines[0],
          item,
          quantity,
          ...(variation ? { sku: variation.sku } : {}),
        })),
        placedAt: at,
        payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: at },
        ...more,
      },
    })
  }

  const ship = (number: OrderNumber) => own((tx) => shipWhole(tx, sellerId, number))
  const cancel = (number: OrderNumber, restocks = true) => own((tx) => cancelWhole(tx, sellerId, { number, restocks }))
  return {
    db,
    api,
    sellerId,
    seller,
    own,
    idOf,
    newSku,
    addPart,
    makeKit,
    addKit,
    addVaried,
    stockOf,
    count,
    stateOf,
    push,
    ship,
    cancel,
  }
}
