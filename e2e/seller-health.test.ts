import { expect, it } from 'vitest'
import { addTestMember } from '#features/people/accounts/testing.ts'
import { countHealth } from '#features/operator/console/count-health.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { shop } from './page-addresses.ts'
import { openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
// Any late shipment is too many.
const { policyPack } = test.hub.config
const levels = assertDefined(policyPack.standards.levels, 'the marketplace has levels')
const topRated = { ...levels.topRated, late: { maxBps: 0, max: 0 } }
test.hub.config.policyPack = {
  ...policyPack,
  standards: { ...policyPack.standards, levels: { ...levels, topRated } },
}
await countHealth(test.hub)

it('an operator finds a seller who fails buyers, looks at the orders and writes to the owners, who read it until they close it', async () => {
  const page = await signedInPage(test, (await addTestMember(test.hub, { operator: true, name: 'Olu Operator' })).email)
  await openPage(page, test.url + paths.operator)
  await page.getByRole('link', { name: 'Seller health' }).click()
  await page.getByRole('heading', { level: 1, name: 'Seller health' }).waitFor()
  await expectAccessible(page)
  await page
    .getByRole('navigation', { name: 'Problems' })
    .getByRole('link', { name: /^Late shipments/ })
    .click()
  const row = page.getByRole('row').filter({ hasText: shop })
  await row.getByRole('link', { name: /Show orders: Late shipments/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Late shipments' }).waitFor()
  await page.getByRole('columnheader', { name: 'First scan' }).waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Write to the owners' }).click()
  await page.getByRole('heading', { level: 2, name: 'Recipients' }).waitFor()
  await page.getByText('owner@demo.example').waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toContain('- Late shipments:')
  await expectAccessible(page)
  await page.getByLabel('Subject').fill('Parcels leave late')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please ship in time.\n\nAsk us for help.')
  await page.getByRole('button', { name: 'Send to 1 owner' }).click()
  await page.getByRole('status').filter({ hasText: 'Sent to the owners' }).waitFor()
  await page.getByText('Written by Olu Operator').waitFor()
  await expectAccessible(page)

  const owner = await signedInPage(test, 'owner@demo.example')
  await openPage(owner, test.url + paths.overview)
  await owner.getByText('Ask us for help.').waitFor()
  await openPage(owner, test.url + paths.tasks())
  await owner.getByText('Ask us for help.').waitFor()
  await owner.getByRole('button', { name: 'Close this message' }).first().click()
  await owner.getByText('Ask us for help.').waitFor({ state: 'hidden' })
  await openPage(owner, test.url + paths.overview)
  await owner.getByRole('heading', { level: 1 }).waitFor()
  expect(await owner.getByText('Ask us for help.').count()).toBe(0)
  await openPage(owner, test.url + paths.messages)
  await owner.getByText('Parcels leave late').waitFor()
})
