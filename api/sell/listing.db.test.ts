import { rowOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { saveReport } from '#features/operator/connections/connections-db.server.ts'
import { readKits, storeKits } from '#features/core/listing/kits-db.server.ts'
import { reportOf } from '#features/operator/connections/testing.ts'
import { refusalOf } from './testing.ts'
import { toolShop } from './testing-listing.ts'
import { day } from '#lib/duration.ts'

const { db, sell, shop, pictures, policies, inventory, camera, offerOf, newOffer, listingOf, answerOf } =
  await toolShop()

describe('a listing created by a tool', () => {
  it('is a draft, then a listing that members change, and can be relisted', async () => {
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
    // Pictures are downloaded once, and an identical item changes nothing.
    const fetched = pictures.asked.length
    expect((await answerOf((tool) => tool.createOrReplaceInventoryItem('M3-1', camera()))).status).toBe(204)
    expect(pictures.asked).toHaveLength(fetched)

    expect(await inventory.publishOffer(offerId)).toEqual({ listingId: draft.item_number })
    expect(await inventory.publishOffer(offerId)).toEqual({ listingId: draft.item_number })
    expect(await listingOf(offerId)).toMatchObject({ state: 'ACTIVE', price_minor: 124900, quantity_available: 2 })

    // Suspended listings are not reported as active.
    const suspend = (suspended_at: Date | null) =>
      db.owner.updateTable('sellers').set({ suspended_at }).where('id', '=', shop.sellerId).execute()
    await suspend(new Date())
    expect(await inventory.getOffer(offerId)).toMatchObject({ listing: { listingStatus: 'INACTIVE' } })
    await suspend(null)
    expect(await inventory.getOffer(offerId)).toMatchObject({ listing: { listingStatus: 'ACTIVE' } })

    const form = await shop.open(`mode=ReviseItem&itemId=${offerId}`)
    expect(form).toMatchObject({ typed: { title: 'Leica M3, 1957', sku: 'M3-1', 'aspect.Brand': 'Leica' } })
    expect(form.pictures).toHaveLength(1)
    // A member is editing it; the tool's change does not affect their input.
    await shop.keep(form, { ...form.typed, title: 'Leica M3 of 1957' })
    await inventory.bulkUpdatePriceQuantity({
      requests: [
        { sku: 'M3-1', offers: [{ offerId, availableQuantity: 5, price: { value: '1199.00', currency: 'GBP' } }] },
      ],
    })
    // The offer identifies the item if the item is not given.
    const byOffer = (request: object) => answerOf((tool) => tool.bulkUpdatePriceQuantity({ requests: [request] }))
    expect(await byOffer({ offers: [{ offerId, availableQuantity: 6 }] })).toMatchObject({ status: 200 })
    expect(await listingOf(offerId)).toMatchObject({ quantity_available: 6 })
    const nameless = await byOffer({ shipToLocationAvailability: { quantity: 7 }, offers: [{ offerId }] })
    expect(nameless.data.responses).toMatchObject([{ statusCode: 400, errors: [{ errorId: 25709 }] }])
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
    // The unpublished offer exists under the known id.
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

  it('starts at its scheduled time with the offer’s content, and reports what was ignored', async () => {
    const start = new Date(sell.hub.now().getTime() + 3 * day)
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
    // The item's own text is stored, and buyers still read the offer's.
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

  it('keeps its best offer, with a warning, where the connected shop takes no offers', async () => {
    const gbp = (value: string) => ({ value, currency: 'GBP' })
    const offers = (autoAcceptPrice: string) => ({
      listingPolicies: {
        ...policies,
        bestOfferTerms: { bestOfferEnabled: true, autoAcceptPrice: gbp(autoAcceptPrice) },
      },
    })
    await inventory.createOrReplaceInventoryItem('HAGGLE', camera())
    const { offerId } = (await inventory.createOffer(newOffer('HAGGLE', offers('1200')))) as { offerId: string }
    const now = sell.hub.now()
    const report = reportOf(now, { takesOffers: false })
    await saveReport(db.owner, { name: 'plain', report, known: null, obeyedUntil: null, now })
    const { id } = await rowOf(db.owner, 'listings', { item_number: offerId })
    const pushed = { seller_id: shop.sellerId, external_id: 'p-1', listing_id: id, pushed_as: 'x', fetch_at: null }
    await db.owner.insertInto('shop_listings').values(pushed).execute()
    const changed = await answerOf((tool) => tool.updateOffer(offerId, offerOf(offers('1100'))))
    expect(changed.data).toMatchObject({
      warnings: [{ errorId: 25028, parameters: [{ name: 'field', value: 'bestOfferTerms' }] }],
    })
    const without = await answerOf((tool) => tool.updateOffer(offerId, offerOf()))
    expect(without).toMatchObject({ status: 204 })
    expect(await inventory.getOffer(offerId)).toMatchObject({
      listingPolicies: { bestOfferTerms: { autoAcceptPrice: { value: '1200.00' } } },
    })
    await db.owner.deleteFrom('shop_listings').execute()
    await db.owner.deleteFrom('connections').execute()
  })

  it('is sold out at quantity zero, and on sale again above zero', async () => {
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

  it('stays the kit that a member made of it, with what its parts allow', async () => {
    const offerIds = []
    for (const sku of ['KIT-PART', 'KIT-WHOLE']) {
      await inventory.createOrReplaceInventoryItem(sku, camera({}, 7))
      offerIds.push(((await inventory.createOffer(newOffer(sku))) as { offerId: string }).offerId)
      await inventory.publishOffer(offerIds.at(-1)!)
    }
    const whole = offerIds[1]!
    const parts = [{ sku: 'KIT-PART', units: 2 }]
    const { id: listingId } = await listingOf(whole)
    await db.asSeller(shop.sellerId, 'write', (own) =>
      storeKits(own, shop.sellerId, [{ listingId, position: 0, parts }]),
    )
    const { availability: _, ...uncounted } = camera({ title: 'Two cameras' })
    await inventory.createOrReplaceInventoryItem('KIT-WHOLE', uncounted)
    expect(await listingOf(whole)).toMatchObject({ title: 'Two cameras', quantity_available: 3, state: 'ACTIVE' })
    expect(await inventory.getInventoryItem('KIT-WHOLE')).toMatchObject({
      availability: { shipToLocationAvailability: { quantity: 3 } },
    })
    await inventory.createOrReplaceInventoryItem('KIT-WHOLE', camera({ title: 'Read and sent back' }, 3))
    expect(await refusalOf(inventory.createOrReplaceInventoryItem('KIT-WHOLE', camera({}, 4)))).toMatchObject({
      id: 25004,
      errors: [{ longMessage: expect.stringContaining('kit') }],
    })
    expect(await listingOf(whole)).toMatchObject({ title: 'Read and sent back', quantity_available: 3 })
    expect(await db.asSeller(shop.sellerId, 'read', (own) => readKits(own, shop.sellerId, [listingId]))).toEqual([
      { listingId, position: 0, parts },
    ])
  })

  it('is created, published and read in bulk, each independently', async () => {
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

  it('is deleted: a draft is discarded, a listing on sale ends, and an offer leaves its item', async () => {
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
})
