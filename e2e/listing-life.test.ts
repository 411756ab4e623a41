import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { runDueListings } from '#features/selling/listings/due-listings.server.ts'
import { momentOf, wallClockAt } from '#lib/zoned-time.ts'
import { chooseCategory, choosePolicies, field, line, pictureFile, press } from './listing-form-kit.ts'
import { hydrated, keepToasts, newPage, signedInPage, testHubInBrowser } from './testing.ts'
import { day } from '#lib/duration.ts'

let member: Awaited<ReturnType<BrowserContext['storageState']>>
const zone = 'Europe/London'

const test = await testHubInBrowser()

beforeAll(async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  member = await page.context().storageState()
})

async function open(query: string, width = 1440): Promise<Page> {
  const page = await newPage({ storageState: member, viewport: { width, height: 900 } })
  await page.goto(`${test.url}${paths.listingForm()}?${query}`)
  await hydrated(page)
  return page
}

/** Another window of the same browser that revises the listing. */
async function window(beside: Page, item: string): Promise<Page> {
  const page = await beside.context().newPage()
  await page.goto(test.url + paths.listingForm({ mode: 'ReviseItem', itemId: item }))
  await hydrated(page)
  return page
}

/** Fills a new form with everything a listing needs. */
async function fillForm(page: Page, title: string): Promise<void> {
  await field(page, 'Title').fill(title)
  await field(page, 'SKU (optional)').fill(title.toUpperCase().replaceAll(' ', '-'))
  await chooseCategory(page, 'tripods')
  await field(page, 'Brand').fill('Linhof')
  await field(page, 'Condition').selectOption('GOOD')
  await field(page, 'Price (GBP)').fill('80.00')
  await field(page, 'Handling time').fill('1')
  await page.locator('#pictures').setInputFiles(await pictureFile('tripod.png'))
  await page.locator('input[name=picture]').waitFor({ state: 'attached' })
  await choosePolicies(page)
  const panel = page.getByRole('complementary', { name: 'Summary' })
  await expect.poll(() => panel.innerText()).toContain('Ready to publish')
}

/** An active demo listing without sales, so that all fields may change, with policies and a picture. */
async function onSale(): Promise<{ item_number: string; title: string }> {
  return test.db.owner
    .selectFrom('listings')
    .innerJoin('sellers', 'sellers.id', 'listings.seller_id')
    .select(['item_number', 'title'])
    .where('sellers.username', '=', 'harbour-camera')
    .where('state', '=', 'ACTIVE')
    .where('format', '=', 'FIXED_PRICE')
    .where('quantity_sold', '=', 0)
    .orderBy('listings.id')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Publishes the form; returns the item number of the listing it leads to. */
async function publish(page: Page, button: string, done: string): Promise<string> {
  await press(page, button)
  await line(page, done)
  return new URL(page.url()).searchParams.get('item')!
}

/** Number of listings of a tab with this title, read from its HTML. */
function stands(page: Page, tab: keyof typeof paths.listings, title: string): Promise<number> {
  const url = `${paths.listings[tab]}?q=${encodeURIComponent(title)}`
  return page.evaluate(
    async (asked) => {
      const list = new DOMParser().parseFromString(await (await fetch(asked.url)).text(), 'text/html')
      return [...list.querySelectorAll('tbody tr')].filter((row) => row.textContent.includes(asked.title)).length
    },
    { url, title },
  )
}

describe('a listing', () => {
  it('is scheduled in the form, and starts by the job when it is time', async () => {
    const title = 'Tripod for tomorrow'
    const page = await open('mode=AddItem', 768)
    await fillForm(page, title)
    const { date } = wallClockAt(new Date(Date.now() + day), zone)
    await page.getByText('Schedule the start').click()
    await field(page, 'Start date (optional)').fill(date)
    await field(page, 'Start time (optional)').fill('09:30')
    const item = await publish(page, 'Schedule', 'Scheduled. It starts automatically.')
    await page.goto(test.url + paths.listingForm({ mode: 'ReviseItem', itemId: item }))
    expect(await field(page, 'Start time (optional)').inputValue()).toBe('09:30')
    const start = momentOf(date, '09:30', zone)
    const { deadlines } = test.hub.config.policyPack
    await runDueListings(test.db, { now: new Date(start.getTime() - 1), deadlines })
    expect([await stands(page, 'scheduled', title), await stands(page, 'active', title)]).toEqual([1, 0])
    await runDueListings(test.db, { now: start, deadlines })
    expect([await stands(page, 'scheduled', title), await stands(page, 'active', title)]).toEqual([0, 1])
  })

  it('is ended, put up again in the form, and ended, on a phone', async () => {
    const width = 375
    const title = 'Tripod of a phone'
    const { item_number: similar } = await onSale()
    const page = await open(`mode=SellSimilarItem&itemId=${similar}`, width)
    await field(page, 'Title').fill(title)
    await field(page, 'SKU (optional)').fill(title.toUpperCase().replaceAll(' ', '-'))
    const first = await publish(page, 'Publish', 'Published. Buyers can find it now.')
    await end(page, first)
    await page.goto(test.url + paths.listing(first))
    await page.getByRole('link', { name: 'Relist' }).click()
    await page.getByRole('heading', { level: 1, name: 'Relist' }).waitFor()
    await hydrated(page)
    expect(await field(page, 'SKU (optional)').inputValue()).toBe(title.toUpperCase().replaceAll(' ', '-'))
    await field(page, 'Price (GBP)').fill('75.00')
    const second = await publish(page, 'Publish', 'Published. Buyers can find it now.')
    expect(second).not.toBe(first)
    expect(await field(page, 'Price (GBP)').inputValue()).toBe('75.00')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    // A finished form is not in the history: Back leads to where it was opened.
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Revise listing' }).waitFor()
    await page.goBack()
    await page.waitForURL(test.url + paths.listing(first))
    // Only once: a second request leads to the replacement.
    await page.goto(`${test.url}${paths.listingForm()}?mode=RelistItem&itemId=${first}`)
    await page.getByRole('heading', { level: 1, name: 'Revise listing' }).waitFor()
    expect(new URL(page.url()).searchParams.get('itemId')).toBe(second)
    await end(page, second)
    expect([await stands(page, 'active', title), await stands(page, 'ended', title)]).toEqual([0, 2])
  })

  it('that two windows revise shows both what the other one published', async () => {
    const { item_number: item, title } = await onSale()
    const faster = await open(`mode=ReviseItem&itemId=${item}`)
    const slower = await window(faster, item)
    const price = await field(slower, 'Price (GBP)').inputValue()
    await field(faster, 'Title').fill(`${title}, serviced`)
    await press(faster, 'Publish changes')
    await line(faster, 'The changes are published.')
    const late = await window(faster, item)

    await field(slower, 'Price (GBP)').fill('99.00')
    await press(slower, 'Publish changes')
    const conflict = slower.getByRole('alert').filter({ hasText: 'The listing has changed' })
    await conflict.waitFor()
    const row = (name: string) => conflict.getByRole('row', { name: new RegExp(`^${name}`) }).innerText()
    expect((await row('Title')).split(/\t+/)).toEqual(['Title', title, `${title}, serviced`])
    expect((await row('Price')).split(/\t+/)).toEqual(['Price', '99.00', price])
    // The choice can combine both versions.
    await field(slower, 'Title').fill(`${title}, serviced`)
    await press(slower, 'Keep what is in this form')
    await line(slower, 'The changes are published.')
    await slower.goto(test.url + paths.listingForm({ mode: 'ReviseItem', itemId: item }))
    await hydrated(slower)
    expect([await field(slower, 'Title').inputValue(), await field(slower, 'Price (GBP)').inputValue()]).toEqual([
      `${title}, serviced`,
      '99.00',
    ])

    // The window that was open meanwhile is outdated and takes over the saved version.
    await field(late, 'Title').fill(`${title}, boxed`)
    await press(late, 'Publish changes')
    await press(late, 'Take what was saved')
    await expect.poll(() => field(late, 'Price (GBP)').inputValue()).toBe('99.00')
    expect(await field(late, 'Title').inputValue()).toBe(`${title}, serviced`)
  })
})

/** Ends a listing from its page, at once. */
async function end(page: Page, item: string): Promise<void> {
  await keepToasts(page)
  await page.goto(test.url + paths.listing(item))
  await hydrated(page)
  await press(page, 'End')
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await page
    .getByRole('main')
    .getByText(/^Ended/)
    .first()
    .waitFor()
}
