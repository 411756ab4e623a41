import { describe, expect, it, onTestFinished } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import * as editResource from './listing-edit-resource.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

const offers = { bestOffer: 'on', minimumOffer: '100', autoAccept: '150' }

const rowOf = async (item: string) => (await shop.listings()).find((row) => row.item_number === item)!

/** Edits a value in a listing's row at its current version. */
async function edit(item: string, column: string, value: string) {
  const { version } = await rowOf(item)
  return shop.browser.post(editResource, '/sh/lst/edit', { item, version: String(version), column, value })
}

it('a price typed into a row is read as in the form', async () => {
  const item = await shop.publish()
  for (const [typed, minor] of [
    ['1,000', 100_000],
    ['2,500', 250_000],
    ['1,250.00', 125_000],
    ['12,5', 1250],
  ] as const) {
    expect((await edit(item, 'price', typed)).status, typed).toBe(200)
    expect((await rowOf(item)).price_minor, typed).toBe(minor)
  }
  expect((await edit(item, 'price', 'ten')).status).toBe(422)
})

describe('a value typed into a row', () => {
  it.each(['title', 'Price', ''])('changes nothing in column %j, which is not editable', async (column) => {
    const item = await shop.publish()
    const before = await rowOf(item)
    const { status, data } = await edit(item, column, '3')
    expect([status, data.message]).toEqual([422, expect.stringMatching(/price and stock/)])
    expect(await rowOf(item)).toEqual(before)
  })

  it('follows the publishing rules, and reports the one it breaks', async () => {
    const [offered, auction] = [await shop.publish(offers), await shop.publish({ format: 'AUCTION' })]
    const scheduled = await shop.publish({ startDate: '2026-12-01' })
    const scheduledAuction = await shop.publish({ startDate: '2026-12-01', format: 'AUCTION' })
    for (const [item, column, value, message] of [
      [offered, 'price', '120', /accepted at once/],
      [offered, 'price', '90', /lowest offer/],
      [offered, 'price', '0', /price/],
      [auction, 'available', '2', /auction/],
      [auction, 'available', '0', /at least 1/],
      [scheduled, 'available', '0', /at least 1/],
      [scheduledAuction, 'available', '0', /at least 1/],
    ] as const) {
      const before = await rowOf(item)
      const { status, data } = await edit(item, column, value)
      expect([status, data.message], `${column} ${value}`).toEqual([422, expect.stringMatching(message)])
      expect(await rowOf(item)).toEqual(before)
    }
  })

  it('is refused if the marketplace’s shop counts the units', async () => {
    const item = await shop.publish({ quantity: '3' })
    const countedBy = (owner: 'SHOP' | null) =>
      db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', shop.sellerId).execute()
    onTestFinished(async () => void (await countedBy(null)))
    await countedBy('SHOP')
    const { status, data } = await edit(item, 'available', '5')
    expect([status, data.message]).toEqual([422, expect.stringContaining('shop keeps count')])
    expect((await edit(item, 'price', '900')).status).toBe(200)
    expect(await rowOf(item)).toMatchObject({ quantity_available: 3, price_minor: 90_000 })
  })

  it('is refused if variations have their own prices and quantities', async () => {
    const item = await shop.publish({
      'axis1.name': 'Size',
      'axis1.values': 'S',
      'row.0.values': 'S',
      'row.0.price': '5',
      'row.0.quantity': '2',
    })
    const before = await rowOf(item)
    for (const column of ['price', 'available']) {
      const { status, data } = await edit(item, column, '3')
      expect([status, data.message], column).toEqual([422, expect.stringContaining('variations')])
    }
    expect(await rowOf(item)).toEqual(before)
  })

  it('can set a fixed-price listing to sold out, and change its price while sold out', async () => {
    const item = await shop.publish(offers)
    expect((await edit(item, 'available', '0')).status).toBe(200)
    expect((await edit(item, 'price', '151')).status).toBe(200)
    expect(await rowOf(item)).toMatchObject({ state: 'OUT_OF_STOCK', price_minor: 15_100 })
  })
})
