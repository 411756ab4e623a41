import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { expectFocus, guidePicture, newPage, openPage, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

const available = async (sku: string) => {
  const row = await test.db.owner
    .selectFrom('stock_items as i')
    .innerJoin('sellers as s', 's.id', 'i.seller_id')
    .select('i.available')
    .where('s.username', '=', shop)
    .where('i.sku', '=', sku)
    .executeTakeFirstOrThrow()
  return row.available
}

/** Presses a control by keyboard alone: focus, then Enter. */
async function press(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  const control = page.getByRole('main').getByRole(role, { name }).first()
  await control.focus()
  await expectFocus(control)
  await page.keyboard.press('Enter')
}

/** Audits a page at three widths. */
async function expectGoodAtWidths(page: Page, what: string): Promise<void> {
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectFits(page, what)
}

it('a seller goes from what to reorder to received stock, by keyboard and scanner', async () => {
  const page = await newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, test, 'owner@demo.example')
  await openPage(page, test.url + paths.reorder)
  await expectGoodAtWidths(page, 'to reorder')
  await guidePicture(page, 'reorder')

  // The first row that has a supplier.
  const row = page.getByRole('row').filter({ hasText: 'Brightline Wholesale' }).first()
  expect(await row.locator('img').count(), 'the picture of the catalogue').toBe(1)
  const box = row.getByRole('checkbox')
  await box.focus()
  await page.keyboard.press('Space')
  await press(page, 'button', 'Make purchase orders')
  await page.waitForURL(/orders\/details/)
  const heading = page.getByRole('heading', { level: 1, name: /^Purchase order PO-/ })
  const number = (await heading.innerText()).replace('Purchase order ', '')
  await page.getByText('Draft', { exact: true }).first().waitFor()
  await expectGoodAtWidths(page, 'a purchase order')
  await press(page, 'button', 'Mark as ordered')
  await page.getByText('Ordered. Its stock is shown as coming.').waitFor()
  const sku = await page.getByRole('rowheader').first().innerText()
  const before = await available(sku)
  await press(page, 'button', 'Receive goods')
  await page.getByRole('heading', { name: `Receive ${number}` }).waitFor()
  await expectAccessible(page)
  // A scanner types the code and Enter, wherever the focus is.
  await page.keyboard.type(`${sku}\n`)
  await page
    .getByRole('alert')
    .getByText(/1 counted/)
    .waitFor()
  await press(page, 'button', 'Receive into stock')
  await page.getByText('Applied.', { exact: true }).waitFor()
  expect(await available(sku)).toBe(before + 1)

  await press(page, 'link', number)
  await page.getByText('Partly received').first().waitFor()
  await press(page, 'button', 'Receive goods')
  await press(page, 'button', 'All came as ordered')
  await page.getByText('Counted. Nothing is changed yet.').waitFor()
  await press(page, 'button', 'Receive into stock')
  await page.getByText('Applied.', { exact: true }).waitFor()
  await press(page, 'link', number)
  await page.getByText('Received', { exact: true }).first().waitFor()
  await expectAccessible(page)
  await press(page, 'button', /^Take back/)
  await page.getByText('Taken back: stock, cost and order are as before.').waitFor()
  expect(await available(sku)).toBe(before + 1)

  for (const at of [paths.purchases, paths.suppliers()]) {
    await openPage(page, test.url + at)
    await expectGoodAtWidths(page, at)
  }
})
