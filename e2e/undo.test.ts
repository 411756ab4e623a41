import { rowOf } from '#db/testing-row.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listingsHref } from '#features/selling/listings/listings-list.server.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { valueOf } from './page-parts.ts'
import { hydrated, keepToasts, newPage, openPage, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
// The first listing depends on the time of day: remove offers that a lower price would violate.
const noOffers = { best_offer: false, minimum_offer_minor: null, auto_accept_minor: null }
await test.db.owner.updateTable('listing_contents').set(noOffers).execute()

const fixedPrice = listingsHref('active', { status: ['on-sale'], format: ['FIXED_PRICE'] })
const auctions = listingsHref('active', { status: ['on-sale'], format: ['AUCTION'] })

async function open(path: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options)
  // Except where the test controls the clock.
  await keepToasts(page)
  await signIn(page, test, 'owner@demo.example')
  await openPage(page, test.url + path)
  return page
}

const bar = (page: Page) => page.getByRole('group', { name: 'Selection' })
const boxes = (page: Page) => page.locator('tbody input[name=keys]')
const toast = (page: Page) => page.locator('[role=status] ol > li')
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label'))

async function stateOf(item: string): Promise<string> {
  const row = await rowOf(test.db.owner, 'listings', { item_number: item })
  return row.state
}

describe('a step with rows that are chosen', () => {
  it('is done at once and taken back by a key; the toast waits for whoever points at it', async () => {
    const page = await open(fixedPrice)
    await page.clock.install()
    const item = await boxes(page).first().inputValue()
    await boxes(page).first().check()
    // An active listing cannot be released: the bar has no such button.
    expect(await bar(page).getByRole('button').allInnerTexts()).toEqual([
      'Edit',
      'Suggest prices',
      'End',
      'Hold',
      'Sell similar',
      'Send offers',
      'Start sale event',
      'Set price rule',
      'Except while away',
      'Export',
      '',
    ])
    await bar(page).getByRole('button', { name: 'Hold' }).click()
    // Hover at once, or the toast would disappear.
    await toast(page).getByText('1 listing put on hold').hover()
    await expect.poll(() => stateOf(item)).toBe('ON_HOLD')
    await expect.poll(() => bar(page).isVisible()).toBe(false)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await expectAccessible(page)
    await page.clock.runFor(20_000)
    expect(await toast(page).count()).toBe(1)
    // From here on the test controls the clock.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 50_000))
    await page.keyboard.press('Control+z')
    await toast(page).getByText('Undone').waitFor()
    expect(await stateOf(item)).toBe('ACTIVE')
    await page.mouse.move(700, 5)
    await page.clock.runFor(9_900)
    expect(await toast(page).count()).toBe(1)
    await page.clock.runFor(200)
    await expect.poll(() => toast(page).count()).toBe(0)
  })

  it('leaves the page where it is scrolled to, and the bar of the next rows free, however it is taken back', async () => {
    const page = await open(fixedPrice)
    await page.evaluate(() => window.scrollTo(0, 700))
    const row = boxes(page).nth(25)
    await row.click()
    await bar(page).getByRole('button', { name: 'Hold' }).click()
    const undo = toast(page).getByRole('button', { name: /^Undo/ })
    await undo.waitFor()
    await boxes(page).nth(24).click()
    const top = await page.evaluate(() => window.scrollY)
    expect(top).toBeGreaterThan(0)
    // A toast would cover it until the time-out.
    await bar(page).getByRole('button', { name: 'End', exact: true }).click({ trial: true })
    await boxes(page).nth(24).click()
    await undo.click()
    await toast(page).getByText('Undone').waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(top)
  })

  it('asks by name what cannot be taken back, keeps it where the answer is no, leaves out what is taken out of the question', async () => {
    const page = await open(auctions)
    const [first, second] = [await boxes(page).nth(0).inputValue(), await boxes(page).nth(1).inputValue()]
    await boxes(page).nth(0).check()
    await bar(page).getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => focused(page)).toBe('End')
    expect(await stateOf(first)).toBe('ACTIVE')

    await boxes(page).nth(1).check()
    await bar(page).getByRole('button', { name: 'End', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'End' })
    await dialog.waitFor()
    expect(await focused(page)).toBe('End')
    await expectAccessible(page)
    const leaveOut = dialog.getByRole('button', { name: /^Leave out/ })
    await leaveOut.first().click()
    await dialog.getByRole('button', { name: 'End 1 listing' }).click()
    await toast(page).getByText('1 listing ended').waitFor()
    const ended = [await stateOf(first), await stateOf(second)].toSorted()
    expect(ended).toEqual(['ACTIVE', 'ENDED'])
    await toast(page).getByRole('button', { name: 'Relist as drafts' }).click()
    await toast(page).getByText('1 listing relisted as a draft').waitFor()
  })

  it('is taken back without script, by a line above the list', async () => {
    const page = await formPage(test, 'owner@demo.example')
    await page.open(fixedPrice)
    const [box] = page.named('keys')
    const item = valueOf(box!)
    page.check(page.nameOf(box!))
    await page.press('End', page.within('group', 'Selection'))
    page.says('1 listing ended')
    expect(await stateOf(item)).toBe('ENDED')
    await page.press('Undo')
    page.says('Undone')
    expect(await stateOf(item)).toBe('ACTIVE')
    expect(page.url.searchParams.get('status')).toBe('on-sale')
  })
})

describe('a value that is changed in its row', () => {
  const price = (page: Page, row: number) =>
    page
      .locator('tbody tr')
      .nth(row)
      .getByRole('link', { name: /^Price of/ })
  const field = (page: Page) => page.locator('tbody input[type=text]')

  it('is saved by Tab and by leaving it, one at a time, and taken back; stays as typed where refused, as it was where given up', async () => {
    const page = await open(fixedPrice)
    const second = await price(page, 1).innerText()
    await price(page, 1).click()
    await field(page).fill('99')
    await page.keyboard.press('Escape')
    expect(await price(page, 1).innerText()).toBe(second)
    await expect.poll(() => focused(page)).toBe(second)
    await price(page, 1).click()
    await field(page).fill('ten')
    await price(page, 2).click()
    await page.getByText('Enter a price such as 12.50').waitFor()
    await expect.poll(() => field(page).count()).toBe(1)
    await expect.poll(() => field(page).inputValue()).toBe('ten')
    await expect.poll(() => focused(page)).toMatch(/^Price of/)
    await page.keyboard.press('Escape')

    const before = await price(page, 0).innerText()
    await price(page, 0).click()
    await field(page).fill('12.34')
    await page.keyboard.press('Tab')
    // The row's next value is being edited, and the first one is saved.
    await expect.poll(() => field(page).getAttribute('aria-label')).toMatch(/^Stock of/)
    await expect.poll(() => price(page, 0).innerText()).toBe('£12.34')
    await field(page).fill('7')
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => field(page).count()).toBe(0)
    await toast(page)
      .getByText(/Stock changed from [\d,]+ to 7/)
      .waitFor()
    await toast(page).filter({ hasText: 'Price changed' }).getByRole('button', { name: 'Undo', exact: true }).click()
    // The stock has changed since, so the price alone is not restored.
    await toast(page).getByText('no longer be undone').waitFor()
    await toast(page).filter({ hasText: 'Stock changed' }).getByRole('button', { name: 'Undo', exact: true }).click()
    await expect
      .poll(() =>
        page
          .locator('tbody tr')
          .first()
          .getByRole('link', { name: /^Stock of/ })
          .innerText(),
      )
      .not.toBe('7')
    expect(before).not.toBe('£12.34')
  })
})

it('a discarded draft comes back by the button that the next page has', async () => {
  const page = await open(paths.listings.drafts)
  const drafts = await page.locator('tbody tr').count()
  await page.locator('tbody th a').first().click()
  await page.getByLabel('Title', { exact: true }).first().fill('To be discarded')
  // The form can be discarded once it was saved.
  await expect
    .poll(async () =>
      (await test.db.owner.selectFrom('listing_drafts').select('typed').execute()).map(({ typed }) => typed['title']),
    )
    .toContain('To be discarded')
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Discard' }).first().click()
  await page.waitForURL(/\/drafts\?undo=/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(drafts - 1)
  await toast(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(drafts)
  await toast(page).getByRole('link', { name: 'Open' }).waitFor()
})

it('a deleted view comes back', async () => {
  const page = await open(`${paths.listings.active}?q=leica`)
  const views = page.getByRole('group', { name: 'Views' })
  const openViews = () => page.getByRole('button', { name: /^Views$|^Leicas$/ }).click()
  await openViews()
  await views.getByLabel('View name').fill('Leicas')
  await views.getByRole('button', { name: 'Save this view' }).click()
  await page.waitForURL(/view=/)
  await hydrated(page)
  await openViews()
  await views.getByRole('button', { name: 'Delete view Leicas' }).click()
  await toast(page).getByText('View “Leicas” deleted').waitFor()
  await toast(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await toast(page).getByText('Undone').waitFor()
  await openViews()
  await expect.poll(() => views.getByRole('link', { name: 'Leicas' }).count()).toBe(1)
})
