import { testShop } from './testing-shop.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { mostLines } from './fields.ts'
import { addTestListing, orderOf, soonAfter } from './testing-orders.ts'

const { db, api, sellerId } = await testShop({ now: () => soonAfter }, { external_id: 'shop' })
const seller = '/sellers/shop'
const item = await addTestListing(db, { sellerId, quantity: 10_000 })
afterEach(() => expectSoundBooks(db))

const eur = (value: string) => ({ value, currency: 'EUR' })
const paidAt = '2026-11-20T09:31:00Z'
const push = (body: object) => api.ask('POST', `${seller}/orders`, { body })
const pointersOf = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer)

/** 105.19 euros of a listing in pounds: 90.00 with VAT inside, and 13.95 with two taxes on top. */
const euroOrder = (id: string) => ({
  ...orderOf(id, item, { currency: 'EUR' }),
  lines: [
    {
      item,
      quantity: 2,
      unitPrice: eur('45.00'),
      taxes: [{ name: 'VAT', rate: '20', amount: eur('15.00'), included: true }],
    },
    {
      item,
      quantity: 1,
      unitPrice: eur('10.00'),
      shipping: eur('3.95'),
      taxes: [
        { name: 'State tax', rate: '6', amount: eur('0.84') },
        { name: 'Green levy', amount: eur('0.40') },
      ],
    },
  ],
  payments: [
    { id: 'voucher', method: 'VOUCHER', state: 'PAID', amount: eur('5.19'), paidAt },
    { id: 'card', method: 'CARD', state: 'PAID', amount: eur('100.00'), paidAt: '2026-11-20T10:00:00Z' },
  ],
})

describe('an order with taxes by name and several payments, in another currency than its listing', () => {
  it('is right to the cent: its total, its payments and the books', async () => {
    const { status, body } = await push(euroOrder('T-1'))
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'AWAITING_SHIPMENT',
        paidAt: '2026-11-20T10:00:00.000Z',
        subtotal: eur('100.00'),
        shipping: eur('3.95'),
        tax: eur('1.24'),
        total: eur('105.19'),
        lines: [
          { tax: eur('0.00'), taxes: [{ name: 'VAT', rate: '20', amount: eur('15.00'), included: true }] },
          {
            tax: eur('1.24'),
            taxes: [
              { name: 'State tax', rate: '6', amount: eur('0.84'), included: false },
              { name: 'Green levy', rate: null, amount: eur('0.40'), included: false },
            ],
          },
        ],
        payments: [
          { id: 'voucher', method: 'VOUCHER', amount: eur('5.19') },
          { id: 'card', method: 'CARD', amount: eur('100.00') },
        ],
      },
    ])
    const accounts = await db.owner
      .selectFrom('ledger_accounts')
      .select(['account', sql<number>`sum(balance_minor)::bigint`.as('minor')])
      .where('seller_id', '=', sellerId)
      .where('currency', '=', 'EUR')
      .where('account', 'in', ['revenue:item', 'revenue:shipping', 'tax:seller'])
      .groupBy('account')
      .orderBy('account')
      .execute()
    expect(accounts.map(({ account, minor }) => [account, minor])).toEqual([
      ['revenue:item', -10_000],
      ['revenue:shipping', -395],
      ['tax:seller', -124],
    ])
    expect(await push(euroOrder('T-1'))).toMatchObject({ status: 200, body })
  })

  it('waits for the rest of its payments', async () => {
    const { payments, ...order } = euroOrder('T-2')
    const card = { ...payments[1]!, state: 'PENDING', paidAt: undefined }
    expect((await push({ ...order, payments: [payments[0], card] })).body).toMatchObject({
      status: 'AWAITING_PAYMENT',
      paidAt: null,
    })
    const { amount } = payments[1]!
    const body = { method: 'CARD', state: 'PAID', amount, paidAt }
    expect((await api.ask('PUT', `${seller}/orders/T-2/payments/card`, { body })).body).toMatchObject({
      status: 'AWAITING_SHIPMENT',
    })
  })

  it('is refused where its parts contradict each other', async () => {
    const { lines, payments, ...order } = euroOrder('T-3')
    const [first, second] = lines
    const withLine = (line: object) => push({ ...order, lines: [line, second] })
    expect(pointersOf(await withLine({ ...first, tax: eur('1.00') }))).toEqual(['/lines/0/tax'])
    const pounds = [{ name: 'VAT', amount: { value: '1.00', currency: 'GBP' } }]
    expect(pointersOf(await withLine({ ...first, taxes: pounds }))).toEqual(['/lines/0/taxes/0/amount/currency'])
    const tooMuch = [{ name: 'VAT', amount: eur('103.96'), included: true }]
    expect(pointersOf(await withLine({ ...first, taxes: tooMuch }))).toEqual(['/lines/0/taxes'])
    const withPayments = (...told: object[]) => push({ ...order, lines, payments: told })
    expect(pointersOf(await withPayments(payments[0]!, { ...payments[1], amount: eur('100.01') }))).toEqual([
      '/payments/1/amount',
    ])
    expect(pointersOf(await withPayments(payments[0]!, payments[0]!))).toEqual(['/payments/1/id'])
    expect(pointersOf(await withPayments(payments[0]!, { ...payments[1], amount: undefined }))).toEqual([
      '/payments/1/amount',
    ])
    expect(pointersOf(await push({ ...order, lines, payments, payment: payments[0] }))).toEqual(['/payments'])
  })

  it('may be one of history', async () => {
    const { body } = await push({ ...euroOrder('T-4'), history: true, status: 'SHIPPED' })
    expect(body).toMatchObject({
      history: true,
      total: eur('105.19'),
      tax: eur('1.24'),
      paidAt: '2026-11-20T10:00:00.000Z',
    })
    expect(body.lines[0].taxes).toEqual([{ name: 'VAT', rate: '20', amount: eur('15.00'), included: true }])
  })
})

describe('an order of many lines', () => {
  const many = (count: number) => {
    const order = orderOf(`L-${count}`, item)
    return { ...order, lines: Array.from({ length: count }, () => order.lines[0]) }
  }

  it(`is taken with ${mostLines}, and none with more`, async () => {
    const { status, body } = await push(many(mostLines))
    expect([status, body.lines.length, body.total.value]).toEqual([201, mostLines, `${mostLines * 45}.00`])
    expect(pointersOf(await push(many(mostLines + 1)))).toEqual(['/lines'])
  })
})

describe('a cancellation that was decided', () => {
  const cancel = (order: string, body: object) =>
    api.ask('POST', `${seller}/orders/${order}/cancellation-requests`, {
      body: { id: 'c-1', reason: 'ORDER_MISTAKE', decided: true, ...body },
    })
  const available = async () => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body.available

  it('takes units out of an order at once, which go back on sale, with what was paid for them', async () => {
    const before = await available()
    await push({ ...euroOrder('D-1') })
    const lines = [{ line: 1, quantity: 1 }]
    const answer = await cancel('D-1', { lines })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'AWAITING_SHIPMENT',
        cancelState: 'NONE_REQUESTED',
        lines: [{ quantity: 2, cancelled: 1, reserved: 1 }, { cancelled: 0 }],
        cancellations: [{ initiator: 'MARKETPLACE', lines, respondBy: null }],
        refunds: [{ amount: eur('45.00'), parts: [{ line: 1, kind: 'ITEM', amount: eur('45.00') }] }],
      },
    })
    expect(await available()).toBe(before - 2)
    expect(await cancel('D-1', { lines })).toMatchObject({ status: 200, body: { refunds: [{ amount: eur('45.00') }] } })
    expect((await cancel('D-1', { lines, decided: false })).status).toBe(409)
    const { body: events } = await api.ask('GET', '/events?limit=100')
    expect(events.items.map(({ type }: { type: string }) => type)).toContain('order.lines_cancelled')
  })

  it('ends a whole order, however old, and no order that was shipped', async () => {
    await push(euroOrder('D-2'))
    expect((await cancel('D-2', {})).body).toMatchObject({ status: 'CANCELLED', refunds: [{ amount: eur('105.19') }] })
    await push({ ...euroOrder('D-3'), history: true, status: 'SHIPPED' })
    expect(await cancel('D-3', {})).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('already-shipped') },
    })
  })
})
