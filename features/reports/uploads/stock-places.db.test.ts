import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { addLocation } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { paths } from '#web/paths.ts'
import * as page from '../upload-page/upload-page.tsx'

const now = new Date('2026-11-20T12:00:00Z')
const db = await testDatabase()
const shop = await addFormShop(testServices(db, { now: () => now }), db, 'camera-shop')

it('a file of stock at the shop’s own locations is left to their counts', async () => {
  const pasted = 'SKU,Location,On hand (new)\nM3,Main street,4\nM3,Warehouse,11\n'
  const sent = await shop.browser.post(page, paths.uploads, { step: 'read', kind: 'listings', pasted })
  const { id } = (await shop.browser.get(page, sent.location ?? '')).data.kind
  const take = (place: string) =>
    shop.browser.post(page, paths.uploads, { step: 'take', file: id, kind: 'listings', place })
  expect(await take('')).toMatchObject({ status: 422, data: { kindError: expect.stringContaining('Choose which') } })
  const location = { sellerId: shop.sellerId, name: 'Warehouse', first: 'Shop', now }
  await db.asSeller(shop.sellerId, 'write', (own) => addLocation(own, location))
  const refused = { status: 422, data: { kindError: expect.stringContaining('your own locations') } }
  expect(await take('*')).toMatchObject(refused)
})
