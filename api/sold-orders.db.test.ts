import { testShop, staysSound } from './testing-shop.ts'
import { describe, expect, it } from 'vitest'
import { addTestListing, orderOf, soonAfter } from './testing-orders.ts'

const seller = '/sellers/shop'

const { db, api, sellerId } = await testShop({ now: () => soonAfter }, { external_id: 'shop' })
const item = await addTestListing(db, { sellerId, quantity: 1_000 })
staysSound(db)

const payment = { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' }
let count = 0
/** A paid order, as changed. */
const paid = (change: (order: ReturnType<typeof whole>) => object) => {
  count += 1
  const order = whole(`S-${count}`)
  return { ...order, ...change(order) }
}
const whole = (id: string) => ({ ...orderOf(id, item), payment, billTo: orderOf(id, item).shipTo })
const push = (body: object) => api.ask('POST', `${seller}/orders`, { body })

/** Values that cannot be used, by their field. */
const optional: Record<string, (order: ReturnType<typeof whole>) => object> = {
  '/placedAt': () => ({ placedAt: 'yesterday' }),
  '/buyer': () => ({ buyer: 'Anna Example' }),
  '/buyer/id': ({ buyer }) => ({ buyer: { ...buyer, id: 'a\nb' } }),
  '/buyer/username': ({ buyer }) => ({ buyer: { ...buyer, username: 'a'.repeat(101) } }),
  '/buyer/name': ({ buyer }) => ({ buyer: { ...buyer, name: '' } }),
  '/buyer/email': ({ buyer }) => ({ buyer: { ...buyer, email: 'anna at shop.example' } }),
  '/buyer/loyalty': ({ buyer }) => ({ buyer: { ...buyer, loyalty: 'gold' } }),
  '/delivery': () => ({ delivery: 'DRONE' }),
  '/shipTo': () => ({ shipTo: 'London' }),
  ...Object.fromEntries(
    ['name', 'company', 'line1', 'line2', 'line3', 'city', 'region', 'postalCode', 'country', 'phone'].flatMap((name) =>
      (['shipTo', 'billTo'] as const).map((of) => [
        `/${of}/${name}`,
        (order: ReturnType<typeof whole>) => ({ [of]: { ...order[of], [name]: { of: 'its own' } } }),
      ]),
    ),
  ),
  '/billTo': () => ({ billTo: 'the same' }),
  '/group': () => ({ group: ' ' + 'x'.repeat(200) }),
  '/metadata': () => ({ metadata: 'till 2' }),
  '/metadata/till': () => ({ metadata: { till: { number: 2 }, channel: 'shop' } }),
  '/shippingService': () => ({ shippingService: 'x'.repeat(101) }),
  '/buyerNote': () => ({ buyerNote: 'x'.repeat(2_001) }),
  '/taxNumbers/0': () => ({
    taxNumbers: [
      { type: 'TIN', number: '1' },
      { type: 'VAT', number: 'GB1' },
    ],
  }),
  '/gift': () => ({ gift: 'yes' }),
  '/gift/message': () => ({ gift: { message: 'x'.repeat(1_001) } }),
  '/deliveryFrom': () => ({ deliveryFrom: 'soon' }),
  '/deliveryTo': () => ({ deliveryTo: '2026-02-30' }),
  '/onShort': () => ({ onShort: 'maybe' }),
  '/payment/method': () => ({ payment: { ...payment, method: 'KLARNA' } }),
  '/payment/paidAt': () => ({ payment: { ...payment, paidAt: '2026-13-01' } }),
  '/lines/0/sku': ({ lines }) => ({ lines: [{ ...lines[0], sku: 'x'.repeat(51), title: 'Lamp' }] }),
  '/lines/0/item': ({ lines }) => ({ lines: [{ ...lines[0], item: 'lamp', title: 'Lamp' }] }),
  '/lines/0/title': ({ lines }) => ({ lines: [{ ...lines[0], title: ['Lamp'] }] }),
  '/lines/0/variation': ({ lines }) => ({ lines: [{ ...lines[0], variation: 'Red' }] }),
  '/lines/0/taxes': ({ lines }) => ({
    lines: [{ ...lines[0], taxes: [{ name: 'VAT', amount: { value: '45.01', currency: 'GBP' }, included: true }] }],
  }),
  '/shipBy': () => ({ shipBy: '2026-11-21T00:00:00Z' }),
  '/source': () => ({ source: 'fair' }),
}

describe('a paid order', () => {
  it('comes in whatever optional field cannot be used, which is kept as text', async () => {
    for (const [field, change] of Object.entries(optional)) {
      const body = paid(change)
      const { status, body: answer } = await push(body)
      expect([field, status, answer.errors]).toEqual([field, 201, undefined])
      expect(answer, field).toMatchObject({ paymentStatus: 'PAID', total: { value: '45.00', currency: 'GBP' } })
      expect(answer.unusable.map((kept: { field: string }) => kept.field)).toEqual([field])
      expect(await push(body), `${field} again`).toMatchObject({ status: 200 })
      const { payment: _, ...unpaid } = body
      const refused = await push({ ...unpaid, id: `${unpaid.id} unpaid` })
      if (!field.startsWith('/payment')) expect([field, refused.status]).toEqual([field, 422])
    }
  })

  it('keeps as much of its fields as can be used', async () => {
    const { body } = await push(
      paid((order) => ({
        buyer: { ...order.buyer, name: null, email: 'zoë@shop.example' },
        shipTo: { name: 'Anna Example', postalCode: 10115, city: null, country: 'Germany', street: 'Am Ufer 1' },
        payment: { ...payment, method: 'KLARNA', paidAt: null },
        buyerNote: 'x'.repeat(2_001),
      })),
    )
    expect(body).toMatchObject({
      buyer: { name: 'Anna Example', email: 'zoë@shop.example' },
      shipTo: { name: 'Anna Example', postalCode: '10115', city: '–', country: 'ZZ' },
      payments: [{ method: 'UNKNOWN', paidAt: '2026-11-20T09:30:00.000Z' }],
    })
    expect(new Map(body.unusable.map(({ field, value }: { field: string; value: string }) => [field, value]))).toEqual(
      new Map([
        ['/buyer/name', ''],
        ['/shipTo/city', ''],
        ['/shipTo/country', 'Germany'],
        ['/shipTo/street', 'Am Ufer 1'],
        ['/payment/method', 'KLARNA'],
        ['/payment/paidAt', ''],
        ['/buyerNote', 'x'.repeat(2_000)],
      ]),
    )
  })

  it('comes in without listing, title or time, and names what the hub lacks', async () => {
    const unitPrice = { value: '9.00', currency: 'GBP' }
    const lines = [
      { quantity: 1, unitPrice },
      { quantity: 1, unitPrice, sku: 'BAG-1' },
      { quantity: 1, unitPrice, listing: 'gone', variationId: 'gone-s', title: 'Bag' },
      { quantity: 1, unitPrice, item: '990000000000' },
      { quantity: 1, unitPrice, item, sku: 'no such one' },
    ]
    const body = paid(({ payment: of }) => ({ lines, placedAt: '', payment: { ...of, paidAt: null } }))
    const first = await push(body)
    expect(first).toMatchObject({ status: 201, body: { total: { value: '45.00' }, status: 'AWAITING_SHIPMENT' } })
    expect(first.body.lines.map(({ title }: { title: string }) => title)).toEqual([
      '–',
      'BAG-1',
      'Bag',
      '990000000000',
      'no such one',
    ])
    expect(first.body.unusable).toEqual(
      expect.arrayContaining([
        { field: '/placedAt', value: '' },
        { field: '/lines/0/title', value: '' },
        { field: '/lines/2/listing', value: 'gone · gone-s' },
        { field: '/lines/3/item', value: '990000000000' },
        { field: '/lines/4/item', value: `${item} · no such one` },
      ]),
    )
    expect(await push(body)).toMatchObject({ status: 200, body: { number: first.body.number } })
  })

  it('is refused for what it contradicts: amounts, units, another currency', async () => {
    const [line] = orderOf('', item).lines
    const wrong = [
      { lines: [{ ...line, quantity: 0 }] },
      { lines: [{ ...line, unitPrice: { value: '45', currency: 'EUR' } }] },
      { lines: [{ ...line, discount: { value: 'some', currency: 'GBP' } }] },
      { currency: 'pounds' },
      { payment: { ...payment, amount: { value: '46.00', currency: 'GBP' } } },
    ]
    for (const change of wrong) expect((await push(paid(() => change))).status, JSON.stringify(change)).toBe(422)
  })

  it('is refused as before if it is refused beyond the stock, or not paid', async () => {
    const gone = { lines: [{ listing: 'gone', quantity: 1, unitPrice: { value: '9.00', currency: 'GBP' } }] }
    const refusal = { status: 422, body: { type: 'urn:seller-hub:problem:no-such-listing' } }
    expect(await push(paid(() => ({ ...gone, onShort: 'refuse' })))).toMatchObject(refusal)
    expect(await push(paid(() => ({ ...gone, payment: null })))).toMatchObject(refusal)
    const taken = { ...gone, payment: null, onShort: 'take', delivery: 'DRONE' }
    expect(await push(paid(() => taken))).toMatchObject({
      status: 201,
      body: { unusable: [{ field: '/delivery' }, { field: '/lines/0/listing' }], lines: [{ title: 'gone' }] },
    })
  })
})

it('a payment that was made, and the corrected address, are taken with what can be used of them', async () => {
  const body = paid(() => ({ payment: null }))
  await push(body)
  const path = `${seller}/orders/${body.id}`
  const made = { method: 'APPLE_PAY', state: 'PAID', paidAt: payment.paidAt, risk: 'low' }
  const taken = await api.ask('PUT', `${path}/payments/p-1`, { body: made })
  expect(taken).toMatchObject({ status: 201, body: { paymentStatus: 'PAID', payments: [{ method: 'UNKNOWN' }] } })
  expect((await api.ask('PUT', `${path}/payments/p-1`, { body: made })).status).toBe(200)
  const shipTo = { ...body.shipTo, line1: '2 High Street', phone: '0'.repeat(61) }
  const moved = await api.ask('PUT', `${path}/ship-to`, { body: shipTo })
  expect(moved).toMatchObject({ status: 200, body: { shipTo: { line1: '2 High Street', phone: '0'.repeat(60) } } })
  expect(moved.body.unusable).toEqual([
    { field: '/payments/p-1/risk', value: 'low' },
    { field: '/payments/p-1/method', value: 'APPLE_PAY' },
    { field: '/shipTo/phone', value: '0'.repeat(61) },
  ])
})
