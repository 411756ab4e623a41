import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { showAllFields } from './listing-form-kit.ts'
import { bestSeller } from './best-seller.ts'
import { expectAccessible } from './accessible.ts'
import { watchShifts } from './layout-shifts.ts'
import { expectFocus, guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

let itemNumber: string
let condition: string

const test = await testHubInBrowser()
;({ item_number: itemNumber, condition } = await bestSeller(test.db))

const isSummaryUrl = (url: URL) => url.pathname === paths.productSummary
const summaryIn = (page: Page) => page.frameLocator('iframe[title="What this product sells for"]')
/** Query of the summary that is shown. */
const asked = (page: Page) => new URL(page.frames()[1]!.url()).searchParams

/** Records the messages to a page's frame, in the frame itself; call it before the page is opened. */
async function keepChanges(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    if (window !== window.parent)
      window.addEventListener('message', ({ data }: MessageEvent<{ type: string; data: unknown }>) => {
        if (data.type === 'conditionChange') told.push(data.data)
      })
  })
  return () => page.frames()[1]!.evaluate(() => Reflect.get(window, 'told') as unknown[])
}

/** URL of a form for an item similar to the best seller. */
const similar = () => `${test.url}${paths.listingForm()}?mode=SellSimilarItem&itemId=${itemNumber}`

describe('the product summary in the listing form', () => {
  it('follows the condition, offers its price, and opens the insights', async () => {
    const page = await signedInPage(test, 'owner@demo.example', {}, { drawn: true })
    const shifts = await watchShifts(page)
    await page.goto(similar())
    const element = page.locator('iframe[title="What this product sells for"]')
    const frame = summaryIn(page)
    const use = page.getByRole('button', { name: /^Use £[\d.]+$/ })
    await use.waitFor()
    await element.scrollIntoViewIfNeeded()
    const height = async () => Math.ceil((await frame.locator('section').boundingBox())!.height)
    const room = async () => (await element.boundingBox())!.height
    expect(await room()).toBe(await height())
    expect(await shifts()).toBe(0)
    await guidePicture(page, 'price')

    // The form ignores all other messages: its own, those without a source, and malformed ones of its frame.
    const price = await use.innerText()
    const data = { epid: '1', contentHeight: 900, displayPrice: { value: { value: 1, currency: 'GBP' } } }
    const lies = [
      { type: 'loadProductInsightsData', data },
      { type: 'openProductInsights', data: { epid: '1' } },
    ]
    await page.evaluate((list) => list.forEach((message) => window.postMessage(message, '*')), lies)
    await page.frames()[1]!.evaluate(() => {
      for (const contentHeight of [0, -1, '9', null])
        window.parent.postMessage({ type: 'loadProductInsightsData', data: { contentHeight } }, '*')
      window.parent.postMessage({ type: 'openProductInsights', data: { epid: {} } }, '*')
      for (let index = 0; index < 10_000; index += 1) window.parent.postMessage({ type: 'storm', data: { index } }, '*')
    })
    expect(await use.innerText()).toBe(price)
    expect(await room()).toBe(await height())

    // Of several quick changes the last arrives, although a frame handles only one until it has reloaded.
    const choose = page.getByLabel('Condition')
    await choose.selectOption('FOR_PARTS')
    await choose.selectOption('ACCEPTABLE')
    await choose.selectOption('LIKE_NEW')
    await frame.getByText(/in 90 days, like new/).waitFor()
    await use.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('No typical price: too few sales').waitFor({ state: 'attached' })
    expect(asked(page).get('itemId')).toBe(itemNumber)
    await page.getByLabel('Format', { exact: true }).selectOption('AUCTION')
    await expect.poll(() => asked(page).get('format')).toBe('AUCTION')
    expect(asked(page).get('itemId')).toBeNull()
    await choose.selectOption(condition)
    await use.click()
    expect(price).toBe(`Use £${await page.getByLabel('Price (GBP)').inputValue()}`)

    await frame.getByRole('link', { name: 'Product insights', exact: true }).click()
    const insights = page.getByRole('dialog')
    await insights
      .getByRole('group', { name: 'Sold in 90 days' })
      .getByRole('cell', { name: price.split(' ')[1]!, exact: true })
      .first()
      .waitFor()
    await guidePicture(insights, 'insights')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await insights.waitFor({ state: 'detached' })

    // Insights that failed to load are requested again, and the form stays as it is.
    await page.route('**/sh/product-insights*', (route) => route.abort(), { times: 1 })
    await frame.getByRole('link', { name: 'Product insights', exact: true }).click()
    await insights
      .getByRole('status')
      .getByText(/^The hub could not be reached/)
      .waitFor()
    await insights.getByRole('button', { name: 'Try again' }).click()
    await insights.getByRole('group', { name: 'Sold in 90 days' }).waitFor()
    await page.keyboard.press('Escape')
    await insights.waitFor({ state: 'detached' })

    // A summary that failed to load is reloaded with the next change.
    await page.route(isSummaryUrl, (route) => route.abort(), { times: 2 })
    await choose.selectOption('ACCEPTABLE')
    await expect.poll(() => page.frames()[1]!.url()).toMatch(/^chrome-error:/)
    await choose.selectOption(condition)
    await use.waitFor()
  })

  it('is drawn while the form’s scripts are still held back, and asks for nothing more', async () => {
    const page = await signedInPage(test, 'owner@demo.example')
    const held: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', async (route) => {
      held.push(route.request().url())
      await released
      await route.continue()
    })
    await page.goto(similar(), { waitUntil: 'commit' })
    await summaryIn(page)
      .getByText(/^Based on \d+ sales in 90 days/)
      .waitFor()
    const seen = await page.frames()[1]!.evaluate(() => ({
      asked: performance.getEntriesByType('resource').map(({ name }) => name),
      blocking: document.querySelectorAll('link[rel=stylesheet], link[rel=expect], script[src]').length,
    }))
    // The frame uses the page's own font, which is already loaded.
    expect(seen).toEqual({ asked: [expect.stringMatching(/inter-latin-wght[^/]*\.woff2$/)], blocking: 0 })
    expect(held.length).toBeGreaterThan(0)
    expect(await page.locator('html[data-hydrated]').count()).toBe(0)
    release()
    await page.getByRole('button', { name: /^Use £[\d.]+$/ }).waitFor()
  })

  it('follows the title of what is in no catalogue, and its variations', async () => {
    const page = await signedInPage(test, 'owner@demo.example', { viewport: { width: 375, height: 812 } })
    const told = await keepChanges(page)
    await openPage(page, `${test.url}${paths.listingForm({ mode: 'AddItem' })}`)
    await showAllFields(page)
    await summaryIn(page)
      .getByText(/^Choose a product/)
      .waitFor()
    await page.getByLabel('Condition').selectOption(condition)
    await expect.poll(() => asked(page).get('condition')).toBe(condition)

    const title = page.getByLabel('Title', { exact: true })
    const wanted = `${await titleOf(itemNumber)} boxed`
    await title.fill(wanted)
    await title.blur()
    await summaryIn(page)
      .getByText(/Nearest title: /)
      .waitFor()
    await page.getByRole('button', { name: /^Use £[\d.]+$/ }).waitFor()
    expect(asked(page).get('title')).toBe(wanted)

    await page.getByText('Add variations').click()
    const values = page.locator('[name="axis1.values"]')
    await values.fill('Black, Chrome')
    await values.blur()
    await expect.poll(() => asked(page).get('variation')).toBe('Black, Chrome')
    expect(await told()).toEqual([
      { fieldChanged: 'condition', condition },
      { fieldChanged: 'product', title: wanted },
      { fieldChanged: 'variation', variation: 'Black, Chrome' },
    ])
    // A price is applied to one of the rows, and to none while there are none.
    await page.getByRole('button', { name: 'Create variations' }).click()
    await expectFocus(page.getByLabel('Black: SKU'))
    await page.getByLabel('Chrome: Price').focus()
    await page.getByRole('button', { name: /^Use £[\d.]+ for Chrome$/ }).click()
    expect(await page.getByLabel('Chrome: Price').inputValue()).toMatch(/^[\d.]+$/)
    expect(await page.getByLabel('Black: Price').inputValue()).toBe('')
  })
})

async function titleOf(number: string): Promise<string> {
  const named = test.db.owner.selectFrom('listings').select('title').where('item_number', '=', number)
  return (await named.executeTakeFirstOrThrow()).title.slice(0, 70)
}
