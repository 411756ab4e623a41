import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addFormProducts, addFormShop } from '#features/listing-form/testing.ts'
import { addTestListing } from '../testing-orders.ts'
import { refusalOf, sellHub, type SellHub } from './testing.ts'

let db: TestDatabase
let sell: SellHub
let shop: Awaited<ReturnType<typeof addFormShop>>
let inventory: ReturnType<SellHub['toolOf']>['sell']['inventory']
let policies: { fulfillmentPolicyId: string; paymentPolicyId: string; returnPolicyId: string }
let pictures: { url: string; asked: string[] }

/** A server of the seller's own, with pictures of which each path is another one. */
async function startPictures() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url === '/moved') return response.writeHead(302, { location: '/red' }).end()
    if (request.url === '/none') return response.writeHead(404).end()
    if (request.url === '/text') return response.end('no picture at all')
    const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: request.url!.slice(1) } })
    return void picture
      .png()
      .toBuffer()
      .then((file) => response.end(file))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const aspects = { Model: ['M3'], Type: ['Rangefinder'], 'Film format': ['35 mm'], Mount: ['Leica M'] }

const camera = (change: object = {}, quantity = 2) => ({
  condition: 'USED_EXCELLENT',
  availability: { shipToLocationAvailability: { quantity } },
  product: {
    title: 'Leica M3, 1957',
    description: 'Serviced in 2025.',
    brand: 'Leica',
    // The client's types have a text here, eBay's contract an object.
    aspects: aspects as unknown as string,
    imageUrls: [`${pictures.url}/red`, `${pictures.url}/moved`],
    ...change,
  },
  packageWeightAndSize: {
    weight: { value: 2, unit: 'POUND' },
    dimensions: { length: 10, width: 6, height: 4, unit: 'INCH' },
  },
})

const offerOf = (change: object = {}) => ({
  categoryId: 'Cameras & Photography > Film Cameras',
  listingPolicies: policies,
  pricingSummary: { price: { value: '1249.00', currency: 'GBP' } },
  ...change,
})
const newOffer = (sku: string, change: object = {}) => ({
  sku,
  marketplaceId: 'EBAY_GB',
  format: 'FIXED_PRICE',
  ...offerOf(change),
})

const listingOf = (item: string) =>
  db.owner
    .selectFrom('listings')
    .select(['id', 'state', 'title', 'price_minor', 'quantity_available', 'version', 'relisted_from'])
    .where('seller_id', '=', shop.sellerId)
    .where('item_number', '=', item)
    .executeTakeFirstOrThrow()

/** The whole answer, with its status. */
async function answerOf(asked: (tool: typeof inventory) => Promise<unknown>): Promise<Answer> {
  const { status, data } = (await asked(inventory.api({ returnResponse: true }))) as Answer
  return { status, data }
}

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- each address answers its own; tests read what they expect
  data: any
}

beforeAll(async () => {
  db = await testDatabase()
  sell = await sellHub(db)
  shop = await addFormShop(sell.hub, db, 'tool-shop')
  await addFormProducts(db)
  pictures = await startPictures()
  const typed = await shop.complete()
  policies = {
    fulfillmentPolicyId: typed['policy.FULFILMENT']!,
    paymentPolicyId: typed['policy.PAYMENT']!,
    returnPolicyId: typed['policy.RETURN']!,
  }
  inventory = sell.toolOf(await sell.makeKey(shop.sellerId)).sell.inventory
})

describe('a listing that a tool makes', () => {
  it('is a draft of the hub, then a listing that members change, and can be put up again', async () => {
    expect(await answerOf((tool) => tool.createOrReplaceInventoryItem('M3-1', camera()))).toEqual({
      status: 201,
      data: {},
    })
    const draft = (await shop.listings())[0]!
    expect(draft).toMatchObject({ state: 'DRAFT', title: 'Leica M3, 1957', sku: 'M3-1', quantity_available: 2 })
    const item = await inventory.getInventoryItem('M3-1')
    expect(item).toMatchObject({
      sku: 'M3-1',
      condition: 'USED_VERY_GOOD',
      availability: { shipToLocationAvailability: { quantity: 2 } },
      product: { title: 'Leica M3, 1957', brand: 'Leica', aspects: { Mount: ['Leica M'] } },
      packageWeightAndSize: { weight: { value: 907, unit: 'GRAM' }, dimensions: { length: 25.4 } },
    })
    expect(item.product.imageUrls).toEqual([expect.stringContaining(`${sell.url}/pictures/`)])
    expect(await refusalOf(inventory.getOffers({ sku: 'M3-1' }))).toMatchObject({ status: 404, id: 25713 })

    const made = await answerOf((tool) => tool.createOffer(newOffer('M3-1')))
    expect(made).toEqual({ status: 201, data: { offerId: draft.item_number } })
    const { offerId } = made.data as { offerId: string }
    expect(await inventory.getOffer(offerId)).toMatchObject({
      status: 'UNPUBLISHED',
      categoryId: 'Cameras & Photography > Film Cameras',
      availableQuantity: 2,
      listingPolicies: policies,
      pricingSummary: { price: { value: '1249.00', currency: 'GBP' } },
    })
    // What was fetched once is not fetched again, and the same item again changes nothing.
    const fetched = pictures.asked.length
    expect((await answerOf((tool) => tool.createOrReplaceInventoryItem('M3-1', camera()))).status).toBe(204)
    expect(pictures.asked).toHaveLength(fetched)

    expect(await inventory.publishOffer(offerId)).toEqual({ listingId: draft.item_number })
    expect(await inventory.publishOffer(offerId)).toEqual({ listingId: draft.item_number })
    expect(await listingOf(offerId)).toMatchObject({ state: 'ACTIVE', price_minor: 124900, quantity_available: 2 })

    const form = await shop.open(`mode=ReviseItem&itemId=${offerId}`)
    expect(form).toMatchObject({ typed: { title: 'Leica M3, 1957', sku: 'M3-1', 'aspect.Brand': 'Leica' } })
    expect(form.pictures).toHaveLength(1)
    // A member has it open and half done: what the tool does meanwhile takes nothing from them.
    await shop.keep(form, { ...form.typed, title: 'Leica M3 of 1957' })
    await inventory.bulkUpdatePriceQuantity({
      requests: [
        { sku: 'M3-1', offers: [{ offerId, availableQuantity: 5, price: { value: '1199.00', currency: 'GBP' } }] },
      ],
    })
    const title = 'Leica M3, chrome'
    expect((await answerOf((tool) => tool.createOrReplaceInventoryItem('M3-1', camera({ title }, 4)))).status).toBe(204)
    expect(await listingOf(offerId)).toMatchObject({ title, price_minor: 119900, quantity_available: 4 })
    const kept = await shop.open(`mode=ReviseItem&itemId=${offerId}`)
    expect(kept.typed.title).toBe('Leica M3 of 1957')
    const stale = await shop.send(kept, 'publish', { ...kept.typed })
    expect([stale.status, stale.data.view.conflict?.typed.title]).toEqual([409, title])
    await shop.send(stale.data.view, 'publish', { ...kept.typed })
    expect(await inventory.getInventoryItem('M3-1')).toMatchObject({ product: { title: 'Leica M3 of 1957' } })

    expect(await inventory.withdrawOffer(offerId)).toEqual({ listingId: offerId })
    expect(await listingOf(offerId)).toMatchObject({ state: 'ENDED' })
    // The offer is there, unpublished, under the id that the tool knows.
    const again = await inventory.getOffer(offerId)
    expect(again).toMatchObject({ status: 'UNPUBLISHED', sku: 'M3-1' })
    const put = await inventory.publishOffer(offerId)
    expect(put.listingId).not.toBe(offerId)
    expect(await listingOf(put.listingId)).toMatchObject({ state: 'ACTIVE', title: 'Leica M3 of 1957' })
    const events = await db.owner
      .selectFrom('events')
      .innerJoin('listings', (join) =>
        join.onRef('listings.seller_id', '=', 'events.seller_id').onRef('listings.id', '=', 'events.listing_id'),
      )
      .select(['type', 'item_number'])
      .where('events.seller_id', '=', shop.sellerId)
      .orderBy('events.id')
      .execute()
    const told = events.map(({ type, item_number }) => `${item_number === offerId ? 'first' : 'second'} ${type}`)
    expect(told.filter((each) => /published|ended/.test(each))).toEqual([
      'first listing.published',
      'first listing.ended',
      'second listing.published',
    ])
  })

  it('says what keeps it from being published, all at once, by the rules of the form', async () => {
    await inventory.createOrReplaceInventoryItem('BARE', { product: { title: 'A box' } })
    const { offerId } = (await inventory.createOffer({
      ...newOffer('BARE'),
      categoryId: undefined,
      listingPolicies: undefined,
    })) as { offerId: string }
    const { status, errors } = await refusalOf(inventory.publishOffer(offerId))
    const ids = (errors as { errorId: number }[]).map(({ errorId }) => errorId)
    expect([status, ids]).toEqual([400, [25021, 25005, 25014, 25004, 25007, 25008, 25009]])
    await inventory.updateOffer(offerId, offerOf())
    await inventory.createOrReplaceInventoryItem('BARE', camera({ aspects: { Model: ['M3'] }, brand: 'Leica' }))
    const more = (await refusalOf(inventory.publishOffer(offerId))).errors as { errorId: number; parameters: unknown }[]
    expect(more.map(({ errorId }) => errorId)).toEqual([25029, 25029, 25029])
    expect(more[0]!.parameters).toEqual([{ name: 'fieldName', value: 'Type' }])
  })

  it('begins when it is to, with what buyers read from the offer, and says what was left out', async () => {
    const start = new Date(sell.hub.now().getTime() + 3 * 86_400_000)
    start.setUTCSeconds(0, 0)
    const item = { ...camera(), conditionDescription: 'A scratch' }
    const made = await answerOf((tool) => tool.createOrReplaceInventoryItem('LATER', item))
    expect(made).toMatchObject({ status: 201, data: { warnings: [{ errorId: 25028 }] } })
    const listingPolicies = {
      ...policies,
      bestOfferTerms: { bestOfferEnabled: true, autoAcceptPrice: { value: '1200', currency: 'GBP' } },
    }
    const { offerId } = (await inventory.createOffer(
      newOffer('LATER', {
        listingDescription: '<p>By <b>the offer</b></p>',
        listingStartDate: start.toISOString(),
        listingPolicies,
      }),
    )) as { offerId: string }
    await inventory.publishOffer(offerId)
    expect(await listingOf(offerId)).toMatchObject({ state: 'SCHEDULED' })
    expect(await inventory.getOffer(offerId)).toMatchObject({
      listingDescription: '<p>By <b>the offer</b></p>',
      listingStartDate: start.toISOString(),
      listing: { listingStatus: 'INACTIVE' },
      listingPolicies: { bestOfferTerms: { autoAcceptPrice: { value: '1200.00' } } },
    })
    // The item's own text is kept, and buyers go on reading the offer's.
    await inventory.createOrReplaceInventoryItem('LATER', camera({ description: 'Serviced in 2026.' }))
    expect(await inventory.getInventoryItem('LATER')).toMatchObject({ product: { description: 'Serviced in 2026.' } })
    expect(await inventory.getOffer(offerId)).toMatchObject({ listingDescription: '<p>By <b>the offer</b></p>' })
    const late = await answerOf((tool) =>
      tool.updateOffer(offerId, offerOf({ listingStartDate: '2020-01-01T00:00:00.000Z', lotSize: 2 })),
    )
    expect(late).toMatchObject({ status: 200, data: { offerId, warnings: [{ errorId: 25028 }, { errorId: 25753 }] } })
    expect(await inventory.getOffer(offerId)).toMatchObject({ listingDescription: 'Serviced in 2026.' })
    await inventory.withdrawOffer(offerId)
    expect(await inventory.getOffer(offerId)).toMatchObject({ status: 'UNPUBLISHED' })
  })

  it('is sold out by an item of none, and back by one of some', async () => {
    await inventory.createOrReplaceInventoryItem('STOCK', camera())
    const { offerId } = (await inventory.createOffer(newOffer('STOCK'))) as { offerId: string }
    await inventory.publishOffer(offerId)
    const state = async () => (await listingOf(offerId)).state
    await inventory.createOrReplaceInventoryItem('STOCK', camera({ title: 'Leica M3, last one' }, 0))
    expect([await state(), (await listingOf(offerId)).title]).toEqual(['OUT_OF_STOCK', 'Leica M3, last one'])
    const other = camera({ title: 'Another' }, 0)
    expect(await refusalOf(inventory.createOrReplaceInventoryItem('STOCK', other))).toMatchObject({
      id: 25004,
    })
    await inventory.createOrReplaceInventoryItem('STOCK', camera({ title: 'Leica M3, last one' }, 3))
    expect(await state()).toBe('ACTIVE')
    await inventory.updateOffer(offerId, offerOf({ availableQuantity: 7 }))
    expect((await listingOf(offerId)).quantity_available).toBe(7)
  })

  it('is made, published and read in bulk, each for itself', async () => {
    const bulk = await answerOf((tool) =>
      tool.bulkCreateOrReplaceInventoryItem({
        requests: [
          { sku: 'BULK-1', locale: 'en_GB', ...camera() },
          { sku: 'BULK-2', locale: 'en_GB', ...camera({ title: '' }) },
        ],
      }),
    )
    expect([bulk.status, bulk.data.responses]).toMatchObject([
      207,
      [
        { sku: 'BULK-1', statusCode: 201 },
        { sku: 'BULK-2', statusCode: 400, errors: [{ errorId: 25016 }] },
      ],
    ])
    const offers = await answerOf((tool) =>
      tool.bulkCreateOffer({ requests: [newOffer('BULK-1'), newOffer('BULK-2')] }),
    )
    expect([offers.status, offers.data.responses]).toMatchObject([
      207,
      [
        { sku: 'BULK-1', statusCode: 201 },
        { sku: 'BULK-2', statusCode: 404, errors: [{ errorId: 25702 }] },
      ],
    ])
    const { offerId } = offers.data.responses[0]
    expect(await inventory.bulkPublishOffer({ requests: [{ offerId }] })).toEqual({
      responses: [{ offerId, statusCode: 200, listingId: offerId }],
    })
    expect(await inventory.bulkGetInventoryItem({ requests: [{ sku: 'BULK-1' }] })).toMatchObject({
      responses: [{ sku: 'BULK-1', statusCode: 200, inventoryItem: { product: { title: 'Leica M3, 1957' } } }],
    })
  })

  it('goes: a draft is discarded, what is on sale ends, and an offer leaves its item', async () => {
    await inventory.createOrReplaceInventoryItem('GOES', camera())
    const { offerId } = (await inventory.createOffer(newOffer('GOES'))) as { offerId: string }
    expect((await answerOf((tool) => tool.deleteOffer(offerId))).status).toBe(204)
    expect(await refusalOf(inventory.getOffer(offerId))).toMatchObject({ status: 404, id: 25713 })
    expect(await inventory.getInventoryItem('GOES')).toMatchObject({ product: { title: 'Leica M3, 1957' } })
    await inventory.createOffer(newOffer('GOES'))
    await inventory.publishOffer(offerId)
    await inventory.deleteInventoryItem('GOES')
    expect(await listingOf(offerId)).toMatchObject({ state: 'ENDED' })
    expect(await refusalOf(inventory.getInventoryItem('GOES'))).toMatchObject({ status: 404, id: 25702 })
    await inventory.createOrReplaceInventoryItem('GOES', camera())
    await inventory.deleteInventoryItem('GOES')
    expect((await shop.listings()).filter(({ sku, state }) => sku === 'GOES' && state === 'DRAFT')).toEqual([])
  })

  it('tells by error ids what cannot be', async () => {
    await inventory.createOrReplaceInventoryItem('ERR', camera())
    const { offerId } = (await inventory.createOffer(newOffer('ERR'))) as { offerId: string }
    const item = (body: object, sku = 'ERR') => inventory.createOrReplaceInventoryItem(sku, body)
    const product = (change: object) => item(camera(change))
    const offer = (change: object) => inventory.updateOffer(offerId, offerOf(change))
    const sized = (packageWeightAndSize: object) => item({ ...camera(), packageWeightAndSize })
    const bare = { categoryId: undefined, pricingSummary: {} }
    const auction = (change: object) => {
      const pricingSummary = { auctionStartPrice: { value: '1.00', currency: 'GBP' } }
      const own = { format: 'AUCTION', listingDuration: 'DAYS_7', pricingSummary, ...change }
      return inventory.createOffer({ ...newOffer('NEW'), ...own })
    }
    await inventory.createOrReplaceInventoryItem('NEW', camera({}, 1))
    const cases: [() => Promise<unknown>, string][] = [
      [() => item(camera({}, -1)), '400 25004'],
      [() => item(camera({}, 10_000_000)), '400 25004'],
      [() => item({ ...camera(), condition: 'SHINY' }), '400 25021'],
      [() => item(camera(), 'x'.repeat(51)), '400 25707'],
      [() => product({ title: 'x'.repeat(81) }), '400 25016'],
      [() => product({ aspects: { Model: 'M3' } }), '400 25022'],
      [() => product({ aspects: { Model: ['M3; M2'] } }), '400 25022'],
      [() => product({ epid: '404' }), '400 25503'],
      [() => product({ imageUrls: ['ftp://example.com/a'] }), '400 25015'],
      [() => product({ imageUrls: [`${pictures.url}/none`] }), '400 25015'],
      [() => product({ imageUrls: ['http://10.0.0.1/a'] }), '400 25015'],
      [() => product({ imageUrls: [`${sell.url}/pictures/${'0'.repeat(32)}-large.webp`] }), '400 25015'],
      [() => product({ imageUrls: [`${pictures.url}/text`] }), '400 25014'],
      [() => product({ imageUrls: Array.from({ length: 25 }, (_, n) => `${pictures.url}/${n}`) }), '400 25014'],
      [() => sized({ weight: { value: 2_000, unit: 'KILOGRAM' } }), '400 25020'],
      [() => sized({ dimensions: { length: 1, width: 2, height: 3, unit: 'MILE' } }), '400 25020'],
      [() => item({ product: [] }), '400 25016'],
      [() => inventory.createOffer(newOffer('none')), '404 25702'],
      [() => inventory.createOffer(newOffer('ERR')), '400 25002'],
      [() => inventory.createOffer({ ...newOffer('NEW'), marketplaceId: 'EBAY_US' }), '400 25709'],
      [() => inventory.createOffer({ ...newOffer('NEW'), format: 'SWAP' }), '400 25709'],
      [() => inventory.createOffer(newOffer('NEW', bare)), '400 25003'],
      [() => auction({ listingDuration: undefined }), '400 25755'],
      [() => auction({ pricingSummary: {} }), '400 25757'],
      [() => auction({ availableQuantity: 2 }), '400 25762'],
      [() => auction({ quantityLimitPerBuyer: 2 }), '400 25763'],
      [() => auction({ listingPolicies: { ...policies, eBayPlusIfEligible: true } }), '400 25764'],
      [() => auction({ listingDuration: 'DAYS_3' }), '400 25709'],
      [() => offer({ listingDuration: 'DAYS_7' }), '400 25709'],
      [() => offer({ pricingSummary: { auctionStartPrice: { value: '1', currency: 'GBP' } } }), '400 25758'],
      [() => offer({ pricingSummary: { price: { value: '1.005', currency: 'GBP' } } }), '400 25003'],
      [() => offer({ pricingSummary: { price: { value: '1', currency: 'EUR' } } }), '400 25003'],
      [() => offer({ categoryId: 'Nonsense' }), '400 25005'],
      [() => offer({ listingStartDate: 'soon' }), '400 25752'],
      [() => offer({ merchantLocationKey: 'nowhere' }), '400 25012'],
      [() => offer({ listingPolicies: { ...policies, returnPolicyId: policies.paymentPolicyId } }), '400 25009'],
      [() => offer({ availableQuantity: -1 }), '400 25004'],
      [() => inventory.withdrawOffer(offerId), '400 25002'],
      [() => inventory.getListingFees({ offers: [{ offerId }] }), '501 501'],
    ]
    for (const [asked, told] of cases) {
      const { status, id } = await refusalOf(asked())
      expect(`${status} ${id}`).toBe(told)
    }
    const token = await sell.tokenOf(shop.sellerId)
    const silent = await fetch(`${sell.url}/sell/inventory/v1/inventory_item/ERR`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(camera()),
    })
    expect([silent.status, await silent.json()]).toMatchObject([400, { errors: [{ errorId: 25709 }] }])
  })

  it('is the seller’s alone, and made only by who may', async () => {
    await inventory.createOrReplaceInventoryItem('OWN', camera())
    const { offerId } = (await inventory.createOffer(newOffer('OWN'))) as { offerId: string }
    const stranger = await addFormShop(sell.hub, db, 'strange-shop')
    const other = sell.toolOf(await sell.makeKey(stranger.sellerId)).sell.inventory
    const told = [
      await refusalOf(other.createOffer(newOffer('OWN'))),
      await refusalOf(other.updateOffer(offerId, offerOf({ listingPolicies: undefined }))),
      await refusalOf(other.publishOffer(offerId)),
      await refusalOf(other.deleteOffer(offerId)),
      await refusalOf(other.deleteInventoryItem('OWN')),
    ]
    expect(told.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    // The same SKU is another thing there; terms and pictures of this shop are not to be had.
    const { product } = await inventory.getInventoryItem('OWN')
    const stolen = refusalOf(other.createOrReplaceInventoryItem('OWN', { product: { imageUrls: product.imageUrls } }))
    expect(await stolen).toMatchObject({ id: 25015 })
    await other.createOrReplaceInventoryItem('OWN', { product: { title: 'Mine' } })
    expect(await refusalOf(other.createOffer(newOffer('OWN')))).toMatchObject({ id: 25007 })
    expect(await inventory.getInventoryItem('OWN')).toMatchObject({ product: { title: 'Leica M3, 1957' } })
    const scope = ['https://api.ebay.com/oauth/api_scope/sell.inventory.readonly']
    const reader = sell.toolOf(await sell.makeKey(shop.sellerId), scope).sell.inventory
    expect(await refusalOf(reader.publishOffer(offerId))).toMatchObject({ status: 403, id: 1100 })
  })

  it('changes what a listing of the hub’s own says, under its SKU, and not what its variations say', async () => {
    const item = await shop.publish({ sku: 'HUB-1' })
    await inventory.createOrReplaceInventoryItem('HUB-1', camera({ title: 'By the tool' }))
    expect(await listingOf(item)).toMatchObject({ title: 'By the tool', quantity_available: 2 })
    // A listing that was imported lacks what the form asks for: its stock is changed, its text only with the rest.
    await addTestListing(db, { sellerId: shop.sellerId, quantity: 1, sku: 'OLD' })
    const old = await inventory.getInventoryItem('OLD')
    await inventory.createOrReplaceInventoryItem('OLD', {
      ...old,
      availability: { shipToLocationAvailability: { quantity: 9 } },
    })
    expect(await inventory.getInventoryItem('OLD')).toMatchObject({
      availability: { shipToLocationAvailability: { quantity: 9 } },
    })
    expect(await refusalOf(inventory.createOrReplaceInventoryItem('OLD', camera()))).toMatchObject({
      status: 400,
    })
  })
})
