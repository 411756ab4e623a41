import { rowOf } from '#db/testing-row.ts'
import { isCoreRun } from '#db/testing-scope.ts'
import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { runDueListings } from '#features/selling/listings/due-listings.server.ts'
import { listingsHref } from '#features/selling/listings/listings-list.server.ts'
import { countIn } from './count-in.ts'
import { expectAccessible } from './accessible.ts'
import { clickWhileSending } from './click-while-sending.ts'
import { guidePicture, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const page = await signedInPage(test, 'owner@demo.example')

const open = (path: string) => openPage(page, test.url + path)
const rows = () => page.locator('tbody tr')
const tab = (name: RegExp) => page.getByRole('main').getByRole('link', { name }).first()
const results = () => page.getByRole('region', { name: 'Result of each listing' }).getByRole('listitem')

describe('the listings', () => {
  it('stand on tabs with their counts, are filtered, and fit a phone', async () => {
    await open(paths.listings.active)
    await guidePicture(page, 'listings')
    // On wide pages the navigation has the tabs, and they are not repeated.
    expect(await tab(/^Out of stock/).count()).toBe(0)
    await page.setViewportSize({ width: 1000, height: 900 })
    const count = await countIn(tab(/^Out of stock/))
    await tab(/^Out of stock/).click()
    await page.waitForURL(/status=out-of-stock/)
    await expect.poll(() => rows().count()).toBe(count)
    await tab(/^Drafts/).click()
    await page.waitForURL(/drafts/)
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    await page.setViewportSize({ width: 375, height: 740 })
    await open(`${paths.listings.active}?q=leica&stock=in`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('show views and watchers beside a scrollbar, where titles have room', async () => {
    // 1440 px less the width of a scrollbar.
    await page.setViewportSize({ width: 1425, height: 900 })
    await open(paths.listings.active)
    for (const name of [/^Views/, /^Watchers/]) await page.getByRole('columnheader', { name }).waitFor()
    const { width } = (await page.getByRole('columnheader', { name: /^Listing/ }).boundingBox())!
    expect(width).toBeGreaterThan(300)
    const list = page.locator('#rows')
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('are exported as they are shown', async () => {
    await open(`${paths.listings.active}?q=leica&limit=200`)
    const shown = await rows().count()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Export ${shown}` }).click(),
    ])
    const file = await download.createReadStream()
    let text = ''
    for await (const chunk of file) text += String(chunk)
    expect(text.trim().split('\r\n')).toHaveLength(shown + 1)
  })

  it('change their price in the row; a stale change shows both values and lets choose', async () => {
    // The first listing depends on the time of day: remove offers that a lower price would violate.
    const noOffers = { best_offer: false, minimum_offer_minor: null, auto_accept_minor: null }
    await test.db.owner.updateTable('listing_contents').set(noOffers).execute()
    await open(listingsHref('active', { status: ['on-sale'], format: ['FIXED_PRICE'] }))
    const cell = () =>
      rows()
        .first()
        .getByRole('link', { name: /^Price of/ })
    await cell().click()
    await page.keyboard.type('1234.5')
    await page.keyboard.press('Escape')
    await expect.poll(() => cell().innerText()).not.toBe('£1,234.50')
    await cell().press('Enter')
    await page.keyboard.type('1234.5')
    await page.keyboard.press('Enter')
    await expect.poll(() => cell().innerText()).toBe('£1,234.50')
    // Somebody else is faster while the field is open: the page follows, but does not touch a field being edited.
    const itemNumber = new URL((await cell().getAttribute('href'))!, test.url).searchParams.get('item')!
    await cell().click()
    await test.db.owner
      .updateTable('listings')
      .set((set) => ({ price_minor: 99_900, version: set('version', '+', 1) }))
      .where('item_number', '=', itemNumber)
      .execute()
    await page.keyboard.type('1111')
    await page.keyboard.press('Enter')
    await page.getByText('now it is £999.00, you typed 1111').waitFor()
    await page.getByRole('button', { name: 'Save mine' }).click()
    await expect.poll(() => cell().innerText()).toBe('£1,111.00')
    // Also if saving the previous row reloads the list under the field that Tab has opened.
    const priceAt = (row: number) =>
      rows()
        .nth(row)
        .getByRole('link', { name: /^Price of/ })
    const next = new URL((await priceAt(1).getAttribute('href'))!, test.url).searchParams.get('item')!
    const before = rows().first().locator('a[data-edit]').last()
    await before.click()
    await test.db.owner
      .updateTable('listings')
      .set((set) => ({ price_minor: 88_800, version: set('version', '+', 1) }))
      .where('item_number', '=', next)
      .execute()
    await page.keyboard.type('7')
    await page.keyboard.press('Tab')
    await rows().first().locator('a[data-edit][aria-busy]').waitFor({ state: 'detached' })
    await rows()
      .nth(1)
      .getByRole('textbox', { name: /^Price of/ })
      .waitFor()
    await page.keyboard.type('777')
    await page.keyboard.press('Enter')
    await page.getByText('now it is £888.00, you typed 777').waitFor()
    await page.getByRole('button', { name: 'Keep' }).click()
    await expect.poll(() => priceAt(1).innerText()).toBe('£888.00')
  })

  it('end in numbers, after a word of what will happen, with a result each', async () => {
    await open(listingsHref('active', { status: ['on-sale'], format: ['FIXED_PRICE'] }))
    const keys = await rows()
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.slice(2, 4).map((box) => (box as HTMLInputElement).value))
    await open(`${paths.listingsBulk.active}?step=end&keys=${keys.join()}`)
    await page.getByText('2 listings end now.').waitFor()
    expect(await page.getByRole('list', { name: 'Listings affected' }).getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'End 2 listings' }).click()
    await expect
      .poll(() => results().allInnerTexts())
      .toEqual([expect.stringMatching(/Ended$/), expect.stringMatching(/Ended$/)])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.waitForURL(/undone=2\.0/)
    await open(listingsHref('active', { status: ['on-hold'] }))
    const held = await rows().count()
    await open(`${paths.listingsBulk.active}?step=release&all=1`)
    await page.getByText(`${held} listings go on sale again.`).waitFor()
    await page.getByText(/skipped: on sale/).waitFor()
  })

  it.skipIf(isCoreRun)(
    'are stepped with while the reader goes on, who comes to the page that was clicked, whichever answer is first',
    async () => {
      const other = await signedInPage(test, 'owner@demo.example')
      await openPage(other, test.url + listingsHref('active', { status: ['on-sale'], format: ['FIXED_PRICE'] }))
      const key = await other.locator('tbody tr').getByRole('checkbox').first().inputValue()
      const hold = async () => {
        await openPage(other, `${test.url}${paths.listingsBulk.active}?step=hold&keys=${key}`)
        await other.getByRole('button', { name: 'Put 1 listing on hold' }).click()
      }
      await clickWhileSending(other, {
        sent: `**${paths.listingsSteps.active}?*`,
        begin: hold,
        link: other.getByRole('navigation').getByRole('link', { name: /^Scheduled/ }),
        unknown: 'scheduled',
      })
      await other.getByRole('heading', { level: 1, name: 'Scheduled' }).waitFor()
      // Without a response the input stays, to be retried.
      await openPage(other, `${test.url}${paths.listingsBulk.active}?step=release&keys=${key}`)
      await other.route(`**${paths.listingsSteps.active}?*`, (route) => route.abort(), { times: 1 })
      await other.getByRole('button', { name: 'Release 1 listing' }).click()
      await other.getByText('There was no response, and the step has stopped.').waitFor()
      await other.getByRole('button', { name: 'Release 1 listing' }).click()
      await expect
        .poll(() =>
          other
            .getByRole('listitem')
            .filter({ hasText: /Released$/ })
            .count(),
        )
        .toBe(1)
    },
  )

  it.skipIf(isCoreRun)('are published from their drafts where nothing is missing, else they say what is', async () => {
    await open(paths.listings.drafts)
    const drafts = await rows().count()
    await open(`${paths.listingsBulk.drafts}?step=publish&all=1`)
    await page.getByRole('button', { name: `Publish ${drafts} listings` }).click()
    await expect.poll(() => results().count()).toBe(drafts)
    const told = await results().allInnerTexts()
    const published = told.filter((text) => text.endsWith('On sale')).length
    expect(told.join(' ')).toMatch(/policy|category|picture/i)
    // All of it must be readable.
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await open(`${paths.listings.drafts}?limit=25`)
    expect(await rows().count()).toBe(drafts - published)
    const own = await test.db.owner
      .selectFrom('listings')
      .innerJoin('sellers', 'sellers.id', 'seller_id')
      .select('item_number')
      .where('state', '=', 'ENDED')
      .where('username', '=', 'harbour-camera')
      .executeTakeFirstOrThrow()
    await open(`${paths.listingsBulk.ended}?step=relist&keys=${own.item_number}`)
    await page.getByRole('button', { name: 'Relist 1 as a draft' }).click()
    await expect.poll(() => results().allInnerTexts()).toEqual([expect.stringMatching(/Draft created$/)])
    await open(paths.listing(own.item_number))
    await page.getByRole('button', { name: 'Relist' }).and(page.locator('[title="Relisted already"]')).waitFor()
  })

  it('are scheduled, and start by the job when it is time', async () => {
    const draft = await rowOf(test.db.owner, 'listings', { state: 'SCHEDULED' }, 'id')
    await open(`${paths.listingsBulk.scheduled}?step=schedule&keys=${draft.item_number}`)
    const [date, time] = [page.locator('input[name=startDate]'), page.locator('input[name=startTime]')]
    await date.fill('2020-05-01')
    await time.fill('09:30')
    await page.getByRole('button', { name: 'Schedule 1 listing' }).click()
    await page.getByText('Choose a start in the future.').first().waitFor()
    expect([await date.inputValue(), await time.inputValue()]).toEqual(['2020-05-01', '09:30'])
    await date.fill('2040-05-01')
    await page.route(`**${paths.listingsSteps.scheduled}?*`, (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Schedule 1 listing' }).click()
    await page.getByText('There was no response, and the step has stopped.').waitFor()
    expect([await date.inputValue(), await time.inputValue()]).toEqual(['2040-05-01', '09:30'])
    await page.getByRole('button', { name: 'Schedule 1 listing' }).click()
    await expect.poll(() => results().allInnerTexts()).toEqual([expect.stringMatching(/Scheduled$/)])
    const state = async () =>
      (await test.db.owner.selectFrom('listings').select('state').where('id', '=', draft.id).executeTakeFirstOrThrow())
        .state
    const { deadlines } = test.hub.config.policyPack
    await runDueListings(test.db, { now: new Date('2040-05-01T08:29:00Z'), deadlines })
    expect(await state()).toBe('SCHEDULED')
    await runDueListings(test.db, { now: new Date('2040-05-01T08:30:00Z'), deadlines })
    expect(await state()).toBe('ACTIVE')
  })
})
