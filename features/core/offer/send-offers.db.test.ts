import { addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { hour } from '#lib/duration.ts'
import { eligible, sendOffers, type OffersToSend } from './send-offers-db.server.ts'
import { addInterest, addOffer, addOfferedListing, offerLimits } from './testing.ts'

let db: TestDatabase
let sellerId: number
const now = new Date('2026-11-20T10:00:00Z')

beforeAll(async () => {
  db = await testDatabase({ poolSize: 8 })
  sellerId = await addTestSeller(db)
})

const send = (item: OffersToSend['item'], change: Partial<OffersToSend> = {}) =>
  db.asSeller(sellerId, 'write', (tx) =>
    sendOffers(tx, {
      sellerId,
      item,
      price: { discountPercent: 10 },
      units: 1,
      message: 'Just for you',
      hours: null,
      mayCounter: true,
      memberName: null,
      tellAt: null,
      now,
      limits: offerLimits,
      ...change,
    }),
  )

const isEligible = async (id: number) => {
  const { rows } = await db.asSeller(sellerId, 'read', (tx) =>
    sql`select from listings l where l.seller_id = ${sellerId} and l.id = ${id} and ${eligible(sellerId)}`.execute(tx),
  )
  return rows.length === 1
}

describe('offers to interested buyers', () => {
  it('go to each who has no open offer, and stand as the policy pack or the seller says', async () => {
    const { id, item } = await addOfferedListing(db, sellerId, { content: { best_offer: false } })
    await addInterest(db, sellerId, id, ['anna', 'ben'])
    expect(await isEligible(id)).toBe(true)
    const { sent } = await send(item)
    expect(sent.map((each) => [each.buyer_username, each.price_minor, each.turn, each.message])).toEqual([
      ['anna', 4_500, 'BUYER', 'Just for you'],
      ['ben', 4_500, 'BUYER', 'Just for you'],
    ])
    expect(sent[0]?.due_at).toEqual(new Date(now.getTime() + offerLimits.sentStands))
    expect(await isEligible(id)).toBe(false)
    expect(await send(item)).toEqual({ sent: [], refused: 'offer-open' })
    await addInterest(db, sellerId, id, ['carl'])
    expect(await isEligible(id)).toBe(true)
    const later = await send(item, { price: { priceMinor: 4_200 }, hours: 24, mayCounter: false })
    expect(later.sent).toMatchObject([{ buyer_username: 'carl', price_minor: 4_200, may_counter: false }])
    expect(later.sent[0]?.due_at).toEqual(new Date(now.getTime() + 24 * hour))
  })

  it('leave out who has made an offer', async () => {
    const { id, item } = await addOfferedListing(db, sellerId)
    await addInterest(db, sellerId, id, ['dora'])
    await addOffer(db, { sellerId, item, buyer: 'dora', now })
    expect(await isEligible(id)).toBe(false)
    expect(await send(item)).toMatchObject({ refused: 'offer-open' })
  })

  it('are sent once, however often at the same moment', async () => {
    const { id, item } = await addOfferedListing(db, sellerId)
    await addInterest(db, sellerId, id, ['anna', 'ben'])
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => send(item)))
    expect(outcomes.flatMap(({ sent }) => sent)).toHaveLength(2)
  })

  it('are refused by rule, and the condition agrees', async () => {
    const nobody = await addOfferedListing(db, sellerId)
    expect(await send(nobody.item)).toMatchObject({ refused: 'nobody-interested' })
    const cases = [
      [await addOfferedListing(db, sellerId, { state: 'SCHEDULED' }), 'not-on-sale'],
      [await addOfferedListing(db, sellerId, { format: 'AUCTION', quantity_available: 1 }), 'takes-no-offers'],
    ] as const
    for (const [{ id, item }, refused] of cases) {
      await addInterest(db, sellerId, id, ['anna'])
      expect([await send(item), await isEligible(id)]).toEqual([{ sent: [], refused }, false])
    }
    const red = await addOfferedListing(db, sellerId)
    await addInterest(db, sellerId, red.id, ['anna'])
    await addRows(db.owner, 'listing_variations', {
      seller_id: sellerId,
      listing_id: red.id,
      position: 1,
      axis_values: ['Red'],
      quantity: 3,
      price_minor: 5_000,
    })
    expect([await send(red.item), await isEligible(red.id)]).toEqual([{ sent: [], refused: 'takes-no-offers' }, false])
    const other = await addTestSeller(db)
    const foreign = await addOfferedListing(db, other)
    expect(await send(foreign.item)).toEqual({ sent: [], refused: 'no-such-listing' })
  })
})
