import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { expectFocus, guidePicture, hydrated, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const { id: sellerId } = await rowOf(test.db.owner, 'sellers', { username: shop })

/** Active listings at 10.00 each, whose price is known for two months. */
async function addListings(count: number): Promise<void> {
  await sql`
    insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available, starts_at)
    select ${sellerId}::bigint, 'Zqlens ' || lpad(n::text, 3, '0'), 'ZQ-' || lpad(n::text, 4, '0'), 'Cameras & Photography > Lenses',
      'GOOD', 'ACTIVE', 1000, 'GBP', 1, now() - interval '60 days'
    from generate_series(1, ${count}::integer) n`.execute(test.db.owner)
  await sql`
    update listing_prices p set since = now() - interval '60 days' from listings l
    where p.seller_id = ${sellerId} and l.seller_id = ${sellerId} and l.id = p.listing_id and l.title like 'Zqlens%'`.execute(
    test.db.owner,
  )
}

/** Presses a control by keyboard alone: focus, then Enter. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const control = page.getByRole('button', { name }).first()
  await control.focus()
  await expectFocus(control)
  await page.keyboard.press('Enter')
}

/** The field of the chosen kind: those of others are hidden. */
const field = (page: Page, label: string) => page.getByLabel(label).filter({ visible: true }).first()

/** Types into a field whose text is selected. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

async function expectGoodAtWidths(page: Page, what: string): Promise<void> {
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectFits(page, what)
}

const given = async () =>
  (
    await sql<{ price: number; was: number | null; n: number }>`
      select p.price_minor as price, p.was_minor as was, count(*)::integer as n from sale_prices p
      join listings l on l.seller_id = p.seller_id and l.id = p.listing_id where l.title like 'Zqlens%' group by 1, 2`.execute(
      test.db.owner,
    )
  ).rows

it('a sale event of 300 listings goes from draft to end, by keyboard', async () => {
  await addListings(300)
  const page = await signedInPage(test, 'owner@demo.example')
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, test.url + paths.saleEvents)
  await expectGoodAtWidths(page, 'the list')
  await guidePicture(page, 'sale-events')

  // By filter: all that match a search.
  await openPage(page, `${test.url}${paths.listings.active}?q=zqlens&sort=sku&limit=200`)
  await page.getByRole('checkbox', { name: 'Select all' }).first().focus()
  await page.keyboard.press('Space')
  await press(page, /^Select all/)
  await press(page, 'Start sale event')
  await page.getByText('Draft saved. Add listings, then schedule it.').waitFor()
  await hydrated(page)
  await page.getByRole('heading', { name: '300 prices' }).waitFor()
  await type(page, 'Name', 'Lenses')
  await type(page, 'Discount (%)', '95')
  await press(page, 'Save draft')
  await page.getByText('Enter a whole number from 1 to 90.').first().waitFor()
  await expectAccessible(page)
  await type(page, 'Discount (%)', '25')
  await press(page, 'Save draft')
  await page.getByText('Draft saved.', { exact: true }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Lenses' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Zqlens 001' })
  await expect.poll(() => row.innerText()).toMatch(/£10\.00\s+£7\.50\s+£10\.00/)
  await expectGoodAtWidths(page, 'a draft')

  // By list; what is in another sale event then cannot be in this one.
  const { rows } = await sql<{ sku: string }>`
    select l.sku from sale_prices p join listings l on l.seller_id = p.seller_id and l.id = p.listing_id
    join sale_events e on e.seller_id = p.seller_id and e.id = p.sale_id
    where p.seller_id = ${sellerId} and e.state = 'RUNNING' and l.sku is not null order by l.title limit 2`.execute(
    test.db.owner,
  )
  await page.getByLabel('Item numbers or SKUs').focus()
  await page.keyboard.type([...rows.map(({ sku }) => sku), 'NOT-THERE'].join('\n'))
  await press(page, 'Add to sale event')
  await page.getByText('You have no listings with these: NOT-THERE.').first().waitFor()
  await page.getByLabel('Item numbers or SKUs').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(rows.map(({ sku }) => sku).join('\n'))
  await press(page, 'Add to sale event')
  await page.getByText('In “Film week” at that time.').first().waitFor()
  await guidePicture(page, 'sale-event-draft')
  await page.getByLabel('Start date').fill(new Date(test.hub.now().getTime() - 2 * day).toISOString().slice(0, 10))
  await press(page, 'Schedule')
  await page.getByText('Some prices cannot be reduced. Take these listings out first.').waitFor()
  await expectAccessible(page)
  await press(page, /^Take out \d/)
  await page.getByText('Listings taken out.').waitFor()
  expect(await given()).toEqual([])
  await press(page, 'Schedule')
  await page.getByText('Scheduled.', { exact: true }).waitFor()
  // A start in the past means now.
  await page.getByText('Running', { exact: true }).waitFor()
  expect(await given()).toEqual([{ price: 750, was: 1000, n: 300 }])

  await press(page, 'Pause')
  await page.getByText('Paused. Buyers pay the usual prices.').waitFor()
  await press(page, 'Resume')
  await page.getByText('Running again.').waitFor()
  await expectGoodAtWidths(page, 'a running sale')
  await press(page, 'End now')
  await page.getByText('Ended. Buyers pay the usual prices.').waitFor()
  await page.getByText('Just as long before').waitFor()

  await openPage(page, test.url + paths.saleEvent('0d3e5a1e0001'))
  await expectGoodAtWidths(page, 'an ended sale')
  await guidePicture(page, 'sale-event-results')
})

it('a volume price and a coupon show the lowest price that they make together', async () => {
  await sql`
    insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available)
    values (${sellerId}, 'Zqfilter', 'ZQF', 'Cameras & Photography > Lenses', 'GOOD', 'ACTIVE', 2000, 'GBP', 9)`.execute(
    test.db.owner,
  )
  const page = await signedInPage(test, 'owner@demo.example')
  await page.setViewportSize({ width: 1440, height: 900 })
  const make = async (kind: string, fields: Record<string, string>) => {
    await openPage(page, test.url + paths.saleEvent())
    await page.getByLabel('Name').fill(`Zq ${kind}`)
    await page.getByLabel('Kind').selectOption(kind)
    for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
    await expectGoodAtWidths(page, kind)
    // Nothing typed is lost by a look at another kind.
    await page.getByLabel('Kind').selectOption('Sale prices')
    await page.getByLabel('Kind').selectOption(kind)
    for (const [label, value] of Object.entries(fields)) expect(await field(page, label).inputValue()).toBe(value)
    await press(page, 'Continue to listings')
    await page.getByLabel('Item numbers or SKUs').fill('ZQF')
    await press(page, 'Add to sale event')
    await page.getByText('Listings added.').waitFor()
    await hydrated(page)
  }
  await make('Volume price', { 'From so many of one listing': '2', 'Discount (%)': '5' })
  await press(page, 'Schedule')
  await page.getByText('Scheduled.', { exact: true }).waitFor()
  await page.getByText('2 or more: 5%').waitFor()
  await make('Coupon code', { 'Discount (%)': '10', Code: 'zqten' })
  const row = page.getByRole('row').filter({ hasText: 'Zqfilter' })
  await expect.poll(() => row.innerText()).toMatch(/£20\.00\s+£18\.00[^]*With Zq Volume price: down to £17\.10\./)
  await expectGoodAtWidths(page, 'a coupon')
  await press(page, 'Schedule')
  await page.getByText('ZQTEN: 10% off').waitFor()
  const { item_number: item } = await rowOf(test.db.owner, 'listings', { seller_id: sellerId, sku: 'ZQF' })
  await openPage(page, test.url + paths.listing(item))
  await page.getByText('2 or more: 5%').first().waitFor()
})

it('what is typed in a draft outlasts a lost connection, a colleague’s change and listings that are added', async () => {
  const at = test.url + paths.saleEvent()
  const [page, colleague] = [
    await signedInPage(test, 'owner@demo.example'),
    await signedInPage(test, 'lister@demo.example'),
  ]
  page.setDefaultTimeout(30_000)
  await openPage(page, at)
  await page.getByLabel('Name').fill('Zqtwo')
  await field(page, 'Discount (%)').fill('15')
  await page.route('**', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  await page.getByRole('button', { name: 'Continue to listings' }).click()
  await page.getByText('No response').first().waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Continue to listings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Zqtwo' }).waitFor()
  await hydrated(page)
  expect(await field(page, 'Discount (%)').inputValue()).toBe('15')

  // Adding listings neither stores nor forgets what is typed above.
  await field(page, 'Discount (%)').fill('20')
  await page.getByLabel('Item numbers or SKUs').fill('ZQF')
  await press(page, 'Add to sale event')
  await page.getByText('Listings added.').waitFor()
  expect(await field(page, 'Discount (%)').inputValue()).toBe('20')
  expect(await page.getByLabel('Item numbers or SKUs').inputValue()).toBe('')

  await openPage(colleague, page.url())
  await colleague.getByLabel('Name').fill('Zqcolleague')
  await press(colleague, 'Save draft')
  await colleague.getByRole('heading', { level: 1, name: 'Zqcolleague' }).waitFor()
  await press(page, 'Schedule')
  await page.getByText('Somebody else changed this while you had it open').first().waitFor()
  expect(await field(page, 'Discount (%)').inputValue()).toBe('20')
  await page.getByRole('heading', { level: 1, name: 'Zqcolleague' }).waitFor()
  await expectAccessible(page)
  // Now that it was said, saving again does it.
  await press(page, 'Save draft')
  await page.getByRole('heading', { level: 1, name: 'Zqtwo' }).waitFor()
  const { state, percent } = await rowOf(test.db.owner, 'sale_events', { seller_id: sellerId, name: 'Zqtwo' })
  expect([state, percent]).toEqual(['DRAFT', 20])
})
