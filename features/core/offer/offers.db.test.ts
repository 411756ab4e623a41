import { propertyRuns } from '#db/testing-property-runs.ts'
import { addRows, rowOf, rowsOf, updateRows } from '#db/testing-row.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { brand } from '#lib/brand.ts'
import { minute, second } from '#lib/duration.ts'
import { offerStates, turnOf, type OfferKey } from './offer.ts'
import { moveOffer, undoOfferStep, type OfferMove } from './offers-db.server.ts'
import { addOffer, addOfferedListing, offerLimits } from './testing.ts'

let db: TestDatabase
let sellerId: number
const now = new Date('2026-11-20T10:00:00Z')

beforeAll(async () => {
  db = await testDatabase({ poolSize: 8 })
  sellerId = await addTestSeller(db)
})

const stockOf = (id: number) => rowOf(db.owner, 'listings', { id })

const take = (offer: { id: number }, step: OfferMove['step'], change: Partial<OfferMove> = {}) =>
  db.asSeller(sellerId, 'write', (tx) =>
    moveOffer(tx, { sellerId, offer: { id: offer.id }, step, by: 'SELLER', now, ...change }, offerLimits),
  )

const eventsAbout = async (key: string) =>
  (await rowsOf(db.owner, 'events', { subject: key }, 'id')).map(({ type }) => type)

describe('an accepted offer', () => {
  it('holds its units until it is not paid', async () => {
    const listing = await addOfferedListing(db, sellerId, { quantity_available: 2 })
    const offer = await addOffer(db, { sellerId, item: listing.item, units: 2, now })
    expect(await take(offer, 'accept')).toMatchObject({ ok: true, offer: { state: 'ACCEPTED', held_units: 2 } })
    expect(await stockOf(listing.id)).toMatchObject({
      state: 'OUT_OF_STOCK',
      on_hand: 2,
      reserved: 2,
      quantity_available: 0,
    })
    expect(await take(offer, 'not-pay', { by: 'HUB' })).toMatchObject({ ok: false, reason: 'not-due' })
    const later = new Date(now.getTime() + offerLimits.payWithin)
    expect(await take(offer, 'not-pay', { by: 'HUB', now: later })).toMatchObject({ ok: true })
    expect(await stockOf(listing.id)).toMatchObject({ state: 'ACTIVE', on_hand: 2, reserved: 0, quantity_available: 2 })
    const moved = await rowsOf(db.owner, 'stock_movements', { listing_id: listing.id }, 'id')
    expect(moved.slice(1)).toMatchObject([
      { kind: 'RESERVED', reserved_change: 2, cause: { kind: 'OFFER', offer: offer.offer_key } },
      { kind: 'RELEASED', reserved_change: -2, cause: { kind: 'OFFER', offer: offer.offer_key } },
    ])
  })

  it('is one of as many as there are units, however many are accepted at once', async () => {
    const listing = await addOfferedListing(db, sellerId, { quantity_available: 3 })
    const offers = []
    for (let nth = 0; nth < 40; nth += 1) offers.push(await addOffer(db, { sellerId, item: listing.item, now }))
    const outcomes = await Promise.all(offers.map((offer) => take(offer, 'accept')))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(new Set(outcomes.map((outcome) => (outcome.ok ? '' : outcome.reason)))).toEqual(
      new Set(['', 'not-enough-stock']),
    )
    expect(await stockOf(listing.id)).toMatchObject({ on_hand: 3, reserved: 3, quantity_available: 0 })
  })

  it('is refused by the database beyond the units that are there', async () => {
    const listing = await addOfferedListing(db, sellerId, { quantity_available: 1 })
    const offer = await addOffer(db, { sellerId, item: listing.item, now })
    await db.owner.updateTable('buyer_offers').set({ units: 2 }).where('id', '=', offer.id).execute()
    const accepted = updateRows(db.owner, 'buyer_offers', { id: offer.id }, { state: 'ACCEPTED' })
    await expect(accepted).rejects.toThrow('more is promised than there is')
  })

  it('holds units of all listings that share its stock', async () => {
    const sku = `SHARED-${Math.floor(now.getTime() / 1000)}`
    const sharing = { sku, shares_stock: true, quantity_available: 3 }
    const [one, other] = [
      await addOfferedListing(db, sellerId, sharing),
      await addOfferedListing(db, sellerId, sharing),
    ]
    const made = { sellerId, now }
    const offers = [
      await addOffer(db, { ...made, item: one.item, units: 2 }),
      await addOffer(db, { ...made, item: other.item, units: 1 }),
      await addOffer(db, { ...made, item: other.item, units: 1 }),
    ]
    const outcomes = []
    for (const offer of offers) outcomes.push((await take(offer, 'accept')).ok)
    expect(outcomes).toEqual([true, true, false])
    const none = { state: 'OUT_OF_STOCK', on_hand: 3, reserved: 3, quantity_available: 0 }
    expect([await stockOf(one.id), await stockOf(other.id)]).toMatchObject([none, none])
    const later = new Date(now.getTime() + offerLimits.payWithin)
    await take(offers[0]!, 'not-pay', { by: 'HUB', now: later })
    const left = { state: 'ACTIVE', on_hand: 3, reserved: 1, quantity_available: 2 }
    expect([await stockOf(one.id), await stockOf(other.id)]).toMatchObject([left, left])
  })

  it('holds units of its variation', async () => {
    const listing = await addOfferedListing(db, sellerId, { quantity_available: 3 })
    const variation = { seller_id: sellerId, listing_id: listing.id, price_minor: 5_000 }
    await addRows(db.owner, 'listing_variations', [
      { ...variation, position: 1, axis_values: ['Red'], sku: `R-${listing.id}`, quantity: 1 },
      { ...variation, position: 2, axis_values: ['Blue'], sku: `B-${listing.id}`, quantity: 2 },
    ])
    const unitsOf = async () =>
      (await rowsOf(db.owner, 'listing_variations', { listing_id: listing.id }, 'position')).map(
        ({ quantity }) => quantity,
      )
    const made = { sellerId, item: listing.item, variation: ['Red'], now }
    const [first, second_] = [await addOffer(db, made), await addOffer(db, made)]
    expect(await take(first, 'accept')).toMatchObject({ ok: true })
    expect(await unitsOf()).toEqual([0, 2])
    expect(await take(second_, 'accept')).toMatchObject({ ok: false, reason: 'not-enough-stock' })
    const later = new Date(now.getTime() + offerLimits.payWithin)
    expect(await take(first, 'not-pay', { by: 'HUB', now: later })).toMatchObject({ ok: true })
    expect(await unitsOf()).toEqual([1, 2])
  })
})

describe('an answer', () => {
  it('is told once, and can be undone until then', async () => {
    const listing = await addOfferedListing(db, sellerId)
    const offer = await addOffer(db, { sellerId, item: listing.item, now })
    const tellAt = new Date(now.getTime() + 10 * second)
    const undo = (at: Date) =>
      db.asSeller(sellerId, 'write', (tx) =>
        undoOfferStep(tx, { sellerId, key: brand<OfferKey>(offer.offer_key), now: at }),
      )
    await take(offer, 'accept', { tellAt })
    expect(await eventsAbout(offer.offer_key)).toEqual(['offer.received', 'offer.accepted'])
    expect(await undo(new Date(tellAt.getTime() - 1))).toMatchObject({
      ok: true,
      offer: { state: 'OPEN', held_units: 0 },
    })
    expect(await eventsAbout(offer.offer_key)).toEqual(['offer.received'])
    await take(offer, 'decline', { tellAt })
    expect(await undo(tellAt)).toEqual({ ok: false, reason: 'told-already' })
    expect(await eventsAbout(offer.offer_key)).toEqual(['offer.received', 'offer.declined'])
  })

  it('is told before the steps that follow it', async () => {
    const listing = await addOfferedListing(db, sellerId)
    const terms = { priceMinor: 4_500, units: 1, message: null }
    const tellAt = new Date(Date.now() + minute)
    const placed = async (then: (offer: { id: number }) => Promise<unknown>) => {
      const offer = await addOffer(db, { sellerId, item: listing.item, now })
      await take(offer, 'counter', { terms, tellAt })
      await then(offer)
      return db.owner
        .selectFrom('events')
        .select(['type', 'place_after'])
        .where('subject', '=', offer.offer_key)
        .where('type', '<>', 'offer.received')
        .orderBy('id')
        .execute()
    }
    expect(await placed((offer) => take(offer, 'withdraw'))).toEqual([
      { type: 'offer.countered', place_after: tellAt },
      { type: 'offer.withdrawn', place_after: tellAt },
    ])
    const endListing = () =>
      updateRows(db.owner, 'listings', { id: listing.id }, { state: 'ENDED', ended_at: now, end_reason: 'SELLER' })
    expect(await placed(endListing)).toEqual([
      { type: 'offer.countered', place_after: tellAt },
      { type: 'offer.ended', place_after: tellAt },
    ])
  })

  it('to an offer that has expired, or is the other’s to give, is refused', async () => {
    const listing = await addOfferedListing(db, sellerId)
    const offer = await addOffer(db, { sellerId, item: listing.item, now })
    const due = new Date(now.getTime() + offerLimits.stands)
    expect(await take(offer, 'accept', { now: due })).toMatchObject({ ok: false, reason: 'expired' })
    expect(await take(offer, 'accept', { by: 'BUYER' })).toMatchObject({ ok: false, reason: 'not-your-turn' })
    const terms = { priceMinor: 4_500, units: 1, message: null }
    expect(await take(offer, 'counter', { terms: { ...terms, priceMinor: 5_000 } })).toMatchObject({
      reason: 'not-less',
    })
    expect(await take(offer, 'counter', { terms, now: new Date(due.getTime() - 1) })).toMatchObject({
      ok: true,
      offer: { state: 'COUNTERED_BY_SELLER', price_minor: 4_500, turn: 'BUYER' },
    })
    expect(await take(offer, 'accept', { version: offer.version })).toMatchObject({ ok: false, reason: 'changed' })
  })
})

it('open offers end with their listing', async () => {
  const listing = await addOfferedListing(db, sellerId)
  const offer = await addOffer(db, { sellerId, item: listing.item, now })
  await updateRows(db.owner, 'listings', { id: listing.id }, { state: 'ENDED', ended_at: now, end_reason: 'SELLER' })
  const ended = await rowOf(db.owner, 'buyer_offers', { id: offer.id })
  expect(ended).toMatchObject({ state: 'LISTING_ENDED', due_at: null, turn: null })
  expect(await eventsAbout(offer.offer_key)).toEqual(['offer.received', 'offer.ended'])
})

it('the database and `turnOf` say the same of whose turn it is', async () => {
  const listing = await addOfferedListing(db, sellerId)
  for (const begunBy of ['BUYER', 'SELLER'] as const)
    for (const state of offerStates.filter((each) => each !== 'PAID')) {
      const offer = await addOffer(db, { sellerId, item: listing.item, begunBy, now })
      const isOpen = ['OPEN', 'COUNTERED_BY_BUYER', 'COUNTERED_BY_SELLER', 'ACCEPTED'].includes(state)
      const { turn } = await db.owner
        .updateTable('buyer_offers')
        .set({ state, units: 1, due_at: isOpen ? offer.due_at : null })
        .where('id', '=', offer.id)
        .returning('turn')
        .executeTakeFirstOrThrow()
      expect([begunBy, state, turn]).toEqual([begunBy, state, turnOf({ begun_by: begunBy, state })])
      await db.owner.deleteFrom('buyer_offers').where('id', '=', offer.id).execute()
    }
})

const steps = fc.record({
  nth: fc.nat({ max: 5 }),
  step: fc.constantFrom('accept', 'decline', 'counter', 'withdraw', 'expire', 'not-pay', 'undo', 'restock', 'end'),
  by: fc.constantFrom('SELLER', 'BUYER'),
  price: fc.integer({ min: 1, max: 6_000 }),
  units: fc.integer({ min: 1, max: 3 }),
  minutes: fc.integer({ min: -30, max: 1_500 }),
  isUndoable: fc.boolean(),
})

describe('any negotiation', () => {
  it('keeps units and states together, and tells each answer once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4 }), fc.array(steps, { maxLength: 25 }), async (stock, taken) => {
        const listing = await addOfferedListing(db, sellerId, { quantity_available: Math.max(1, stock) })
        const offers = []
        for (let nth = 0; nth < 3; nth += 1)
          offers.push(
            await addOffer(db, { sellerId, item: listing.item, now, ...(nth === 2 ? { begunBy: 'SELLER' } : {}) }),
          )
        let clock = now
        for (const { nth, step, by, price, units, minutes, isUndoable } of taken) {
          clock = new Date(clock.getTime() + minutes * minute)
          const offer = offers[nth % offers.length]!
          const key = brand<OfferKey>(offer.offer_key)
          if (step === 'undo')
            await db.asSeller(sellerId, 'write', (tx) => undoOfferStep(tx, { sellerId, key, now: clock }))
          else if (step === 'restock')
            await db.owner
              .updateTable('listings')
              .set(({ eb }) => ({ on_hand: eb('on_hand', '+', 1) }))
              .where('id', '=', listing.id)
              .execute()
          else if (step === 'end') {
            if (minutes < 1_200) continue
            await db.owner
              .updateTable('listings')
              .set({ state: 'ENDED', ended_at: clock, end_reason: 'SELLER', out_of_stock_since: null })
              .where('id', '=', listing.id)
              .where('state', '<>', 'ENDED')
              .execute()
          } else
            await take(offer, step, {
              by: step === 'expire' || step === 'not-pay' ? 'HUB' : by,
              now: clock,
              tellAt: isUndoable && by === 'SELLER' ? new Date(clock.getTime() + 10 * second) : null,
              ...(step === 'counter' ? { terms: { priceMinor: price, units, message: null } } : {}),
            })
          const kept = await rowsOf(db.owner, 'buyer_offers', { listing_id: listing.id })
          const held = kept.reduce((sum, { held_units }) => sum + held_units, 0)
          const { reserved, on_hand, quantity_available } = await stockOf(listing.id)
          expect(reserved).toBe(held)
          expect(quantity_available).toBe(on_hand - held)
          for (const each of kept) {
            const noted = await rowsOf(db.owner, 'buyer_offer_steps', { offer_id: each.id }, 'position')
            expect(noted.at(-1)).toMatchObject({ state: each.state, price_minor: each.price_minor, units: each.units })
            // One event for each step that stands.
            expect(await eventsAbout(each.offer_key)).toHaveLength(noted.length)
          }
        }
      }),
      propertyRuns(15),
    )
  })
})
