import { expect, it } from 'vitest'
import { runFileJob } from '#features/reports/testing.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectNoOverflow } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { openPage, signedInPage, readGerman, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const sold = await test.db.owner
  .selectFrom('orders as o')
  .innerJoin('sellers as s', 's.id', 'o.seller_id')
  .innerJoin('line_items as l', (join) =>
    join.onRef('l.seller_id', '=', 'o.seller_id').onRef('l.order_id', '=', 'o.id'),
  )
  .select(({ ref }) => ['o.order_number as order', ref('l.sku').$notNull().as('sku')])
  .where('s.username', '=', shop)
  .where('o.status', '=', 'DELIVERED')
  .where('o.line_count', '=', 1)
  .where('o.currency', '=', 'GBP')
  .where('l.sku', 'is not', null)
  .where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('costed_skus as c').whereRef('c.seller_id', '=', 'l.seller_id').whereRef('c.sku', '=', 'l.sku'),
      ),
    ),
  )
  .orderBy('o.id')
  .limit(1)
  .executeTakeFirstOrThrow()

it('a member enters what goods cost, from a table and by hand, and reads the profit of an order', async () => {
  const page = await signedInPage(test, 'accountant@demo.example')
  await openPage(page, test.url + paths.orderDetails(sold.order))
  const earnings = page.getByRole('region', { name: 'Earnings' })
  await earnings.getByText('No cost known for all items').waitFor()

  await openPage(page, test.url + paths.costs)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Enter costs' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Enter costs' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Upload a file' }).click()
  await page.getByLabel('Or paste its rows').fill('SKU,Unit cost\nNOT-SOLD,4.20\nALSO-NOT,much\n')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Unit cost “much”: Enter an amount with no more decimals than its currency has.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enter 1 cost' }).click()
  await page.getByText('Waiting: 0 of 1 costs imported.').waitFor()
  expect(await runFileJob(test.hub)).toBe(1)

  await openPage(page, test.url + paths.enterCosts())
  await page.getByLabel('SKU').fill(sold.sku)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('link', { name: 'Enter an amount, such as 12.50.' }).waitFor()
  expect(await page.getByLabel('SKU').inputValue()).toBe(sold.sku)
  await page.getByLabel('Unit cost').fill('0.01')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved. Orders with this SKU follow.').waitFor()
  await page.getByRole('button', { name: /^Remove the cost of £0\.01 since / }).waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Costs', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Costs', exact: true }).waitFor()
  await openPage(page, `${test.url}${paths.costs}?q=${sold.sku}`)
  await page
    .getByRole('row')
    .filter({ hasText: sold.sku })
    .getByRole('link', { name: /£0\.01$/ })
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Unit cost of / }).click()
  await page.getByRole('textbox', { name: /^Unit cost of / }).fill('0.02')
  await page.keyboard.press('Enter')
  await page.getByText(`${sold.sku} costs £0.02 from now on, before £0.01.`).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: sold.sku })
    .getByRole('link', { name: /£0\.02$/ })
    .waitFor()

  await openPage(page, `${test.url}${paths.listings.active}?cols=cost,packaging`)
  await page
    .getByRole('link', { name: /^Packaging of each item of / })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Packaging of each item of / }).fill('0.45')
  await page.keyboard.press('Enter')
  await page.getByText(/: packaging of each item £0\.45 from now on\.$/).waitFor()

  await openPage(page, test.url + paths.orderDetails(sold.order))
  await earnings.getByText(/^Profit \(.*% margin\)$/).waitFor()
  // The refused form.

  await readGerman(test, 'accountant@demo.example')
  for (const address of [paths.costs, paths.stockValue, paths.enterCosts(sold.sku)])
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 900 })
      await openPage(page, test.url + address)
      await expectNoOverflow(page, `${address} at ${width}`)
    }
})
