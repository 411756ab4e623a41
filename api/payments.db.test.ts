import { testShop } from './testing-shop.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { lapseUnpaidOrders } from '#features/after-sale/cancellations/due-cancellations.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { addTestListing, orderOf, soonAfter } from './testing-orders.ts'

const { db, api, sellerId } = await testShop()
const row = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
const seller = `/sellers/${(await row.executeTakeFirstOrThrow()).username}`
afterEach(() => expectSoundBooks(db))

describe('an order', () => {
  it('is paid in full if no amount is given; repeating it changes nothing, and nothing pays for nothing', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    await api.ask('POST', `${seller}/orders`, { body: orderOf('A-7', item) })
    const pay = (id: string, body: object) =>
      api.ask('PUT', `${seller}/orders/A-7/payments/${id}`, { body: { method: 'CARD', ...body } })
    const part = { state: 'PENDING', amount: { value: '40.00', currency: 'GBP' } }
    const rest = { state: 'PAID', paidAt: '2026-11-20T10:00:00Z' }
    expect((await pay('p-1', part)).status).toBe(201)
    expect((await pay('p-2', rest)).body.payments[1].amount.value).toBe('5.00')
    expect(await pay('p-3', rest)).toMatchObject({ status: 422, body: { type: 'urn:seller-hub:problem:wrong-amount' } })
    expect((await pay('p-1', { ...part, state: 'FAILED' })).status).toBe(200)
    expect((await pay('p-2', rest)).status).toBe(200)
    const free = { ...orderOf('A-8', item).lines[0], unitPrice: { value: '0.00', currency: 'GBP' } }
    expect(
      await api.ask('POST', `${seller}/orders`, { body: { ...orderOf('A-8', item), lines: [free] } }),
    ).toMatchObject({
      status: 201,
      body: { status: 'AWAITING_SHIPMENT', paidAt: '2026-11-20T09:30:00.000Z', shipBy: expect.any(String) },
    })
    const nothing = await api.ask('PUT', `${seller}/orders/A-8/payments/p-1`, { body: { method: 'CARD', ...rest } })
    expect(nothing).toMatchObject({ status: 201, body: { status: 'AWAITING_SHIPMENT' } })
  })

  it('is paid once its payments reach its total, whenever they arrived', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const paid = (value: string) => ({
      method: 'CARD',
      state: 'PAID',
      paidAt: '2026-11-20T10:00:00Z',
      amount: { value, currency: 'GBP' },
    })
    const awaiting = { status: 'AWAITING_PAYMENT', paymentStatus: 'PENDING', paidAt: null, shipBy: null }
    const first = { ...orderOf('A-10', item), payment: { id: 'voucher', ...paid('10.00') } }
    expect((await api.ask('POST', `${seller}/orders`, { body: first })).body).toMatchObject(awaiting)
    await api.ask('POST', `${seller}/orders`, { body: orderOf('A-11', item) })
    for (const id of ['A-10', 'A-11']) {
      const pay = (payment: string, body: object) =>
        api.ask('PUT', `${seller}/orders/${id}/payments/${payment}`, { body })
      expect((await pay('voucher', paid('10.00'))).body, id).toMatchObject(awaiting)
      expect((await pay('card', { method: 'CARD', state: 'FAILED' })).body, id).toMatchObject(awaiting)
      expect((await pay('again', paid('35.00'))).body, id).toMatchObject({
        status: 'AWAITING_SHIPMENT',
        paymentStatus: 'PAID',
        paidAt: '2026-11-20T10:00:00.000Z',
        shipBy: expect.any(String),
      })
    }
  })

  it('that is partly paid returns that part when it is cancelled, and nothing is missing once it is fully paid', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const payment = {
      id: 'voucher',
      method: 'VOUCHER',
      state: 'PAID',
      paidAt: '2026-11-20T10:00:00Z',
      amount: { value: '10.00', currency: 'GBP' },
    }
    const { body } = await api.ask('POST', `${seller}/orders`, { body: { ...orderOf('A-12', item), payment } })
    await cancel(body.number)
    expect((await api.ask('GET', `${seller}/orders/A-12`)).body).toMatchObject({
      status: 'CANCELLED',
      refunds: [{ amount: { value: '10.00' } }],
    })
    const byHand = await api.ask('POST', `${seller}/orders`, { body: { ...orderOf('A-14', item), payment } })
    const number = byHand.body.number as OrderNumber
    const refund = { sellerId, number, key: newRefundKey(), reason: 'OTHER_ADJUSTMENT', input: 'rest' } as const
    const actor = { kind: 'MEMBER', id: 'amira', name: 'Amira' } as const
    const outcome = await db.asSeller(sellerId, 'write', (tx) =>
      refundOrder(tx, { ...refund, actor, now: api.hub.now() }),
    )
    expect(outcome).toEqual({ ok: false, reason: 'not-paid' })
    const rest = { method: 'CARD', state: 'PAID', paidAt: '2026-11-20T11:00:00Z' }
    const paid = await api.ask('PUT', `${seller}/orders/A-14/payments/card`, { body: rest })
    expect(paid.body).toMatchObject({ status: 'AWAITING_SHIPMENT', paymentStatus: 'PAID', refunds: [] })
    await db.asSeller(sellerId, 'write', (tx) => refundOrder(tx, { ...refund, actor, now: api.hub.now() }))
    await settleDueRefunds(api.hub)
    expect((await api.ask('GET', `${seller}/orders/A-14`)).body).toMatchObject({
      status: 'REFUNDED',
      refunds: [{ state: 'REFUNDED', amount: { value: '45.00' } }],
    })
  })

  it('that is never paid is cancelled at its deadline: stock is released and partial payments are refunded', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 3 })
    const pay = { id: 'p', method: 'VOUCHER', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' }
    const payments = [null, { ...pay, amount: { value: '10.00', currency: 'GBP' } }, pay]
    for (const [nth, payment] of payments.entries())
      await api.ask('POST', `${seller}/orders`, { body: { ...orderOf(`U-${nth}`, item), payment } })
    const stock = async () => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body
    const placed = new Date('2026-11-20T09:30:00Z').getTime()
    const { sellerCancelWindow } = testPolicyPack.deadlines
    const at = (age: number) => lapseUnpaidOrders({ ...api.hub, now: () => new Date(placed + age) })
    await at(sellerCancelWindow)
    expect(await stock()).toMatchObject({ reserved: 3, available: 0 })
    await at(sellerCancelWindow + 1)
    await settleDueRefunds(api.hub)
    expect(await stock()).toEqual({ onHand: 3, reserved: 1, buffer: 0, available: 2 })
    const read = async (nth: number) => (await api.ask('GET', `${seller}/orders/U-${nth}`)).body
    expect([await read(0), await read(1), await read(2)]).toMatchObject([
      { status: 'CANCELLED', cancellation: { initiator: 'MARKETPLACE', reason: 'ORDER_UNPAID' }, refunds: [] },
      { status: 'CANCELLED', refunds: [{ amount: { value: '10.00' } }] },
      { status: 'AWAITING_SHIPMENT', cancellation: null },
    ])
  })

  it('that was cancelled refunds each later payment once', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 5 })
    const { body } = await api.ask('POST', `${seller}/orders`, { body: orderOf('A-13', item) })
    await cancel(body.number)
    const pay = (id: string, value: string) =>
      api.ask('PUT', `${seller}/orders/A-13/payments/${id}`, {
        body: {
          method: 'CARD',
          state: 'PAID',
          paidAt: '2026-11-20T10:00:00Z',
          amount: { value, currency: 'GBP' },
        },
      })
    const refunds = (...values: string[]) => values.map((value) => ({ state: 'REFUNDED', amount: { value } }))
    expect((await pay('p-1', '10.00')).body).toMatchObject({ status: 'CANCELLED', refunds: refunds('10.00') })
    expect((await pay('p-1', '10.00')).body).toMatchObject({ refunds: refunds('10.00') })
    expect((await pay('p-2', '35.00')).body).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'FULLY_REFUNDED',
      refunds: refunds('10.00', '35.00'),
    })
  })
})

async function cancel(number: string): Promise<void> {
  const cancelled = await db.asSeller(sellerId, 'write', (own) =>
    cancelOrder(own, {
      sellerId,
      number: number as OrderNumber,
      key: newCancelKey(),
      reason: 'BUYER_ASKED_CANCEL',
      restocks: true,
      policyPack: testPolicyPack,
      actor: { kind: 'HUB' },
      now: soonAfter,
    }),
  )
  expect(cancelled.ok).toBe(true)
}
