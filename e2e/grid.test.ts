import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { valueOf } from './page-parts.ts'
import { hydrated, keepPage, newPage, signIn, testHubInBrowser } from './testing.ts'
import { isPageData } from './page-data.ts'

const hub = await testHubInBrowser()

const asOwner = (page: Page) => signIn(page, hub, 'owner@demo.example')
const openKept = keepPage(asOwner)

/** Opens the demo shop's orders as the owner, hydrated; with `options` in a new browser context. */
async function openOrders(search = '', options?: Parameters<typeof newPage>[0]): Promise<Page> {
  const url = `${hub.url}/sh/ord${search}`
  if (!options) return openKept(url)
  const page = await newPage(options)
  await asOwner(page)
  await page.goto(url)
  if (options.javaScriptEnabled !== false) await hydrated(page)
  return page
}

const focusedRow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('tbody tr')].indexOf(document.activeElement?.closest('tr') as HTMLTableRowElement),
  )
const firstOrder = (page: Page) => page.locator('tbody th a').first().textContent()
const isLate = ({ searchParams }: URL) => searchParams.get('q') === 'late'
const search = (page: Page) => new URL(page.url()).search

/** Records the page's re-filtering events. */
async function recordReloads(page: Page): Promise<() => Promise<unknown[]>> {
  await page.evaluate(() => {
    const seen: unknown[] = []
    for (const type of ['hub:before-reload', 'hub:after-reload']) {
      window.addEventListener(type, (event) => {
        const { url, ok, changes } = (event as CustomEvent<Record<string, unknown>>).detail
        const first = document.querySelector('tbody th a')?.textContent
        const entry = ok === undefined ? { type, url, changes } : { type, url, ok, first }
        seen.push(entry)
        sessionStorage.setItem('reloads', JSON.stringify(seen))
      })
    }
  })
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('reloads') ?? '[]') as unknown[])
}

describe('a grid by keyboard', () => {
  it('moves, selects, opens, and comes back to the same row, scroll and selection', async () => {
    const page = await openOrders()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    expect(await focusedRow(page)).toBe(0)
    for (let row = 0; row < 30; row += 1) await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await focusedRow(page)).toBe(30)
    expect(await page.getByRole('group', { name: 'Selection' }).getByRole('status').textContent()).toBe('2 selected')
    const before = await page.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(100)

    await page.keyboard.press('Enter')
    await page.waitForURL('**/sh/ord/details?**')
    await page.goBack()
    await page.waitForURL('**/sh/ord')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
    await expect.poll(() => focusedRow(page)).toBe(30)
    await expect.poll(() => page.locator('tbody :checked').count()).toBe(2)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('tbody :checked').count()).toBe(0)
  })

  it('leaves keys alone in the search, and everywhere once they are switched off', async () => {
    // Hidden columns stay hidden in this browser.
    const page = await openOrders('', {})
    await page.keyboard.press('/')
    await page.keyboard.type('jxk?/')
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('jxk?/')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await page.keyboard.press('j')
    expect(await focusedRow(page)).toBe(-1)
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect.poll(() => page.getByLabel('Use single-key shortcuts').isChecked()).toBe(false)
  })
})

it('rows are gone to from the search by arrow, and open wherever they are pressed but beside their box', async () => {
  const page = await openOrders()
  const inRow = () =>
    page.evaluate(() => [...document.querySelectorAll('tbody tr')].indexOf(document.activeElement as never))
  await page.getByRole('main').getByRole('searchbox').press('ArrowDown')
  expect(await inRow()).toBe(0)
  await page.keyboard.press('ArrowDown')
  expect(await inRow()).toBe(1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q')
  const row = page.locator('tbody tr').nth(2)
  const [box, cell] = [row.locator('td').first(), row.locator('td').nth(4)]
  await box.click({ position: { x: 2, y: 2 } })
  expect(await row.getByRole('checkbox').isChecked()).toBe(true)
  const opens = new URL((await row.locator('th a').getAttribute('href'))!, hub.url)
  await cell.click({ position: { x: 3, y: 3 } })
  await page.waitForURL(opens.href)
})

it('the selection is the page, then all that match, and is dropped when other rows match', async () => {
  const page = await openOrders('?limit=25')
  await page.getByLabel('Select all rows of this page').check()
  const bar = page.getByRole('group', { name: 'Selection' })
  expect(await bar.getByRole('status').textContent()).toBe('25 selected')
  await bar.getByRole('button', { name: /^Select all [\d,]+ results$/ }).click()
  expect(await bar.getByRole('status').textContent()).toMatch(/^All [\d,]+ results are selected$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: /^Export/ }).click(),
  ])
  expect(new URL(download.url()).searchParams.get('all')).toBe('1')

  const first = await firstOrder(page)
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL('**offset=25**')
  // The URL changes before the rows arrive.
  await expect.poll(() => firstOrder(page)).not.toBe(first)
  await expect.poll(() => page.locator('tbody :checked').count()).toBe(25)
  await page.locator('tbody input').first().uncheck()
  expect(await bar.getByRole('status').textContent()).toBe('24 selected')
  await page.locator('tbody input').nth(3).click()
  await page
    .locator('tbody input')
    .nth(9)
    .click({ modifiers: ['Shift'] })
  expect(await bar.getByRole('status').textContent()).toBe('17 selected')
  await page.setViewportSize({ width: 1000, height: 900 })
  // In the narrowest table the shipping column is visible without horizontal scrolling.
  const parcel = await page.getByRole('columnheader', { name: 'Parcel' }).boundingBox()
  expect(parcel?.x).toBeLessThan(1000 - 48)
  await page
    .getByRole('navigation', { name: /by status/ })
    .getByRole('link', { name: /^Shipped/ })
    .click()
  await page.waitForURL('**status=shipped**')
  await expect.poll(() => bar.isVisible()).toBe(false)
})

describe('re-filtering', () => {
  it('is a partial navigation that keeps focus, page size and columns, begins at the first row, and says what happened', async () => {
    const page = await openOrders('?limit=25&offset=50&cols=order,tracking')
    const reloads = await recordReloads(page)
    const before = await firstOrder(page)
    await page.keyboard.press('/')
    await page.keyboard.type('  lens  ')
    await page.keyboard.press('Enter')
    await page.waitForURL('**q=lens**')
    await expect.poll(() => page.getByText('Results updated').count()).toBe(1)
    expect(await firstOrder(page)).not.toBe(before)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q')
    const url = '/sh/ord?limit=25&offset=0&cols=order%2Ctracking&q=lens'
    expect(search(page)).toBe(new URL(url, hub.url).search)
    expect(await reloads()).toEqual([
      { type: 'hub:before-reload', url, changes: [{ key: 'q', value: 'lens' }] },
      // `hub:after-reload` fires once the rows are in the page.
      { type: 'hub:after-reload', url, ok: true, first: await firstOrder(page) },
    ])

    // The search box shows the query of the rows, even if it kept the focus; half-typed text stays.
    const box = page.getByRole('main').getByRole('searchbox')
    // Returning to the first results is announced too, in a new element.
    const said = await page.getByText('Results updated').elementHandle()
    await page.goBack()
    await expect.poll(() => box.inputValue()).toBe('')
    await expect.poll(() => firstOrder(page)).toBe(before)
    await expect.poll(() => said.evaluate((element) => element.isConnected)).toBe(false)
    await expect.poll(() => page.getByText('Results updated').count()).toBe(1)
    await page.goForward()
    await expect.poll(() => box.inputValue()).toBe('lens')
    await page.keyboard.type(' cap')
    await page.goBack()
    await expect.poll(() => firstOrder(page)).toBe(before)
    expect(await box.inputValue()).toBe('lens cap')
    await page.goForward()
    await expect.poll(() => firstOrder(page)).not.toBe(before)

    // Sent words go with Back, also before their answer.
    await page.route(isLate, () => {})
    await box.fill('late')
    const asked = page.waitForRequest((request) => isLate(new URL(request.url())))
    await page.keyboard.press('Enter')
    await asked
    await page.goBack()
    await expect.poll(() => box.inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => box.inputValue()).toBe('lens')
    await page.unroute(isLate)

    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('button', { name: 'Several items' }).click()
    await page.waitForURL('**several=1**')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add filter')
    await page.getByRole('link', { name: 'Remove filter: Several items' }).click()
    await expect.poll(() => search(page)).toBe(new URL(url, hub.url).search)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add filter')
    await page.goBack()
    await expect.poll(() => page.getByRole('link', { name: 'Remove filter: Several items' }).count()).toBe(1)
    await page.goForward()
    await expect.poll(() => page.getByRole('link', { name: 'Remove filter: Several items' }).count()).toBe(0)
  })

  it('can be refused, is busy meanwhile, and gives way to a newer one', async () => {
    const page = await openOrders('', { viewport: { width: 1000, height: 900 } })
    const reloads = await recordReloads(page)
    const tabs = page.getByRole('navigation', { name: /by status/ })
    await page.evaluate(() =>
      window.addEventListener('hub:before-reload', (event) => event.preventDefault(), { once: true }),
    )
    await tabs.getByRole('link', { name: /^Delivered/ }).click()
    expect(search(page)).toBe('')

    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/sh\/ord\?.*status=shipped/, async (route) => {
      await released
      await route.continue().catch(() => {})
    })
    await tabs.getByRole('link', { name: /^Shipped/ }).click()
    await expect.poll(() => page.locator('form[aria-busy=true]').count()).toBe(1)
    await tabs.getByRole('link', { name: /^Cancelled/ }).click()
    await page.waitForURL('**status=cancelled**')
    release()
    await expect.poll(() => page.locator('form[aria-busy=true]').count()).toBe(0)
    const seen = async () => (await reloads()) as { type: string; url: string }[]
    await expect
      .poll(async () => (await seen()).map(({ type, url }) => [type, /status=(\w+)/.exec(url)?.[1]]))
      .toEqual([
        ['hub:before-reload', 'delivered'],
        ['hub:before-reload', 'shipped'],
        ['hub:before-reload', 'cancelled'],
        ['hub:after-reload', 'cancelled'],
      ])
    expect(search(page)).toContain('status=cancelled')
  })

  it('loads the page whole where it fails', async () => {
    const page = await openOrders()
    const reloads = await recordReloads(page)
    await page.route(/\/sh\/ord/, (route) => (isPageData(route.request()) ? route.abort() : route.continue()))
    const loaded = page.waitForEvent('load')
    await page.getByRole('main').getByRole('searchbox').fill('camera')
    await page.keyboard.press('Enter')
    await loaded
    expect(search(page)).toBe('?q=camera')
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(0)
    expect((await reloads()).at(-1)).toMatchObject({ type: 'hub:after-reload', url: '/sh/ord?q=camera', ok: false })
  })
})

it('a grid without script searches, filters, sorts, pages, exports what is selected', async () => {
  const page = await formPage(hub, 'owner@demo.example')
  await page.open('/sh/ord')
  const list = page.within('main')
  page.fill('Search', 'lens', list)
  await page.enter('Search', list)
  expect(page.url.searchParams.get('q')).toBe('lens')
  const rows = page.named('keys').slice(1, 3)
  const keys = rows.map(valueOf)
  for (const row of rows) page.check(page.nameOf(row))
  const file = await page.download('Export', page.within('group', 'Selection'))
  expect([file.url.searchParams.get('q'), file.url.searchParams.getAll('keys')]).toEqual(['lens', keys])
  expect(new Set(file.text.match(/\b\d\d-\d{5}-\d{5}\b/g))).toEqual(new Set(keys))

  expect(page.one('button', 'Add filter').attribs.popovertarget).toBeDefined()
  await page.press('Several items')
  expect([page.url.searchParams.get('several'), page.url.searchParams.get('q')]).toEqual(['1', 'lens'])
  await page.follow(/^Total/, page.within('columnheader', /^Total/))
  expect([page.url.searchParams.get('sort'), page.url.searchParams.get('several')]).toEqual(['-total', '1'])
})

it('a grid on every screen fits and is accessible, in light and dark', async () => {
  // Few rows: axe checks every element, and all rows are alike.
  const page = await openOrders('?status=awaiting-shipment&shipBy=overdue')
  await page.locator('tbody input').first().check()
  for (const width of [1440, 768, 375, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
    expect(await page.locator('tbody th a').first().isVisible()).toBe(true)
    if (width === 1440) await expectAccessible(page)
    if (width === 375) await expectAccessible(page, { only: 'looks' })
    if (width !== 1440) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, { only: 'colours' })
    await page.emulateMedia({ colorScheme: 'light' })
  }
})
