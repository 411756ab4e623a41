import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, newPage, problemsOf, useBrowser } from '../testing.ts'
import { useKitSite } from './kit-site.ts'

useBrowser()
const site = useKitSite()
const phone = { width: 375, height: 700 }

async function open(options: BrowserContextOptions = {}, path = '/frame'): Promise<Page> {
  const page = await newPage(options)
  await page.goto(site.url + path)
  if (options.javaScriptEnabled !== false) await page.waitForSelector('html[data-hydrated]')
  return page
}

test.each([
  [{ viewport: { width: 1440, height: 900 } }],
  [{ viewport: { width: 768, height: 900 }, colorScheme: 'dark' as const }],
  // 1280 px at 200 % zoom.
  [{ viewport: { width: 640, height: 450 } }],
  [{ viewport: phone, colorScheme: 'dark' as const }],
  [{ viewport: { width: 320, height: 600 }, forcedColors: 'active' as const }],
])('%j: accessible, no sideways scrolling, clean hydration', async (options) => {
  const page = await open(options)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width)
  expect(problemsOf(page)).toEqual([])
})

test('the skip link comes first and leads to main', async () => {
  const page = await open()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to main content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})

test.each([true, false])('on a phone the button opens both levels; JavaScript %s', async (javaScriptEnabled) => {
  const page = await open({ viewport: phone, javaScriptEnabled })
  const late = page.getByRole('link', { name: 'Overdue' })
  expect(await late.first().isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Listings' }).click()
  expect(await page.getByRole('link', { name: 'Drafts' }).last().isVisible()).toBe(true)
  expect(await late.last().isVisible()).toBe(true)
  expect(await page.getByRole('complementary').isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await late.last().isVisible()).toBe(false)
})

test('the menu on a phone is accessible, and a link in it closes it', async () => {
  const page = await open({ viewport: phone })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectAccessible(page)
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
  await page.getByRole('navigation', { name: 'Orders' }).getByRole('link', { name: 'All orders' }).click()
  expect(await page.getByRole('navigation', { name: 'Orders' }).isVisible()).toBe(false)
})

test('targets are at least 24 by 24 px', async () => {
  const page = await open()
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('a, button')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ text, box }) => `${text} ${box.width}x${box.height}`),
  )
  expect(small).toEqual([])
})

test('the old-browser notice works with the client code gone, and its Close is remembered', async () => {
  const page = await newPage()
  await page.route('**/*.mjs', (route) => route.abort())
  await page.goto(`${site.url}/frame?old`)
  const notice = page.getByText('Seller Hub no longer supports this browser.')
  expect(await notice.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await notice.isVisible()).toBe(false)
  await page.reload()
  expect(await notice.isVisible()).toBe(false)
})
