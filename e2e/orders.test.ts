import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { countIn } from './count-in.ts'
import { formPage } from './form-page.ts'
import { isPageData } from './page-data.ts'
import { guidePicture, keepPage, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

const openAsOwner = keepPage((page) => signIn(page, test, 'owner@demo.example'))
const openOrders = (query = ''): Promise<Page> => openAsOwner(`${test.url}${paths.orders}${query}`)

const rows = (page: Page) => page.locator('tbody tr')
const firstOrder = (page: Page) => page.locator('tbody tr a').first()

/** In the page: presses Escape on an order's page; returns the number of rows. */
function escapeDetails(): number {
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  if (location.pathname.includes('details')) document.body.dispatchEvent(escape)
  return document.querySelectorAll('tbody tr').length
}

describe('without a connection', () => {
  it('a page stays as it is and says why, and goes on when there is one', async () => {
    const page = await openOrders()
    const number = (await firstOrder(page).innerText()).trim()
    const search = page.getByRole('main').getByRole('searchbox')
    await page.context().setOffline(true)
    await firstOrder(page).click()
    await page.getByText('You are offline. Nothing was sent').waitFor()
    await search.fill('half typed')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByText('You are offline').count()).toBeGreaterThan(1)
    expect(await page.title()).toBe('All orders, Harbour Camera')
    expect(await search.inputValue()).toBe('half typed')
    expect(await rows(page).count()).toBe(50)
    await page.context().setOffline(false)
    await firstOrder(page).click()
    await expect.poll(() => page.title()).toContain(number)
  })

  it('of a hub that does not answer the page says so', async () => {
    const page = await openOrders()
    const isFetch = (request: Request) => request.resourceType() === 'fetch'
    await page.route('**', (route) => (isFetch(route.request()) ? route.abort('connectionrefused') : route.continue()))
    await firstOrder(page).click()
    await page.getByRole('heading', { level: 1, name: 'The hub cannot be reached' }).waitFor()
    await page.unroute('**')
    await page.getByRole('link', { name: 'Load the page again' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 2, name: 'Ship to' }).count()).toBe(1)
  })
})

describe('the orders', () => {
  it('that wait to be shipped stand most urgent first', async () => {
    const page = await openOrders('?status=awaiting-shipment&sort=shipBy')
    await guidePicture(page, 'orders')
    expect(await rows(page).first().innerText()).toContain('Overdue')
    expect(await page.getByRole('columnheader', { name: 'Ship by' }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('are searched by order number, buyer and title, without leaving the page', async () => {
    const page = await openOrders()
    const number = (await firstOrder(page).innerText()).trim()
    await page.keyboard.press('/')
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=/)
    await expect.poll(() => rows(page).count()).toBe(1)
    const search = page.getByRole('main').getByRole('searchbox')
    await search.fill('LEICA')
    await search.press('Enter')
    await expect.poll(() => rows(page).count()).toBeGreaterThan(1)
    await search.fill('nothing like this %_')
    await search.press('Enter')
    await expect.poll(() => rows(page).count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: /clear/i }).first().click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(10)
  })

  it('come back as they were: rows, place and selection, after a look at one of them', async () => {
    const page = await openOrders('?limit=25&offset=50')
    const before = await rows(page).allInnerTexts()
    await rows(page).nth(1).getByRole('checkbox').check()
    const order = rows(page).nth(20).locator('a').first()
    await order.scrollIntoViewIfNeeded()
    const scroll = await page.evaluate(() => window.scrollY)
    const isDetails = (request: Request) => isPageData(request) && request.url().includes('details')
    const fetched = page.waitForRequest(isDetails)
    await order.hover()
    // Prefetched while the pointer rests on it, then shown without a new document.
    await fetched
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await order.click()
    await page.waitForURL(/details/)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await page.getByRole('heading', { level: 1, name: /Order \d\d-/ }).waitFor()
    await page.goBack()
    await page.waitForURL(/offset=50/)
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(before)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scroll)
    await expect.poll(() => rows(page).nth(1).getByRole('checkbox').isChecked()).toBe(true)
    // A form that was opened and closed adds no step to the way back.
    await order.click()
    await page.getByRole('heading', { level: 2, name: 'Ship to' }).waitFor()
    const note = page.getByRole('textbox', { name: 'Private note' })
    await page.getByRole('main').locator(`a[href^="${paths.orders}/note"]`).first().click()
    await note.waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Cancel', exact: true }).click()
    await note.waitFor({ state: 'detached' })
    // The keyboard handler is active once the order is rendered. On the list, Escape would clear the selection.
    await expect.poll(() => page.evaluate(escapeDetails)).toBe(before.length)
    await expect.poll(() => rows(page).nth(1).getByRole('checkbox').isChecked()).toBe(true)
  })

  it('are left by one step of the way back, however often Escape is pressed', async () => {
    const page = await openOrders('?limit=25&offset=50')
    await rows(page).nth(20).locator('a').first().click()
    await page.getByRole('heading', { level: 2, name: 'Ship to' }).waitFor()
    // Pressed again before the browser has gone back, and again while the list loads.
    const steps = await page.evaluate(async () => {
      let count = 0
      const go = window.history.go.bind(window.history)
      window.history.go = (by) => {
        count += 1
        go(by)
      }
      const press = () =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
      press()
      press()
      await gone
      press()
      return count
    })
    expect(steps).toBe(1)
    await expect.poll(() => rows(page).count()).toBe(25)
    expect(page.url()).toContain('offset=50')
    // After going back, another row can be opened and left by Back.
    await rows(page).nth(20).locator('a').first().click()
    await page.getByRole('heading', { level: 2, name: 'Ship to' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/offset=50/)
  })

  it('are filtered by a tab with its count, as the address says, and exported exactly so', async () => {
    const page = await openOrders()
    await page.setViewportSize({ width: 1000, height: 900 })
    const tab = page
      .getByRole('main')
      .getByRole('link', { name: /^Overdue/ })
      .first()
    const count = await countIn(tab)
    await tab.click()
    await page.waitForURL(/shipBy=overdue/)
    await expect.poll(() => rows(page).count()).toBe(count)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Awaiting payment/ })
      .first()
      .click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Awaiting payment')
    const shown = (await rows(page).locator('a[href*="orderid"]').allInnerTexts()).filter((text) =>
      /^\d\d-\d{5}-\d{5}$/.test(text.trim()),
    )
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Export \d+/ }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    const exported = new Set([...csv.matchAll(/\b\d\d-\d{5}-\d{5}\b/g)].map((match) => match[0]))
    expect([...exported].toSorted()).toEqual([...new Set(shown)].toSorted())
  })

  it('say how every address reads without JavaScript', async () => {
    const page = await formPage(test, 'viewer@demo.example')
    await page.open(paths.orders)
    const list = page.within('main')
    const total = list.all('row').length
    page.fill('Search', 'leica', list)
    await page.enter('Search', list)
    expect(page.url.searchParams.get('q')).toBe('leica')
    expect(list.all('row').length).toBeLessThanOrEqual(total)
    const [order] = list.all('link', /^\d\d-\d{5}-\d{5}$/)
    await page.open(order!.attribs.href!)
    page.one('heading', /^Order/)
  })
})
