import { rowOf, updateRows } from '#db/testing-row.ts'
import { testShop } from './testing-shop.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { addTestListing, orderOf, soonAfter } from './testing-orders.ts'

const { db, api, sellerId, seller } = await testShop()

// `orderOf` places orders at half past nine.
const [before, after] = [new Date('2026-11-20T09:00:00Z'), new Date('2026-11-20T09:30:00.001Z')]
const placed = new Date('2026-11-20T09:30:00Z')
const paid = { payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' } }

const add = (quantity: number) => addTestListing(db, { sellerId, quantity })
const end = (item: string, at: Date) =>
  updateRows(db.owner, 'listings', { item_number: item }, { state: 'ENDED', ended_at: at, end_reason: 'SELLER' })
const sellOut = (item: string, at: Date) =>
  updateRows(db.owner, 'listings', { item_number: item }, { state: 'OUT_OF_STOCK', out_of_stock_since: at, on_hand: 0 })
const push = (
  id: string,
  item: string,
  { quantity = 1, ...more }: Record<string, unknown> & { quantity?: number } = {},
) => api.ask('POST', `${seller}/orders`, { body: { ...orderOf(id, item, { quantity }), ...more } })
const stockOf = async (item: string) => (await api.ask('GET', `${seller}/listings/${item}/stock`)).body
const lineOf = async (id: string) => (await api.ask('GET', `${seller}/orders/${id}`)).body.lines[0]
const ship = (number: OrderNumber, units: number) =>
  db.asSeller(sellerId, 'write', (tx) =>
    shipOrder(tx, {
      sellerId,
      number,
      parcels: [
        {
          key: newParcelKey(),
          carrier: 'DHL',
          trackingNumber: 'JD123456',
          service: null,
          shippedAt: soonAfter,
          contents: new Map([[1, units]]),
        },
      ],
      actor: { kind: 'HUB' },
      now: soonAfter,
    }),
  )

describe('an order placed in time that arrives late', () => {
  it.each([
    ['paid, placed before the listing ended', after, paid, 201],
    ['paid, placed at that very moment', placed, paid, 201],
    ['paid, placed afterwards', before, paid, 409],
    ['not paid', after, {}, 409],
    ['paid, of a shop that refuses', after, { ...paid, onShort: 'refuse' }, 409],
    ['placed afterwards, of a shop that has sold it already', before, { onShort: 'take' }, 201],
  ])('%s', async (name, endedAt, more, status) => {
    const item = await add(5)
    await end(item, endedAt)
    const answer = await push(`E ${name}`, item, more)
    expect(answer.status).toBe(status)
    if (status === 409) expect(answer.body.type).toBe('urn:seller-hub:problem:not-on-offer')
    // It is in stock, so nothing is oversold.
    else expect(answer.body.lines[0]).toMatchObject({ oversold: 0, reserved: 1 })
  })

  it.each([
    ['paid, placed before it was sold out', after, paid, 201],
    ['paid, placed after it was sold out', before, paid, 409],
    ['not paid', after, {}, 409],
    ['of a shop that has sold it already', before, { onShort: 'take' }, 201],
    ['paid, of a shop that refuses', after, { ...paid, onShort: 'refuse' }, 409],
  ])('without stock: %s', async (name, goneAt, more, status) => {
    const item = await add(5)
    await sellOut(item, goneAt)
    const answer = await push(`S ${name}`, item, { quantity: 2, ...more })
    expect(answer.status).toBe(status)
    if (status === 409) expect(answer.body.type).toBe('urn:seller-hub:problem:not-enough-stock')
    else expect(answer.body.lines[0]).toMatchObject({ oversold: 2, reserved: 0, quantity: 2 })
    expect(await stockOf(item)).toMatchObject({ onHand: 0, reserved: 0, available: 0 })
  })
})

describe('oversold units', () => {
  it('are those without stock: the rest is reserved, and stock is never negative', async () => {
    const item = await add(3)
    const { status, body } = await push('O-1', item, { quantity: 5, onShort: 'take', ...paid })
    expect(status).toBe(201)
    expect(body.lines[0]).toMatchObject({ oversold: 2, reserved: 3 })
    expect(await stockOf(item)).toMatchObject({ onHand: 3, reserved: 3, available: 0 })
    // A repeated push with another option.
    expect((await push('O-1', item, { quantity: 5, ...paid })).status).toBe(200)
    // The available units ship, then the oversold ones.
    expect(await ship(body.number, 3)).toMatchObject({ ok: true })
    expect(await lineOf('O-1')).toMatchObject({ oversold: 2, reserved: 0, shipped: 3 })
    expect(await ship(body.number, 2)).toMatchObject({ ok: true })
    expect(await lineOf('O-1')).toMatchObject({ oversold: 0, reserved: 0, shipped: 5 })
    expect(await stockOf(item)).toMatchObject({ onHand: 0, reserved: 0 })
  })

  it('are covered by added stock, oldest order first', async () => {
    const item = await add(0)
    for (const id of ['R-1', 'R-2']) await push(id, item, { quantity: 2, onShort: 'take', ...paid })
    const put = await api.ask('PUT', `${seller}/listings/${item}/stock`, { body: { onHand: 3 } })
    expect(put.status).toBe(200)
    expect([await lineOf('R-1'), await lineOf('R-2')]).toMatchObject([
      { oversold: 0, reserved: 2 },
      { oversold: 1, reserved: 1 },
    ])
    expect(await stockOf(item)).toMatchObject({ onHand: 3, reserved: 3, available: 0 })
    await api.ask('PUT', `${seller}/listings/${item}/stock`, { body: { onHand: 9 } })
    expect(await lineOf('R-2')).toMatchObject({ oversold: 0, reserved: 2 })
    expect(await stockOf(item)).toMatchObject({ reserved: 4, available: 5 })
  })

  it('keep a listing out of stock whose added stock they take', async () => {
    const item = await add(5)
    await sellOut(item, before)
    await push('T-1', item, { quantity: 2, onShort: 'take', ...paid })
    const put = (onHand: number) => api.ask('PUT', `${seller}/listings/${item}/stock`, { body: { onHand } })
    const listing = () => rowOf(db.owner, 'listings', { item_number: item })
    expect((await put(2)).body).toMatchObject({ onHand: 2, reserved: 2, available: 0 })
    expect(await lineOf('T-1')).toMatchObject({ oversold: 0, reserved: 2 })
    expect(await listing()).toMatchObject({ state: 'OUT_OF_STOCK', out_of_stock_since: before })
    await put(3)
    expect(await listing()).toMatchObject({ state: 'ACTIVE', out_of_stock_since: null })
  })

  it.each([
    ['not covered by units of a cancelled order that were missing', false, { oversold: 2, reserved: 0 }, 0],
    ['covered by units of a cancelled order that are there', true, { oversold: 0, reserved: 2 }, 2],
  ])('are %s', async (_name, restocks, line, onHand) => {
    const item = await add(2)
    const { body: first } = await push(`M-1 ${restocks}`, item, { quantity: 2, ...paid })
    await push(`M-2 ${restocks}`, item, { quantity: 2, onShort: 'take', ...paid })
    const cancelled = await db.asSeller(sellerId, 'write', (tx) =>
      cancelOrder(tx, {
        sellerId,
        number: first.number,
        policyPack,
        actor: { kind: 'HUB' },
        now: soonAfter,
        key: newCancelKey(),
        reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
        restocks,
      }),
    )
    expect(cancelled).toMatchObject({ ok: true })
    expect(await lineOf(`M-2 ${restocks}`)).toMatchObject(line)
    expect(await stockOf(item)).toMatchObject({ onHand, reserved: onHand, available: 0 })
  })

  it('are cancelled first', async () => {
    const item = await add(1)
    await push('C-1', item, { quantity: 3, onShort: 'take', ...paid })
    const cancel = (units: number) =>
      db.owner.updateTable('line_items').set({ cancelled_quantity: units }).where('item_number', '=', item).execute()
    await cancel(2)
    expect(await lineOf('C-1')).toMatchObject({ oversold: 0, reserved: 1 })
    await cancel(3)
    expect(await lineOf('C-1')).toMatchObject({ oversold: 0, reserved: 0 })
    expect(await stockOf(item)).toMatchObject({ onHand: 1, reserved: 0, available: 1 })
  })

  it('never exceed the order, also in the database', async () => {
    const item = await add(1)
    await push('D-1', item)
    await expect(
      sql`update line_items set short_quantity = 2 where item_number = ${item}`.execute(db.owner),
    ).rejects.toMatchObject({ constraint: 'line_items_short' })
  })
})

describe('a promised delivery', () => {
  it.each([
    ['2026-11-25', '2026-11-25T23:59:59.999Z'],
    ['2026-11-25T00:00:00Z', '2026-11-25T00:00:00.000Z'],
  ])('of %s lasts until %s in London', async (deliveryTo, until) => {
    const item = await add(1)
    expect((await push(`P ${deliveryTo}`, item, { deliveryFrom: '2026-11-24', deliveryTo })).status).toBe(201)
    const row = await rowOf(db.owner, 'orders', { external_id: `P ${deliveryTo}` })
    expect([row.estimated_delivery_min, row.estimated_delivery_max]).toEqual([
      new Date('2026-11-24T00:00:00Z'),
      new Date(until),
    ])
  })

  it('rejects a day that does not exist', async () => {
    const item = await add(1)
    expect(await push('P-x', item, { deliveryTo: '2026-02-30' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/deliveryTo' }] },
    })
  })
})
