import { addRows, rowOf } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import * as undoResource from './undo-resource.ts'
import { readBatch } from '#db/read-batch.ts'
import { testDatabase } from '#db/testing.ts'
import { addOffer, addOfferedListing } from '#features/core/offer/testing.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { matchingIds } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { day, second } from '#lib/duration.ts'
import { paths, withQuery } from '#web/paths.ts'
import { roles, type Role } from '#web/roles.ts'
import * as answersPage from '#features/selling/offers/answer-offers-page.tsx'
import * as offerPage from '#features/selling/offers/offer-page.tsx'
import { offersList } from '#features/selling/offers/offers-list.server.ts'
import * as rulesPage from '#features/selling/offers/offer-rules-page.tsx'
import { offersToAnswer } from '#features/selling/offers/offers-to-answer-db.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import * as listingPage from '#features/selling/listings/listing-page.tsx'
import * as sendPage from '#features/selling/offers/send-offers-page.tsx'

let clock = new Date('2026-11-22T10:40:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => clock })
const offers = listRoutes(offersList)
const list = { loader: offers.page }
const listings = { loader: listRoutes(listingsList).page }

let sellerId: number
let by: Record<Role, TestBrowser>

async function newShop() {
  const members = await Promise.all(roles.map((role) => addTestMember(hub, { name: role })))
  sellerId = await addTestSeller(db, Object.fromEntries(members.map(({ id }, index) => [id, roles[index]!])))
  const browsers = await Promise.all(members.map(({ email }) => signedInBrowser(hub, email)))
  by = Object.fromEntries(roles.map((role, index) => [role, browsers[index]!])) as Record<Role, TestBrowser>
}
beforeAll(newShop)

const offered = async (change: Partial<Parameters<typeof addOffer>[1]> = {}) => {
  const listing = await addOfferedListing(db, sellerId)
  return addOffer(db, { sellerId, item: listing.item, now: clock, ...change })
}
const rowsOf = async (path: string, role: Role = 'owner') =>
  unpackModel((await by[role].get(list, path)).data.model).rows
const stateOf = async (id: number) =>
  (await db.owner.selectFrom('buyer_offers').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const undoOf = (location: string | null) => new URL(location!, 'http://hub').searchParams.get('undo')

describe('the page of an offer', () => {
  it('says what is left, and answers; the next offer that waits follows, and the answer can be undone', async () => {
    await newShop()
    const [first, next] = [await offered({ dueAt: new Date(clock.getTime() + day) }), await offered()]
    const at = paths.offer(first.offer_key)
    const { model } = (await by.owner.get(offerPage, at)).data
    expect(model).toMatchObject({ price: '£40.00', discount: '20% below £50.00' })
    // 12.9 % of £40.00 and £0.40 an order in Britain.
    expect(model.net).toBe('£34.44 for you before the cost of goods')
    expect(model.form).toMatchObject({
      acceptDo: 'Accept £40.00',
      counter: { price: '45.00', units: '1', hours: '48' },
    })
    const version = String(model.form.version)
    const { location } = await by.owner.post(offerPage, at, { step: 'accept', version })
    expect(location).toContain(paths.offer(next.offer_key))
    expect(await stateOf(first.id)).toBe('ACCEPTED')
    const id = undoOf(location)!
    expect((await by.owner.post(undoResource, paths.undo, { id, back: at })).location).toContain('undone=1.0')
    expect(await stateOf(first.id)).toBe('OPEN')
  })

  it('counters with what is typed, keeps what cannot be used, and refuses an answer to an older version', async () => {
    const offer = await offered()
    const at = paths.offer(offer.offer_key)
    const counter = (typed: object) =>
      by.owner.post(offerPage, at, {
        step: 'counter',
        version: '1',
        price: '45.00',
        units: '1',
        hours: '24',
        message: 'Fair',
        ...typed,
      })
    const wrong = await counter({ price: 'a lot', units: '0', hours: '721' })
    expect(wrong).toMatchObject({ status: 422, data: { values: { price: 'a lot', message: 'Fair' } } })
    expect(Object.keys(wrong.data.errors)).toEqual(['price', 'units', 'hours'])
    expect((await counter({ price: '50.00' })).data.errors.price).toBe(
      'Enter a price below £50.00, which the listing asks.',
    )
    expect((await counter({ version: '2' })).data.errors.form).toMatch(/changed meanwhile/)
    expect((await counter({})).status).toBe(303)
    const row = await rowOf(db.owner, 'buyer_offers', { id: offer.id })
    expect(row).toMatchObject({ state: 'COUNTERED_BY_SELLER', price_minor: 4_500, message: 'Fair' })
    expect(row.due_at).toEqual(new Date(clock.getTime() + day))
  })

  it('is read by roles that see amounts, and answered by those that edit listings', async () => {
    const offer = await offered({ message: 'Please' })
    const at = paths.offer(offer.offer_key)
    for (const role of roles) {
      const { status, data } = await by[role].get(offerPage, at)
      expect([role, status]).toEqual([role, role === 'shipper' ? 403 : 200])
      if (status !== 200) continue
      expect([role, data.model.form !== null]).toEqual([role, ['owner', 'manager', 'lister'].includes(role)])
      expect([role, data.model.message]).toEqual([
        role,
        ['owner', 'manager', 'lister'].includes(role) ? 'Please' : null,
      ])
      expect([role, data.model.net !== null]).toEqual([role, ['owner', 'manager', 'accountant'].includes(role)])
    }
    expect((await by.viewer.post(offerPage, at, { step: 'accept', version: '1' })).status).toBe(403)
    expect((await by.owner.get(offerPage, paths.offer('aaaaaaaaaaaa'))).status).toBe(404)
  })
})

describe('the list', () => {
  it('shows each tab its own, and answers those that are selected, as far as they wait', async () => {
    await newShop()
    const [open, other, sent] = [await offered(), await offered(), await offered({ begunBy: 'SELLER' })]
    const keysOf = async (standing: string) =>
      (await rowsOf(withQuery(paths.offers, { standing }))).map(({ key }: { key: string }) => key)
    expect((await keysOf('mine')).toSorted()).toEqual([open.offer_key, other.offer_key].toSorted())
    expect(await keysOf('buyers')).toEqual([sent.offer_key])
    const answered = await by.owner.post(answersPage, withQuery(paths.offersAnswers, { step: 'decline' }), {
      keys: [open.offer_key, sent.offer_key],
    })
    expect([await stateOf(open.id), await stateOf(other.id), await stateOf(sent.id)]).toEqual([
      'DECLINED',
      'OPEN',
      'OPEN',
    ])
    clock = new Date(clock.getTime() + 10 * second)
    const undone = await by.owner.post(undoResource, paths.undo, { id: undoOf(answered.location)!, back: paths.offers })
    expect(undone.location).toContain('undone=0.1')
    expect(await stateOf(open.id)).toBe('DECLINED')
    // The other one was not the seller's to answer.
    expect((await by.owner.get(answersPage, answered.location!)).data).toMatchObject({
      title: 'Offer declined',
      note: '1 offer was not answered.',
      left: [{ href: paths.offer(sent.offer_key), reason: 'The offer has been answered or closed already.' }],
    })
    expect(
      (await rowsOf(`${paths.offers}?q=${open.buyer_username.slice(1).toUpperCase()}`)).map(
        ({ key }: { key: string }) => key,
      ),
    ).toEqual([open.offer_key])
  })
})

it('finds offers by words of the buyer and of the listing together, however it reads them', async () => {
  await newShop()
  const [lens, strap] = [
    await addOfferedListing(db, sellerId),
    await addOfferedListing(db, sellerId, { title: '100% strap', sku: 'S' }),
  ]
  const add = async (item: typeof lens.item, buyer: string) =>
    (await addOffer(db, { sellerId, item, now: clock, buyer })).offer_key
  const [annaLens, annaStrap, benLens] = [
    await add(lens.item, 'anna_k'),
    await add(strap.item, 'anna_k'),
    await add(lens.item, 'ben'),
  ]
  const reader = { sellerId, role: 'owner' as const, now: clock, zone: 'UTC', policyPack: testPolicyPack }
  for (const [q, keys] of [
    ['NA_K lens', [annaLens]],
    ['anna', [annaLens, annaStrap]],
    ['Lens', [annaLens, benLens]],
    ['0% anna', [annaStrap]],
    ['annaxk', []],
  ] as const) {
    const path = withQuery(paths.offers, { q })
    const found = (await rowsOf(path)).map(({ key }: { key: string }) => key)
    expect([q, new Set(found)]).toEqual([q, new Set(keys)])
    const reading = openList(offersList, new URL(path, 'http://hub'), reader)
    const walked = matchingIds(offersList, reading, { walks: true })
    const passed = await db.asSeller(sellerId, 'read', async (tx) => (await walked.execute(tx)).rows)
    expect([q, passed.length]).toEqual([q, keys.length])
  }
})

it('shows an offer among the closed ones from the moment its time is over, and no longer as waiting', async () => {
  await newShop()
  const { item } = await addOfferedListing(db, sellerId)
  const open = await addOffer(db, { sellerId, item, now: clock, buyer: 'anna' })
  const accepted = await offered()
  await by.owner.post(offerPage, paths.offer(accepted.offer_key), { step: 'accept', version: '1' })
  const shown = async () => {
    const { tabs, rows } = unpackModel((await by.owner.get(list, paths.offers)).data.model)
    const counts = tabs!.map(({ id, count }: { id: string; count?: string | null }) => `${id} ${count}`)
    return { counts, urgent: rows.filter(({ urgent }: { urgent?: boolean }) => urgent).length }
  }
  const found = async (query: object) =>
    (await rowsOf(withQuery(paths.offers, { ...query }))).map(({ key }: { key: string }) => key)
  const asked = async () => (await by.owner.get(listingPage, paths.listing(item))).data.parts.offers
  const inFile = async () => {
    const file = await by.owner.download({ loader: offers.export }, `${paths.offers}/export`)
    return ['Open', 'Accepted, not paid', 'Expired', 'Not paid in time'].filter((state) => file.includes(state))
  }
  const openOf = async () => {
    const path = withQuery(paths.listings.active, { q: item, cols: 'offers' })
    return unpackModel((await by.owner.get(listings, path)).data.model).rows[0]?.cells['offers'] ?? null
  }
  expect(await shown()).toEqual({ counts: ['all 2', 'mine 1', 'buyers 0', 'accepted 1', 'closed 0'], urgent: 1 })
  expect(await asked()).toMatchObject({ waiting: 1, sold: null, offers: [{ text: '£40.00 by anna' }] })
  const counted = () =>
    db.asSeller(sellerId, 'read', (tx) => readBatch(tx, { offers: offersToAnswer }, { sellerId, now: clock }))
  expect(await counted()).toEqual({ offers: 1 })
  expect([await inFile(), await openOf()]).toEqual([['Open', 'Accepted, not paid'], '1'])
  const before = clock
  clock = new Date(clock.getTime() + 5 * day)
  expect(await shown()).toEqual({ counts: ['all 2', 'mine 0', 'buyers 0', 'accepted 0', 'closed 2'], urgent: 0 })
  expect(await found({ standing: 'mine' })).toEqual([])
  expect((await found({ standing: 'closed' })).toSorted()).toEqual([open.offer_key, accepted.offer_key].toSorted())
  expect(await found({ state: 'EXPIRED' })).toEqual([open.offer_key])
  expect(await found({ state: 'NOT_PAID' })).toEqual([accepted.offer_key])
  expect([await found({ state: 'OPEN' }), await asked(), await counted()]).toEqual([[], null, { offers: 0 }])
  expect([await inFile(), await openOf()]).toEqual([['Expired', 'Not paid in time'], null])
  clock = before
})

it('names the offers of several that were not answered, and why', async () => {
  await newShop()
  const scarce = await addOfferedListing(db, sellerId, { quantity_available: 2 })
  const [two, one] = [
    await addOffer(db, { sellerId, item: scarce.item, now: clock, units: 2 }),
    await addOffer(db, { sellerId, item: scarce.item, now: clock }),
  ]
  const accept = async (fields: Record<string, string | readonly string[]>) =>
    (await by.owner.post(answersPage, withQuery(paths.offersAnswers, { step: 'accept' }), fields)).location!
  const [held, other] = [two, one].toSorted((a, b) => (a.offer_key < b.offer_key ? -1 : 1))
  const outcome = await by.owner.get(answersPage, await accept({ keys: [two.offer_key, one.offer_key] }))
  expect(outcome.data).toMatchObject({
    title: 'Offer accepted',
    left: [{ href: paths.offer(other!.offer_key), reason: 'Too few are left to accept or offer so many.' }],
  })
  expect(await stateOf(held!.id)).toBe('ACCEPTED')
  await by.owner.post(answersPage, withQuery(paths.offersAnswers, { step: 'decline' }), { all: '1' })
  // Of all that match, only those that wait are meant.
  expect((await by.owner.get(answersPage, await accept({ all: '1' }))).data).toMatchObject({
    title: 'No offer was answered',
    note: 'None of the selected offers waits for you.',
    left: [],
  })
  expect(
    (await by.viewer.post(answersPage, withQuery(paths.offersAnswers, { step: 'accept' }), { all: '1' })).status,
  ).toBe(403)
})

it('counters several offers by a discount or at the mean, not below the floor of the rules, and undoes it', async () => {
  await newShop()
  const cheap = await offered()
  const listing = await addOfferedListing(db, sellerId, { content: { cost_minor: 4_400 } })
  const dear = await addOffer(db, { sellerId, item: listing.item, now: clock, units: 2 })
  const at = withQuery(paths.offersAnswers, { step: 'counter', keys: `${cheap.offer_key},${dear.offer_key}` })
  const { begun } = (await by.owner.get(rulesPage, paths.offerRules)).data
  await by.owner.post(rulesPage, paths.offerRules, { margin: '10', begun })
  expect((await by.owner.get(answersPage, at)).data).toMatchObject({ kind: 'counter', n: 2, floor: 10 })
  const counter = (typed: object) =>
    by.owner.post(answersPage, at, { by: 'percent', figure: '10', hours: '24', message: 'Fair', ...typed })
  const wrong = await counter({ figure: '100', hours: '721' })
  expect([wrong.status, Object.keys(wrong.data.errors)]).toEqual([422, ['figure', 'hours']])
  const { location } = await counter({})
  expect((await by.owner.get(answersPage, location!)).data).toMatchObject({
    title: 'Counteroffer made',
    left: [{ href: paths.offer(cheap.offer_key), reason: 'Your rule needs the cost of the item.' }],
  })
  const termsOf = async (id: number) =>
    db.owner
      .selectFrom('buyer_offers')
      .select(['state', 'price_minor', 'units', 'message'])
      .where('id', '=', id)
      .executeTakeFirst()
  expect(await termsOf(dear.id)).toEqual({
    state: 'COUNTERED_BY_SELLER',
    price_minor: 4_840,
    units: 2,
    message: 'Fair',
  })
  await by.owner.post(undoResource, paths.undo, { id: undoOf(location)!, back: paths.offers })
  await db.owner.deleteFrom('offer_rules').where('seller_id', '=', sellerId).execute()
  expect(new URL((await counter({ by: 'mean' })).location!, 'http://hub').pathname).toBe(paths.offers)
  expect(await termsOf(dear.id)).toMatchObject({ state: 'COUNTERED_BY_SELLER', price_minor: 4_500 })
  expect(await termsOf(cheap.id)).toMatchObject({ state: 'COUNTERED_BY_SELLER', price_minor: 4_500 })
})

it('rules are tried on past offers before they are saved', async () => {
  await newShop()
  const listing = await addOfferedListing(db, sellerId, {
    content: { minimum_offer_minor: 3_000, auto_accept_minor: 4_500 },
  })
  for (const priceMinor of [2_000, 4_000, 4_600])
    await addOffer(db, { sellerId, item: listing.item, now: clock, priceMinor })
  await addOffer(db, { sellerId, item: listing.item, now: new Date(clock.getTime() - 90 * day - 1) })
  const counts = async (query: string) =>
    Object.fromEntries(
      (await by.owner.get(rulesPage, paths.offerRules + query)).data.dryRun.counts.map(
        ({ key, value }: { key: string; value: string }) => [key, value],
      ),
    )
  expect(await counts('')).toEqual({ accept: '1', counter: '0', decline: '1', leave: '1' })
  expect(await counts('?margin=&mean=on')).toEqual({ accept: '1', counter: '1', decline: '1', leave: '0' })
  expect(await counts('?margin=10')).toEqual({ accept: '0', counter: '0', decline: '1', leave: '2' })
  const { begun } = (await by.owner.get(rulesPage, paths.offerRules)).data
  expect((await by.owner.post(rulesPage, paths.offerRules, { margin: '1001', begun })).data.errors.margin).toBeDefined()
  expect((await by.owner.post(rulesPage, paths.offerRules, { margin: '10', mean: 'on', begun })).status).toBe(303)
  expect((await by.owner.get(rulesPage, paths.offerRules)).data).toMatchObject({
    margin: '10',
    mean: true,
    away: false,
  })
})

it('offers are sent to the interested buyers of the selected listings, and taken back until they are told', async () => {
  await newShop()
  const [liked, lonely] = [await addOfferedListing(db, sellerId), await addOfferedListing(db, sellerId)]
  await addRows(
    db.owner,
    'interested_buyers',
    ['anna', 'ben'].map((buyer_username) => ({
      seller_id: sellerId,
      listing_id: liked.id,
      buyer_username,
      interest: 'WATCHING' as const,
      since: clock,
    })),
  )
  const at = `${paths.offersSend}?keys=${liked.item}&keys=${lonely.item}`
  expect((await by.owner.get(sendPage, at)).data).toMatchObject({ n: 2, able: 1, unable: 1, buyers: 2 })
  const send = (figure: string, how = 'percent') =>
    by.owner.post(sendPage, at, { by: how, figure, hours: '96', message: '', counter: 'on' })
  expect((await send('4')).data.errors.figure).toBe('Enter a percentage from 5 to 99.')
  expect((await send('47.51', 'price')).data.errors.figure).toBe(
    '1 listing asks too little for this price. It must be at least 5 percent below.',
  )
  const { location } = await send('10')
  const made = () =>
    db.owner
      .selectFrom('buyer_offers')
      .select(['buyer_username', 'price_minor', 'begun_by'])
      .where('seller_id', '=', sellerId)
      .orderBy('id')
      .execute()
  expect(await made()).toEqual(
    ['anna', 'ben'].map((buyer_username) => ({ buyer_username, price_minor: 4_500, begun_by: 'SELLER' })),
  )
  expect((await send('10')).data.errors.form).toBe('None of the selected listings can get offers now.')
  await by.owner.post(undoResource, paths.undo, { id: undoOf(location)!, back: paths.offers })
  expect(await made()).toEqual([])
  await send('47.50', 'price')
  expect((await made()).map(({ price_minor: price }) => price)).toEqual([4_750, 4_750])
})
