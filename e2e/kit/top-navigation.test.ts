import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPage, problemsOf, useBrowser } from '../testing.ts'
import { useKitSite } from './kit-site.ts'

useBrowser()
const site = useKitSite()

/** Lets time pass in which something must not happen: there is no event to wait for. */
const pass = (page: Page, ms: number) => page.waitForTimeout(ms)

async function open(options = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(`${site.url}/navigation`)
  await page.waitForSelector('html[data-hydrated]')
  return page
}

const toggle = (page: Page, name: string) => page.getByRole('button', { name, exact: false })
const isOpen = async (page: Page, name = 'Orders') =>
  (await toggle(page, name).getAttribute('aria-expanded')) === 'true' &&
  (await page.locator('nav li ul:visible').count()) === 1
const opened = (page: Page, name?: string) =>
  expect.poll(() => isOpen(page, name), { timeout: 1000, interval: 10 }).toBe(true)
const closed = (page: Page, name?: string) =>
  expect.poll(() => isOpen(page, name), { timeout: 1000, interval: 10 }).toBe(false)

/** Where in the page the item's link is. */
async function centre(page: Page, name: string) {
  const box = await page.getByRole('link', { name, exact: true }).first().boundingBox()
  if (!box) throw new Error(`${name} is not drawn`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a pointer at rest opens, one that passes does not', async () => {
  const page = await open()
  const { x, y } = await centre(page, 'Orders')
  const start = Date.now()
  await page.mouse.move(x, y)
  await opened(page)
  expect(Date.now() - start).toBeGreaterThanOrEqual(95)
  await page.mouse.move(x, y + 400)
  await closed(page)
  // Nine pixels every few milliseconds: never at rest within one interval.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const watch = () => seen.push(document.querySelector('[aria-expanded="true"]') ? 'open' : '')
    new MutationObserver(watch).observe(document.body, { subtree: true, attributeFilter: ['aria-expanded'] })
  })
  await page.mouse.move(x - 60, y)
  await page.mouse.move(x + 60, y, { steps: 12 })
  await page.mouse.move(x + 60, y + 400)
  await pass(page, 250)
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).not.toContain('open')
  expect(problemsOf(page)).toEqual([])
})

test('on the way from item to dropdown it stays open', async () => {
  const page = await open()
  const { x, y } = await centre(page, 'Orders')
  await page.mouse.move(x, y)
  await opened(page)
  await page.mouse.move(x, y + 70, { steps: 35 })
  expect(await isOpen(page)).toBe(true)
  await page.getByRole('link', { name: 'Overdue' }).hover()
  expect(await isOpen(page)).toBe(true)
})

test('one is open at a time', async () => {
  const page = await open()
  await page.getByRole('link', { name: 'Overview' }).focus()
  await page.keyboard.press('Tab')
  await opened(page)
  const { x, y } = await centre(page, 'Listings')
  await page.mouse.move(x, y)
  await opened(page, 'Listings')
  expect(await isOpen(page, 'Orders')).toBe(false)
})

test('a click while open by hover pins it open, another closes', async () => {
  const page = await open()
  await toggle(page, 'Orders').hover()
  await opened(page)
  await page.mouse.down()
  await page.mouse.up()
  const { y } = await centre(page, 'Orders')
  await page.mouse.move(900, y + 500)
  await pass(page, 150)
  expect(await isOpen(page)).toBe(true)
  await toggle(page, 'Orders').click()
  await closed(page)
})

test('the keyboard: focus opens, Enter and Space toggle, Escape closes until focus has left', async () => {
  const page = await open()
  await page.getByRole('link', { name: 'Overview' }).focus()
  await page.keyboard.press('Tab')
  await opened(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await closed(page)
  await page.keyboard.press('Enter')
  await opened(page)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('All orders')
  await page.keyboard.press('Escape')
  await closed(page)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('false')
  await page.keyboard.press('Shift+Tab')
  await pass(page, 50)
  expect(await isOpen(page)).toBe(false)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await opened(page)
})

test('closes 100 ms after focus has left, and not before', async () => {
  const page = await open()
  await page.getByRole('link', { name: 'Overview' }).focus()
  await page.keyboard.press('Tab')
  await opened(page)
  const waited = await page.evaluate(async () => {
    const button = document.querySelector('[aria-expanded="true"]')
    const start = performance.now()
    document.querySelector('h1')?.focus()
    await new Promise<void>((resolve) => {
      new MutationObserver(() => resolve()).observe(button!, { attributes: true })
    })
    return performance.now() - start
  })
  expect(waited).toBeGreaterThanOrEqual(99)
  expect(waited).toBeLessThan(300)
})

test('Escape closes wherever focus is, and leaves focus there', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'After' }).focus()
  await toggle(page, 'Orders').hover()
  await opened(page)
  await page.keyboard.press('Escape')
  await closed(page)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('After')
})

test('a finger uses the button', async () => {
  const page = await open({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } })
  await toggle(page, 'Orders').tap()
  await opened(page)
  await pass(page, 200)
  expect(await isOpen(page)).toBe(true)
  await toggle(page, 'Orders').tap()
  await closed(page)
})

test('opens under a pointer that lay there before the script ran', async () => {
  const page = await newPage()
  const script = Promise.withResolvers<void>()
  await page.route('**/entry-client.mjs', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`${site.url}/navigation`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Orders', exact: true }).hover()
  expect(await isOpen(page)).toBe(false)
  script.resolve()
  await page.waitForSelector('html[data-hydrated]')
  await opened(page)
})

test('following a link in it closes it', async () => {
  const page = await open()
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
  await toggle(page, 'Orders').click()
  await opened(page)
  await page.getByRole('link', { name: 'Overdue' }).click()
  await closed(page)
  expect(problemsOf(page)).toEqual([])
})

test('without scripts the second level opens under pointer and focus', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto(`${site.url}/navigation`)
  const child = page.getByRole('link', { name: 'Overdue' })
  expect(await child.isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Orders', exact: true }).hover()
  expect(await child.isVisible()).toBe(true)
})
