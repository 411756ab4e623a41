import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { changePackaging, enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { changeListingPackaging } from '#features/core/costs/listing-packaging-db.server.ts'
import { addTestColleague } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from '../testing.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const { sellerId, publish, open } = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)

it('a form has the unit cost of its SKU, and packaging by its listing or by order', async () => {
  const item = await publish({ sku: 'M3' })
  const revise = `mode=ReviseItem&itemId=${item}`
  expect(await open(revise)).toMatchObject({ skuCost: null, packagingMinor: 0 })
  await own(async (tx) => {
    const cost = { sku: 'M3', key: 'c-1', currency: 'GBP', unitCostMinor: 90_000, quantity: null, since: now }
    await enterCosts(tx, { sellerId, costs: [cost], source: 'TYPED', enteredBy: 'Ann', now })
    await changePackaging(tx, { sellerId, costMinor: 80, currency: 'GBP', now })
  })
  expect(await open(revise)).toMatchObject({ skuCost: { sku: 'M3', minor: 90_000 }, packagingMinor: 80 })
  const { id: listingId } = await rowOf(db.owner, 'listings', { item_number: item })
  await own((tx) =>
    changeListingPackaging(tx, { sellerId, listingId, packagingMinor: 250, currency: 'GBP', since: now }),
  )
  expect(await open(revise)).toMatchObject({ packagingMinor: 250 })
  expect(await open('mode=AddItem')).toMatchObject({ skuCost: null, packagingMinor: 80 })
  expect(await open(`mode=SellSimilarItem&itemId=${item}`)).toMatchObject({ packagingMinor: 250 })

  expect(await open(revise, await addTestColleague(hub, sellerId, 'lister'))).toMatchObject({ skuCost: null })
})
