import { testShop } from './testing-shop.ts'
import { rowOf, updateRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

const { db, api, sellerId, seller } = await testShop()

const set = (item: string, change: object) =>
  updateRows(db.owner, 'listings', { seller_id: sellerId, item_number: item }, change)

let skus = 0
/** Listings that share a new SKU: the first has the units, the others begin to share after it. */
async function addSharing(quantity: number, n = 2): Promise<[string, string, ...string[]]> {
  const sku = `SKU-${++skus}`
  const items: string[] = []
  for (let nth = 0; nth < n; nth += 1) {
    const item = await addTestListing(db, { sellerId, quantity: nth === 0 ? quantity : 7, sku: nth === 0 ? sku : null })
    await set(item, { sku, shares_stock: true })
    items.push(item)
  }
  return items as [string, string, ...string[]]
}

const stockOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body
const stocksOf = async (items: readonly string[]) => Promise.all(items.map(stockOf))
const stateOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}`)).body.state
const count = (item: string, body: object) => api.ask('PUT', `${seller}/listings/${item}/stock`, { body })
const all = (items: readonly string[], stock: object) => items.map(() => stock)
let orders = 0
function push(lines: Record<string, number>, more: object = {}) {
  const id = `S-${++orders}`
  const at = new Date().toISOString()
  const body = orderOf(id, '')
  return api.ask('POST', `${seller}/orders`, {
    body: {
      ...body,
      lines: Object.entries(lines).map(([item, quantity]) => ({ ...body.lines[0], item, quantity })),
      placedAt: at,
      payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: at },
      ...more,
    },
  })
}
const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)
const actor = { kind: 'HUB' } as const
const cancel = (number: OrderNumber, restocks = true) =>
  own((tx) =>
    cancelOrder(tx, {
      sellerId,
      number,
      policyPack,
      actor,
      now: new Date(),
      key: newCancelKey(),
      reason: 'BUYER_ASKED_CANCEL',
      restocks,
    }),
  )
const ship = (number: OrderNumber) =>
  own((tx) =>
    shipOrder(tx, {
      sellerId,
      actor,
      now: new Date(),
      number,
      parcels: [
        {
          key: newParcelKey(),
          carrier: 'DHL',
          service: null,
          trackingNumber: null,
          shippedAt: new Date(),
          contents: 'rest',
        },
      ],
    }),
  )

describe('listings that share the stock of a SKU', () => {
  it('have one number, whichever of them is sold, shipped or cancelled', async () => {
    const items = await addSharing(10)
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 10, reserved: 0, buffer: 0, available: 10 }))
    const [one, two] = items
    const first = await push({ [one]: 3 })
    const second = await push({ [two]: 2 })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 10, reserved: 5, buffer: 0, available: 5 }))
    await ship(first.body.number)
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 7, reserved: 2, buffer: 0, available: 5 }))
    await cancel(second.body.number)
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 7, reserved: 0, buffer: 0, available: 7 }))
    // Missing units are gone for all.
    await cancel((await push({ [two]: 2 })).body.number, false)
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 5, reserved: 0, buffer: 0, available: 5 }))
  })

  it('sell no more together than there is, in one order and in two', async () => {
    const items = await addSharing(3)
    const [one, two] = items
    expect((await push({ [one]: 2, [two]: 2 })).body).toMatchObject({ available: 1 })
    expect((await push({ [one]: 2, [two]: 1 })).status).toBe(201)
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 3, reserved: 3, buffer: 0, available: 0 }))
    expect(await Promise.all(items.map(stateOf))).toEqual(['OUT_OF_STOCK', 'OUT_OF_STOCK'])
    expect((await push({ [two]: 1 })).status).toBe(409)
    await count(two, { onHand: 4 })
    expect(await Promise.all(items.map(stateOf))).toEqual(['ACTIVE', 'ACTIVE'])
    const refusing = { onShort: 'refuse' }
    const both = await Promise.all([push({ [one]: 1 }, refusing), push({ [two]: 1 }, refusing)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 4, reserved: 4, buffer: 0, available: 0 }))
  })

  it('have what was counted at one of them, each without its own buffer', async () => {
    const items = await addSharing(10)
    const [one, two] = items
    await count(two, { onHand: 6, buffer: 2 })
    expect(await stocksOf(items)).toEqual([
      { onHand: 6, reserved: 0, buffer: 0, available: 6 },
      { onHand: 6, reserved: 0, buffer: 2, available: 4 },
    ])
    expect((await push({ [one]: 5 })).status).toBe(201)
    expect(await stocksOf(items)).toMatchObject([{ available: 1 }, { available: 0 }])
    expect(await Promise.all(items.map(stateOf))).toEqual(['ACTIVE', 'OUT_OF_STOCK'])
    // Written in one statement, the last one counts.
    await sql`update listings set quantity_available = 8 where seller_id = ${sellerId} and item_number = any (${items}::text[])`.execute(
      db.owner,
    )
    expect(await stocksOf(items)).toMatchObject(all(items, { onHand: 15, reserved: 5 }))
  })

  it('cover their oversold orders from what one of them gets', async () => {
    const items = await addSharing(1)
    const [one, two] = items
    const late = await push({ [two]: 3 }, { onShort: 'take' })
    expect(late.status).toBe(201)
    expect(late.body.lines).toMatchObject([{ reserved: 1 }])
    await count(one, { onHand: 2 })
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 2, reserved: 2, buffer: 0, available: 0 }))
    await count(one, { onHand: 5 })
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 5, reserved: 3, buffer: 0, available: 2 }))
    expect((await api.ask('GET', `${seller}/orders/${late.body.id}`)).body.lines).toMatchObject([{ reserved: 3 }])
    // Of two oversold orders, one gets a unit that arrives.
    await push({ [one]: 4 }, { onShort: 'take' })
    await push({ [two]: 4 }, { onShort: 'take' })
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 5, reserved: 5, buffer: 0, available: 0 }))
    for (const item of items) expect((await count(item, { onHand: (await stockOf(item)).onHand + 1 })).status).toBe(200)
    expect(await stocksOf(items)).toEqual(all(items, { onHand: 7, reserved: 7, buffer: 0, available: 0 }))
  })

  it('go on sharing when one of them ends, and a new one takes over their number with what it has reserved', async () => {
    const items = await addSharing(5)
    const [one, two] = items
    const sold = await push({ [one]: 2 })
    await set(one, { state: 'ENDED', ended_at: new Date(), end_reason: 'SELLER' })
    await cancel(sold.body.number)
    expect(await stockOf(two)).toEqual({ onHand: 5, reserved: 0, buffer: 0, available: 5 })
    const { sku } = await rowOf(db.owner, 'listings', { item_number: two })
    const joining = await addTestListing(db, { sellerId, quantity: 9 })
    await push({ [joining]: 4 })
    await set(joining, { sku, shares_stock: true })
    expect(await stocksOf([two, joining])).toEqual(
      all([two, joining], { onHand: 9, reserved: 4, buffer: 0, available: 5 }),
    )
    await expect(set(joining, { sku: 'OTHER' })).rejects.toThrow('keeps its SKU')
    await expect(set(joining, { shares_stock: false })).rejects.toThrow('keeps its SKU')
    // A scheduled one that is a draft again takes nothing along.
    const scheduled = await addTestListing(db, { sellerId, quantity: 1 })
    await set(scheduled, { state: 'SCHEDULED', sku, shares_stock: true })
    await set(scheduled, { state: 'DRAFT' })
    expect(
      await db.owner
        .selectFrom('listings')
        .select(['on_hand', 'reserved'])
        .where('item_number', '=', scheduled)
        .executeTakeFirst(),
    ).toEqual({ on_hand: 5, reserved: 0 })
    expect(await stockOf(two)).toMatchObject({ onHand: 9, reserved: 4 })
  })

  // On a cluster locks wait at another server.
  it.skipIf(inject('dividedUrl')).each([
    ['a parcel', (number: OrderNumber) => ship(number)],
    ['a cancellation', (number: OrderNumber) => cancel(number)],
    ['an order', (_: OrderNumber, item: string) => push({ [item]: 1 })],
    ['a count', (_: OrderNumber, item: string) => count(item, { onHand: 8 })],
  ])('are locked in the order of their ids by %s, so that no two deadlock', async (_, change) => {
    const [one, two] = await addSharing(9)
    const { body } = await push({ [two]: 2 })
    const locking = (item: string) => sql<{ id: number }>`
      select id from listings where seller_id = ${sellerId} and item_number = ${item} for no key update skip locked`
    const { changing, isFree } = await own(async (tx) => {
      expect((await locking(one).execute(tx)).rows).toHaveLength(1)
      const waits = change(body.number, two)
      await expect.poll(() => waitingForLock(db.pool)).not.toEqual([])
      const { rows } = await own((other) => locking(two).execute(other))
      return { changing: waits, isFree: rows.length === 1 }
    })
    await changing
    expect(isFree).toBe(true)
  })

  it('are one SKU of the inventory, and nobody else can have it', async () => {
    const items = await addSharing(5, 3)
    await push({ [items[1]]: 2 })
    const { sku } = await rowOf(db.owner, 'listings', { item_number: items[0] })
    const rows = await db.owner.selectFrom('stock_items').selectAll().where('sku', '=', sku!).execute()
    expect(rows).toMatchObject([{ available: 3, is_stocked: true }])
    expect(await findWrongSums(db.owner)).toEqual([])
    const plain = await addTestListing(db, { sellerId, quantity: 1, sku: 'PLAIN' })
    await expect(addTestListing(db, { sellerId, quantity: 1, sku: 'PLAIN' })).rejects.toThrow('listings_live_sku')
    await expect(set(plain, { sku: null, shares_stock: true })).rejects.toThrow('listings_shares_by_sku')
  })

  it('have one number after any sequence of orders, parcels, cancellations, counts and ends', async () => {
    const nth = fc.nat({ max: 2 })
    const units = fc.integer({ min: 0, max: 6 })
    const step = fc.oneof(
      fc.record({
        do: fc.constant('order' as const),
        lines: fc.uniqueArray(nth, { minLength: 1 }),
        units,
        takes: fc.boolean(),
      }),
      fc.record({ do: fc.constantFrom('ship' as const, 'cancel' as const, 'miss' as const), at: fc.nat() }),
      fc.record({ do: fc.constant('count' as const), nth, units, buffer: fc.nat({ max: 2 }) }),
      fc.record({ do: fc.constant('end' as const), nth }),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9 }), fc.array(step, { maxLength: 9 }), async (quantity, steps) => {
        const items = await addSharing(quantity, 3)
        const open: OrderNumber[] = []
        for (const each of steps) {
          if (each.do === 'order') {
            const lines = Object.fromEntries(each.lines.map((line) => [items[line]!, each.units + 1]))
            const { status, body } = await push(lines, each.takes ? { onShort: 'take' } : {})
            expect(status).toBeLessThan(500)
            if (status === 201) open.push(body.number)
          } else if (each.do === 'count') {
            const { status } = await count(items[each.nth]!, { onHand: each.units * 3, buffer: each.buffer })
            expect(status).toBeLessThan(500)
          } else if (each.do === 'end') {
            const ending = { state: 'ENDED' as const, ended_at: new Date(), end_reason: 'SELLER' as const }
            await set(items[each.nth]!, ending)
          } else if (open.length > 0) {
            const [number] = open.splice(each.at % open.length, 1)
            if (each.do === 'ship') await ship(number!)
            else await cancel(number!, each.do === 'cancel')
          }
        }
        const { rows } = await sql<{
          on_hand: number
          reserved: number
          held: number
          moved: number
          held_moves: number
        }>`
          select l.on_hand, l.reserved,
            (select coalesce(sum(n.held_quantity), 0)::integer from line_items n
              join listings s on s.seller_id = ${sellerId} and s.id = n.listing_id
              where n.seller_id = ${sellerId} and s.item_number = any (${items}::text[])) as held,
            (select coalesce(sum(m.on_hand_change), 0)::integer from stock_movements m
              where m.seller_id = ${sellerId} and m.listing_id = l.id) as moved,
            (select coalesce(sum(m.reserved_change), 0)::integer from stock_movements m
              where m.seller_id = ${sellerId} and m.listing_id = l.id) as held_moves
          from listings l where l.seller_id = ${sellerId} and l.item_number = any (${items}::text[])`.execute(db.owner)
        const [one] = rows
        expect(one!.reserved).toBe(one!.held)
        for (const row of rows) expect(row).toEqual({ ...one, moved: one!.on_hand, held_moves: one!.reserved })
      }),
      propertyRuns(25),
    )
  })
})
