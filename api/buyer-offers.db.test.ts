import { rowOf } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { moveOffer } from '#features/core/offer/offers-db.server.ts'
import { addOfferedListing } from '#features/core/offer/testing.ts'
import { closeDueOffers } from '#features/selling/offers/due-offers.server.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { day, second } from '#lib/duration.ts'
import { etagOf } from './endpoint.ts'
import { testApi, type TestApi } from './testing.ts'
import { gbp } from './testing-orders.ts'

let db: TestDatabase
let api: TestApi
let clock = new Date('2026-11-22T12:00:00Z')

beforeAll(async () => {
  db = await testDatabase()
  api = await testApi(db, { now: () => clock })
})

let serial = 0

/** A seller with a listing at £50.00 that takes offers. */
async function shop(change: Parameters<typeof addOfferedListing>[2] = {}) {
  const id = await addTestSeller(db)
  const { username } = await rowOf(db.owner, 'sellers', { id })
  const listing = await addOfferedListing(db, id, change)
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    api.ask(method, `/sellers/${username}${path}`, { headers, ...(body === undefined ? {} : { body }) })
  const make = async (more: object = {}) => {
    serial += 1
    const name = `of-${serial}`
    const body = { item: listing.item, buyer: 'anna', price: gbp('40.00'), madeAt: clock.toISOString(), ...more }
    return { name, body, made: await ask('PUT', `/offers/${name}`, body) }
  }
  const answer = (key: string, step: 'accept' | 'decline', tellAt: Date | null = null) =>
    db.asSeller(id, 'write', async (tx) => {
      const row = await rowOf(tx, 'buyer_offers', { seller_id: id, offer_key: key })
      return moveOffer(
        tx,
        { sellerId: id, offer: row, step, by: 'SELLER', now: clock, tellAt },
        api.hub.config.policyPack.offers,
      )
    })
  const order = (line: object, more: object = {}) => {
    serial += 1
    return ask('POST', '/orders', {
      id: `A-${serial}`,
      placedAt: clock.toISOString(),
      buyer: { username: 'anna', name: 'Anna Example' },
      shipTo: { name: 'Anna Example', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
      currency: 'GBP',
      lines: [{ item: listing.item, quantity: 1, unitPrice: gbp('40.00'), ...line }],
      payment: { id: `p-${serial}`, method: 'CARD', state: 'PAID', paidAt: clock.toISOString() },
      ...more,
    })
  }
  const stock = () => rowOf(db.owner, 'listings', { id: listing.id })
  return { id, username, listing, ask, make, answer, order, stock }
}

const typesAbout = async (key: string) =>
  (await api.ask('GET', '/events?limit=200')).body.items
    .filter((event: { data: { offer?: { key: string } } }) => event.data.offer?.key === key)
    .map(({ type }: { type: string }) => type)

describe('an offer', () => {
  it('comes in once, is answered in the hub, and is told a few seconds later', async () => {
    const { ask, make, answer } = await shop()
    const { name, body, made } = await make()
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: name,
        state: 'OPEN',
        turn: 'SELLER',
        price: gbp('40.00'),
        listPrice: gbp('50.00'),
        dueAt: '2026-11-24T12:00:00.000Z',
      },
    })
    expect((await ask('PUT', `/offers/${name}`, body)).status).toBe(200)
    expect((await ask('PUT', `/offers/${name}`, { ...body, price: gbp('41.00') })).body.type).toMatch('id-taken')
    const { key } = made.body
    await answer(key, 'accept', new Date(clock.getTime() + 10 * second))
    expect((await ask('GET', `/offers/${name}`)).body.state).toBe('OPEN')
    expect(await typesAbout(key)).toEqual(['offer.received'])
    clock = new Date(clock.getTime() + 10 * second)
    expect((await ask('GET', `/offers/${name}`)).body).toMatchObject({ state: 'ACCEPTED', turn: null })
    expect(await typesAbout(key)).toEqual(['offer.received', 'offer.accepted'])
    expect((await ask('GET', '/offers')).body.items).toHaveLength(1)
  })

  it.each<[object, number, string]>([
    [{ price: gbp('50.00') }, 422, 'wrong-amount'],
    [{ price: { value: '40.00', currency: 'EUR' } }, 422, 'wrong-currency'],
    [{ units: 4 }, 409, 'not-enough-stock'],
    [{ item: '118304211004' }, 422, 'no-such-listing'],
    [{ sku: 'nobody’s', variation: ['Red'] }, 422, 'no-such-variation'],
  ])('with %o is refused', async (more, status, type) => {
    const { make } = await shop()
    expect((await make(more)).made).toMatchObject({ status, body: { type: `urn:seller-hub:problem:${type}` } })
  })

  it('is refused where the listing takes none, and beyond those that a buyer may make', async () => {
    const closed = await shop({ content: { best_offer: false } })
    expect((await closed.make()).made.body.type).toMatch('not-on-offer')
    const { make } = await shop()
    for (let nth = 0; nth < 5; nth += 1) expect((await make()).made.status).toBe(201)
    expect((await make()).made.body.type).toMatch('not-possible-now')
    expect((await make({ buyer: 'ben' })).made.status).toBe(201)
  })

  it('is answered at once by rules', async () => {
    const { id, make } = await shop({ content: { minimum_offer_minor: 3_000, auto_accept_minor: 4_500 } })
    await db.owner.insertInto('offer_rules').values({ seller_id: id, counters_at_mean: true }).execute()
    const state = async (price: string, buyer: string) => (await make({ price: gbp(price), buyer })).made.body
    expect(await state('29.99', 'a')).toMatchObject({ state: 'DECLINED' })
    expect(await state('45.00', 'b')).toMatchObject({ state: 'ACCEPTED' })
    const countered = await state('40.00', 'c')
    expect(countered).toMatchObject({ state: 'COUNTERED_BY_SELLER', price: gbp('45.00'), turn: 'BUYER' })
    expect(await typesAbout(countered.key)).toEqual(['offer.received', 'offer.countered'])
  })
})

describe('a buyer', () => {
  it('counters, accepts and withdraws, each once, and only in turn', async () => {
    const { id, ask, make } = await shop()
    await db.owner.insertInto('offer_rules').values({ seller_id: id, counters_at_mean: true }).execute()
    const { name, made } = await make()
    const step = (body: object, headers = {}) =>
      ask('POST', `/offers/${name}/steps`, { takenAt: clock.toISOString(), ...body }, headers)
    expect((await step({ step: 'WITHDRAW' })).body.type).toMatch('not-possible-now')
    expect((await step({ step: 'COUNTER', price: gbp('42.00') }, { 'if-match': '"old"' })).status).toBe(412)
    const countered = await step({ step: 'COUNTER', price: gbp('42.00') }, { 'if-match': etagOf(made.body) })
    expect(countered.body).toMatchObject({ state: 'COUNTERED_BY_BUYER', turn: 'SELLER', price: gbp('42.00') })
    expect((await step({ step: 'COUNTER', price: gbp('42.00') })).body).toEqual(countered.body)
    expect((await step({ step: 'WITHDRAW' })).body).toMatchObject({ state: 'WITHDRAWN', dueAt: null })
    expect(await typesAbout(made.body.key)).toEqual([
      'offer.received',
      'offer.countered',
      'offer.received',
      'offer.withdrawn',
    ])
  })

  it('who withdraws before the answer is told has withdrawn the offer as it was', async () => {
    const { ask, make, answer } = await shop()
    const { name, made } = await make()
    await answer(made.body.key, 'decline', new Date(clock.getTime() + 10 * second))
    const withdrawn = await ask('POST', `/offers/${name}/steps`, {
      step: 'COUNTER',
      takenAt: clock.toISOString(),
      price: gbp('41.00'),
    })
    expect(withdrawn.body.type).toMatch('not-possible-now')
    expect((await ask('GET', `/offers/${name}`)).body.state).toBe('OPEN')
    const gone = await ask('POST', `/offers/${name}/steps`, { step: 'WITHDRAW', takenAt: clock.toISOString() })
    expect(gone).toMatchObject({ status: 200, body: { state: 'WITHDRAWN' } })
    expect(await typesAbout(made.body.key)).toEqual(['offer.received', 'offer.withdrawn'])
  })

  it('pays an accepted offer with an order that names it', async () => {
    const { id, make, answer, order, stock, ask } = await shop({ quantity_available: 1 })
    const { name, made } = await make()
    await answer(made.body.key, 'accept')
    expect(await stock()).toMatchObject({ on_hand: 1, reserved: 1, quantity_available: 0 })
    expect((await order({}, { payment: null })).body.type).toMatch('not-enough-stock')
    const placed = await order({ offer: name })
    expect(placed.status).toBe(201)
    expect(await stock()).toMatchObject({ on_hand: 1, reserved: 1, quantity_available: 0 })
    expect((await ask('GET', `/offers/${name}`)).body).toMatchObject({ state: 'PAID', order: placed.body.id })
    expect(await typesAbout(made.body.key)).toEqual(['offer.received', 'offer.accepted', 'offer.paid'])
    const movements = await db.owner
      .selectFrom('stock_movements')
      .select(['on_hand_change', 'reserved_change', 'on_hand', 'reserved'])
      .where('seller_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(movements).toMatchObject({ on_hand: 1, reserved: 1 })
  })

  it('who does not pay in time gives the units back', async () => {
    const { make, answer, order, stock, ask } = await shop({ quantity_available: 1 })
    const { name, made } = await make()
    await answer(made.body.key, 'accept')
    const pending = await order({ offer: name }, { payment: null })
    expect((await ask('GET', `/offers/${name}`)).body).toMatchObject({ state: 'ACCEPTED', order: pending.body.id })
    const other = await shop({ quantity_available: 1 })
    const unpaid = await other.make()
    await other.answer(unpaid.made.body.key, 'accept')
    await closeDueOffers({ ...api.hub, now: () => new Date(clock.getTime() + 2 * day - 1) })
    expect(await other.stock()).toMatchObject({ on_hand: 1, reserved: 1, quantity_available: 0 })
    await closeDueOffers({ ...api.hub, now: () => new Date(clock.getTime() + 2 * day) })
    expect(await other.stock()).toMatchObject({ on_hand: 1, reserved: 0, quantity_available: 1 })
    expect(await typesAbout(unpaid.made.body.key)).toEqual(['offer.received', 'offer.accepted', 'offer.not_paid'])
    // Those of the order are its own.
    expect(await stock()).toMatchObject({ on_hand: 1, reserved: 1, quantity_available: 0 })
    expect((await ask('GET', `/offers/${name}`)).body).toMatchObject({ state: 'ACCEPTED', order: pending.body.id })
    const cancelled = await ask('POST', `/orders/${pending.body.id}/cancellation-requests`, {
      id: `c-${name}`,
      reason: 'ORDER_MISTAKE',
      decided: true,
    })
    expect(cancelled.status).toBe(201)
    expect((await ask('GET', `/offers/${name}`)).body.state).toBe('NOT_PAID')
    expect(await stock()).toMatchObject({ on_hand: 1, reserved: 0, quantity_available: 1 })
  })

  it.each([
    ['another price', { unitPrice: gbp('39.00') }, {}],
    ['another quantity', { quantity: 2 }, {}],
    ['another buyer', {}, { buyer: { username: 'ben', name: 'Ben' } }],
  ])('with %s does not pay it: a paid order comes in marked, another is refused', async (_, line, more) => {
    const { make, answer, order, ask } = await shop()
    const { name, made } = await make()
    await answer(made.body.key, 'accept')
    expect((await order({ offer: name, ...line }, { ...more, payment: null })).body.type).toMatch('wrong-offer')
    const placed = await order({ offer: name, ...line }, more)
    expect(placed).toMatchObject({ status: 201, body: { unusable: [{ field: '/lines/0/offer', value: name }] } })
    expect((await ask('GET', `/offers/${name}`)).body).toMatchObject({ state: 'ACCEPTED', order: null })
  })
})

it('offers of other sellers are not there', async () => {
  const { make } = await shop()
  const { name, made } = await make()
  const other = await shop()
  expect((await other.ask('GET', `/offers/${name}`)).status).toBe(404)
  expect((await other.ask('GET', `/offers/${made.body.key}`)).status).toBe(404)
  const step = { step: 'WITHDRAW', takenAt: clock.toISOString() }
  expect((await other.ask('POST', `/offers/${made.body.key}/steps`, step)).status).toBe(404)
})

it('who is interested in a listing replaces who was', async () => {
  const { ask, listing } = await shop()
  const buyer = (name: string) => ({ buyer: name, interest: 'WATCHING', since: clock.toISOString() })
  const set = (buyers: object[]) => ask('PUT', `/listings/${listing.item}/interest`, { buyers })
  expect((await set([buyer('anna'), buyer('ben')])).body).toEqual({ item: listing.item, buyers: 2 })
  expect((await set([buyer('ben')])).body).toEqual({ item: listing.item, buyers: 1 })
  expect((await set([buyer('ben'), buyer('ben')])).status).toBe(422)
})
