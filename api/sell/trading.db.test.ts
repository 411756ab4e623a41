import { rowsOf } from '#db/testing-row.ts'
import type { eBayApi } from 'ebay-api'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addOffer, addOfferedListing } from '#features/core/offer/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { minute } from '#lib/duration.ts'
import { sellHub, type SellHub } from './testing.ts'

let db: TestDatabase
let sell: SellHub
let sellerId: number
let tool: eBayApi
let now = new Date('2026-11-20T10:00:00Z')

beforeAll(async () => {
  db = await testDatabase()
  sell = await sellHub(db, () => now)
  sellerId = await addTestSeller(db)
  tool = sell.toolOf(await sell.makeKey(sellerId))
})

const listing = () => addOfferedListing(db, sellerId, { title: 'Lens <50 mm> & cap' })
const offerOf = (item: Parameters<typeof addOffer>[1]['item'], change: object = {}) =>
  addOffer(db, { sellerId, item, buyer: 'anna', message: 'Is "£40" & shipping ok?', now, ...change })
const idOf = ({ offer_key: key }: { offer_key: string }) => `o${key}`
const stateOf = async ({ id }: { id: number }) =>
  (await db.owner.selectFrom('buyer_offers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).state

const codeOf = async (asked: Promise<unknown>) => {
  const error: unknown = await asked.then(
    (answer) => answer,
    (refused: unknown) => refused,
  )
  return (error as { errorCode?: number }).errorCode
}

type Fields = Parameters<eBayApi['trading']['RespondToBestOffer']>[0]
const respond = (fields: Fields) => tool.trading.RespondToBestOffer(fields)

describe('GetBestOffers', () => {
  it('lists what awaits an answer, of one listing or of all', async () => {
    const { item } = await listing()
    expect(await codeOf(tool.trading.GetBestOffers({ ItemID: item }))).toBe(20140)
    const [first, second] = [await offerOf(item), await offerOf(item, { buyer: 'ben', message: null, units: 2 })]
    const answer = await tool.trading.GetBestOffers({ ItemID: item })
    expect(answer).toMatchObject({
      Ack: 'Success',
      Item: {
        BuyItNowPrice: { value: 50, currencyID: 'GBP' },
        Currency: 'GBP',
        ItemID: Number(item),
        Title: 'Lens <50 mm> & cap',
      },
      PaginationResult: { TotalNumberOfEntries: 2, TotalNumberOfPages: 1 },
    })
    const offers = (answer as unknown as { BestOfferArray: { BestOffer: unknown[] } }).BestOfferArray.BestOffer
    expect(offers[1]).toEqual({
      BestOfferID: idOf(first),
      ExpirationTime: first.due_at?.toISOString(),
      Buyer: { UserID: 'anna' },
      Price: { value: 40, currencyID: 'GBP' },
      Status: 'Pending',
      Quantity: 1,
      BuyerMessage: 'Is "£40" & shipping ok?',
      BestOfferCodeType: 'BuyerBestOffer',
    })
    await respond({ ItemID: item, BestOfferID: idOf(second), Action: 'Decline' })
    expect(await tool.trading.GetBestOffers({ ItemID: item })).toMatchObject({
      BestOfferArray: { BestOffer: [{ BestOfferID: idOf(first) }] },
    })
    expect(await tool.trading.GetBestOffers({ ItemID: item, BestOfferID: idOf(second) })).toMatchObject({
      BestOfferArray: { BestOffer: [{ Status: 'Declined' }] },
    })
    const all = { BestOfferStatus: 'All', Pagination: { EntriesPerPage: 1, PageNumber: 2 } }
    expect(await tool.trading.GetBestOffers(all)).toMatchObject({
      ItemBestOffersArray: {
        ItemBestOffers: [{ Role: 'Seller', BestOfferArray: { BestOffer: [{ BestOfferID: idOf(first) }] } }],
      },
      PageNumber: 2,
    })
  })

  it('refuses with eBay’s codes', async () => {
    const foreign = await addOfferedListing(db, await addTestSeller(db))
    expect(await codeOf(tool.trading.GetBestOffers({ ItemID: foreign.item }))).toBe(17)
    expect(await codeOf(tool.trading.GetBestOffers({ ItemID: 'lens' }))).toBe(37)
    expect(await codeOf(tool.trading.GetBestOffers({ BestOfferStatus: 'Pending' }))).toBe(20139)
    expect(await codeOf(tool.trading.GetBestOffers({ Pagination: { EntriesPerPage: 201 } }))).toBe(37)
    expect(await codeOf(tool.trading.GetItem({ ItemID: foreign.item }))).toBe(2)
    const scope = ['https://api.ebay.com/oauth/api_scope/sell.inventory']
    const inventory = sell.toolOf(await sell.makeKey(sellerId), scope)
    expect(await inventory.trading.GetBestOffers({ BestOfferStatus: 'All' })).toMatchObject({ Ack: 'Success' })
    const orders = sell.toolOf(await sell.makeKey(sellerId, ['orders:read']))
    expect(await codeOf(orders.trading.GetBestOffers({}))).toBe(1100)
  })
})

describe('RespondToBestOffer', () => {
  it('accepts, counters and declines, at once', async () => {
    const { item } = await listing()
    const [first, second, third, fourth] = [
      await offerOf(item),
      await offerOf(item),
      await offerOf(item),
      await offerOf(item),
    ]
    expect(
      await respond({ ItemID: item, BestOfferID: idOf(first), Action: 'Accept', SellerResponse: 'Gladly' }),
    ).toMatchObject({
      Ack: 'Success',
      RespondToBestOffer: { BestOffer: { BestOfferID: idOf(first), CallStatus: 'Success' } },
    })
    const counter = { ItemID: item, BestOfferID: idOf(second), Action: 'Counter', CounterOfferQuantity: 1 }
    await respond({ ...counter, CounterOfferPrice: { '@_currencyID': 'GBP', '#value': '45.00' } })
    await respond({ ItemID: item, BestOfferID: [idOf(third), idOf(fourth)], Action: 'Decline' })
    expect(await Promise.all([first, second, third, fourth].map(stateOf))).toEqual([
      'ACCEPTED',
      'COUNTERED_BY_SELLER',
      'DECLINED',
      'DECLINED',
    ])
    const active = await tool.trading.GetBestOffers({ ItemID: item })
    expect(active).toMatchObject({
      BestOfferArray: {
        BestOffer: [{ Status: 'Active', BestOfferCodeType: 'SellerCounterOffer', Price: { value: 45 } }],
      },
    })
    const events = await rowsOf(db.owner, 'events', { subject: first.offer_key }, 'id')
    expect(events.at(-1)).toMatchObject({ type: 'offer.accepted', place_after: null })
  })

  it('refuses with eBay’s codes, and declines all or none', async () => {
    const { item } = await listing()
    const other = await listing()
    const [first, second] = [await offerOf(item), await offerOf(item, { begunBy: 'SELLER' })]
    const [one, two] = [idOf(first), idOf(second)]
    const counter = { ItemID: item, BestOfferID: one, Action: 'Counter' }
    const cases: [code: number, fields: Fields][] = [
      [37, { BestOfferID: one, Action: 'Accept' }],
      [37, { ItemID: item, BestOfferID: one, Action: 'Ignore' }],
      [37, { ItemID: item, Action: 'Accept' }],
      [37, { ItemID: item, BestOfferID: [one, two], Action: 'Accept' }],
      [37, { ...counter, CounterOfferQuantity: 1 }],
      [37, { ...counter, CounterOfferQuantity: 1, CounterOfferPrice: '50.00' }],
      [37, { ...counter, CounterOfferQuantity: 1, CounterOfferPrice: { '@_currencyID': 'EUR', '#value': '45.00' } }],
      [37, { ...counter, CounterOfferQuantity: 9, CounterOfferPrice: '45.00' }],
      [21921, { ...counter, CounterOfferPrice: '45.00' }],
      [20136, { ItemID: other.item, BestOfferID: one, Action: 'Accept' }],
      [20136, { ItemID: item, BestOfferID: 'o000000000000', Action: 'Accept' }],
      [21940, { ItemID: item, BestOfferID: [one, two], Action: 'Decline' }],
    ]
    for (const [code, fields] of cases) expect([fields, await codeOf(respond(fields))]).toEqual([fields, code])
    expect(await stateOf(first)).toBe('OPEN')
    await db.owner.updateTable('buyer_offers').set({ due_at: now }).where('id', '=', first.id).execute()
    expect(await codeOf(respond({ ItemID: item, BestOfferID: one, Action: 'Accept' }))).toBe(21929)
  })
})

describe('any document', () => {
  const post = async (body: string, headers: Record<string, string> = {}, call = 'GetBestOffers') => {
    now = new Date(now.getTime() + minute)
    const answer = await fetch(`${sell.url}/ws/api.dll`, {
      method: 'POST',
      body,
      headers: { 'x-ebay-api-call-name': call, 'content-type': 'text/xml', ...headers },
    })
    return { status: answer.status, text: await answer.text() }
  }

  it('has its token in a header or in itself', async () => {
    const token = await sell.tokenOf(sellerId)
    const inside = `<RequesterCredentials><eBayAuthToken>${token}</eBayAuthToken></RequesterCredentials>`
    const ask = `<GetBestOffersRequest xmlns="urn:ebay:apis:eBLBaseComponents">${inside}</GetBestOffersRequest>`
    expect((await post(ask)).text).toContain('<Ack>Success</Ack>')
    expect((await post(ask.replace(token, 'x'))).text).toContain('<ErrorCode>21916984</ErrorCode>')
    expect((await post('', {}, 'GetBestOffers')).text).toContain('<ErrorCode>21916984</ErrorCode>')
  })

  it('is answered without a server error', async () => {
    const { id } = await sell.makeKey(sellerId)
    const { item } = await listing()
    const best = idOf(await offerOf(item))
    const text = fc.oneof(
      fc.constantFrom(
        item,
        best,
        'Accept',
        'Counter',
        'Decline',
        'All',
        '1',
        '45.00',
        '',
        '&#0;',
        '&amp;',
        '&x;',
        ']]>',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const tag = fc.constantFrom(
      'ItemID',
      'BestOfferID',
      'Action',
      'CounterOfferPrice',
      'CounterOfferQuantity',
      'SellerResponse',
      'Pagination',
    )
    const field = fc
      .tuple(tag, text, fc.constantFrom('', ' currencyID="GBP"'))
      .map(([name, value, attribute]) => `<${name}${attribute}>${value}</${name}>`)
    const call = fc.constantFrom('GetBestOffers', 'RespondToBestOffer')
    await fc.assert(
      fc.asyncProperty(
        call,
        fc.array(field, { maxLength: 6 }),
        fc.oneof(fc.constant(''), text),
        async (name, fields, odd) => {
          const { status, text: answered } = await post(
            `<?xml version="1.0"?><${name}Request>${fields.join('')}</${name}Request>${odd}`,
            { 'x-ebay-api-iaf-token': sell.signFor(id) },
            name,
          )
          expect([status, answered.slice(0, 20)]).toEqual([200, '<?xml version="1.0" '])
        },
      ),
      propertyRuns(60),
    )
  })
})
