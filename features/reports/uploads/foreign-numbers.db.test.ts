import { expect, it } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { uploadPages } from './testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
await addFormProducts(db)

const header = 'Item number,Title,Custom label (SKU),Available quantity,Currency,Start price,Condition'
/** Item numbers of another marketplace. */
const foreign = [
  header,
  '398160795273,"Leica M3, 1957",M3-57,1,GBP,1249.00,Used',
  '398160795274,Strap,S-R,5,GBP,20.00,New',
].join('\n')

it('reads item numbers in a later file with the header of one whose item numbers were another marketplace’s', async () => {
  const shop = await addFormShop(hub, db, 'later-shop')
  const { upload, modelOf, linesOf } = uploadPages({ hub, browser: shop.browser })
  await upload(foreign)
  const own = await shop.publish({ sku: 'OWN-1', price: '10.00', quantity: '1' })
  const id = await upload(`${header}\n${own},,,4,GBP,12.00,`)
  expect(await modelOf(id)).toMatchObject({ isChosen: false })
  expect(await linesOf(id, 'revise')).toEqual([expect.stringContaining('£12.00')])
})

it('leaves foreign item numbers out again when the columns are found anew', async () => {
  const shop = await addFormShop(hub, db, 'anew-shop')
  const { upload, modelOf, step } = uploadPages({ hub, browser: shop.browser })
  const id = await upload(foreign)
  await step(id, 'forget')
  expect(await modelOf(id)).toMatchObject({ changes: 2 })
})
