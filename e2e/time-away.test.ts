import { rowOf } from '#db/testing-row.ts'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { announceTimesAway } from '#features/orders/time-away/announce-times-away.server.ts'
import { addDays, dateAt, startOfDay } from '#lib/zoned-time.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectNoOverflow } from './good-page.ts'
import { shop } from './page-addresses.ts'
import { guidePicture, newPage, openPage, signedInPage, testHubInBrowser } from './testing.ts'
import { startTestMarket } from './testing-market.ts'

const test = await testHubInBrowser()
const seller = await rowOf(test.db.owner, 'sellers', { username: shop })
const { market } = await startTestMarket(test)

/** Two listings of the shop that are on sale in the market. */
async function twoListings(): Promise<{ item: string; title: string }[]> {
  return test.db.owner
    .selectFrom('listings as l')
    .select(['l.item_number as item', 'l.title'])
    .where('l.seller_id', '=', seller.id)
    .where('l.state', '=', 'ACTIVE')
    .where('l.format', '=', 'FIXED_PRICE')
    .where('l.quantity_available', '>', 1)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('listing_variations as v')
            .select('v.position')
            .whereRef('v.seller_id', '=', 'l.seller_id')
            .whereRef('v.listing_id', '=', 'l.id'),
        ),
      ),
    )
    .orderBy('l.id')
    .limit(2)
    .execute()
}

/** Runs the job of each minute. */
const announce = () => announceTimesAway(test.hub.db, { now: test.hub.now() })

async function showsInMarket(page: Page, item: string, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(`${market.url}/items/${item}`)
      return page.locator('main').innerText()
    })
    .toContain(text)
}

it('a seller goes away for a week: some listings pause, others ship later, and all is back when the seller is', async () => {
  const [stays, pauses] = await twoListings()
  const today = dateAt(test.hub.now(), seller.time_zone)
  const last = addDays(today, 6)
  const hub = await signedInPage(test, 'owner@demo.example')
  await openPage(hub, test.url + paths.timeAway)
  await hub.getByText('No time away is planned.').waitFor()
  await hub.getByLabel('First day away').fill(today)
  await hub.getByLabel('Last day away').fill(addDays(today, -1))
  await hub.getByLabel('Message to buyers').fill('We are skiing.')
  await hub.getByLabel('Pause: off sale until you return').check()
  await hub.getByLabel('Title, SKU or item number').fill(stays!.item)
  await hub.getByRole('button', { name: 'Find listings' }).click()
  const exception = hub.getByRole('group', { name: 'Except these listings' }).getByRole('checkbox')
  await exception.check()
  await hub.getByRole('button', { name: 'Save time away' }).click()
  // Refused, and the input is kept.
  await hub.getByRole('link', { name: /first day or a later one/ }).waitFor()
  await expectAccessible(hub)
  expect(await exception.isChecked()).toBe(true)
  await hub.getByLabel('Last day away').fill(last)
  await hub.getByRole('button', { name: 'Save time away' }).click()
  await hub.getByRole('status').filter({ hasText: 'Your time away is saved.' }).waitFor()
  await expectAccessible(hub)
  await openPage(hub, test.url + paths.timeAway)
  await guidePicture(hub, 'time-away')

  // Every page shows it, and the list marks paused listings.
  await openPage(hub, test.url + paths.listings.active)
  await hub.getByText('Your listings are paused.').waitFor()
  await hub.getByRole('row').getByText('Paused', { exact: true }).first().waitFor()

  // The market receives the events, shows the message, and sells only the exception.
  await announce()
  const buyer = await newPage({ viewport: { width: 375, height: 800 } })
  await showsInMarket(buyer, pauses!.item, 'Not on sale while the seller is away.')
  for (const shown of ['The store is away until', 'We are skiing.'])
    expect(await buyer.locator('main').innerText()).toContain(shown)
  expect(await buyer.getByRole('button', { name: 'Put into the basket' }).count()).toBe(0)
  await expectAccessible(buyer, { withFrame: true })
  await expectNoOverflow(buyer, 'a paused item')
  await buyer.goto(`${market.url}/sign-in`)
  await buyer.getByLabel('Or another name').fill('greta')
  await buyer.getByRole('button', { name: 'Sign in', exact: true }).click()
  await buyer.getByRole('button', { name: 'Sign out' }).waitFor()
  await buyer.goto(`${market.url}/items/${stays!.item}`)
  await buyer.getByText(/Orders leave from .* on\./).waitFor()
  await buyer.getByRole('button', { name: 'Put into the basket' }).click()
  await buyer.getByRole('link', { name: 'To the checkout' }).click()
  await buyer.getByText(/Orders leave from .* on\./).waitFor()
  await buyer.getByRole('button', { name: /^Pay for/ }).click()
  await buyer.getByRole('status').getByText('Thank you: it is ordered.').waitFor()
  const order = await test.db.owner
    .selectFrom('orders')
    .select('ship_by')
    .where('seller_id', '=', seller.id)
    .where('pushed_as', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(order.ship_by! > startOfDay(addDays(last, 1), seller.time_zone)).toBe(true)

  await openPage(hub, test.url + paths.timeAway)
  await hub.getByRole('button', { name: 'I’m back' }).click()
  await hub.getByRole('status').filter({ hasText: 'You are back' }).waitFor()
  await openPage(hub, test.url + paths.listings.active)
  await hub.getByRole('row').getByText('On sale', { exact: true }).first().waitFor()
  expect(await hub.getByText('Your listings are paused.').count()).toBe(0)
  await announce()
  await showsInMarket(buyer, pauses!.item, 'Put into the basket')
  expect(await buyer.locator('main').innerText()).not.toContain('The store is away')
})

it('the page works without script, in German, and fits a phone', async () => {
  const page = await signedInPage(test, 'owner@demo.example', {
    javaScriptEnabled: false,
    locale: 'de-DE',
    viewport: { width: 375, height: 800 },
  })
  await page.goto(test.url + paths.timeAway)
  await page.getByRole('heading', { level: 1, name: 'Abwesenheit' }).waitFor()
  await expectNoOverflow(page, 'time away')
  const from = addDays(dateAt(test.hub.now(), seller.time_zone), 30)
  await page.getByLabel('Erster Tag').fill(from)
  await page.getByLabel('Letzter Tag').fill(addDays(from, 3))
  await page.getByRole('button', { name: 'Abwesenheit speichern' }).click()
  await page.getByText(/^Sie sind vom .* abwesend\.$/).waitFor()
  await page.getByRole('button', { name: 'Abwesenheit absagen' }).click()
  await page.getByText('Ihre Abwesenheit ist abgesagt.').waitFor()
})
