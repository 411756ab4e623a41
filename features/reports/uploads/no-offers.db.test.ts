import { testHubAt } from '#features/people/accounts/testing.ts'
import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { takesOffers } from '#features/core/offer/takes-offers-db.server.ts'
import { saveReport } from '#features/operator/connections/connections-db.server.ts'
import { reportOf } from '#features/operator/connections/testing.ts'
import { bulkEditPages } from '#features/selling/bulk-edit/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { uploadPages } from './testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
const bulk = bulkEditPages(shop.browser)
const files = uploadPages({ hub, browser: shop.browser })

await addFormProducts(db)
const item = await shop.publish({ sku: 'M3', price: '100.00', quantity: '3', bestOffer: 'on', minimumOffer: '80.00' })

const connect = (name: string, takes: boolean) =>
  saveReport(db.owner, {
    name,
    report: reportOf(now, { takesOffers: takes }),
    known: null,
    obeyedUntil: null,
    now,
  })
const takes = () => db.asSeller(shop.sellerId, 'read', (tx) => takesOffers(tx, shop.sellerId))
const shown = async () => {
  const edit = await bulk.open([item])
  const upload = await files.upload(`Item number,Best offer,Price\n${item},no,90.00`)
  const { kinds, columns } = await files.modelOf(upload)
  return {
    form: (await shop.open(`mode=ReviseItem&itemId=${item}`)).takesOffers,
    bulkEdit: (await bulk.view(edit)).offered.some(({ field }) => field === 'bestOffer'),
    file: kinds.some(({ value }: { value: string }) => value === 'bestOffer'),
    column: columns[1].kind,
  }
}

it('best offers are hidden where the connected shop takes none, and stay as they are', async () => {
  const offered = { form: true, bulkEdit: true, file: true, column: 'bestOffer' }
  expect([await takes(), await shown()]).toEqual([true, offered])
  await connect('plain', false)
  // A seller whose listings do not come from it.
  expect(await takes()).toBe(true)
  const { id } = await rowOf(db.owner, 'listings', { item_number: item })
  const pushed = { seller_id: shop.sellerId, external_id: 'p-1', listing_id: id, pushed_as: 'x', fetch_at: null }
  await db.owner.insertInto('shop_listings').values(pushed).execute()
  expect([await takes(), await shown()]).toEqual([false, { form: false, bulkEdit: false, file: false, column: '' }])
  const upload = await files.upload(`Item number,Best offer,Price\n${item},no,90.00`)
  await files.step(upload, 'apply')
  await files.work()
  const { typed } = await shop.open(`mode=ReviseItem&itemId=${item}`)
  expect(typed).toMatchObject({ price: '90.00', bestOffer: 'on', minimumOffer: '80.00' })
  await connect('market', true)
  expect(await takes()).toBe(true)
})
