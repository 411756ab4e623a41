import type { eBayApi } from 'ebay-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addInterest, addOfferedListing, offerLimits } from '#features/core/offer/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { day } from '#lib/duration.ts'
import { refusalOf, sellHub, type SellHub } from './testing.ts'

let db: TestDatabase
let sell: SellHub
let sellerId: number
let tool: eBayApi
const now = new Date('2026-11-20T10:00:00Z')

beforeAll(async () => {
  db = await testDatabase()
  sell = await sellHub(db, () => now)
  sellerId = await addTestSeller(db)
  tool = sell.toolOf(await sell.makeKey(sellerId))
})

const eligibleItems = (asked: { limit?: string; offset?: string } = {}) =>
  tool.sell.negotiation.findEligibleItems(asked)

async function interesting(buyers: readonly string[], change: Parameters<typeof addOfferedListing>[2] = {}) {
  const listing = await addOfferedListing(db, sellerId, change)
  if (buyers.length > 0) await addInterest(db, sellerId, listing.id, buyers)
  return listing
}

const send = (listingId: string, item: object = {}, body: object = {}) =>
  tool.sell.negotiation.sendOfferToInterestedBuyers({
    offeredItems: [{ listingId, discountPercentage: '10', quantity: 1, ...item }],
    ...body,
  })

describe('offers to interested buyers, of a tool', () => {
  it('are sent for listings that are found', async () => {
    expect(await eligibleItems()).toBe('')
    const [first, second] = [await interesting(['annabel', 'x']), await interesting(['ben'])]
    expect(await eligibleItems({ limit: '1' })).toMatchObject({
      total: 2,
      limit: 1,
      offset: 0,
      eligibleItems: [{ listingId: first.item }],
      next: `${sell.url}/sell/negotiation/v1/find_eligible_items?limit=1&offset=1`,
    })
    const offers = await send(first.item, {}, { message: 'For you', offerDuration: { unit: 'DAY', value: 2 } })
    expect(offers).toEqual({
      offers: [
        {
          offerId: expect.stringMatching(/^[0-9a-f]{12}$/),
          offerType: 'SELLER_INITIATED',
          offerStatus: 'PENDING',
          initiatedBy: 'SELLER',
          revision: '1',
          buyer: { maskedUsername: 'a***l' },
          allowCounterOffer: false,
          message: 'For you',
          creationDate: now.toISOString(),
          lastModifiedDate: now.toISOString(),
          offerDuration: { unit: 'DAY', value: 2 },
          offeredItems: [
            {
              listingId: first.item,
              quantity: 1,
              price: { value: '45.00', currency: 'GBP' },
              discountPercentage: '10',
            },
          ],
        },
        expect.objectContaining({ buyer: { maskedUsername: 'x***' } }),
      ],
    })
    expect(await eligibleItems()).toMatchObject({ total: 1, eligibleItems: [{ listingId: second.item }] })
    const price = { value: '42.00', currency: 'GBP' }
    expect(
      await send(second.item, { price, discountPercentage: undefined }, { allowCounterOffer: true }),
    ).toMatchObject({
      offers: [
        {
          allowCounterOffer: true,
          offerDuration: { unit: 'DAY', value: offerLimits.sentStands / day },
          offeredItems: [{ price }],
        },
      ],
    })
    const events = await db.owner
      .selectFrom('events')
      .select(['type', 'place_after'])
      .where('seller_id', '=', sellerId)
      .where('type', 'like', 'offer.%')
      .execute()
    expect(events).toEqual(Array.from({ length: 3 }, () => ({ type: 'offer.sent', place_after: null })))
  })

  it('are refused with eBay’s ids', async () => {
    const { item } = await interesting(['carl'])
    const ended = await interesting(['carl'], { state: 'ENDED', ended_at: now, end_reason: 'SELLER' })
    const auction = await interesting(['carl'], { format: 'AUCTION', quantity_available: 1 })
    const nobody = await interesting([])
    const foreign = await addOfferedListing(db, await addTestSeller(db))
    const price = (value: string, currency = 'GBP') => ({ discountPercentage: undefined, price: { value, currency } })
    const cases: [id: number, status: number, ask: () => Promise<unknown>][] = [
      [150003, 400, () => eligibleItems({ limit: '201' })],
      [150004, 400, () => eligibleItems({ offset: '-1' })],
      [150005, 400, () => send(item, {}, { offeredItems: [{ listingId: item }, { listingId: nobody.item }] })],
      [150006, 400, () => tool.sell.negotiation.sendOfferToInterestedBuyers(null as never)],
      [150007, 400, () => send(item, { price: { value: '40.00', currency: 'GBP' } })],
      [150008, 400, () => send(item, { discountPercentage: '4.9' })],
      [150009, 400, () => send(item, { discountPercentage: undefined })],
      [150009, 400, () => send(item, price('40.00', 'EUR'))],
      [150010, 409, () => send(item, {}, { message: '<b>Only</b> today' })],
      [150010, 409, () => send(item, {}, { message: 'x'.repeat(2_001) })],
      [150011, 409, () => send(ended.item)],
      [150012, 409, () => send(foreign.item)],
      [150012, 409, () => send('118')],
      [150014, 409, () => send(item, { quantity: 4 })],
      [150016, 409, () => send(item, price('50.00'))],
      [150017, 409, () => send(auction.item)],
      [150020, 409, () => send(nobody.item)],
      [150027, 400, () => send(item, {}, { offerDuration: { unit: 'DAY', value: 31 } })],
    ]
    for (const [id, status, ask] of cases) expect(await refusalOf(ask())).toMatchObject({ id, status })
    await send(item)
    expect(await refusalOf(send(item))).toMatchObject({
      id: 150019,
      status: 409,
      errors: [{ message: `Offer is invalid. Listing ${item} currently has a seller-initiated negotiation.` }],
    })
    await db.owner.updateTable('sellers').set({ suspended_at: now }).where('id', '=', sellerId).execute()
    expect(await refusalOf(send(item))).toMatchObject({ id: 150021, status: 409 })
    await db.owner.updateTable('sellers').set({ suspended_at: null }).where('id', '=', sellerId).execute()
  })

  it('need the marketplace of the shop, and the rights', async () => {
    const token = await sell.tokenOf(sellerId)
    const ask = async (headers: Record<string, string>, authorization = `Bearer ${token}`) => {
      const answer = await fetch(`${sell.url}/sell/negotiation/v1/find_eligible_items`, {
        headers: { ...headers, authorization },
      })
      return ((await answer.json()) as { errors: { errorId: number }[] }).errors[0]?.errorId
    }
    expect(await ask({})).toBe(150001)
    expect(await ask({ 'x-ebay-c-marketplace-id': 'EBAY_US' })).toBe(150002)
    const reader = sell.toolOf(await sell.makeKey(sellerId, ['listings:read']))
    const { item } = await interesting(['dora'])
    expect(
      await refusalOf(reader.sell.negotiation.sendOfferToInterestedBuyers({ offeredItems: [{ listingId: item }] })),
    ).toMatchObject({ id: 1100, status: 403 })
  })
})
