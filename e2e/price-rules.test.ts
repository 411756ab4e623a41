import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { rowOf, updateRows } from '#db/testing-row.ts'
import { applyPriceRules } from '#features/selling/price-rules/apply-price-rules.server.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const { id: sellerId } = await rowOf(test.db.owner, 'sellers', { username: shop })

async function expectGoodAtWidths(page: Page, what: string): Promise<void> {
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectFits(page, what)
  }
}

const prices = async () =>
  (
    await sql<{ minor: number }>`
      select price_minor as minor from listings where seller_id = ${sellerId} and title like 'Zqbody%' order by title`.execute(
      test.db.owner,
    )
  ).rows.map(({ minor }) => minor)

it('a price rule is tried, turned on, changes prices with its arithmetic, is undone and stopped', async () => {
  await sql`
    insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available)
    select ${sellerId}::bigint, 'Zqbody ' || n, 'ZB-' || n, 'Cameras & Photography > Lenses', 'GOOD', 'ACTIVE', 5000 + 300 * n, 'GBP', 1
    from generate_series(1, 3) n`.execute(test.db.owner)
  await sql`
    with evident as (
      update listings set evidence_low_minor = 4100, evidence_high_minor = 5500
      where seller_id = ${sellerId} and title in ('Zqbody 1', 'Zqbody 3') returning id
    )
    insert into listing_evidence (seller_id, listing_id, sales, own_sales, typical_minor, average_minor, counted_at)
    select ${sellerId}, id, 12, 0, 5000, 5100, ${test.hub.now()} from evident`.execute(test.db.owner)
  const page = await signedInPage(test, 'owner@demo.example')
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, `${test.url}${paths.listings.active}?q=zqbody`)
  await page.getByRole('checkbox', { name: 'Select all' }).first().check()
  await page.getByRole('button', { name: 'Set price rule' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Price rule for 3 listings' }).waitFor()

  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('Enter an amount, such as').first().waitFor()
  await expectAccessible(page)
  await page.getByLabel('Never below (GBP)').fill('38')
  // Nothing typed is lost by a look at the other floor.
  for (const by of ['margin', 'price']) await page.getByLabel('Least price').selectOption(by)
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('2 prices would change. Nothing is saved by trying.').waitFor()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect
    .poll(() => row('Zqbody 3').innerText())
    .toMatch(/£59\.00\s+£53\.10\s+Median of 12 sales £50\.00, 2% below: £49\.00\. At most 10% a day: £53\.10\./)
  await expect.poll(() => row('Zqbody 2').innerText()).toMatch(/Stays\s+Fewer than 5 comparable sales/)
  await expectGoodAtWidths(page, 'a dry run')
  await guidePicture(page, 'price-rule')
  expect(await prices()).toEqual([5300, 5600, 5900])

  await page.getByRole('button', { name: 'Save and turn on' }).click()
  await page.getByText('3 rules saved and on.').waitFor()
  await applyPriceRules(test.hub)
  expect(await prices()).toEqual([4900, 5600, 5310])
  await openPage(page, test.url + paths.priceRuleChanges)
  await expectGoodAtWidths(page, 'changes of rules')
  await page.getByRole('checkbox', { name: /Zqbody 3/ }).check()
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await page.getByText('Undone by').first().waitFor()
  expect(await prices()).toEqual([4900, 5600, 5900])

  await openPage(page, test.url + paths.priceRules)
  await page.getByRole('link', { name: 'Stop all rules' }).click()
  await page.getByRole('button', { name: 'Stop all rules' }).click()
  await page.getByText(/All price rules are stopped since/).waitFor()
  await expectGoodAtWidths(page, 'price rules')
  await updateRows(test.db.owner, 'listings', { seller_id: sellerId, title: 'Zqbody 1' }, { price_minor: 5200 })
  expect(await applyPriceRules(test.hub)).toBe(0)
  await row('Zqbody 1').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Save and turn on' }).waitFor()
  await expectGoodAtWidths(page, 'a saved rule')
  const { item_number: item } = await rowOf(test.db.owner, 'listings', { seller_id: sellerId, title: 'Zqbody 1' })
  await openPage(page, test.url + paths.listing(item))
  await page.getByText('£53.00 → £49.00').waitFor()
  await expectGoodAtWidths(page, 'a listing with a rule')
})
