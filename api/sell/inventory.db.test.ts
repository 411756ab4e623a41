import { addRows, rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { addTestListing } from '../testing-orders.ts'
import { refusalOf, sellHub } from './testing.ts'

const listing = (sku: string, quantity = 3) => addTestListing(db, { sellerId: seller, quantity, sku })
const stored = (item: string) => rowOf(db.owner, 'listings', { item_number: item })

/** Adds a listing of shoes in two sizes. */
async function addShoes(): Promise<string> {
  const item = await addTestListing(db, { sellerId: seller, quantity: 5 })
  const { id } = await rowOf(db.owner, 'listings', { item_number: item })
  const axes = JSON.stringify([{ name: 'Size', values: ['S', 'M'] }])
  await addRows(db.owner, 'listing_contents', { seller_id: seller, listing_id: id, axes, form_key: null })
  const variation = { seller_id: seller, listing_id: id, price_minor: 4500 }
  await addRows(db.owner, 'listing_variations', [
    { ...variation, position: 1, axis_values: ['S'], sku: 'SHOE-S', quantity: 2 },
    { ...variation, position: 2, axis_values: ['M'], sku: 'SHOE-M', quantity: 3 },
  ])
  return item
}

const db = await testDatabase()
const sell = await sellHub(db)
const seller = await addSeller(db, 'harbour')
const tool = sell.toolOf(await sell.makeKey(seller))

describe('listings in eBay’s format', () => {
  it('are one item for a SKU with surrounding blanks, however often it is sent', async () => {
    const address = `${sell.url}/sell/inventory/v1/inventory_item`
    const headers = { authorization: `Bearer ${await sell.tokenOf(seller)}`, 'content-type': 'application/json' }
    const put = async (sku: string) => {
      const body = { condition: 'NEW', availability: { shipToLocationAvailability: { quantity: 2 } } }
      const product = { title: 'Trailing space', description: 'x' }
      const item = JSON.stringify({ ...body, product })
      return (
        await fetch(`${address}/${sku}`, {
          method: 'PUT',
          headers: { ...headers, 'content-language': 'en-GB' },
          body: item,
        })
      ).status
    }
    const statuses: number[] = []
    for (const sku of ['TRAIL-9%20', 'TRAIL-9%20', '%20TRAIL-9', 'TRAIL-9']) statuses.push(await put(sku))
    expect(statuses).toEqual([201, 204, 204, 204])
    // A tab, a no-break space, a byte order mark and a zero-width space, as copied from spreadsheets and pages.
    for (const sku of ['TRAIL-9%09', '%C2%A0TRAIL-9', '%EF%BB%BFTRAIL-9', 'TRAIL-9%E2%80%8B%0A'])
      expect([sku, await put(sku)]).toEqual([sku, 204])
    const post = async (path: string, body: object) => {
      const init = { method: 'POST', headers: { ...headers, 'content-language': 'en-GB' }, body: JSON.stringify(body) }
      return (await fetch(`${sell.url}/sell/inventory/v1/${path}`, init)).json()
    }
    const bulk = { sku: 'TRAIL-9 ', locale: 'en_GB', condition: 'NEW', product: { title: 'x', description: 'x' } }
    expect(await post('bulk_create_or_replace_inventory_item', { requests: [bulk] })).toMatchObject({
      responses: [{ statusCode: 200 }],
    })
    expect(await post('bulk_get_inventory_item', { requests: [{ sku: '\u00a0TRAIL-9' }] })).toMatchObject({
      responses: [{ statusCode: 200, inventoryItem: { sku: 'TRAIL-9' } }],
    })
    const drafts = await db.owner.selectFrom('listings').select('sku').where('sku', 'like', '%TRAIL%').execute()
    expect(drafts).toEqual([{ sku: 'TRAIL-9' }])
    const read = await fetch(`${address}/TRAIL-9%20`, { headers })
    expect(await read.json()).toMatchObject({ sku: 'TRAIL-9', product: { title: 'x' } })
    expect(await put('%20')).toBe(400)
    await fetch(`${address}/TRAIL-9%20`, { method: 'DELETE', headers })
    expect((await fetch(`${address}/TRAIL-9`, { headers })).status).toBe(404)
  })

  it('are read by SKU, by offer, and by page', async () => {
    const items = [await listing('A-1'), await listing('A-2'), await addShoes()]
    const { inventory } = tool.sell
    expect(await inventory.getInventoryItem('A-1')).toEqual({
      sku: 'A-1',
      condition: 'USED_GOOD',
      product: { title: 'Leica M3 body' },
      availability: { shipToLocationAvailability: { quantity: 3 } },
    })
    const { offers } = await inventory.getOffers({ sku: 'SHOE-M' })
    expect(offers).toMatchObject([
      {
        offerId: `${items[2]}002`,
        marketplaceId: 'EBAY_GB',
        availableQuantity: 3,
        pricingSummary: { price: { value: '45.00', currency: 'GBP' } },
        status: 'PUBLISHED',
        listing: { listingId: items[2], listingStatus: 'ACTIVE' },
      },
    ])
    expect(await inventory.getOffer(items[0]!)).toMatchObject({ sku: 'A-1' })
    const pages = [
      await inventory.getInventoryItems({ limit: 3 }),
      await inventory.getInventoryItems({ limit: 3, offset: 1 }),
    ]
    const skus = pages.flatMap((page) => page.inventoryItems.map(({ sku }: { sku: string }) => sku))
    expect(skus).toEqual(['A-1', 'A-2', 'SHOE-M', 'SHOE-S'])
    expect(pages[0]).toMatchObject({ total: 4, size: 3, limit: 3, next: expect.stringContaining('offset=1') })
    expect([pages[0].prev, pages[1].next]).toEqual([undefined, undefined])
    expect(pages[1].prev).toContain('offset=0')
  })

  it('change price and quantity separately, as in the hub’s own list', async () => {
    const [item, shoes] = [await listing('B-1'), (await tool.sell.inventory.getOffers({ sku: 'SHOE-S' })).offers[0]]
    const changed = await tool.sell.inventory.bulkUpdatePriceQuantity({
      requests: [
        { sku: 'B-1', offers: [{ offerId: item, availableQuantity: 7, price: { value: '49.90', currency: 'GBP' } }] },
        { sku: 'SHOE-S', shipToLocationAvailability: { quantity: 4 } },
      ],
    })
    expect(changed).toEqual({
      responses: [
        { sku: 'B-1', offerId: item, statusCode: 200 },
        { sku: 'SHOE-S', offerId: shoes.offerId, statusCode: 200 },
      ],
    })
    expect(await stored(item)).toMatchObject({ price_minor: 4990, quantity_available: 7, state: 'ACTIVE', version: 2 })
    expect(await stored(shoes.listing.listingId)).toMatchObject({ price_minor: 4500, quantity_available: 7 })
    expect(await tool.sell.inventory.getInventoryItem('SHOE-M')).toMatchObject({
      availability: { shipToLocationAvailability: { quantity: 3 } },
    })
    await tool.sell.inventory.bulkUpdatePriceQuantity({
      requests: [{ sku: 'B-1', shipToLocationAvailability: { quantity: 0 } }],
    })
    expect(await tool.sell.inventory.getOffer(item)).toMatchObject({ listing: { listingStatus: 'OUT_OF_STOCK' } })
  })

  it('show what a kit’s parts allow, keep it, and take the rest', async () => {
    await listing('PART-1', 9)
    const { id, item_number: item } = await rowOf(db.owner, 'listings', { item_number: await listing('KIT-1', 0) })
    const kit = { listingId: id, position: 0, parts: [{ sku: 'PART-1', units: 2 }] }
    await db.asSeller(seller, 'write', (own) => storeKits(own, seller, [kit]))
    const shown = { availability: { shipToLocationAvailability: { quantity: 4 } } }
    expect(await tool.sell.inventory.getInventoryItem('KIT-1')).toMatchObject(shown)
    expect(await tool.sell.inventory.getOffer(item)).toMatchObject({ availableQuantity: 4 })
    const update = (more: object) =>
      tool.sell.inventory.bulkUpdatePriceQuantity({ requests: [{ sku: 'KIT-1', ...more }] })
    expect(await update({ shipToLocationAvailability: { quantity: 7 } })).toMatchObject({
      responses: [{ errors: [{ errorId: 25004, message: expect.any(String) }] }],
    })
    const price = { price: { value: '59.90', currency: 'GBP' } }
    expect(
      await update({ shipToLocationAvailability: { quantity: 4 }, offers: [{ offerId: item, ...price }] }),
    ).toMatchObject({ responses: [{ statusCode: 200 }] })
    expect(await stored(item)).toMatchObject({ price_minor: 5990, quantity_available: 4 })
  })

  it('keep units that the marketplace’s shop counts, and take prices', async () => {
    const item = await listing('S-1')
    const countedBy = (owner: 'SHOP' | null) =>
      db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', seller).execute()
    onTestFinished(async () => void (await countedBy(null)))
    await countedBy('SHOP')
    const update = (more: object) =>
      tool.sell.inventory.bulkUpdatePriceQuantity({ requests: [{ sku: 'S-1', ...more }] })
    expect(await update({ shipToLocationAvailability: { quantity: 7 } })).toMatchObject({
      responses: [{ errors: [{ errorId: 25004 }] }],
    })
    await update({ offers: [{ offerId: item, price: { value: '49.90', currency: 'GBP' } }] })
    expect(await stored(item)).toMatchObject({ price_minor: 4990, quantity_available: 3 })
  })

  it('report eBay’s error ids', async () => {
    const item = await listing('C-1')
    const price = (value: string, currency = 'GBP') => ({
      sku: 'C-1',
      offers: [{ offerId: item, price: { value, currency } }],
    })
    const requests = [
      price('0.00'),
      price('1.005'),
      price('1.00', 'EUR'),
      { sku: 'C-1', shipToLocationAvailability: { quantity: -1 } },
      { sku: 'C-1' },
      { sku: 'C\0', shipToLocationAvailability: { quantity: 1 } },
      { sku: 'none', shipToLocationAvailability: { quantity: 1 } },
      { sku: 'C-1', offers: [{ offerId: '1', availableQuantity: 1 }] },
      { sku: 'C-1', offers: 'all' },
      price('44.00'),
    ]
    const answer = await tool.sell.inventory
      .api({ returnResponse: true })
      .bulkUpdatePriceQuantity({ requests: requests as never })
    const { status, data } = answer as { status: number; data: { responses: { errors?: { errorId: number }[] }[] } }
    expect(status).toBe(207)
    expect(data.responses.map(({ errors }) => errors?.[0]?.errorId ?? null)).toEqual([
      25003,
      25003,
      25003,
      25004,
      25709,
      25709,
      25702,
      25713,
      25709,
      null,
    ])
    expect(await stored(item)).toMatchObject({ price_minor: 4400, quantity_available: 3 })
    const many = Array.from({ length: 26 }, () => ({ sku: 'C-1', shipToLocationAvailability: { quantity: 1 } }))
    const { inventory } = tool.sell
    const told = [
      await refusalOf(inventory.bulkUpdatePriceQuantity({ requests: many })),
      await refusalOf(inventory.getInventoryItems({ limit: 201 })),
      await refusalOf(inventory.get('/offer')),
      await refusalOf(inventory.getOffers({ sku: 'none' })),
      await refusalOf(inventory.getInventoryItem('a\0b')),
      await refusalOf(inventory.getOffer('1')),
      await refusalOf(inventory.getInventoryItemGroup('group')),
    ]
    expect(told.map((each) => `${each.status} ${each.id}`)).toEqual([
      '400 25709',
      '400 25706',
      '400 25709',
      '404 25702',
      '404 25702',
      '404 25713',
      '501 501',
    ])
  })

  it('are changed in bulk independently, also if one fails in the hub', async () => {
    const items = [await listing('F-1'), await listing('F-2'), await listing('F-3')]
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      db.owner,
    )
    await sql`create trigger fails before update on listings for each row when (old.sku = 'F-2') execute function fail()`.execute(
      db.owner,
    )
    const requests = ['F-1', 'F-2', 'F-3'].map((sku) => ({ sku, shipToLocationAvailability: { quantity: 7 } }))
    expect(await tool.sell.inventory.bulkUpdatePriceQuantity({ requests })).toMatchObject({
      responses: [
        { sku: 'F-1', statusCode: 200 },
        { sku: 'F-2', statusCode: 500, errors: [{ errorId: 25001 }] },
        { sku: 'F-3', statusCode: 200 },
      ],
    })
    const left = await Promise.all(items.map(stored))
    expect(left.map(({ quantity_available: quantity }) => quantity)).toEqual([7, 3, 7])
    await sql`drop trigger fails on listings`.execute(db.owner)
  })

  it('are withdrawn: the listing ends, once', async () => {
    const item = await listing('D-1')
    expect(await tool.sell.inventory.withdrawOffer(item)).toEqual({ listingId: item })
    expect(await stored(item)).toMatchObject({ state: 'ENDED' })
    expect(await refusalOf(tool.sell.inventory.withdrawOffer(item))).toMatchObject({ status: 400, id: 25002 })
    const { offers } = await tool.sell.inventory.getOffers({ sku: 'SHOE-S' })
    expect(await refusalOf(tool.sell.inventory.withdrawOffer(offers[0].offerId))).toMatchObject({
      status: 400,
      id: 25002,
    })
  })

  it('belong to one seller, and read-only keys only read', async () => {
    const item = await listing('E-1')
    const stranger = sell.toolOf(await sell.makeKey(await addSeller(db, 'stranger'))).sell.inventory
    const told = [
      await refusalOf(stranger.getInventoryItem('E-1')),
      await refusalOf(stranger.getOffer(item)),
      await refusalOf(stranger.getOffers({ sku: 'E-1' })),
      await refusalOf(stranger.withdrawOffer(item)),
    ]
    expect(told.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const change = { requests: [{ sku: 'E-1', shipToLocationAvailability: { quantity: 1 } }] }
    expect(await stranger.bulkUpdatePriceQuantity(change)).toMatchObject({ responses: [{ statusCode: 404 }] })
    const reader = sell.toolOf(await sell.makeKey(seller), [
      'https://api.ebay.com/oauth/api_scope/sell.inventory.readonly',
    ])
    expect(await reader.sell.inventory.getOffer(item)).toMatchObject({ sku: 'E-1' })
    expect(await refusalOf(reader.sell.inventory.bulkUpdatePriceQuantity(change))).toMatchObject({
      status: 403,
      id: 1100,
    })
  })
})
