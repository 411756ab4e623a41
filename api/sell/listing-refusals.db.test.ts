import { describe, expect, it } from 'vitest'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { refusalOf } from './testing.ts'
import { toolShop } from './testing-listing.ts'

const { db, sell, shop, pictures, policies, inventory, camera, offerOf, newOffer } = await toolShop()

describe('a listing created by a tool', () => {
  it('reports everything that prevents publishing at once, by the form’s rules', async () => {
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

  it('reports eBay’s error ids', async () => {
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
      [() => product({ imageUrls: [`${pictures.url}/upgrade`] }), '400 25015'],
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
    // In the hub's own words: an error message could reveal internal addresses.
    const unheard = await refusalOf(product({ imageUrls: ['http://localhost:1/a'] }))
    expect(JSON.stringify(unheard)).toContain('http://localhost:1/a cannot be fetched: The connection was refused.')
    const token = await sell.tokenOf(shop.sellerId)
    const silent = await fetch(`${sell.url}/sell/inventory/v1/inventory_item/ERR`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(camera()),
    })
    expect([silent.status, await silent.json()]).toMatchObject([400, { errors: [{ errorId: 25709 }] }])
  })

  it('belongs to its seller, and needs permission to create', async () => {
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
    // The same SKU is another item there; this shop's policies and pictures are not available.
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
})
