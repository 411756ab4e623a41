import { testShop, staysSound } from './testing-shop.ts'
import { expect, it } from 'vitest'
import { addTestListing, orderOf, soonAfter, gbp } from './testing-orders.ts'

const seller = '/sellers/shop'

const { db, api, sellerId } = await testShop({ now: () => soonAfter }, { external_id: 'shop' })
staysSound(db)

const payment = { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' }
const line = (named: object, quantity = 1) => ({ quantity, unitPrice: gbp('9.00'), ...named })
const push = (id: string, lines: object[], more: object = {}) =>
  api.ask('POST', `${seller}/orders`, { body: { ...orderOf(id, ''), payment, ...more, lines } })
const of = (id: string, path: string, body: object, method = 'POST') =>
  api.ask(method, `${seller}/orders/${id}/${path}`, { body })
const taken = { onShort: 'take' }

it('an order of what is not on sale comes in by its titles, is shipped and refunded, and moves no stock', async () => {
  const item = await addTestListing(db, { sellerId, quantity: 5 })
  // Without a picture it stays a draft.
  const draft = await api.ask('PUT', `${seller}/listings/vase`, {
    body: { title: 'Vase', category: 'vases', price: gbp('9.00'), quantity: 3 },
  })
  expect(draft.body).toMatchObject({ state: 'DRAFT' })
  const lines = [
    line({ item, title: 'Another title' }),
    line({ listing: 'vase', title: 'Blue vase', sku: 'V-1' }, 2),
    line({ listing: 'gone', variationId: 'gone-S', title: 'Gone' }),
    line({ item, sku: 'no such one', title: 'Of another size' }),
    line({ title: 'Never listed' }),
  ]
  const { status, body } = await push('U-1', lines, taken)
  expect(status).toBe(201)
  const unlisted = { listing: null, variation: null, oversold: 0, reserved: 0 }
  expect(body).toMatchObject({
    status: 'AWAITING_SHIPMENT',
    shipBy: expect.any(String),
    total: gbp('54.00'),
    lines: [
      { item, title: 'Leica M3 body', reserved: 1 },
      { ...unlisted, item: draft.body.item, title: 'Blue vase', sku: 'V-1', quantity: 2 },
      { ...unlisted, title: 'Gone' },
      { ...unlisted, item, title: 'Of another size', sku: 'no such one' },
      { ...unlisted, title: 'Never listed' },
    ],
  })
  const stockOf = async (named: string) => (await api.ask('GET', `${seller}/listings/${named}/stock`)).body.available
  expect([await stockOf(item), await stockOf('vase')]).toEqual([4, 3])
  expect((await push('U-1', lines, taken)).status).toBe(200)

  const more = { id: 'more', lines: [line({ listing: 'vase', title: 'Blue vase' })], ...taken }
  const paid = { payments: [{ ...payment, id: 'p-2' }] }
  expect(await of('U-1', 'lines', { ...more, ...paid })).toMatchObject({ status: 201, body: { total: gbp('63.00') } })
  const cancelled = { id: 'c-1', reason: 'OTHER', decided: true, lines: [{ line: 2, quantity: 1 }] }
  expect((await of('U-1', 'cancellation-requests', cancelled)).body).toMatchObject({
    refunds: [{ amount: gbp('9.00') }],
  })
  const parcel = { carrier: 'Royal Mail', trackingNumber: 'AB123456785GB', shippedAt: '2026-11-21T10:00:00Z' }
  expect((await of('U-1', 'shipments/s-1', parcel, 'PUT')).body).toMatchObject({
    status: 'SHIPPED',
    lines: [{ shipped: 1 }, { shipped: 1, cancelled: 1 }, {}, {}, {}, { shipped: 1 }],
  })
  expect([await stockOf(item), await stockOf('vase')]).toEqual([4, 3])
})

it('unless the order is sold, it is refused as before', async () => {
  const unknown = line({ listing: 'gone', title: 'Gone' })
  const refused = {
    status: 422,
    body: { type: 'urn:seller-hub:problem:no-such-listing', errors: [{ pointer: '/lines/0/listing' }] },
  }
  expect(await push('U-2', [unknown], { onShort: 'refuse' })).toMatchObject(refused)
  expect(await push('U-2', [unknown], { payment: null })).toMatchObject(refused)
  expect((await push('U-2', [line({})], { payment: null })).body.errors).toMatchObject([{ pointer: '/lines/0/item' }])
})
