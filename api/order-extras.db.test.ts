import { rowOf } from '#db/testing-row.ts'
import { testShop } from './testing-shop.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { readWholeOrders } from './order-rows.ts'
import { writeOrder as writeSellOrder } from './sell/order-shape.ts'
import { addTestListing, orderOf, soonAfter, gbp } from './testing-orders.ts'

const { db, api, sellerId } = await testShop({ now: () => soonAfter }, { external_id: 'shop' })
const item = await addTestListing(db, { sellerId, quantity: 100 })

const push = (body: object) => api.ask('POST', '/sellers/shop/orders', { body })
const pointersOf = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer)

const wrap = {
  kind: 'GIFT_WRAP',
  title: ' Red paper ',
  amount: gbp('3.50'),
  taxes: [{ name: 'VAT', rate: '20', amount: gbp('0.70') }],
}
const tip = { kind: 'TIP', title: 'Tip', amount: gbp('2.00') }
const loyalty = { title: 'Loyalty', amount: gbp('-1.00') }
const payment = { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' }

/** 45.00 of a listing with 3.95 shipping, and 5.20 of extras: 54.15. */
const order = (id: string, more: object = {}) => {
  const whole = orderOf(id, item)
  return { ...whole, shipping: gbp('3.95'), extras: [wrap, tip, loyalty], payment, ...more }
}

const sellOrder = async (id: string) => {
  const row = await db.owner.selectFrom('orders').select('id').where('external_id', '=', id).executeTakeFirstOrThrow()
  const [whole] = await db.asSeller(sellerId, 'read', (own) => readWholeOrders(own, sellerId, [row.id]))
  const seller = { username: 'shop', country: 'GB' } as Parameters<typeof writeSellOrder>[0]['seller']
  const taken = { ...assertDefined(whole, 'it was taken'), changedAt: soonAfter }
  return writeSellOrder({ hub: api.hub, seller }, taken, { alone: true })
}

const balances = async (accounts: readonly string[]) => {
  const { rows } = await sql<{ account: string; minor: number }>`
    select account, sum(balance_minor)::bigint as minor from ledger_accounts
    where seller_id = ${sellerId} and account = any (${[...accounts]}) group by 1 order by 1`.execute(db.owner)
  return rows.map(({ account, minor }) => [account, minor])
}

describe('the extras of an order', () => {
  it('count in its total, its payment and the books, and have no units', async () => {
    const { status, body } = await push(order('X-1'))
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'AWAITING_SHIPMENT',
        subtotal: gbp('50.50'),
        discount: gbp('1.00'),
        shipping: gbp('3.95'),
        tax: gbp('0.70'),
        total: gbp('54.15'),
        extras: [
          { kind: 'GIFT_WRAP', title: 'Red paper', amount: gbp('3.50'), taxes: [{ name: 'VAT', included: false }] },
          { kind: 'TIP', title: 'Tip', amount: gbp('2.00'), taxes: [] },
          { kind: 'OTHER', title: 'Loyalty', amount: gbp('-1.00') },
        ],
        lines: [{ quantity: 1, reserved: 1, discount: gbp('0.00') }],
        payments: [{ amount: gbp('54.15') }],
      },
    ])
    expect(body.lines).toHaveLength(1)
    expect(await balances(['revenue:item', 'revenue:shipping', 'tax:seller'])).toEqual([
      ['revenue:item', -4_950],
      ['revenue:shipping', -395],
      ['tax:seller', -70],
    ])
    expect(await push(order('X-1'))).toMatchObject({ status: 200, body })
    expect(await push(order('X-1', { extras: [wrap] }))).toMatchObject({ status: 409 })
    await expectSoundBooks(db)
  })

  it('are an adjustment for tools of eBay, in which everything adds up', async () => {
    const { pricingSummary, lineItems } = await sellOrder('X-1')
    expect(pricingSummary).toEqual({
      priceSubtotal: gbp('45.00'),
      adjustment: gbp('4.50'),
      deliveryCost: gbp('3.95'),
      tax: gbp('0.70'),
      total: gbp('54.15'),
    })
    expect(lineItems).toHaveLength(1)
    await push(order('X-2', { extras: [tip, { ...loyalty, amount: gbp('-12.00') }] }))
    expect((await sellOrder('X-2')).pricingSummary).toEqual({
      priceSubtotal: gbp('45.00'),
      priceDiscount: gbp('-10.00'),
      deliveryCost: gbp('3.95'),
      total: gbp('38.95'),
    })
  })

  it('are refunded for themselves, and with the order when it is cancelled', async () => {
    const refund = async (id: string, extrasMinor: number) => {
      const found = await rowOf(db.owner, 'orders', { external_id: id })
      const number = assertDefined(parseOrderNumber(found.order_number), 'it is one')
      const key = newRefundKey()
      const outcome = await db.asSeller(sellerId, 'write', (own) =>
        refundOrder(own, {
          sellerId,
          number,
          key,
          reason: 'OTHER_ADJUSTMENT',
          input: { lines: new Map(), shippingMinor: 0, extrasMinor },
          actor: { kind: 'MEMBER', id: 'ada', name: 'Ada' },
          now: soonAfter,
        }),
      )
      if (outcome.ok) await settleRefund(api.hub, sellerId, key)
      return outcome
    }
    await push(order('X-3'))
    expect(await refund('X-3', 521)).toMatchObject({ ok: false, over: [{ of: 'extras', leftMinor: 520 }] })
    expect(await refund('X-3', 520)).toMatchObject({ ok: true, amountMinor: 520 })
    const { body } = await api.ask('GET', '/sellers/shop/orders/X-3')
    expect(body.refunds).toMatchObject([
      {
        amount: gbp('5.20'),
        parts: [
          { line: null, kind: 'TAX' },
          { line: null, kind: 'ITEM' },
        ],
      },
    ])
    const cancelled = await api.ask('POST', '/sellers/shop/orders/X-2/cancellation-requests', {
      body: { id: 'c-1', reason: 'ORDER_MISTAKE', decided: true },
    })
    expect(cancelled.body).toMatchObject({ status: 'CANCELLED', refunds: [{ amount: gbp('38.95') }] })
    await expectSoundBooks(db)
  })

  it('may be of an order of history', async () => {
    const { status, body } = await push(order('X-4', { history: true, status: 'SHIPPED' }))
    expect([status, body]).toMatchObject([201, { history: true, total: gbp('54.15') }])
    expect(body.extras).toHaveLength(3)
  })

  it('are refused where they contradict the order', async () => {
    const withExtras = async (...extras: object[]) => pointersOf(await push(order('X-5', { payment: null, extras })))
    expect(await withExtras({ ...loyalty, amount: gbp('-48.96') })).toEqual(['/extras'])
    expect(await withExtras(tip, { ...loyalty, amount: { value: '-1.00', currency: 'EUR' } })).toEqual([
      '/extras/1/amount/currency',
    ])
    expect(await withExtras({ ...loyalty, taxes: wrap.taxes })).toEqual(['/extras/0/taxes'])
    const included = { name: 'VAT', amount: gbp('2.01'), included: true }
    expect(await withExtras({ ...tip, taxes: [included] })).toEqual(['/extras/0/taxes'])
    expect(await withExtras({ ...tip, amount: gbp('-') })).toEqual(['/extras/0/amount/value'])
    expect(
      (await push(order('X-6', { payment: null, extras: [{ ...loyalty, amount: gbp('-48.95') }] }))).body,
    ).toMatchObject({ total: gbp('0.00'), lines: [{ discount: gbp('48.95') }] })
  })
})
