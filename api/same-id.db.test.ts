import { testShop } from './testing-shop.ts'
import sharp from 'sharp'
import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { day } from '#lib/duration.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { apiRoot } from './marketplace-api.ts'
import { endpoints } from './endpoints.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

const { db, api, sellerId, seller } = await testShop()
const item = await addTestListing(db, { sellerId, quantity: 100 })
const pictures = [await upload('#876'), await upload('#678')]

async function upload(background: string): Promise<string> {
  const file = await sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'image/jpeg' }
  const url = `${api.hub.config.publicUrl}${apiRoot}${seller}/pictures`
  const answer = await api.raw(new Request(url, { method: 'POST', headers, body: new Uint8Array(file) }))
  return ((await answer.json()) as { id: string }).id
}

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * day).toISOString()
const placedAt = at(3)
const payment = { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: placedAt }
const now = at(0)

async function place(id: string, placed: string): Promise<string> {
  const paid = { ...payment, paidAt: placed }
  const body = { ...orderOf(id, item, { quantity: 3 }), placedAt: placed, payment: paid }
  const answer = await api.ask('POST', `${seller}/orders`, { body })
  expect(answer.status).toBe(201)
  return answer.body.number
}

async function ship(id: string): Promise<void> {
  const number = parseOrderNumber(await place(id, placedAt))!
  const parcel = { key: newParcelKey(), carrier: 'DHL', trackingNumber: null, shippedAt: new Date(at(2)) }
  const common = { sellerId, number, actor: { kind: 'HUB' } as const, now: new Date() }
  const shipped = await db.asSeller(sellerId, 'write', (own) =>
    shipOrder(own, { ...common, parcels: [{ ...parcel, contents: 'rest' }] }),
  )
  expect(shipped).toMatchObject({ ok: true })
  await api.ask('POST', `${seller}/tracking-events`, { body: { shipment: parcel.key, event: 'DELIVERED', at: at(1) } })
}

async function openCase(order: string, id: string): Promise<string> {
  await ship(order)
  const body = { id, kind: 'RETURN', reason: 'DEFECTIVE_ITEM', line: 1, quantity: 1, message: 'It sticks.' }
  return (await api.ask('POST', `${seller}/orders/${order}/cases`, { body })).body.number
}

interface Named {
  /** Creates what must exist first; returns the path below the seller's. */
  path: () => Promise<string>
  body: () => object
  /** Another value of each field; undefined if it is refused on its own or not part of the item. */
  others: () => Record<string, unknown>
}

/** Everything identified by an id in its body. */
const named: Record<string, Named> = {
  addKey: {
    path: async () => '/keys',
    body: () => ({ id: '3f9a1c07b2de', name: 'Their tool', scopes: ['orders:read'] }),
    others: () => ({ name: 'Another tool', scopes: ['orders:read', 'listings:read'], days: undefined }),
  },
  placeOrder: {
    path: async () => '/orders',
    body: () => ({ ...orderOf('I-1', item), placedAt }),
    others: () => ({
      placedAt: at(2),
      buyer: { id: 'b-2', username: 'bob', name: 'Bob Example' },
      shipTo: { ...orderOf('', '').shipTo, line1: '2 High Street' },
      delivery: 'DIGITAL',
      billTo: { ...orderOf('', '').shipTo, name: 'Anna’s office' },
      currency: undefined,
      shipping: { value: '3.95', currency: 'GBP' },
      discount: { value: '1.00', currency: 'GBP' },
      group: 'g-1',
      metadata: { channel: 'app' },
      lines: orderOf('', item, { quantity: 2 }).lines,
      extras: [{ kind: 'TIP', title: 'Tip', amount: { value: '1.00', currency: 'GBP' } }],
      shippingService: 'Express',
      buyerNote: 'Please wrap it.',
      taxNumbers: [{ type: 'VAT', number: 'GB1' }],
      gift: { message: 'Happy birthday!' },
      deliveryFrom: '2026-11-28',
      deliveryTo: '2026-11-30',
      coupon: 'SPRING-10',
      onShort: undefined,
      payment,
      payments: [payment],
      // Of history alone, which has a test of its own.
      history: undefined,
      status: undefined,
      shipBy: undefined,
      parcels: undefined,
      refunds: undefined,
      cancellations: undefined,
      feedback: undefined,
      unusable: [{ field: 'till', value: '2' }],
    }),
  },
  requestCancellation: {
    path: async () => (await place('I-2', now), '/orders/I-2/cancellation-requests'),
    body: () => ({ id: 'c-1', reason: 'ORDER_MISTAKE', lines: [{ line: 1, quantity: 1 }] }),
    others: () => ({ reason: 'OTHER', lines: [{ line: 1, quantity: 2 }], decided: true, refund: undefined }),
  },
  addLines: {
    path: async () => (await place('I-9', placedAt), '/orders/I-9/lines'),
    body: () => ({ id: 'add-1', lines: orderOf('', item).lines, payments: [{ ...payment, id: 'p-2' }] }),
    others: () => ({
      lines: orderOf('', item, { quantity: 2 }).lines,
      shipping: { value: '3.95', currency: 'GBP' },
      discount: { value: '1.00', currency: 'GBP' },
      payments: [{ ...payment, id: 'p-3' }],
      onShort: undefined,
      unusable: [{ field: 'till', value: '2' }],
    }),
  },
  openCase: {
    path: async () => (await ship('I-3'), '/orders/I-3/cases'),
    body: () => ({ id: 'r-1', kind: 'RETURN', reason: 'DEFECTIVE_ITEM', line: 1, quantity: 1, message: 'It sticks.' }),
    others: () => ({
      kind: undefined,
      reason: 'ARRIVED_DAMAGED',
      line: undefined,
      quantity: 2,
      message: 'It does not.',
      photos: [{ picture: pictures[0] }],
    }),
  },
  addCaseStep: {
    path: async () => `/cases/${await openCase('I-4', 'r-2')}/steps`,
    body: () => ({ id: 'st-1', step: 'withdraw' }),
    others: () => ({ step: 'escalate', parcel: { carrier: 'DHL', trackingNumber: 'X1' } }),
  },
  addMessage: {
    path: async () => (await openCase('I-5', 'r-3'), '/orders/I-5/messages'),
    body: () => ({ id: 'm-1', text: 'Thank you!', sentAt: at(1), pictures: [pictures[0]] }),
    others: () => ({ text: 'No, thank you!', sentAt: at(0.5), case: undefined, pictures: [pictures[1]] }),
  },
  addQuestion: {
    path: async () => `/listings/${item}/questions`,
    body: () => ({
      id: 'q-1',
      buyer: { username: 'lena' },
      text: 'Is it new?',
      sentAt: at(1),
      pictures: [pictures[0]],
    }),
    others: () => ({
      buyer: { username: 'max' },
      variation: undefined,
      text: 'Is it old?',
      sentAt: at(0.5),
      pictures: [pictures[1]],
    }),
  },
  addTransaction: {
    path: async () => (await place('I-8', placedAt), '/transactions'),
    body: () => ({
      id: 't-1',
      kind: 'CHARGE',
      amount: { value: '3.00', currency: 'GBP' },
      description: 'November',
      at: at(1),
    }),
    others: () => ({
      kind: 'ADVERTISING',
      amount: { value: '4.00', currency: 'GBP' },
      paidBy: 'MARKETPLACE',
      description: 'December',
      order: 'I-8',
      at: at(2),
    }),
  },
}

describe('an id in a body', () => {
  it('is tested for everything that has one', () => {
    const withId = endpoints.filter(({ method, body }) => method !== 'GET' && body && 'id' in fieldsOf(body))
    expect(withId.map(({ operationId }) => operationId)).toEqual(Object.keys(named))
  })

  it.each(Object.keys(named))(
    'names one object: sent again it is the same, with another field it is refused (%s)',
    async (name) => {
      const { path, body, others } = named[name]!
      const address = seller + (await path())
      const first = body()
      const send = (sent: object) => api.ask('POST', address, { body: sent })
      const taken = await send(first)
      expect([200, 201], JSON.stringify(taken.body)).toContain(taken.status)
      expect((await send(first)).status).toBe(200)
      const changes = others()
      const { body: schema } = endpoints.find(({ operationId }) => operationId === name)!
      expect(new Set(['id', ...Object.keys(changes)])).toEqual(new Set(Object.keys(fieldsOf(schema!))))
      for (const [field, value] of Object.entries(changes)) {
        if (value === undefined) continue
        expect(await send({ ...first, [field]: value }), field).toMatchObject({
          status: 409,
          body: { type: 'urn:seller-hub:problem:id-taken' },
        })
      }
      expect((await send(first)).status).toBe(200)
    },
  )

  it('of a cancellation request is the same whether it lists all lines or none', async () => {
    for (const [order, lines] of [
      ['I-6', undefined],
      ['I-7', [{ line: 1, quantity: 3 }]],
    ] as const) {
      await place(order, now)
      const ask = (more: object) =>
        api.ask('POST', `${seller}/orders/${order}/cancellation-requests`, {
          body: { id: 'c-1', reason: 'OTHER', ...more },
        })
      const other = lines ? {} : { lines: [{ line: 1, quantity: 3 }] }
      const statuses = [await ask({ lines }), await ask({ lines }), await ask(other)].map(({ status }) => status)
      expect(statuses, order).toEqual([201, 200, 409])
    }
  })
})

const fieldsOf = (schema: z.ZodType): object => (schema instanceof z.ZodObject ? schema.shape : {})
