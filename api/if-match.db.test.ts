import { testShop } from './testing-shop.ts'
import { expect, it } from 'vitest'
import { makeFundsAvailable } from '#features/payments/payouts/funds-available.server.ts'
import { payOutNow } from '#features/payments/payouts/due-payouts.server.ts'
import { addPostedOrder } from '#features/payments/testing.ts'
import { day } from '#lib/duration.ts'
import { newSecret } from '#lib/webhook-signature.ts'
import { endpoints } from './endpoints.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

const { db, api, sellerId } = await testShop()
const row = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
const seller = `/sellers/${(await row.executeTakeFirstOrThrow()).username}`
const item = await addTestListing(db, { sellerId, quantity: 5 })
await api.ask('POST', `${seller}/orders`, { body: orderOf('M-1', item) })
await addPostedOrder(db, sellerId)
await makeFundsAvailable(api.hub)
await payOutNow(api.hub, sellerId)
const paid = db.owner.selectFrom('payouts').select('payout_number').where('seller_id', '=', sellerId)
const { payout_number: payout } = await paid.executeTakeFirstOrThrow()
const { number: soldLater } = await addPostedOrder(db, sellerId)
const hook = { url: 'https://shop.example/hooks', secret: newSecret() }
const { id: webhook } = (await api.ask('POST', '/webhooks', { body: hook })).body

const feedback = { order: 'M-1', rating: 'POSITIVE', leftAt: '2026-11-22T09:30:00Z' }
const hold = { order: soldLater, reason: 'MARKETPLACE' }
const disputed = { order: soldLater, reason: 'NOT_RECEIVED', amount: { value: '1.00', currency: 'GBP' } }
const account = { bankName: 'Barclays', last4: '4410', country: 'GB' }
const cost = { unitCost: { value: '21.00', currency: 'GBP' }, since: '2026-11-22T09:30:00Z' }
const payment = { method: 'BANK_TRANSFER', state: 'PENDING' }
const product = { title: 'Leica M3', brand: 'Leica', category: 'Cameras & Photography > Film Cameras' }
const home = { name: 'Ann', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' }
const camera = {
  title: 'Leica M3',
  category: 'Nowhere',
  price: { value: '1.00', currency: 'GBP' },
  quantity: 1,
}
const wholesale = { name: 'Film & Co', currency: 'GBP', leadDays: 14 }
const { id: supplier } = (await api.ask('POST', `${seller}/suppliers`, { body: wholesale })).body
const draft = { supplier, lines: [] }
const { id: purchase } = (await api.ask('POST', `${seller}/purchase-orders`, { body: draft })).body
const mapped = [{ shop: 'film', category: 'Cameras & Photography > Film Cameras' }]
const ada = { name: 'Ada', role: 'manager' }
const connected = {
  shop: { kind: 'Vendure' },
  counts: { listings: 1, orders: 0, told: 0, waiting: 0, refused: 0 },
  refused: [],
}
const dayAfter = (days: number) => new Date(api.hub.now().getTime() + days * day).toISOString().slice(0, 10)
const away = { from: dayAfter(2), to: dayAfter(9), message: 'Skiing', listings: 'STAY' }
const person = { username: 'ann', displayName: 'Ann', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }

/** Every endpoint that replaces something, with a first and a second body. */
const changes: Record<string, [path: string, first: object, second: object]> = {
  '/sellers/{seller}': ['/sellers/ann', person, { ...person, displayName: 'Anne' }],
  '/sellers/{seller}/time-away': [`${seller}/time-away`, away, { ...away, listings: 'PAUSE' }],
  '/sellers/{seller}/members/{email}': [`${seller}/members/ada@ann.example`, ada, { ...ada, role: 'viewer' }],
  '/sellers/{seller}/orders/{order}/payments/{payment}': [
    `${seller}/orders/M-1/payments/p-1`,
    payment,
    { ...payment, state: 'FAILED' },
  ],
  '/sellers/{seller}/orders/{order}/ship-to': [
    `${seller}/orders/M-1/ship-to`,
    home,
    { ...home, line1: '2 High Street' },
  ],
  '/sellers/{seller}/feedback/{feedback}': [`${seller}/feedback/f-1`, feedback, { ...feedback, rating: 'NEGATIVE' }],
  '/sellers/{seller}/disputes/{dispute}': [`${seller}/disputes/d-1`, disputed, { ...disputed, state: 'WON' }],
  '/sellers/{seller}/holds/{hold}': [`${seller}/holds/h-1`, hold, { ...hold, note: 'We are checking this sale.' }],
  '/sellers/{seller}/payouts/{payout}': [`${seller}/payouts/${payout}`, { state: 'PAID' }, { state: 'REVERSED' }],
  '/sellers/{seller}/payout-account': [`${seller}/payout-account`, account, { ...account, last4: '9001' }],
  '/sellers/{seller}/suppliers/{supplier}': [
    `${seller}/suppliers/${supplier}`,
    wholesale,
    { ...wholesale, leadDays: 7 },
  ],
  '/sellers/{seller}/purchase-orders/{purchaseOrder}': [
    `${seller}/purchase-orders/${purchase}`,
    { lines: [] },
    { lines: [], note: 'At the ramp' },
  ],
  '/sellers/{seller}/skus/{sku}/costs/{cost}': [`${seller}/skus/M3/costs/c-1`, cost, { ...cost, quantity: 5 }],
  '/sellers/{seller}/listings/{item}/stock': [`${seller}/listings/${item}/stock`, { onHand: 7 }, { onHand: 9 }],
  '/sellers/{seller}/listings/{item}': [`${seller}/listings/p-1`, camera, { ...camera, title: 'Leica M3 body' }],
  '/sellers/{seller}/listings/{item}/interest': [
    `${seller}/listings/${item}/interest`,
    { buyers: [{ buyer: 'eve', interest: 'WATCHING', since: '2026-11-22T09:30:00Z' }] },
    { buyers: [] },
  ],
  '/category-map': ['/category-map', { categories: mapped }, { categories: [] }],
  '/connections/{connection}': ['/connections/vendure', connected, { ...connected, failure: 'The shop is away.' }],
  '/products/{product}': ['/products/m3', product, { ...product, title: 'Leica M3 body' }],
  '/webhooks/{webhook}': [`/webhooks/${webhook}`, { paused: true }, { paused: false }],
}

/** What the shop reports once: repeated it changes nothing, and other content under the same id is refused. */
const reportedOnce = [
  'offers/{offer}',
  ...['shipments/{shipment}', 'hand-over', 'refunds/{refund}'].map((what) => `orders/{order}/${what}`),
].map((what) => `/sellers/{seller}/${what}`)

it('every address that updates a resource supports If-Match', () => {
  const all = endpoints.filter(({ method, path }) => method === 'PUT' && !reportedOnce.includes(path))
  expect(all.filter(({ versioned }) => !versioned).map(({ path }) => path)).toEqual([])
  expect(Object.keys(changes).toSorted()).toEqual(all.map(({ path }) => path).toSorted())
})

it.each(Object.keys(changes))('an update of an outdated version is refused and changes nothing: %s', async (name) => {
  const [path, first, second] = changes[name]!
  const put = (body: object, tag?: string) =>
    api.ask('PUT', path, { body, ...(tag === undefined ? {} : { headers: { 'if-match': tag } }) })
  const seen = await put(first)
  expect(seen.status).toBeLessThan(300)
  const tag = seen.headers.get('etag')!
  expect((await put(first, '"another"')).status).toBe(412)
  const changed = await put(second, tag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(tag)
  expect(await put(first, tag)).toMatchObject({ status: 412, body: { type: 'urn:seller-hub:problem:stale' } })
  // The change is stored.
  expect((await put(second, changed.headers.get('etag')!)).body).toEqual(changed.body)
})

it('a resource that does not exist matches nothing', async () => {
  for (const [path, body] of [
    [`${seller}/members/new@ann.example`, ada],
    [`${seller}/feedback/f-2`, feedback],
    [`${seller}/holds/h-2`, hold],
    [`${seller}/disputes/d-2`, disputed],
    ['/products/m4', product],
    ['/connections/medusa', connected],
    ['/sellers/bob', { ...person, username: 'bob' }],
  ] as const)
    expect((await api.ask('PUT', path, { body, headers: { 'if-match': '*' } })).status, path).toBe(412)
  expect(await db.owner.selectFrom('members').select('email').where('email', '=', 'new@ann.example').execute()).toEqual(
    [],
  )
})
