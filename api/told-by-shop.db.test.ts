import { rowOf, addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { waitingForLock } from '#db/testing-waits.ts'
import { closeRefunded } from '#features/after-sale/cancellations/close-refunded-db.server.ts'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { testLedgerRules } from '#features/core/ledger/testing.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { handOver, undoHandOver } from '#features/shipping/hand-over/hand-over-db.server.ts'
import { addTestListing, orderOf, soonAfter, gbp } from './testing-orders.ts'
import { staysSound, testShop } from './testing-shop.ts'

// What the marketplace's shop did itself: parcels, handovers and refunds.

const seller = '/sellers/shop'

const { db, api, sellerId } = await testShop({ now: () => soonAfter }, { external_id: 'shop' })
// A refund that is told is not asked for: nobody could pay it.
api.hub.refunds = {
  payments: { refund: () => Promise.reject(new Error('nobody is asked')) },
  followers: [closeRefunded, ...api.hub.refunds.followers],
}
const item = await addTestListing(db, { sellerId, quantity: 50 })
staysSound(db)

const payment = { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' }
const place = (id: string, more: object = {}) =>
  api.ask('POST', `${seller}/orders`, { body: { ...orderOf(id, item, { quantity: 3 }), payment, ...more } })
const put = (path: string, body: object) => api.ask('PUT', `${seller}/orders/${path}`, { body })
const typesOf = async () =>
  (await api.ask('GET', '/events?limit=200')).body.items.map(
    ({ type, data }: { type: string; data: { order?: { id: string } } }) => [type, data.order?.id],
  )

describe('a parcel that the shop shipped', () => {
  const parcel = { carrier: 'royal mail', trackingNumber: 'AB123456785GB', shippedAt: '2026-11-21T10:00:00Z' }
  const first = { ...parcel, contents: [{ line: 1, quantity: 2 }] }

  it('ships its units once, by the shop’s id, and the rest follows', async () => {
    await place('S-1')
    const answer = await put('S-1/shipments/s-1', first)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'PARTLY_SHIPPED',
        parcels: [{ external: 's-1', carrier: 'Royal Mail', contents: [{ line: 1, quantity: 2 }] }],
      },
    })
    expect(await put('S-1/shipments/s-1', first)).toMatchObject({ status: 200, body: answer.body })
    expect((await put('S-1/shipments/s-1', { ...first, trackingNumber: 'AB1' })).status).toBe(422)
    expect((await put('S-1/shipments/s-1', { ...first, service: 'Express' })).body.type).toMatch('id-taken')
    const rest = { carrier: 'Our van', shippedAt: '2026-11-19T10:00:00Z' }
    expect((await put('S-1/shipments/s-2', rest)).body).toMatchObject({
      status: 'SHIPPED',
      parcels: [{ external: 's-1' }, { external: 's-2', trackingNumber: null, shippedAt: '2026-11-20T09:30:00.000Z' }],
    })
    expect((await put('S-1/shipments/s-3', rest)).status).toBe(409)
    const list = await api.ask('GET', `${seller}/shipments?limit=50`)
    expect(list.body.items.map(({ external }: { external: string }) => external)).toEqual(['s-1', 's-2'])
    expect(await typesOf()).toContainEqual(['order.shipped', 'S-1'])
  })

  it('takes another tracking number by its id until it is delivered', async () => {
    await place('S-5')
    const { body } = await put('S-5/shipments/s-1', { ...parcel, trackingNumber: undefined })
    const numbered = await put('S-5/shipments/s-1', parcel)
    const [{ id }] = body.parcels
    expect(numbered).toMatchObject({ status: 200, body: { parcels: [{ id, trackingNumber: 'AB123456785GB' }] } })
    const other = { ...parcel, carrier: 'Our van', trackingNumber: '7777' }
    const changed = { parcels: [{ id, carrier: 'Our van', trackingNumber: '7777' }] }
    expect((await put('S-5/shipments/s-1', other)).body).toMatchObject(changed)
    const again = (await put('S-5/shipments/s-1', other)).body
    expect(again).toMatchObject(changed)
    expect((await put('S-5/shipments/s-1', { ...other, shippedAt: '2026-11-22T10:00:00Z' })).body.type).toMatch(
      'id-taken',
    )
    const found = db.owner.selectFrom('orders').select('id').where('external_id', '=', 'S-5')
    const orderId = (await found.executeTakeFirstOrThrow()).id
    const kinds = (await db.asSeller(sellerId, 'read', (own) => readOrderEvents(own, sellerId, orderId))).map(
      ({ kind }) => kind,
    )
    expect(kinds.filter((kind) => kind === 'PARCEL_CORRECTED')).toHaveLength(2)
    await api.ask('POST', `${seller}/tracking-events`, {
      body: { shipment: id, event: 'DELIVERED', at: '2026-11-22T18:00:00Z' },
    })
    expect((await put('S-5/shipments/s-1', other)).status).toBe(200)
    expect((await put('S-5/shipments/s-1', { ...other, trackingNumber: '7778' })).status).toBe(409)
  })

  it('is refused where it holds more than is left, and before payment', async () => {
    await place('S-2')
    const tooMuch = await put('S-2/shipments/s-1', { ...parcel, contents: [{ line: 1, quantity: 4 }] })
    expect(tooMuch.body.errors).toEqual([{ pointer: '/contents', detail: 'Units of line 1 left to be shipped: 3.' }])
    await place('S-3', { payment: undefined })
    expect((await put('S-3/shipments/s-1', parcel)).status).toBe(409)
    expect((await put('none/shipments/s-1', parcel)).status).toBe(404)
  })

  it('is taken back until its first scan, and not reported again by its id', async () => {
    await place('S-4')
    await put('S-4/shipments/s-1', parcel)
    const remove = () => api.ask('DELETE', `${seller}/orders/S-4/shipments/s-1`)
    expect(await remove()).toMatchObject({ status: 200, body: { status: 'AWAITING_SHIPMENT', parcels: [] } })
    expect((await remove()).status).toBe(200)
    expect((await put('S-4/shipments/s-1', parcel)).status).toBe(409)
    const { body } = await put('S-4/shipments/s-2', parcel)
    const scan = { shipment: body.parcels[0].id, event: 'SCANNED', at: '2026-11-21T18:00:00Z' }
    await api.ask('POST', `${seller}/tracking-events`, { body: scan })
    expect((await api.ask('DELETE', `${seller}/orders/S-4/shipments/s-2`)).status).toBe(409)
  })
})

describe('an order that was collected in the shop', () => {
  it('is delivered, once; no other is', async () => {
    await place('C-1', { delivery: 'COLLECT', shipTo: undefined })
    const at = '2026-11-21T10:00:00Z'
    const delivered = { status: 'DELIVERED', deliveredAt: '2026-11-21T10:00:00.000Z', lines: [{ shipped: 3 }] }
    expect(await put('C-1/hand-over', { at })).toMatchObject({ status: 200, body: delivered })
    expect(await put('C-1/hand-over', { at: '2026-11-22T10:00:00Z' })).toMatchObject({ status: 200, body: delivered })
    await place('C-2')
    expect((await put('C-2/hand-over', { at })).status).toBe(409)
    await place('C-3', { delivery: 'COLLECT', shipTo: undefined, payment: undefined })
    expect((await put('C-3/hand-over', { at })).status).toBe(409)
  })

  it('stays taken back when it is reported again, and has its costs however often it is handed over', async () => {
    const costed = await addTestListing(db, { sellerId, quantity: 5, sku: 'M3' })
    const cost = { unitCost: gbp('21.00'), since: '2026-01-01T09:30:00Z' }
    expect((await api.ask('PUT', `${seller}/skus/M3/costs/p-1`, { body: cost })).status).toBe(201)
    await place('C-4', { delivery: 'COLLECT', shipTo: undefined, lines: orderOf('', costed).lines })
    const at = '2026-11-21T10:00:00.000Z'
    expect((await put('C-4/hand-over', { at })).status).toBe(200)
    const found = db.owner.selectFrom('orders').select('order_number').where('external_id', '=', 'C-4')
    const numbers = [parseOrderNumber((await found.executeTakeFirstOrThrow()).order_number)!]
    const handing = { sellerId, numbers, actor: { kind: 'MARKETPLACE' }, now: new Date(at) } as const
    const undo = () => db.asOwnerFor(sellerId, (own) => undoHandOver(own, { ...handing, inverse: { numbers, at } }))
    expect(await undo()).toEqual({ back: 1, left: 0 })
    expect((await put('C-4/hand-over', { at })).status).toBe(409)
    const again = () => db.asOwnerFor(sellerId, (own) => handOver(own, handing))
    expect([await again(), await undo(), await again()]).toEqual([numbers, { back: 1, left: 0 }, numbers])
  })

  it('stays taken back when it is reported again at the same moment', async () => {
    await place('C-5', { delivery: 'COLLECT', shipTo: undefined })
    const at = '2026-11-21T10:00:00.000Z'
    expect((await put('C-5/hand-over', { at })).status).toBe(200)
    const found = db.owner.selectFrom('orders').select('order_number').where('external_id', '=', 'C-5')
    const numbers = [parseOrderNumber((await found.executeTakeFirstOrThrow()).order_number)!]
    const undoing = { sellerId, actor: { kind: 'MARKETPLACE' }, now: new Date(at), inverse: { numbers, at } } as const
    const reported = await db.asOwnerFor(sellerId, async (own) => {
      await undoHandOver(own, undoing)
      const answer = put('C-5/hand-over', { at })
      await expect.poll(() => waitingForLock(db.pool)).toHaveLength(1)
      return { answer }
    })
    expect((await reported.answer).status).toBe(409)
  })
})

describe('a refund that the shop made', () => {
  const refundedAt = '2026-11-22T10:00:00Z'
  const ofLine = { lines: [{ line: 1, amount: gbp('45.00') }], reason: 'ITEM_NOT_AS_DESCRIBED', refundedAt }

  it('is recorded and posted by its id, and asks nobody', async () => {
    await place('R-1', { shipping: gbp('3.95') })
    const answer = await put('R-1/refunds/rf-1', ofLine)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        paymentStatus: 'PARTIALLY_REFUNDED',
        refunds: [
          {
            external: 'rf-1',
            state: 'REFUNDED',
            refundedAt: '2026-11-22T10:00:00.000Z',
            parts: [{ line: 1, kind: 'ITEM', amount: gbp('45.00') }],
          },
        ],
      },
    })
    expect(await put('R-1/refunds/rf-1', ofLine)).toMatchObject({ status: 200, body: answer.body })
    expect((await put('R-1/refunds/rf-1', { ...ofLine, reason: 'BUYER_RETURN' })).body.type).toMatch('id-taken')
    expect((await put('R-1/refunds/rf-2', { shipping: gbp('3.96'), refundedAt })).body.errors).toEqual([
      { pointer: '/shipping', detail: 'Left to be refunded: 3.95 GBP.' },
    ])
    expect((await put('R-1/refunds/rf-2', { amount: gbp('93.95'), refundedAt })).body.paymentStatus).toBe(
      'FULLY_REFUNDED',
    )
    const { rows } = await sql<{ minor: number }>`
      select gross_minor as minor from transactions t join orders o on o.seller_id = t.seller_id and o.id = t.order_id
      where o.external_id = 'R-1' and t.kind = 'REFUND' order by t.id`.execute(db.owner)
    expect(rows.map(({ minor }) => minor)).toEqual([-4500, -9395])
    const list = await api.ask('GET', `${seller}/refunds?limit=50`)
    expect(list.body.items.map(({ external }: { external: string }) => external)).toEqual(['rf-1', 'rf-2'])
    expect(await typesOf()).toContainEqual(['order.refunded', 'R-1'])
  })

  it('is refused in another currency, of nothing, of both, and before payment', async () => {
    await place('R-2')
    const euros = await put('R-2/refunds/rf-1', { amount: { value: '1.00', currency: 'EUR' }, refundedAt })
    expect(euros.body.errors).toMatchObject([{ pointer: '/amount/currency' }])
    for (const body of [{ refundedAt }, { ...ofLine, amount: gbp('1.00') }, { amount: gbp('0.00'), refundedAt }])
      expect((await put('R-2/refunds/rf-1', body)).status, JSON.stringify(body)).toBe(422)
    await place('R-3', { payment: undefined })
    expect((await put('R-3/refunds/rf-1', ofLine)).status).toBe(409)
  })

  it('of units that the shop cancelled comes with the cancellation', async () => {
    await place('R-4')
    const body = {
      id: 'c-1',
      reason: 'ORDER_MISTAKE',
      decided: true,
      lines: [{ line: 1, quantity: 1 }],
      refund: 'rf-9',
    }
    const cancel = (more: object = {}) =>
      api.ask('POST', `${seller}/orders/R-4/cancellation-requests`, { body: { ...body, ...more } })
    expect(await cancel()).toMatchObject({
      status: 201,
      body: {
        lines: [{ cancelled: 1 }],
        refunds: [{ external: 'rf-9', state: 'REFUNDED', amount: gbp('45.00') }],
        cancellations: [{ state: 'CLOSED_WITH_REFUND' }],
      },
    })
    expect((await cancel()).status).toBe(200)
    expect((await cancel({ refund: 'rf-8' })).status).toBe(409)
    // The shop tells of it again by its own id: it is the same refund, not another of the units that are left.
    const again = await put('R-4/refunds/rf-9', { amount: gbp('45.00'), refundedAt })
    expect(again).toMatchObject({ status: 200, body: { refunds: [{ external: 'rf-9' }] } })
    expect(again.body.refunds).toHaveLength(1)
    expect((await put('R-4/refunds/rf-9', { amount: gbp('44.00'), refundedAt })).body.type).toMatch('id-taken')
    // One that was told before pays units back, too, whatever its amount: the hub makes none of its own.
    await put('R-4/refunds/rf-7', { amount: gbp('50.00'), refundedAt })
    const repaid = await cancel({ id: 'c-3', refund: 'rf-7' })
    expect(repaid).toMatchObject({
      status: 201,
      body: {
        lines: [{ cancelled: 2 }],
        refunds: [{ external: 'rf-9' }, { external: 'rf-7', amount: gbp('50.00') }],
        cancellations: [{}, { state: 'CLOSED_WITH_REFUND', refund: expect.any(String) }],
      },
    })
    expect(repaid.body.refunds[1].id).toBe(repaid.body.cancellations[1].refund)
    expect((await cancel({ id: 'c-3', refund: 'rf-7' })).body).toEqual(repaid.body)
    // As the job does: no refund of its own posted it.
    await postDueOrders(db, { rules: testLedgerRules })
    expect((await cancel({ id: 'c-2', decided: false })).status).toBe(422)
  })

  it('is nobody’s to pay: its events say so', async () => {
    await place('R-9')
    const { body } = await put('R-9/refunds/rf-9', ofLine)
    expect(body.refunds).toMatchObject([{ external: 'rf-9', payer: 'NONE' }])
    const events = await db.owner
      .selectFrom('events as e')
      .innerJoin('orders as o', 'o.id', 'e.order_id')
      .where('o.external_id', '=', 'R-9')
      .select('e.type')
      .execute()
    const types = events.map(({ type }) => type)
    expect([types.includes('order.refunded'), types.includes('order.refund_requested')]).toEqual([true, false])
  })
})

it('a line of an order names its listing and variation by the shop’s ids, if they have some', async () => {
  const { id } = await rowOf(db.owner, 'listings', { item_number: item })
  await place('L-1')
  const lines = async () => (await api.ask('GET', `${seller}/orders/L-1`)).body.lines
  expect(await lines()).toMatchObject([{ item, listing: null, variationId: null }])
  await addRows(db.owner, 'shop_listings', {
    seller_id: sellerId,
    external_id: 'p-17',
    listing_id: id,
    pushed_as: 'x',
    fetch_at: null,
  })
  expect(await lines()).toMatchObject([{ item, listing: 'p-17', variationId: null }])
})
