import { expect, it } from 'vitest'
import { addStocked } from '#features/selling/inventory/testing.ts'
import { addPurchase, addSupplier } from '#features/selling/purchases/testing.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { loader } from './purchase-print-resource.ts'

const { db, hub } = await testHubAt('2026-11-22T10:40:00Z')

it('a purchase order is printed, with prices for those who see the shop’s money', async () => {
  const [ann, lis] = [await addTestMember(hub, { name: 'Ann' }), await addTestMember(hub, { name: 'Lis' })]
  const seller = await addTestSeller(db, { [ann.id]: 'owner', [lis.id]: 'lister' })
  await addStocked(db, seller, 'A')
  const skus = [{ sku: 'A', units: 3, price: 123 }]
  const { number } = await addPurchase(db, seller, { supplier: await addSupplier(db, seller), skus })
  const printed = async (by: TestBrowser): Promise<string> =>
    (await by.get({ loader: async (args: never) => (await loader(args)).text() }, paths.purchasePrint(number))).data
  const page = await printed(await signedInBrowser(hub, ann.email))
  for (const said of [number, 'Film &amp; Co', 'Film A', '£1.23', '£3.69']) expect(page).toContain(said)
  expect(await printed(await signedInBrowser(hub, lis.email))).not.toContain('£')
})
