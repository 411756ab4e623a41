import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { countOrders } from '#features/orders/order-list/order-counts-db.server.ts'
import { promiseShipBy } from '#features/orders/ship-calendar/promise-ship-by.server.ts'
import { windowOf } from '#features/core/seller-level/evaluation.ts'
import { evaluateSales } from '#features/insights/seller-level/evaluate-level-db.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { addTestListing, orderOf, soonAfter } from './testing-orders.ts'
import { staysSound, testShop } from './testing-shop.ts'

const seller = '/sellers/shop'

const { db, api, sellerId } = await testShop({ now: () => soonAfter, poolSize: 6 }, { external_id: 'shop' })
staysSound(db)

const paid = { payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' } }

/** An order without an address. */
function orderBy(delivery: 'COLLECT' | 'DIGITAL' | 'SHIP', id: string, item: string, more: object = {}) {
  const { shipTo: _, ...order } = orderOf(id, item, { quantity: 2, buyer: id.toLowerCase() })
  return { ...order, delivery, ...more }
}

const push = (body: object) => api.ask('POST', `${seller}/orders`, { body })
const stockOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body

describe('a digital order', () => {
  it('without an address is delivered once it is paid, and its units have left the stock', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const { status, body } = await push(orderBy('DIGITAL', 'D-1', item))
    expect(status).toBe(201)
    expect(body).toMatchObject({ delivery: 'DIGITAL', status: 'AWAITING_PAYMENT', shipTo: null, deliveredAt: null })
    expect(await stockOf(item)).toMatchObject({ onHand: 5, reserved: 2, available: 3 })
    const answer = await api.ask('PUT', `${seller}/orders/D-1/payments/p`, {
      body: { method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' },
    })
    expect(answer.body).toMatchObject({
      status: 'DELIVERED',
      fulfilmentStatus: 'FULFILLED',
      shipBy: null,
      deliveredAt: '2026-11-20T10:00:00.000Z',
      parcels: [],
      lines: [{ shipped: 2, reserved: 0 }],
    })
    expect(await stockOf(item)).toMatchObject({ onHand: 3, reserved: 0, available: 3 })
    expect((await push(orderBy('DIGITAL', 'D-1', item))).status).toBe(200)
  })

  it('that comes paid is delivered at once, alone and among others, and is never due', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 20 })
    const { body } = await push(orderBy('DIGITAL', 'D-2', item, paid))
    expect(body).toMatchObject({ status: 'DELIVERED', shipBy: null, deliveredAt: '2026-11-20T09:31:00.000Z' })
    const lines = [
      orderBy('DIGITAL', 'D-3', item, paid),
      { ...orderOf('D-4', item), ...paid },
      orderBy('COLLECT', 'D-5', item, paid),
    ]
    await api.ask('POST', `${seller}/orders`, {
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    })
    const orders = await Promise.all(
      ['D-3', 'D-4', 'D-5'].map(async (id) => (await api.ask('GET', `${seller}/orders/${id}`)).body),
    )
    expect(orders.map(({ status, shipBy }) => [status, shipBy !== null])).toEqual([
      ['DELIVERED', false],
      ['AWAITING_SHIPMENT', true],
      ['AWAITING_SHIPMENT', false],
    ])
    expect(await stockOf(item)).toMatchObject({ onHand: 16, reserved: 3 })
    // No job promises a time either, and only the one with a parcel is late.
    await promiseShipBy(db)
    const later = new Date('2027-01-10T12:00:00Z')
    const counts = await db.asSeller(sellerId, 'read', (own) =>
      countOrders(own, sellerId, { now: later, tomorrow: later, dayAfter: later }),
    )
    expect(counts.overdue).toBe(1)
    const level = await db.asSeller(sellerId, 'read', (own) =>
      evaluateSales(
        own,
        { id: sellerId, timeZone: 'Europe/London', currency: 'GBP' },
        { sellerId, window: windowOf(later, 'Europe/London', 3), at: later, standards: testPolicyPack.standards },
      ),
    )
    expect(level.counts).toMatchObject({ due: 1, untracked: 1 })
  })

  it('is not delivered while its buyer wants to cancel it, and is once that was declined', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    await push(orderBy('DIGITAL', 'D-6', item, { placedAt: soonAfter.toISOString() }))
    const asked = await api.ask('POST', `${seller}/orders/D-6/cancellation-requests`, {
      body: { id: 'c-1', reason: 'ORDER_MISTAKE' },
    })
    expect(asked.status).toBe(201)
    const { body } = await api.ask('PUT', `${seller}/orders/D-6/payments/p`, {
      body: { method: 'CARD', state: 'PAID', paidAt: soonAfter.toISOString() },
    })
    expect(body).toMatchObject({ status: 'CANCELLATION_REQUESTED', deliveredAt: null, lines: [{ shipped: 0 }] })
    expect(await stockOf(item)).toMatchObject({ onHand: 5, reserved: 2 })
    await sql`update cancellations set state = 'REJECTED', closed_at = now(), decline_reason = 'OTHER'
      where seller_id = ${sellerId} and state = 'REQUESTED'`.execute(db.owner)
    expect((await api.ask('GET', `${seller}/orders/D-6`)).body).toMatchObject({ status: 'DELIVERED' })
    expect(await stockOf(item)).toMatchObject({ onHand: 3, reserved: 0 })
  })

  it('takes no parcel and no other address', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const { shipTo } = orderOf('', '')
    await push(orderBy('DIGITAL', 'D-7', item, { shipTo }))
    const moved = await api.ask('PUT', `${seller}/orders/D-7/ship-to`, { body: { ...shipTo, city: 'Leeds' } })
    expect(moved).toMatchObject({ status: 409, body: { type: 'urn:seller-hub:problem:not-possible-now' } })
    const found = await api.ask('GET', `${seller}/orders/D-7`)
    expect(found.body.shipTo).toMatchObject({ city: 'London' })
  })
})

describe('how an order reaches its buyer', () => {
  it('asks for an address of orders in parcels alone', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    for (const more of [{}, { delivery: undefined }, { delivery: null }]) {
      const { status, body } = await push({ ...orderBy('SHIP', 'X-1', item), ...more })
      expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([422, ['/shipTo']])
    }
    const past = { history: true, status: 'DELIVERED', parcels: [{ carrier: 'UPS' }], shipBy: '2026-11-21T09:00:00Z' }
    const { body } = await push(orderBy('COLLECT', 'X-2', item, past))
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/shipBy', '/parcels'])
    const shipped = { ...orderOf('X-3', item), delivery: 'SHIP' }
    expect((await push(shipped)).body).toMatchObject({ delivery: 'SHIP', shipTo: { city: 'London' } })
    // It is what an order is of that says nothing.
    expect((await push(orderOf('X-3', item))).status).toBe(200)
  })

  it('is kept by the database, too', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    await push({ ...orderOf('X-4', item), ...paid })
    const change = (set: string) =>
      sql`update orders set ${sql.raw(set)} where seller_id = ${sellerId} and external_id = 'X-4'`.execute(db.owner)
    await expect(change('ship_to_address_id = null')).rejects.toThrow('orders_shipped_to')
    await expect(change(`delivery = 'COLLECT'`)).rejects.toThrow('orders_promised')
    await expect(change(`delivery = 'PIGEON', ship_by = null`)).rejects.toMatchObject({ code: '23514' })
  })

  it('counts a sale for the seller’s country, the payer’s, or none that is known', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 9 })
    const billTo = { ...orderOf('', '').shipTo, country: 'DE' }
    await push(orderBy('COLLECT', 'X-5', item, paid))
    await push(orderBy('DIGITAL', 'X-6', item, { ...paid, billTo }))
    await push(orderBy('DIGITAL', 'X-7', item, paid))
    const { rows } = await sql<{ country: string }>`
      select ship_to_country as country from orders where external_id in ('X-5', 'X-6', 'X-7') order by external_id`.execute(
      db.owner,
    )
    expect(rows.map(({ country }) => country)).toEqual(['GB', 'DE', 'ZZ'])
  })

  it('is told of history, which has no parcel then', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const past = { history: true, status: 'DELIVERED', placedAt: '2024-03-01T09:30:00Z' }
    const digital = await push(orderBy('DIGITAL', 'H-1', item, past))
    expect(digital.body).toMatchObject({ status: 'DELIVERED', deliveredAt: '2024-03-01T09:30:00.000Z', parcels: [] })
    const collected = await push(orderBy('COLLECT', 'H-2', item, past))
    expect(collected.body).toMatchObject({
      status: 'DELIVERED',
      deliveredAt: null,
      parcels: [],
      lines: [{ shipped: 2 }],
    })
    expect(await stockOf(item)).toMatchObject({ onHand: 5, reserved: 0 })
  })

  it('is found by the buyer’s name, without an address', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    await push(orderBy('DIGITAL', 'X-8', item, { buyer: { name: 'Wilhelmina Vandervelde' } }))
    const { rows } = await sql<{ personal: string }>`
      select s.personal from order_search s join orders o on o.seller_id = s.seller_id and o.id = s.order_id
      where o.external_id = 'X-8'`.execute(db.owner)
    expect(rows).toMatchObject([{ personal: expect.stringContaining('wilhelmina') as string }])
  })
})
