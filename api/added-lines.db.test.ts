import { testShop, staysSound } from './testing-shop.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sumTaxes } from '#features/payments/taxes/taxes-db.server.ts'
import { addTestListing, orderOf, soonAfter, gbp } from './testing-orders.ts'

const seller = '/sellers/shop'

const { db, api, sellerId } = await testShop({ now: () => soonAfter }, { external_id: 'shop' })
staysSound(db)

const paid = { payment: { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' } }
const payment = { id: 'p-2', method: 'CARD', state: 'PAID', paidAt: '2026-11-21T10:00:00Z' }
const listing = (quantity = 20) => addTestListing(db, { sellerId, quantity })
const place = (id: string, item: string, more: object = {}) =>
  api.ask('POST', `${seller}/orders`, { body: { ...orderOf(id, item, { quantity: 2 }), ...more } })
const add = (order: string, body: object) => api.ask('POST', `${seller}/orders/${order}/lines`, { body })
const availableOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body.available
const vat = (value: string) => [{ name: 'VAT', rate: '20', amount: gbp(value), included: true }]

const salesOf = async (id: string) =>
  (
    await sql<{ minor: number }>`
      select t.gross_minor as minor from transactions t join orders o on o.seller_id = t.seller_id and o.id = t.order_id
      where o.external_id = ${id} and t.kind = 'SALE' order by t.id`.execute(db.owner)
  ).rows.map(({ minor }) => minor)

describe('lines that are added', () => {
  it('to a paid order come with their payments: total, stock, books and taxes follow to the cent', async () => {
    const [item, other] = [await listing(), await listing()]
    const lines = [{ item, quantity: 2, unitPrice: gbp('45.00'), taxes: vat('15.00') }]
    const extras = [{ kind: 'TIP', title: 'Tip', amount: gbp('2.00') }]
    const before = await place('P-1', item, { ...paid, lines, extras })
    expect(before.body).toMatchObject({ total: gbp('92.00'), status: 'AWAITING_SHIPMENT' })
    const more = {
      id: 'add-1',
      lines: [
        { item: other, quantity: 1, unitPrice: gbp('10.00'), taxes: vat('1.67') },
        { item, quantity: 1, unitPrice: gbp('45.00') },
      ],
      shipping: gbp('1.00'),
      payments: [
        { ...payment, amount: gbp('20.00') },
        { ...payment, id: 'p-3', amount: gbp('36.00') },
      ],
    }
    const answer = await add('P-1', more)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'AWAITING_SHIPMENT',
        paymentStatus: 'PAID',
        shipBy: before.body.shipBy,
        subtotal: gbp('147.00'),
        shipping: gbp('1.00'),
        total: gbp('148.00'),
        lines: [
          { line: 1, quantity: 2 },
          { line: 2, item: other, quantity: 1, reserved: 1, shipping: gbp('0.18'), taxes: [{ name: 'VAT' }] },
          { line: 3, item, quantity: 1, shipping: gbp('0.82') },
        ],
        payments: [{ id: 'p-1' }, { id: 'p-2' }, { id: 'p-3' }],
      },
    })
    expect(await add('P-1', more)).toMatchObject({ status: 200, body: answer.body })
    expect([await availableOf(item), await availableOf(other)]).toEqual([17, 19])
    expect(await salesOf('P-1')).toEqual([9200, 5600])
    const fixed = await sql<{ entries: number }>`
      select count(*)::integer as entries from ledger_postings p join ledger_entries e on e.seller_id = p.seller_id and e.id = p.entry_id
      join orders o on o.seller_id = e.seller_id and o.id = e.order_id
      where o.external_id = 'P-1' and p.account = 'fees:fvf_fixed'`.execute(db.owner)
    expect(fixed.rows).toEqual([{ entries: 1 }])
    const taxes = await db.asSeller(sellerId, 'read', (own) =>
      sumTaxes(own, { sellerId, from: new Date('2026-11-01'), before: new Date('2026-12-01') }),
    )
    expect(JSON.stringify(taxes)).toContain('"collectedMinor":1667')
    const { body: events } = await api.ask('GET', '/events?limit=100')
    const ofOrder = events.items.filter(({ data }: { data: { order?: { id: string } } }) => data.order?.id === 'P-1')
    expect(ofOrder.map(({ type }: { type: string }) => type)).toEqual([
      'order.placed',
      'order.paid',
      'order.lines_added',
    ])
  })

  it('are refunded and cancelled as the others are, and the whole order gives back what it cost', async () => {
    const item = await listing()
    await place('P-2', item, { ...paid, extras: [{ kind: 'TIP', title: 'Tip', amount: gbp('2.00') }] })
    await add('P-2', { id: 'add-1', lines: orderOf('', item).lines, payments: [payment] })
    await add('P-2', { id: 'add-2', lines: orderOf('', item).lines, payments: [{ ...payment, id: 'p-3' }] })
    const cancel = (id: string, more: object = {}) =>
      api.ask('POST', `${seller}/orders/P-2/cancellation-requests`, {
        body: { id, reason: 'ORDER_MISTAKE', decided: true, ...more },
      })
    const partly = await cancel('c-1', { lines: [{ line: 2, quantity: 1 }] })
    expect(partly.body.refunds).toMatchObject([{ amount: gbp('45.00'), parts: [{ line: 2 }] }])
    const { body } = await cancel('c-2')
    expect(body).toMatchObject({ status: 'CANCELLED', total: gbp('182.00'), refunds: [{}, { amount: gbp('137.00') }] })
    expect(await availableOf(item)).toBe(20)
    expect(await salesOf('P-2')).toEqual([9200, 4500, 4500])
  })

  it('to an order that is held are held with it, and a refund is taken from what is paid out first', async () => {
    const item = await listing()
    await place('P-9', item, paid)
    const hold = { order: 'P-9', reason: 'MARKETPLACE' }
    expect((await api.ask('PUT', `${seller}/holds/h-1`, { body: hold })).status).toBe(201)
    const later = { ...payment, paidAt: '2026-11-22T10:00:00Z' }
    await add('P-9', { id: 'add-1', lines: orderOf('', item).lines, payments: [later] })
    const moneyOf = async () =>
      (
        await sql<{ kind: string; state: string }>`
          select t.kind, t.state from transactions t join orders o on o.seller_id = t.seller_id and o.id = t.order_id
          where o.external_id = 'P-9' order by t.id`.execute(db.owner)
      ).rows.map(({ kind, state }) => [kind, state])
    expect(await moneyOf()).toEqual([
      ['SALE', 'ON_HOLD'],
      ['SALE', 'ON_HOLD'],
    ])
    await api.ask('PUT', `${seller}/holds/h-1`, { body: { ...hold, state: 'RELEASED' } })
    expect((await moneyOf()).map(([, state]) => state)).toEqual(['AVAILABLE', 'PROCESSING'])
    const body = { amount: gbp('135.00'), refundedAt: '2026-11-22T11:00:00Z' }
    expect((await api.ask('PUT', `${seller}/orders/P-9/refunds/rf-1`, { body })).status).toBe(201)
    expect((await moneyOf()).at(-1)).toEqual(['REFUND', 'AVAILABLE'])
  })

  it('to an unpaid order are paid with it, as one sale', async () => {
    const item = await listing()
    await place('U-1', item)
    const added = await add('U-1', { id: 'add-1', lines: orderOf('', item).lines })
    expect(added.body).toMatchObject({ status: 'AWAITING_PAYMENT', total: gbp('135.00') })
    const { body } = await api.ask('PUT', `${seller}/orders/U-1/payments/p-1`, {
      body: { method: 'CARD', state: 'PAID', paidAt: paid.payment.paidAt },
    })
    expect(body).toMatchObject({ status: 'AWAITING_SHIPMENT', payments: [{ amount: gbp('135.00') }] })
    expect(await salesOf('U-1')).toEqual([13_500])
  })

  it('are refused, and nothing of them stays', async () => {
    const item = await listing(3)
    const { lines } = orderOf('', item)
    const before = await place('R-1', item, paid)
    const pointersOf = async (body: object) => {
      const answer = await add('R-1', { id: 'add-1', lines, payments: [payment], ...body })
      return [answer.status, answer.body.errors?.[0]?.pointer]
    }
    expect(await pointersOf({ payments: undefined })).toEqual([422, '/payments'])
    expect(await pointersOf({ payments: [{ ...payment, amount: gbp('44.99') }] })).toEqual([422, '/payments'])
    expect(await pointersOf({ payments: [{ ...payment, state: 'PENDING', paidAt: null }] })).toEqual([422, '/payments'])
    expect(await pointersOf({ payments: [{ ...payment, id: 'p-1' }] })).toEqual([409, undefined])
    expect(await pointersOf({ lines: orderOf('', item, { quantity: 2 }).lines })).toEqual([409, '/lines/0/quantity'])
    expect(await pointersOf({ lines: [{ quantity: 1, unitPrice: gbp('1.00') }] })).toEqual([422, '/lines/0/item'])
    const euros = [{ item, quantity: 1, unitPrice: { value: '1.00', currency: 'EUR' } }]
    expect(await pointersOf({ lines: euros, payments: undefined })).toEqual([422, undefined])
    expect((await api.ask('GET', `${seller}/orders/R-1`)).body).toEqual(before.body)
    expect(await availableOf(item)).toBe(1)
    const short = await add('R-1', {
      id: 'add-1',
      lines: orderOf('', item, { quantity: 2 }).lines,
      payments: [payment],
      onShort: 'take',
    })
    expect(short.body.lines[1]).toMatchObject({ quantity: 2, oversold: 1, reserved: 1 })
    expect((await add('R-1', { id: 'add-1', lines, payments: [payment] })).status).toBe(409)
  })

  it('come too late once something has left, or the order is cancelled', async () => {
    const item = await listing()
    const { lines } = orderOf('', item)
    await place('L-1', item, paid)
    const parcel = { carrier: 'DHL', shippedAt: '2026-11-21T10:00:00Z', contents: [{ line: 1, quantity: 1 }] }
    await api.ask('PUT', `${seller}/orders/L-1/shipments/s-1`, { body: parcel })
    await place('L-2', item)
    await api.ask('POST', `${seller}/orders/L-2/cancellation-requests`, {
      body: { id: 'c-1', reason: 'OTHER', decided: true },
    })
    await place('L-3', item, { history: true, status: 'SHIPPED' })
    for (const order of ['L-1', 'L-2', 'L-3'])
      expect((await add(order, { id: 'add-1', lines, payments: [payment] })).status, order).toBe(409)
    expect((await add('none', { id: 'add-1', lines })).status).toBe(404)
  })
})
