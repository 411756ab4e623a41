import { testShop } from './testing-shop.ts'
import { addRows, rowOf, rowsOf, updateRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { releaseRefunded } from '#features/after-sale/cancellations/release-refunded-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import type { RefundInput } from '#features/after-sale/refunds/refund.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

const actor = { kind: 'HUB' } as const

const { db, api, sellerId, seller } = await testShop()

/** A listing's stock ledger; its sum is the listing's stock. */
async function ledgerOf(item: string): Promise<string[]> {
  const listing = await rowOf(db.owner, 'listings', { item_number: item })
  const moved = await rowsOf(db.owner, 'stock_movements', { listing_id: listing.id }, 'id')
  const sum = (of: (row: (typeof moved)[number]) => number) => moved.reduce((total, row) => total + of(row), 0)
  expect(sum((row) => row.on_hand_change)).toBe(listing.on_hand)
  expect(sum((row) => row.reserved_change)).toBe(listing.reserved)
  return moved.map((row) => `${row.kind} ${row.on_hand_change} ${row.reserved_change}`)
}

/** Marketplace id of the order of each stock movement. */
async function ordersOf(item: string): Promise<(string | null)[]> {
  const moved = await db.owner
    .selectFrom('stock_movements')
    .innerJoin('listings', 'listings.id', 'stock_movements.listing_id')
    .leftJoin('orders', 'orders.id', 'stock_movements.order_id')
    .select('orders.external_id')
    .where('item_number', '=', item)
    .orderBy('stock_movements.id')
    .execute()
  return moved.map((row) => row.external_id)
}

const stockOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body

async function push(id: string, item: string, quantity: number): Promise<OrderNumber> {
  const order = {
    ...orderOf(id, item, { quantity }),
    placedAt: new Date().toISOString(),
    payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: new Date().toISOString() },
  }
  const { status, body } = await api.ask('POST', `${seller}/orders`, { body: order })
  expect(status).toBe(201)
  return body.number
}

const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)
const cancel = (number: OrderNumber, restocks: boolean) =>
  own((tx) =>
    cancelOrder(tx, {
      sellerId,
      number,
      policyPack: testPolicyPack,
      actor,
      now: new Date(),
      key: newCancelKey(),
      reason: 'BUYER_ASKED_CANCEL',
      restocks,
    }),
  )

describe('stock', () => {
  it('is consumed by shipping, and reserved again when a parcel is taken back', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const number = await push('L-1', item, 3)
    const key = newParcelKey()
    const parcel = { key, carrier: 'Royal Mail', service: null, trackingNumber: null, shippedAt: new Date() }
    const shipped = await own((tx) =>
      shipOrder(tx, {
        sellerId,
        actor,
        now: new Date(),
        number,
        parcels: [{ ...parcel, contents: new Map([[1, 2]]) }],
      }),
    )
    expect(shipped).toMatchObject({ ok: true })
    expect(await stockOf(item)).toEqual({ onHand: 3, reserved: 1, buffer: 0, available: 2 })
    await own((tx) => voidParcel(tx, { sellerId, number, key, actor, now: new Date() }))
    expect(await stockOf(item)).toEqual({ onHand: 5, reserved: 3, buffer: 0, available: 2 })
    expect(await ledgerOf(item)).toEqual(['COUNTED 5 0', 'RESERVED 0 3', 'SHIPPED -2 -2', 'TAKEN_BACK 2 2'])
    expect(await ordersOf(item)).toEqual([null, 'L-1', 'L-1', 'L-1'])
  })

  it('is released by a cancellation, and a hidden listing is on sale again', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 2 })
    const number = await push('L-2', item, 2)
    const stateOf = async () => (await api.ask('GET', `${seller}/listings/${item}`)).body.state
    expect(await stateOf()).toBe('OUT_OF_STOCK')
    expect(await cancel(number, true)).toMatchObject({ ok: true })
    expect([await stateOf(), await stockOf(item)]).toEqual([
      'ACTIVE',
      { onHand: 2, reserved: 0, buffer: 0, available: 2 },
    ])
    expect(await ledgerOf(item)).toEqual(['COUNTED 2 0', 'RESERVED 0 2', 'RELEASED 0 -2'])
  })

  it('is written off by a cancellation for missing stock', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 2 })
    expect(await cancel(await push('L-3', item, 2), false)).toMatchObject({ ok: true })
    expect(await stockOf(item)).toEqual({ onHand: 0, reserved: 0, buffer: 0, available: 0 })
    expect((await api.ask('GET', `${seller}/listings/${item}`)).body.state).toBe('OUT_OF_STOCK')
    expect(await ledgerOf(item)).toEqual(['COUNTED 2 0', 'RESERVED 0 2', 'RELEASED 0 -2', 'COUNTED -2 0'])
    // Missing units are written off without an order.
    expect(await ordersOf(item)).toEqual([null, 'L-3', 'L-3', null])
    // Buffered since, entirely or in part: not for sale, but written off.
    for (const [nth, buffer] of [3, 9].entries()) {
      const kept = await addTestListing(db, { sellerId, quantity: 5 })
      const number = await push(`L-3-${nth}`, kept, 3)
      await api.ask('PUT', `${seller}/listings/${kept}/stock`, { body: { onHand: 5, buffer } })
      expect(await cancel(number, false)).toMatchObject({ ok: true })
      expect(await stockOf(kept)).toEqual({ onHand: 2, reserved: 0, buffer, available: 0 })
    }
  })

  it('is released once if a partly shipped order is fully refunded, also if it is cancelled later', async () => {
    const hub = { ...api.hub, refunds: { ...api.hub.refunds, followers: [releaseRefunded] } }
    const settle = () => settleDueRefunds(hub)
    const refund = (number: OrderNumber, input: RefundInput) =>
      own((tx) =>
        refundOrder(tx, {
          sellerId,
          number,
          key: newRefundKey(),
          reason: 'OTHER_ADJUSTMENT',
          input,
          actor,
          now: new Date(),
        }),
      )
    for (const [nth, restocks] of [true, false].entries()) {
      const item = await addTestListing(db, { sellerId, quantity: 2 })
      const number = await push(`L-8-${nth}`, item, 2)
      await refund(number, { amountMinor: 1 })
      await settle()
      expect((await stockOf(item)).reserved).toBe(2)
      await refund(number, 'rest')
      expect((await stockOf(item)).reserved).toBe(2)
      await settle()
      expect(await stockOf(item)).toEqual({ onHand: 2, reserved: 0, buffer: 0, available: 2 })
      expect((await api.ask('GET', `${seller}/listings/${item}`)).body.state).toBe('ACTIVE')
      expect(await cancel(number, restocks)).toMatchObject({ ok: true })
      const left = restocks ? 2 : 0
      expect(await stockOf(item)).toEqual({ onHand: left, reserved: 0, buffer: 0, available: left })
      await ledgerOf(item)
    }
    // For a partly shipped order, the rest.
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const number = await push('L-9', item, 3)
    const parcel = { key: newParcelKey(), carrier: 'Royal Mail', service: null, trackingNumber: null }
    const parcels = [{ ...parcel, shippedAt: new Date(), contents: new Map([[1, 2]]) }]
    await own((tx) => shipOrder(tx, { sellerId, actor, now: new Date(), number, parcels }))
    await refund(number, 'rest')
    await settle()
    expect(await stockOf(item)).toEqual({ onHand: 3, reserved: 0, buffer: 0, available: 3 })
    expect(await ledgerOf(item)).toEqual(['COUNTED 5 0', 'RESERVED 0 3', 'SHIPPED -2 -2', 'RELEASED 0 -1'])
  })

  it('is released by a parcel taken back after a full refund, since nobody ships it', async () => {
    const hub = { ...api.hub, refunds: { ...api.hub.refunds, followers: [releaseRefunded] } }
    const item = await addTestListing(db, { sellerId, quantity: 2 })
    const number = await push('L-10', item, 2)
    const common = { sellerId, number, actor, now: new Date() }
    const parcel = { key: newParcelKey(), carrier: 'Royal Mail', service: null, trackingNumber: null }
    const parcels = [{ ...parcel, shippedAt: common.now, contents: 'rest' as const }]
    await own((tx) => shipOrder(tx, { ...common, parcels }))
    const refund = { ...common, key: newRefundKey(), reason: 'OTHER_ADJUSTMENT', input: 'rest' } as const
    await own((tx) => refundOrder(tx, refund))
    await settleDueRefunds(hub)
    expect(await stockOf(item)).toEqual({ onHand: 0, reserved: 0, buffer: 0, available: 0 })
    const takeBack = () => own((tx) => voidParcel(tx, { ...common, key: parcel.key }))
    expect(await takeBack()).toEqual({ ok: true, repeated: false })
    expect(await stockOf(item)).toEqual({ onHand: 2, reserved: 0, buffer: 0, available: 2 })
    expect((await api.ask('GET', `${seller}/listings/${item}`)).body.state).toBe('ACTIVE')
    expect(await takeBack()).toEqual({ ok: true, repeated: true })
    // A later cancellation does not release it again.
    expect(await cancel(number, true)).toMatchObject({ ok: true })
    expect(await stockOf(item)).toEqual({ onHand: 2, reserved: 0, buffer: 0, available: 2 })
    expect(await ledgerOf(item)).toEqual([
      'COUNTED 2 0',
      'RESERVED 0 2',
      'SHIPPED -2 -2',
      'TAKEN_BACK 2 2',
      'RELEASED 0 -2',
    ])
  })

  it('is the quantity for sale in the form, next to what is reserved', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    await push('L-4', item, 3)
    await own((tx) =>
      updateRows(tx, 'listings', { seller_id: sellerId, item_number: item }, { quantity_available: 10 }),
    )
    expect(await stockOf(item)).toEqual({ onHand: 13, reserved: 3, buffer: 0, available: 10 })
    expect((await ledgerOf(item)).at(-1)).toBe('COUNTED 8 0')
  })

  it('is set by a stock system, never below reservations, with a buffer that nobody can buy', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    await push('L-5', item, 2)
    const count = (body: object, headers = {}) => api.ask('PUT', `${seller}/listings/${item}/stock`, { body, headers })
    expect(await count({ onHand: 1 })).toMatchObject({ status: 409, body: { errors: [{ pointer: '/onHand' }] } })
    expect((await count({ onHand: 4, buffer: 2 })).body).toEqual({ onHand: 4, reserved: 2, buffer: 2, available: 0 })
    const hidden = await api.ask('GET', `${seller}/listings/${item}`)
    expect(hidden.body.state).toBe('OUT_OF_STOCK')
    expect((await api.ask('POST', `${seller}/orders`, { body: orderOf('L-6', item) })).status).toBe(409)
    const seen = { 'if-match': (await api.ask('GET', `${seller}/listings/${item}/stock`)).headers.get('etag')! }
    expect((await count({ onHand: 9 }, seen)).body).toEqual({ onHand: 9, reserved: 2, buffer: 2, available: 5 })
    expect((await count({ onHand: 8 }, seen)).status).toBe(412)
    expect((await api.ask('GET', `${seller}/listings/${item}`)).body.state).toBe('ACTIVE')
    await ledgerOf(item)
  })

  it('belongs to the ordered variation, found by SKU or values, and returns to it', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 6 })
    const { id } = await rowOf(db.owner, 'listings', { item_number: item })
    const sizes = [
      { position: 1, axis_values: ['S'], sku: 'strap-s', quantity: 1 },
      { position: 2, axis_values: ['M'], sku: 'strap-m', quantity: 2 },
      { position: 3, axis_values: ['L'], sku: null, quantity: 3 },
    ]
    await addRows(
      db.owner,
      'listing_variations',
      sizes.map((size) => ({ seller_id: sellerId, listing_id: id, price_minor: 4500, ...size })),
    )
    const order = (name: string, named: { sku?: string; variation?: string[] }, quantity: number) => {
      const body = orderOf(name, item)
      return api.ask('POST', `${seller}/orders`, {
        body: { ...body, placedAt: new Date().toISOString(), lines: [{ ...body.lines[0], ...named, quantity }] },
      })
    }
    const left = async () => {
      const { variations, stock } = (await api.ask('GET', `${seller}/listings/${item}`)).body
      return [...variations.map(({ available }: { available: number }) => available), stock.available]
    }
    for (const none of [{}, { sku: 'strap-l' }, { variation: ['XL'] }, { variation: ['L', 'Red'] }])
      expect((await order('V-1', none, 1)).body.type).toBe('urn:seller-hub:problem:no-such-variation')
    const contradiction = { sku: 'strap-s', variation: ['L'] }
    expect((await order('V-1', contradiction, 1)).body.type).toBe('urn:seller-hub:problem:no-such-variation')
    expect((await order('V-2', { sku: 'strap-s' }, 2)).body.available).toBe(1)
    expect((await order('V-3', { sku: 'strap-m' }, 2)).body.lines).toMatchObject([{ sku: 'strap-m', variation: 'M' }])
    const { body: unnamed } = await order('V-4', { variation: ['L'] }, 2)
    expect(unnamed.lines).toMatchObject([{ sku: null, variation: 'L', reserved: 2 }])
    expect((await order('V-5', { variation: ['L'] }, 2)).body.available).toBe(1)
    expect(await left()).toEqual([1, 0, 1, 2])
    expect(await cancel(unnamed.number, true)).toMatchObject({ ok: true })
    expect(await left()).toEqual([1, 0, 3, 4])
    // Also if its listing has ended: a relisting has all units.
    const { body: last } = await order('V-6', { variation: ['L'] }, 1)
    await db.owner.updateTable('listings').set({ state: 'ENDED', ended_at: new Date() }).where('id', '=', id).execute()
    expect(await cancel(last.number, true)).toMatchObject({ ok: true })
    expect(await left()).toEqual([1, 0, 3, 4])
  })

  it('cannot be oversold by a caller that forgets to check, and its ledger cannot be rewritten', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 1 })
    const number = await push('L-7', item, 1)
    const line = await db.owner
      .selectFrom('line_items')
      .innerJoin('orders', 'orders.id', 'line_items.order_id')
      .selectAll('line_items')
      .where('order_number', '=', number)
      .executeTakeFirstOrThrow()
    const { id: _, held_quantity: __, oversold_quantity: ___, taxes: ____, ...facts } = line
    await expect(addRows(db.owner, 'line_items', { ...facts, position: 2 })).rejects.toThrow('more is ordered')
    await expect(db.owner.updateTable('stock_movements').set({ on_hand_change: 9 }).execute()).rejects.toThrow(
      'only added to',
    )
    await expect(
      own((tx) => tx.updateTable('listings').set({ reserved: 0 }).where('seller_id', '=', sellerId).execute()),
    ).rejects.toThrow('permission denied')
  })
})

it('stock that the shop counts as what is left to sell is on hand together with what orders have reserved and what is kept back', async () => {
  const item = await addTestListing(db, { sellerId, quantity: 5 })
  await push('A-1', item, 2)
  const count = (body: object) => api.ask('PUT', `${seller}/listings/${item}/stock`, { body })
  expect((await count({ available: 9 })).body).toEqual({ onHand: 11, reserved: 2, buffer: 0, available: 9 })
  expect((await count({ available: 9, buffer: 1 })).body).toEqual({
    onHand: 12,
    reserved: 2,
    buffer: 1,
    available: 9,
  })
  expect((await count({ available: 0 })).body).toMatchObject({ onHand: 3, available: 0 })
  for (const body of [{}, { onHand: 1, available: 1 }, { available: -1 }]) expect((await count(body)).status).toBe(422)
})
