import pg from 'pg'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { paths } from '#app/paths.ts'
import { createSignInLink } from '#features/accounts/sign-in-links.server.ts'
import { oldBrowserCookie } from '#shui/old-browser/old-browser-notice.tsx'
import { expectAccessible, newPage, problemsOf, testHub, useBrowser, type TestHub } from './testing.ts'

let test: TestHub
let member: Awaited<ReturnType<BrowserContext['storageState']>>

useBrowser()
beforeAll(async () => {
  test = await testHub()
  const context = (await newPage()).context()
  await context.request.get(await createSignInLink(test.hub, 'owner@demo.example'))
  member = await context.storageState()
})

/** Few orders: what is tested is the frame around them. */
const orders = `${paths.orders}?status=awaiting-shipment&shipBy=overdue`

/** A page of the hub as the owner of the demo's shop sees it. */
async function open(options: BrowserContextOptions = {}, url: string = paths.preferences): Promise<Page> {
  const page = await newPage({ storageState: member, ...options })
  await page.goto(test.url + url)
  return page
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const link = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true }).first()
const toggle = (page: Page, name = 'Orders') => navigation(page).getByRole('button', { name: `More in ${name}` })
const child = (page: Page, name: string | RegExp = /^Overdue/) => navigation(page).getByRole('link', { name }).first()
const isOpen = async (page: Page, name = 'Orders') =>
  (await toggle(page, name).getAttribute('aria-expanded')) === 'true' &&
  (await navigation(page).locator('li ul:visible').count()) === 1
const activeText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Presses the button until it answers: the page is hydrated then. Leaves the dropdown open. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const button = document.querySelector<HTMLElement>('header nav [aria-expanded]')!
      if (button.ariaExpanded !== 'true') button.click()
      return button.ariaExpanded === 'true'
    },
    null,
    { polling: 20 },
  )
}

async function centre(page: Page): Promise<{ x: number; y: number }> {
  const box = (await link(page, 'Orders').boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('the top navigation, with the clock in hand', () => {
  let page: Page
  let x: number
  let y: number

  beforeAll(async () => {
    page = await open()
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.reload()
    await hydrated(page)
    await page.clock.pauseAt(now + 600_000)
    ;({ x, y } = await centre(page))
  })
  beforeEach(async () => {
    await page.mouse.move(720, 700)
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await pass(1000)
    expect(await isOpen(page)).toBe(false)
  })

  const pass = (ms: number) => page.clock.runFor(ms)

  it('opens under a pointer that rests, after 100 ms, and closes once it has left', async () => {
    await page.mouse.move(x, y)
    await pass(99)
    expect(await isOpen(page)).toBe(false)
    await pass(1)
    expect(await isOpen(page)).toBe(true)
    await page.mouse.move(720, 700)
    // Not at once: entering a child would call it off.
    expect(await isOpen(page)).toBe(true)
    await pass(1)
    expect(await isOpen(page)).toBe(false)
  })

  it('counts a pointer as at rest that moves less than 7 px in 100 ms', async () => {
    await page.mouse.move(x - 10, y)
    await page.mouse.move(x - 3, y)
    await pass(100)
    expect(await isOpen(page)).toBe(false)
    await page.mouse.move(x, y + 3)
    await pass(100)
    expect(await isOpen(page)).toBe(true)
  })

  it('stays closed under a pointer that crosses it fast, or leaves early', async () => {
    await page.mouse.move(x - 20, y)
    for (const step of [-12, -4, 4, 12, 20]) {
      await page.mouse.move(x + step, y)
      await pass(100)
      expect(await isOpen(page)).toBe(false)
    }
    await page.mouse.move(720, 700)
    await pass(1000)
    expect(await isOpen(page)).toBe(false)
    await page.mouse.move(x, y)
    await pass(99)
    await page.mouse.move(720, 700)
    await pass(1000)
    expect(await isOpen(page)).toBe(false)
  })

  it('stays open on the way into the dropdown, and when the pointer comes back in time', async () => {
    await page.mouse.move(x, y)
    await pass(100)
    const inside = (await child(page).boundingBox())!
    const target = inside.y + inside.height / 2
    for (let down = y; down < target; down += 3) {
      await page.mouse.move(x, down)
      await pass(1)
      expect(await isOpen(page)).toBe(true)
    }
    await page.mouse.move(720, 700)
    await page.mouse.move(x, y)
    await pass(1000)
    expect(await isOpen(page)).toBe(true)
  })

  it('is pinned open by a click while the pointer holds it open, and closed by another', async () => {
    await toggle(page).hover()
    await pass(100)
    await toggle(page).click()
    await page.mouse.move(720, 700)
    await pass(1000)
    expect(await isOpen(page)).toBe(true)
    await toggle(page).click()
    expect(await isOpen(page)).toBe(false)
  })

  it('works by keyboard alone', async () => {
    await link(page, 'Overview').focus()
    await page.keyboard.press('Tab')
    expect(await activeText(page)).toBe('Orders')
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await isOpen(page)).toBe(false)
    await page.keyboard.press('Enter')
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await activeText(page)).toMatch(/^All/)
    await page.keyboard.press('Escape')
    expect(await isOpen(page)).toBe(false)
    expect(await toggle(page).evaluate((button) => button === document.activeElement)).toBe(true)
    // After Escape it stays closed until focus has left the item.
    await page.keyboard.press('Shift+Tab')
    expect(await isOpen(page)).toBe(false)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await isOpen(page)).toBe(true)
  })

  it('closes 100 ms after focus has left, unless it comes back', async () => {
    await link(page, 'Overview').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await pass(99)
    await page.keyboard.press('Tab')
    await pass(1000)
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await pass(99)
    expect(await isOpen(page)).toBe(true)
    await pass(1)
    expect(await isOpen(page)).toBe(false)
  })

  it('closes on Escape wherever focus is, and leaves it there', async () => {
    const field = page.getByRole('main').getByRole('combobox').first()
    await field.focus()
    await page.mouse.move(x, y)
    await pass(100)
    expect(await isOpen(page)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await isOpen(page)).toBe(false)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('the navigation', () => {
  it('opens under a real clock too: not before 100 ms, and soon after', async () => {
    const page = await open()
    await hydrated(page)
    await page.keyboard.press('Escape')
    await page.evaluate(() =>
      document.querySelector('header nav li:has([aria-expanded])')!.addEventListener(
        'pointerenter',
        () => {
          const began = performance.now()
          new MutationObserver(() => Object.assign(window, { waited: performance.now() - began })).observe(
            document.body,
            { subtree: true, attributeFilter: ['aria-expanded'] },
          )
        },
        { once: true },
      ),
    )
    await link(page, 'Orders').hover()
    await page.waitForFunction(() => 'waited' in window)
    const waited = await page.evaluate(() => Number(Reflect.get(window, 'waited')))
    expect(waited).toBeGreaterThanOrEqual(99)
    expect(waited).toBeLessThan(1000)
  })

  it('says in its labels how many there are; a link in it closes it, and it works on after going there and back', async () => {
    const page = await open()
    await hydrated(page)
    const count = Number(/\d+/.exec(await child(page).innerText())![0])
    await child(page).click()
    await page.waitForURL(/shipBy=overdue/)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(count)
    expect(await isOpen(page)).toBe(false)
    await link(page, 'Orders').hover()
    await expect.poll(() => isOpen(page)).toBe(true)
    await page.goBack()
    await page.waitForURL(test.url + paths.preferences)
    await page.mouse.move(720, 700)
    await expect.poll(() => isOpen(page)).toBe(false)
    await hydrated(page)
    expect(problemsOf(page)).toEqual([])
  })

  it('takes a finger on the button, which no pointer rule closes again', async () => {
    const page = await open({ hasTouch: true, viewport: { width: 1180, height: 820 } })
    await hydrated(page)
    await toggle(page).tap()
    expect(await isOpen(page)).toBe(false)
    await toggle(page).tap()
    expect(await isOpen(page)).toBe(true)
    await page.clock.install()
    await page.clock.runFor(1000)
    expect(await isOpen(page)).toBe(true)
    await toggle(page).tap()
    expect(await isOpen(page)).toBe(false)
  })

  it('marks the active item by more than colour where colours are forced', async () => {
    const page = await open({ forcedColors: 'active' }, orders)
    const look = (name: string) =>
      link(page, name).evaluate((element) => {
        const item = getComputedStyle(element.closest('li')!)
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'Canvas'
        const canvas = getComputedStyle(probe).color
        probe.remove()
        return item.borderBottomColor === canvas ? 'no line' : 'line'
      })
    expect([await look('Overview'), await look('Orders')]).toEqual(['no line', 'line'])
    const section = page.getByRole('navigation', { name: 'Orders', exact: true })
    const outline = (selector: string) =>
      section
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle)
    expect([await outline('a[aria-current]'), await outline('a:not([aria-current])')]).toEqual(['solid', 'none'])
    await expectAccessible(page)
  })
})

describe('the counts of the navigation', () => {
  it('hold up neither a page nor the next one; what is not counted in time says so, and stays clean', async () => {
    // The hub takes "HeadlessChrome" for a crawler and gives it pages whole: this one is a reader.
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36'
    const lock = new pg.Client({ connectionString: test.db.url })
    await lock.connect()
    onTestFinished(() => lock.end())
    await lock.query('begin; lock table orders in access exclusive mode')
    const page = await newPage({ storageState: member, userAgent })
    await page.goto(test.url + paths.preferences, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Password' }).click()
    await page.getByRole('heading', { level: 1, name: 'Password and sessions' }).waitFor()
    expect(await navigation(page).first().textContent()).not.toContain('not counted')
    await hydrated(page)
    await child(page, /^Overdue.*not counted/).waitFor()
    expect(problemsOf(page)).toEqual([])
    const waits = test.log.filter(({ msg }) => /timed out/.test(String(msg)))
    expect(new Set(waits.map(({ msg }) => msg))).toEqual(new Set(['Await (order counts) timed out after 2000ms']))
    for (const wait of waits) {
      const answered = test.log.find(({ msg, requestId }) => msg === 'request' && requestId === wait.requestId)!
      expect(test.log.indexOf(answered)).toBeLessThan(test.log.indexOf(wait))
    }
  })
})

describe('the frame', () => {
  // 1280 px at 200 % zoom, and a phone.
  it.each([
    ['at 200 % zoom', true, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
    ['on a phone, without scripts', false, { viewport: { width: 375, height: 700 } }],
  ])('%s has both navigations and the side area behind the button', async (_, javaScriptEnabled, options) => {
    const page = await open({ ...options, javaScriptEnabled }, orders)
    const late = page.getByRole('link', { name: /^Overdue/ })
    const section = page.getByRole('navigation', { name: 'Orders', exact: true })
    expect(await section.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await section.isVisible()).toBe(true)
    expect(await page.getByRole('complementary').isVisible()).toBe(true)
    await page.locator('summary', { hasText: 'Orders' }).click()
    expect(await late.first().isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width)
    if (!javaScriptEnabled) return
    await page.keyboard.press('Escape')
    expect(await section.isVisible()).toBe(false)
  })

  it('has a skip link first, targets of 24 px, and a phone menu that a link closes', async () => {
    const page = await open({}, orders)
    await page.keyboard.press('Tab')
    expect(await activeText(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('header a, header button, nav a, nav button, aside a')]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ text, box }) => `${text} ${box.width}x${box.height}`),
    )
    expect(small).toEqual([])
    await page.setViewportSize({ width: 375, height: 700 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page)
    const section = page.getByRole('navigation', { name: 'Orders', exact: true })
    await section.getByRole('link', { name: /^Shipped/ }).click()
    await page.waitForURL(/status=shipped/)
    expect(await section.isVisible()).toBe(false)
    expect(problemsOf(page)).toEqual([])
  })
})

const oldUserAgent = 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko'
const oldBrowserText = 'Seller Hub no longer supports this browser. Update it for a better experience.'

describe('the old-browser notice', () => {
  it('is server HTML that works with the client code gone; its Close is remembered, also on the next page', async () => {
    const page = await newPage({ userAgent: oldUserAgent, storageState: member })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(test.url + orders)
    const problems = problemsOf(page).filter((problem) => !problem.includes('net::ERR_FAILED'))
    const notice = page.getByRole('region', { name: oldBrowserText })
    expect(await notice.isVisible()).toBe(true)
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Close' }).click()
    expect(await notice.isVisible()).toBe(false)
    await page.goto(test.url + paths.preferences)
    expect(await notice.count()).toBe(0)
    expect(await page.context().cookies()).toContainEqual(
      expect.objectContaining({ name: oldBrowserCookie, value: 'closed', sameSite: 'Lax' }),
    )
    // Nothing that the Content-Security-Policy refused.
    expect(problems).toEqual([])
  })

  it('is in nobody’s HTML but theirs, and hydrates where the code does run', async () => {
    const page = await newPage({ userAgent: oldUserAgent })
    await page.goto(test.url + paths.signIn, { waitUntil: 'networkidle' })
    expect(await page.getByText(oldBrowserText).isVisible()).toBe(true)
    expect(problemsOf(page)).toEqual([])
    expect(await (await fetch(test.url + paths.signIn)).text()).not.toContain('no longer supports')
  })
})

describe('the kit in the hub', () => {
  it('works with cookies blocked and storage full', async () => {
    const page = await newPage({ storageState: member, userAgent: oldUserAgent })
    await page.addInitScript(() => {
      const refuse = (name: string) => () => {
        throw new DOMException('refused', name)
      }
      Object.defineProperty(document, 'cookie', { get: refuse('SecurityError'), set: refuse('SecurityError') })
      Storage.prototype.setItem = refuse('QuotaExceededError')
    })
    await page.goto(test.url + orders)
    await page.getByRole('region', { name: oldBrowserText }).getByRole('button', { name: 'Close' }).click()
    expect(await page.getByText(oldBrowserText).isVisible()).toBe(false)
    await hydrated(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await page.locator('tbody :checked').count()).toBe(1)
    await page.getByRole('link', { name: 'Switch to the previous tool' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await link(page, 'Overview').click()
    await page.waitForURL(test.url + paths.overview)
    expect(problemsOf(page)).toEqual([])
  })

  it('works after Back to a page that was left, and in one that was kept', async () => {
    const page = await open()
    await hydrated(page)
    await page.goto(test.url + paths.security)
    await page.goBack()
    await hydrated(page)
    // What a browser does that keeps the page: nothing may be open in it when it comes back.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    expect(await isOpen(page)).toBe(false)
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await link(page, 'Orders').hover()
    await expect.poll(() => isOpen(page)).toBe(true)
    expect(problemsOf(page)).toEqual([])
  })
})

describe('the gallery', () => {
  it('is not in the product', async () => {
    const page = await open()
    expect((await page.request.get(test.url + paths.gallery)).status()).toBe(404)
  })
})
