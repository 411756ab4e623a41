import { testShop } from './testing-shop.ts'
import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { replyToFeedback } from '#features/orders/feedback/reply-to-feedback-db.server.ts'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import { moveCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { parseMessageKey } from '#features/orders/conversations/message.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { day } from '#lib/duration.ts'
import { ndjson } from './answer-batch.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

const clock = new Date('2026-11-10T09:00:00Z')
const member = { kind: 'MEMBER', id: 'ada', name: 'Ada' } as const
const at = (days: number) => new Date(clock.getTime() + days * day).toISOString()

const { db, api, sellerId } = await testShop({ now: () => clock })
const named = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
const seller = `/sellers/${(await named.executeTakeFirstOrThrow()).username}`
const item = await addTestListing(db, { sellerId, quantity: 1_000 })
afterEach(() => expectSoundBooks(db))

const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)

/** A paid and shipped order with one parcel. */
async function shipped(id: string, trackingNumber: string | null = null) {
  const payment = { id: 'p', method: 'CARD', state: 'PAID', paidAt: at(-2) }
  const pushed = await api.ask('POST', `${seller}/orders`, {
    body: { ...orderOf(id, item, { quantity: 2, buyer: id }), placedAt: at(-2), payment },
  })
  expect(pushed.status).toBe(201)
  const number = pushed.body.number as OrderNumber
  const key = newParcelKey()
  const parcel = {
    key,
    carrier: 'Royal Mail',
    service: null,
    trackingNumber,
    shippedAt: new Date(at(-1)),
    contents: new Map([[1, 2]]),
  }
  const outcome = await own((tx) => shipOrder(tx, { sellerId, actor: member, now: clock, number, parcels: [parcel] }))
  expect(outcome).toMatchObject({ ok: true })
  return { number, key }
}

const track = (body: object) => api.ask('POST', `${seller}/tracking-events`, { body })
const read = async (order: string) => (await api.ask('GET', `${seller}/orders/${order}`)).body

describe('a carrier scan', () => {
  it('advances a parcel: after the first scan it cannot be taken back, then it is delivered', async () => {
    const { number, key } = await shipped('T-1', 'TT1')
    const scan = { carrier: 'royal mail', trackingNumber: 'TT1', event: 'SCANNED', at: at(0) }
    expect(await track(scan)).toMatchObject({ status: 200, body: { shipments: [key] } })
    const voided = await own((tx) => voidParcel(tx, { sellerId, number, key, actor: member, now: clock }))
    expect(voided).toEqual({ ok: false, reason: 'scanned' })
    await track({ shipment: key, event: 'DELIVERED', at: at(1) })
    // Late and repeated.
    await track(scan)
    await track({ shipment: key, event: 'DELIVERED', at: at(2) })
    expect(await read('T-1')).toMatchObject({
      status: 'DELIVERED',
      parcels: [{ state: 'DELIVERED', deliveredAt: at(1) }],
    })
    expect((await track({ ...scan, trackingNumber: 'nobody’s' })).status).toBe(404)
    // As printed in groups, and as carriers report it.
    const { key: grouped } = await shipped('T-1b', 'rm 1234-5678 5gb')
    for (const trackingNumber of ['RM123456785GB', 'RM1234 56785GB'])
      expect((await track({ ...scan, trackingNumber })).body).toEqual({ shipments: [grouped] })
    // Another carrier may use the same number.
    expect((await track({ ...scan, carrier: 'DHL' })).status).toBe(404)
    expect((await track({ event: 'SCANNED', at: at(0) })).body.errors).toMatchObject([{ pointer: '/shipment' }])
  })

  it('can be older than the handover, but a scan from before the order belongs to another parcel', async () => {
    const { key } = await shipped('T-2', 'TT2')
    const scan = { carrier: 'Royal Mail', trackingNumber: 'TT2', event: 'SCANNED' }
    // Two days before the order, the number belonged to another parcel.
    expect(await track({ ...scan, at: at(-4) })).toMatchObject({ status: 422, body: { errors: [{ pointer: '/at' }] } })
    expect((await read('T-2')).parcels).toMatchObject([{ state: 'SHIPPED', shippedAt: at(-1) }])
    await track({ ...scan, at: at(-1.5) })
    expect((await read('T-2')).parcels).toMatchObject([{ state: 'IN_TRANSIT', shippedAt: at(-1.5) }])
    // With a clock some hours slow, it is delivered before it was ordered.
    await track({ shipment: key, event: 'DELIVERED', at: at(-2.5) })
    expect(await read('T-2')).toMatchObject({ parcels: [{ shippedAt: at(-2), deliveredAt: at(-2) }] })
  })

  it('lies at most a day in the future, like all reported times', async () => {
    const order = { ...orderOf('T-3', item, { quantity: 1, buyer: 'T-3' }), placedAt: at(0) }
    const far = at(1.01)
    for (const [pointers, answer] of [
      [['/at'], track({ shipment: 'any', event: 'SCANNED', at: far })],
      [['/placedAt'], api.ask('POST', `${seller}/orders`, { body: { ...order, placedAt: far } })],
      [
        ['/day'],
        api.ask('POST', `${seller}/traffic`, {
          body: { item, day: '2026-11-12', impressions: 1, views: 1, watchers: 1 },
        }),
      ],
    ] as const)
      expect(await answer).toMatchObject({ status: 422, body: { errors: pointers.map((pointer) => ({ pointer })) } })
    // A clock some hours fast, and future dates, are accepted.
    const told = { ...order, placedAt: at(0.5), deliveryFrom: at(2), deliveryTo: at(3) }
    expect((await api.ask('POST', `${seller}/orders`, { body: told })).status).toBe(201)
  })
})

const idTaken = { type: 'urn:seller-hub:problem:id-taken', errors: [{ pointer: '/id' }] }

describe('a return', () => {
  it('is requested with text and photo, accepted, sent back and refunded', async () => {
    const { key } = await shipped('R-1')
    const body = {
      id: 'r-1',
      kind: 'RETURN',
      reason: 'DEFECTIVE_ITEM',
      line: 1,
      quantity: 1,
      message: 'The shutter sticks.',
    }
    const open = (more: object = {}) => api.ask('POST', `${seller}/orders/R-1/cases`, { body: { ...body, ...more } })
    expect((await open()).body.detail).toContain('not-delivered')
    await track({ shipment: key, event: 'DELIVERED', at: at(0) })
    const file = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer()
    const sent = await api.raw(
      new Request(`http://localhost:3000/marketplace/v1${seller}/pictures`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.key}`, 'content-type': 'image/jpeg' },
        body: new Uint8Array(file),
      }),
    )
    expect(sent.status).toBe(201)
    const { id: picture } = (await sent.json()) as { id: string }
    const photos = [{ picture, description: 'The shutter' }]
    const other = [{ picture: `p${'0'.repeat(32)}` }]
    expect((await open({ photos: other })).body.type).toBe('urn:seller-hub:problem:no-such-picture')
    const opened = await open({ photos })
    expect(opened).toMatchObject({
      status: 201,
      body: { state: 'RETURN_REQUESTED', turn: 'SELLER', order: 'R-1', photos },
    })
    const shown = await api.raw(
      new Request(`http://localhost:3000/marketplace/v1${seller}/pictures/${picture}`, {
        headers: { authorization: `Bearer ${api.key}` },
      }),
    )
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await open({ photos })).toMatchObject({ status: 200, body: { number: opened.body.number } })
    for (const altered of [{ message: 'It is fine.' }, { quantity: 2 }, { reason: 'WRONG_SIZE' }, { photos: [] }])
      expect(await open({ photos, ...altered }), JSON.stringify(altered)).toMatchObject({ status: 409, body: idTaken })
    expect((await open({ id: 'r-2', quantity: 2 })).body.detail).toContain('no-unit-left')

    const number = opened.body.number as CaseNumber
    const step = (more: object) =>
      api.ask('POST', `${seller}/cases/${number}/steps`, { body: { id: JSON.stringify(more), ...more } })
    const answer = { sellerId, number, actor: member, now: clock, policyPack: testPolicyPack }
    const parcel = { carrier: 'Royal Mail', trackingNumber: 'BACK-1' }
    expect((await step({ step: 'send-back', parcel })).status).toBe(409)
    await own((tx) => moveCase(tx, { ...answer, step: 'accept', parcel, key: 'accepted-1' }))
    expect((await step({ step: 'send-back', parcel })).body).toMatchObject({ state: 'ITEM_SHIPPED', parcel })
    expect((await step({ step: 'send-back', parcel })).body.state).toBe('ITEM_SHIPPED')
    const sentBack = JSON.stringify({ step: 'send-back', parcel })
    for (const altered of [
      { step: 'withdraw' },
      { step: 'send-back', parcel: { ...parcel, trackingNumber: 'BACK-2' } },
    ])
      expect(await step({ id: sentBack, ...altered })).toMatchObject({ status: 409, body: idTaken })
    const restock = (quantity: number) => api.ask('POST', `${seller}/cases/${number}/restock`, { body: { quantity } })
    expect((await restock(1)).status).toBe(409)
    expect((await step({ step: 'delivered-back' })).body).toMatchObject({ turn: 'SELLER', restocked: 0 })
    await own((tx) => moveCase(tx, { ...answer, step: 'refund', key: 'refunded-1' }))
    expect((await api.ask('GET', `${seller}/cases/${number}`)).body).toMatchObject({
      state: 'REFUND_INITIATED',
      refund: { value: '45.00' },
    })
    expect((await restock(2)).status).toBe(409)
    const countedBy = (owner: 'HUB' | null) =>
      db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', sellerId).execute()
    await countedBy('HUB')
    expect(await restock(1)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('hub keeps count') },
    })
    await countedBy(null)
    for (let time = 0; time < 2; time += 1)
      expect(await restock(1)).toMatchObject({ status: 200, body: { number, restocked: 1 } })
    const takeBack = () => api.ask('DELETE', `${seller}/cases/${number}/restock`)
    for (let time = 0; time < 2; time += 1)
      expect(await takeBack()).toMatchObject({ status: 200, body: { number, restocked: 0 } })
    expect((await restock(1)).body).toMatchObject({ restocked: 1 })
    const listing = db.owner.updateTable('listings').where('seller_id', '=', sellerId).where('item_number', '=', item)
    await listing.set({ reserved: sql`on_hand` }).execute()
    expect(await takeBack()).toMatchObject({ status: 409, body: { detail: 'The units are not in stock any more.' } })
    await listing.set({ reserved: 0 }).execute()
    const { items } = (await api.ask('GET', `${seller}/decisions`)).body
    expect(items.map((each: { step: string }) => each.step)).toEqual(['accept', 'refund'])
    expect((await api.ask('GET', `${seller}/cases`)).body.items).toMatchObject([{ number }])
  })

  it('for an item not received is another case, withdrawn when it arrives', async () => {
    await shipped('N-1')
    const body = { id: 'n-1', kind: 'NOT_RECEIVED', line: 1, quantity: 1, message: 'Nothing came.' }
    const opened = await api.ask('POST', `${seller}/orders/N-1/cases`, { body })
    expect(opened).toMatchObject({ status: 201, body: { kind: 'NOT_RECEIVED', reason: 'ITEM_NOT_RECEIVED' } })
    const arrived = await api.ask('POST', `${seller}/cases/${opened.body.number}/steps`, {
      body: { id: 'came', step: 'arrived' },
    })
    expect(arrived.body).toMatchObject({ state: 'CLOSED', closedAt: clock.toISOString() })
    expect(
      (await api.ask('POST', `${seller}/orders/N-1/cases`, { body: { ...body, id: 'n-2', reason: 'WRONG_SIZE' } }))
        .status,
    ).toBe(422)
    expect((await api.ask('GET', `${seller}/cases/5-00000000`)).status).toBe(404)
  })
})

it('a message from the buyer is stored once, and the seller’s answer can be read', async () => {
  const { number } = await shipped('M-1')
  const path = `${seller}/orders/M-1/messages`
  const body = { id: 'm-1', text: 'Is it still\nunder guarantee?', sentAt: at(0) }
  expect(await api.ask('POST', path, { body })).toMatchObject({
    status: 201,
    body: { from: 'BUYER', text: body.text, order: 'M-1' },
  })
  expect((await api.ask('POST', path, { body })).status).toBe(200)
  expect((await api.ask('POST', path, { body: { ...body, text: 'Another.' } })).status).toBe(409)
  expect((await api.ask('POST', path, { body: { ...body, id: 'm-2', case: '5-12345678' } })).status).toBe(404)
  const first = (await api.ask('GET', `${seller}/messages`)).body
  const key = parseMessageKey('answer-of-the-seller')!
  await own((tx) =>
    sendMessage(tx, {
      sellerId,
      thread: number,
      key,
      subject: null,
      text: 'Yes.',
      pictures: [],
      seen: null,
      actor: member,
      now: clock,
    }),
  )
  const next = await api.ask('GET', `${seller}/messages?after=${encodeURIComponent(first.next)}`)
  expect(next.body.items).toMatchObject([{ key, from: 'SELLER', text: 'Yes.' }])
})

it('feedback is one per order and updates the score, also if two arrive at the same moment', async () => {
  for (const id of ['F-1', 'F-2']) await shipped(id)
  // From before the hub.
  await db.owner.updateTable('sellers').set({ feedback_before: 40 }).execute()
  const leave = (id: string, order: string, more: object = {}) =>
    api.ask('PUT', `${seller}/feedback/${id}`, {
      body: { order, rating: 'POSITIVE', stars: 5, leftAt: at(0), ...more },
    })
  const score = async () => (await api.ask('GET', seller)).body.feedbackScore
  const left = await Promise.all([leave('f-1', 'F-1'), leave('f-2', 'F-2')])
  expect(left.map(({ status }) => status)).toEqual([201, 201])
  expect(await score()).toBe(42)
  expect((await leave('f-1', 'F-1')).status).toBe(200)
  expect((await leave('f-1', 'F-2')).status).toBe(409)
  expect((await leave('f-3', 'F-1')).status).toBe(409)
  expect((await leave('f-1', 'F-1', { rating: 'NEGATIVE', comment: 'Scratched.' })).body).toMatchObject({
    rating: 'NEGATIVE',
    order: 'F-1',
  })
  expect(await score()).toBe(40)
  expect((await api.ask('GET', `${seller}/feedback`)).body.items).toHaveLength(2)

  const { order_number: number } = await rowOf(db.owner, 'orders', { external_id: 'F-1' })
  const reply = { sellerId, number: number as OrderNumber, place: 0, text: 'Sent back?', seen: null, now: new Date() }
  await own((rows) => replyToFeedback(rows, reply))
  const { items } = (await api.ask('GET', '/events?limit=200')).body
  expect(items.at(-1)).toMatchObject({
    type: 'feedback.replied',
    data: { subject: 'f-1', feedback: { id: 'f-1', order: 'F-1', reply: 'Sent back?' } },
  })
})

it('traffic is counted once per day and shown for thirty days', async () => {
  const tell = (on: string, views: number, watchers: number) =>
    api.ask('POST', `${seller}/traffic`, { body: { item, day: on, impressions: views * 10, views, watchers } })
  for (const told of [tell('2026-09-01', 900, 1), tell('2026-11-01', 5, 2), tell('2026-11-09', 7, 3)])
    expect((await told).status).toBe(200)
  await tell('2026-11-09', 8, 4)
  // A late report of an earlier day does not change later ones.
  await tell('2026-11-02', 1, 9)
  const shown = db.owner.selectFrom('listings').select(['views_30d', 'watchers']).where('item_number', '=', item)
  expect(await shown.executeTakeFirstOrThrow()).toEqual({ views_30d: 14, watchers: 4 })
  expect(
    (
      await api.ask('POST', `${seller}/traffic`, {
        body: { item: '000000000000', day: '2026-11-09', impressions: 1, views: 1, watchers: 1 },
      })
    ).status,
  ).toBe(422)
  // Lines of a batch are processed together; the last value of a day counts.
  const line = (on: string, views: number, of = item) =>
    JSON.stringify({ item: of, day: on, impressions: 1, views, watchers: 6 })
  const lines = [line('2026-11-09', 1), line('2026-11-09', 3, '000000000000'), line('2026-11-10', 2), '{}']
  const body = [...lines, line('2026-11-09', 20)].join('\n')
  const told = await api.ask('POST', `${seller}/traffic`, { body, headers: { 'content-type': ndjson } })
  const answers = String(told.body).trim().split('\n')
  expect(answers.map((each) => (JSON.parse(each) as { status: number }).status)).toEqual([200, 422, 200, 422, 200])
  expect(await shown.executeTakeFirstOrThrow()).toEqual({ views_30d: 28, watchers: 6 })
})

it('the catalogue has categories, and products that the marketplace adds and changes', async () => {
  const { items } = (await api.ask('GET', '/categories')).body
  const category = items[0].path
  const body = { title: 'Leica M3 body', brand: 'Leica', category, gtin: '4006381333931' }
  const put = (id: string, more: object = {}, headers = {}) =>
    api.ask('PUT', `/products/${id}`, { body: { ...body, ...more }, headers })
  const added = await put('m3')
  expect(added).toMatchObject({ status: 201, body: { id: 'm3', epid: expect.stringMatching(/^\d+$/), category } })
  expect((await put('m4')).body.errors).toMatchObject([{ pointer: '/gtin' }])
  expect((await put('m4', { gtin: '4006381333930' })).status).toBe(422)
  expect((await put('m3', { imageUrl: 'https://shop.example/a\0b' })).body.errors).toMatchObject([
    { pointer: '/imageUrl' },
  ])
  expect((await put('m4', { gtin: null, category: 'Nowhere' })).body.errors).toMatchObject([{ pointer: '/category' }])
  const seen = { 'if-match': added.headers.get('etag')! }
  expect((await put('m3', { title: 'Leica M3' }, seen)).body.title).toBe('Leica M3')
  expect((await put('m3', {}, seen)).status).toBe(412)
  expect((await api.ask('GET', '/products/m3')).body.epid).toBe(added.body.epid)
  expect((await api.ask('GET', '/products')).body.items).toHaveLength(1)
  // Listings are found by the GTIN: a job writes their words anew.
  const due = () => db.owner.selectFrom('products').select('words_due').where('external_id', '=', 'm3').execute()
  expect(await due()).toEqual([{ words_due: false }])
  expect((await put('m3', { gtin: '036000291452' })).status).toBe(200)
  expect(await due()).toEqual([{ words_due: true }])
})
