import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '#db/connection.ts'
import { isCoreRun } from '#db/testing-scope.ts'
import { minute } from '#lib/duration.ts'
import { portOf } from '#lib/listening.ts'
import { paths } from '#web/paths.ts'
import { messagesHeadStartMs, sideCountTimeoutMs } from '#web/side-count.ts'
import { oldBrowserCookie } from '#shui/old-browser/old-browser-notice.tsx'
import { activeText, child, FrameHub, isOpen, link, openDropdown, orders } from './frame/frame-hub.ts'
import { expectAccessible } from './accessible.ts'
import { httpMember } from './http-member.ts'
import { launchBrowser } from './launch-browser.ts'
import { hydrated, newPage, openPage, useBrowser } from './testing.ts'

useBrowser()
const frame = new FrameHub()

it('the counts of the navigation hold up neither a page nor the next one; what is not counted in time says so, and stays clean', async () => {
  // The hub treats "HeadlessChrome" as a crawler and does not stream to it: this user agent is a reader's.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36'
  const { hub } = frame.test
  const long = { sideTimeoutMs: hub.sideTimeoutMs, messagesHeadStartMs: hub.messagesHeadStartMs }
  Object.assign(hub, { sideTimeoutMs: sideCountTimeoutMs, messagesHeadStartMs })
  onTestFinished(() => void Object.assign(hub, long))
  const lock = await connect(frame.test.db.url)
  onTestFinished(() => lock.end())
  await lock.query('begin; lock table orders, messages in access exclusive mode')
  const page = await newPage({ storageState: frame.member, userAgent })
  await page.goto(frame.test.url + paths.preferences, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
  // Before hydration a link loads a document, and React reports what the left page had not received.
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Password' }).click()
  await page.getByRole('heading', { level: 1, name: 'Password and devices' }).waitFor()
  await openDropdown(page)
  await child(page, /^Overdue.*not counted/).waitFor()
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /^Messages.*not counted/ })
    .waitFor()
  expect(frame.test.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
  const waits = frame.test.log.filter(({ msg }) => /timed out/.test(String(msg)))
  expect([...new Set(waits.map(({ msg }) => String(msg)))].toSorted()).toEqual([
    'Await (counts) timed out after 2000ms',
    'Await (messages) timed out after 2000ms',
  ])
  for (const wait of waits) {
    const answered = frame.test.log.find(({ msg, requestId }) => msg === 'request' && requestId === wait.requestId)!
    expect(frame.test.log.indexOf(answered)).toBeLessThan(frame.test.log.indexOf(wait))
  }
})

describe('the frame', () => {
  // 1280 px at 200 % zoom, and a phone.
  it.each([
    ['at 200 % zoom', true, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
    ['on a phone, without scripts', false, { viewport: { width: 375, height: 700 } }],
  ])(
    '%s has the whole navigation once, and the side area, behind the button',
    async (_, javaScriptEnabled, options) => {
      const page = await frame.open({ ...options, javaScriptEnabled }, orders)
      const menu = page.getByRole('navigation', { name: 'Main' })
      const late = menu.getByRole('link', { name: /^Overdue/ })
      expect(await menu.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      expect(await page.getByRole('complementary').isVisible()).toBe(true)
      // The reader's section is open with all links of the left navigation, without duplicates.
      expect(await late.isVisible()).toBe(true)
      expect(await menu.getByRole('link', { name: 'Germany, to ship' }).isVisible()).toBe(true)
      expect(
        await page
          .locator('#shui-menu')
          .getByRole('link', { name: /^Shipped/ })
          .count(),
      ).toBe(1)
      expect(await menu.getByRole('link', { name: /^Drafts/ }).isVisible()).toBe(false)
      await menu.locator('summary', { hasText: 'Listings' }).click()
      expect(await menu.getByRole('link', { name: /^Drafts/ }).isVisible()).toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.viewport.width,
      )
      if (!javaScriptEnabled) return
      await page.keyboard.press('Escape')
      expect(await menu.isVisible()).toBe(false)
    },
  )

  it('has only the section’s own links at its side, and hides none below the side area', async () => {
    const page = await frame.open({ viewport: { width: 1440, height: 900 } }, paths.overview)
    const linksOf = (name: string) => page.getByRole('navigation', { name, exact: true }).getByRole('link')
    expect(await linksOf('Overview').count()).toBe(2)
    await openPage(page, frame.test.url + orders)
    const last = linksOf('Orders').last()
    await last.scrollIntoViewIfNeeded()
    const box = (await last.boundingBox())!
    const side = (await page.getByRole('complementary').boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(side.y)
    await expectAccessible(page, { withFrame: true })
  })

  it('leaves the side area in sight below the header, whose rows it knows, in German too', async () => {
    const page = await frame.open({ viewport: { width: 1440, height: 800 }, locale: 'de-DE' }, orders)
    for (const [width, rows] of [
      [1440, 1],
      [1100, 2],
      [701, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const header = (await page.getByRole('banner').boundingBox())!
      const side = (await page.getByRole('complementary').boundingBox())!
      expect(Math.round(header.height / 52), `at ${width}`).toBe(rows)
      expect(side.y + side.height, `at ${width}`).toBeLessThanOrEqual(800)
    }
  })

  it('has a skip link first, targets of 24 px, and a phone menu that a link closes', async () => {
    const page = await frame.open({}, orders)
    await page.keyboard.press('Tab')
    expect(await activeText(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    const small = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('header a, header button, nav a, nav button, aside a')]
          .filter((element) => element.checkVisibility())
          .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ text, box }) => `${text} ${box.width}x${box.height}`),
      )
    expect(await small()).toEqual([])
    await page.setViewportSize({ width: 375, height: 700 })
    expect(await small()).toEqual([])
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page, { withFrame: true })
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: /^Shipped/ }).click()
    await page.waitForURL(/status=shipped/)
    await expect.poll(() => menu.isVisible()).toBe(false)
  })
})

const oldUserAgent = 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko'
const oldBrowserText = 'Seller Hub no longer supports this browser. Update it for a better experience.'

describe('the old-browser notice', () => {
  it('is server HTML that works with the client code gone; its Close is remembered, also on the next page', async () => {
    const page = await newPage({ userAgent: oldUserAgent, storageState: frame.member })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(frame.test.url + orders)
    const notice = page.getByRole('region', { name: oldBrowserText })
    expect(await notice.isVisible()).toBe(true)
    await expectAccessible(page, { withFrame: true })
    await notice.getByRole('button', { name: 'Close' }).click()
    expect(await notice.isVisible()).toBe(false)
    await page.goto(frame.test.url + paths.preferences)
    expect(await notice.count()).toBe(0)
    expect(await page.context().cookies()).toContainEqual(
      expect.objectContaining({ name: oldBrowserCookie, value: 'closed', sameSite: 'Lax' }),
    )
  })

  it('is in nobody’s HTML but theirs, and hydrates where the code does run', async () => {
    const page = await newPage({ userAgent: oldUserAgent })
    await page.goto(frame.test.url + paths.signIn, { waitUntil: 'networkidle' })
    expect(await page.getByText(oldBrowserText).isVisible()).toBe(true)
    expect(await (await fetch(frame.test.url + paths.signIn)).text()).not.toContain('no longer supports')
  })
})

describe('the kit in the hub', () => {
  it.skipIf(isCoreRun)('works with cookies blocked and storage full or refused', async () => {
    const page = await newPage({ storageState: frame.member, userAgent: oldUserAgent })
    await page.addInitScript(() => {
      const refuse = (name: string) => () => {
        throw new DOMException('refused', name)
      }
      Object.defineProperty(document, 'cookie', { get: refuse('SecurityError'), set: refuse('SecurityError') })
      Storage.prototype.setItem = refuse('QuotaExceededError')
      // If storage is blocked, accessing the property throws.
      Object.defineProperty(window, 'localStorage', { get: refuse('SecurityError') })
    })
    await openPage(page, frame.test.url + orders)
    await page.getByRole('region', { name: oldBrowserText }).getByRole('button', { name: 'Close' }).click()
    expect(await page.getByText(oldBrowserText).isVisible()).toBe(false)
    await openDropdown(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await page.locator('tbody :checked').count()).toBe(1)
    await page.getByRole('link', { name: 'Switch to classic view' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await link(page, 'Overview').click()
    await page.waitForURL(frame.test.url + paths.overview)
    // Pages that also store input in the browser.
    const typed = async (href: string, name: string) => {
      await openPage(page, frame.test.url + href)
      await page.getByRole('textbox', { name }).first().fill('Nikon 7')
      await page.getByRole('textbox', { name }).first().blur()
    }
    await typed(`${paths.ordersShip}?all=1&status=ready`, 'Tracking')
    await typed(paths.pack, 'Scan')
    await typed(paths.listingForm(), 'Title')
    await page.getByText(/^Saved \d/).waitFor()
  })

  it.skipIf(isCoreRun)('works after Back to a page that was left', async () => {
    const page = await frame.open()
    await openDropdown(page)
    await page.goto(frame.test.url + paths.security)
    await page.goBack()
    await openDropdown(page)
    // As if the browser kept the page for Back: nothing may be open when it returns.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    expect(await isOpen(page)).toBe(false)
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await link(page, 'Orders').hover()
    await expect.poll(() => isOpen(page)).toBe(true)
  })

  it.skipIf(isCoreRun)('works in a page that the browser kept', async ({ skip }) => {
    const browser = await launchBrowser(['--disable-back-forward-cache'])
    onTestFinished(() => browser.close())
    if (!(await keepsPages(browser))) skip('this browser keeps no page, not even an empty one: the headless shell')
    const page = await browser.newPage({ storageState: frame.member })
    page.setDefaultTimeout(3 * minute)
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => persisted && document.documentElement.setAttribute('kept', '')),
    )
    await openPage(page, frame.test.url + paths.overview)
    await openDropdown(page)
    await page.goto(frame.test.url + paths.security)
    // From here on Playwright would wait for a load that never comes: the page was never unloaded.
    await page.evaluate(() => void setTimeout(() => history.back()))
    await page.locator('html[kept]').waitFor({ state: 'attached' })
    expect(new URL(page.url()).pathname).toBe(paths.overview)
    expect(await isOpen(page)).toBe(false)
    await openDropdown(page)
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Switch to classic view' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await link(page, 'Orders').click()
    await page.waitForURL(frame.test.url + paths.orders, { waitUntil: 'commit' })
  })
})

/** Whether this browser keeps left pages for Back, tried with pages that nothing prevents it from keeping. */
async function keepsPages(browser: Browser): Promise<boolean> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server)}`
  const page = await browser.newPage()
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => document.documentElement.setAttribute('shown', String(persisted))),
  )
  await page.goto(`${url}/first`)
  await page.goto(`${url}/second`)
  await page.locator('html[shown=false]').waitFor()
  // Playwright would wait for the load of a page that was never unloaded.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await page.waitForURL(`${url}/first`, { waitUntil: 'commit' })
  const shown = page.locator('html[shown]')
  await shown.waitFor({ state: 'attached' })
  const isKept = (await shown.getAttribute('shown')) === 'true'
  await page.close()
  server.closeAllConnections()
  server.close()
  return isKept
}

it('the gallery is not in the product', async () => {
  const member = await httpMember(frame.test, 'owner@demo.example')
  expect((await member.get(paths.gallery)).status).toBe(404)
})
