import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { isPageData } from './page-data.ts'
import { hydrated, keepPage, openPage, settled, signIn, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
/** Opens a page as the owner. */
const openAsOwner = keepPage((page) => signIn(page, test, 'owner@demo.example'))
const open = (path: string) => openAsOwner(test.url + path)

/** Maximum Tab stops to a page's first control, using skip links. */
const mostStops = 12

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === document.body) return ''
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
  })

/** Presses Tab until an element with this name has focus; a page of a list has three stops per row. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < 200; stop += 1) {
    if (name.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab stop is called ${name}`)
}

const isScript = (request: Request) => new URL(request.url()).pathname.endsWith('.js')

/** Holds matching requests until the returned function is called. */
async function holdRequests(page: Page, isHeld: (request: Request) => boolean): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**', async (route) => {
    if (isHeld(route.request())) await promise
    await route.continue()
  })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

async function follow(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Expects focus at the h1, its announcement, and few Tab stops to the first control. */
async function expectArrival(page: Page, heading: RegExp): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 80)}`),
    )
    .toMatch(new RegExp(`^H1 .*${heading.source}`))
  await expect.poll(() => page.locator('[aria-live="polite"]').allTextContents()).toContain(await page.title())
  expect(await page.title()).toMatch(/, Harbour Camera|, Seller Hub|Page not found/)
}

/** Tab stops from the top of a new document to the first control of the page's content, using skip links. */
async function stopsToControl(page: Page): Promise<number> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  for (let stop = 1; stop <= mostStops + 1; stop += 1) {
    await page.keyboard.press('Tab')
    if ((await focused(page)).startsWith('Skip to')) await page.keyboard.press('Enter')
    else if (await page.evaluate(() => document.activeElement?.closest('main') !== null)) return stop
  }
  return Infinity
}

/** In the page: name of the focused element if a sticky footer covers its middle. */
function underFoot(): string[] {
  const { activeElement: element } = document
  if (!element?.closest('main')) return []
  const { left, top, width, height } = element.getBoundingClientRect()
  let over = document.elementFromPoint(left + width / 2, top + height / 2)
  while (over && !over.contains(element)) {
    if (getComputedStyle(over).position === 'sticky') return [element.outerHTML.slice(0, 200)]
    over = over.parentElement
  }
  return []
}

/**
 * Maximum Tab stops of the frame, including dropdown links, which the specification opens by focus. The skip link is
 * the first stop.
 */
const mostFrameStops = 72

/** Tab stops between the top of a page and the first control in main, without skip links. */
async function stopsAround(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const stops: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.closest('main') !== null)) return stops
    stops.push(await focused(page))
  }
}

describe('by keyboard alone', () => {
  it('no more than the links of the frame stand before the first control of a list', async () => {
    const page = await open(paths.orders)
    const stops = await stopsAround(page)
    expect(stops.length).toBeLessThanOrEqual(mostFrameStops)
  })

  it('a step through a list that is pressed while the list is loading is taken once it is there', async () => {
    const page = await open(paths.overview)
    const row = () => page.evaluate(() => document.activeElement?.matches('tbody tr:first-child') ?? false)
    // A list loaded by the router.
    const release = await holdRequests(page, isPageData)
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await page.keyboard.press('j')
    await release()
    await expect.poll(row).toBe(true)
    // A list that replaces another.
    const releaseNext = await holdRequests(page, isPageData)
    await page
      .getByRole('link', { name: /^Delivered/ })
      .last()
      .click()
    await page.keyboard.press('j')
    await releaseNext()
    await page.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor()
    await expect.poll(row).toBe(true)
    // Before the page's scripts have loaded.
    const releaseScripts = await holdRequests(page, isScript)
    await page.goto(test.url + paths.orders, { waitUntil: 'commit' })
    await page.locator('tbody tr').first().waitFor()
    // Nobody presses a key before the rows are painted, and full Chromium drops such keys.
    await settled(page)
    await page.keyboard.press('j')
    await releaseScripts()
    await hydrated(page)
    await expect.poll(row).toBe(true)
  })

  it('every page begins at its heading, is announced, and its first control is near', async () => {
    // Starts at the top of a new document: tabbing past its end would take as many stops as it has controls.
    const page = await open(paths.overview)
    await follow(page, /^Orders$/)
    await expectArrival(page, /All orders/)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the list')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focused(page), 'sorting, or the box of all rows, then the rows').not.toBe('')

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expectArrival(page, /Order/)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tbody tr') !== null)).toBe(true)

    await openPage(page, test.url + paths.orders)
    await follow(page, /^Overdue/)
    await expectArrival(page, /Overdue/)

    await openPage(page, test.url + paths.messages)
    await follow(page, /^Skip to content/)
    await follow(page, /^Mark/)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    await page.reload()
    await hydrated(page)
    await follow(page, /: account of/)
    await follow(page, /^You$/)
    await expectArrival(page, /Preferences/)
    await page.reload()
    await hydrated(page)
    expect(await stopsToControl(page)).toBeLessThanOrEqual(mostStops)
  })

  it('what is come to lies above what sticks to the lower edge, also on a small screen', async () => {
    const page = await signedInPage(test, 'owner@demo.example', { viewport: { width: 375, height: 667 } })
    const waiting = await test.db.owner
      .selectFrom('orders as o')
      .innerJoin('sellers as s', 's.id', 'o.seller_id')
      .select('order_number')
      .where('s.username', '=', 'harbour-camera')
      .where('o.status', '=', 'AWAITING_SHIPMENT')
      .limit(8)
      .execute()
    const keys = new URLSearchParams(waiting.map((order) => ['keys', order.order_number]))
    for (const address of [`${paths.ordersShip}?${keys}`, paths.tasks()]) {
      await openPage(page, test.url + address)
      const hidden: string[] = []
      for (let stop = 0; stop < 50; stop += 1) {
        await page.keyboard.press('Tab')
        hidden.push(...(await page.evaluate(underFoot)))
      }
      expect(hidden, address).toEqual([])
    }
  })
})

it('an order’s page leads to the next and previous of its list by j and k, and back to it by Escape; on paper it is its subject alone', async () => {
  const page = await open(`${paths.orders}?status=shipped`)
  const numbers = await page.locator('tbody th a').allTextContents()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expectArrival(page, new RegExp(numbers[0]!))
  await page.keyboard.press('j')
  await expectArrival(page, new RegExp(numbers[1]!))
  expect(await page.getByRole('main').innerText()).toMatch(/\b2 of \d+/)
  await page.keyboard.press('k')
  await expectArrival(page, new RegExp(numbers[0]!))
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find or go to' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.title()).toContain(numbers[0])

  await page.getByRole('heading', { level: 2, name: 'Ship to' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const part of ['banner', 'complementary', 'navigation'] as const)
    expect(await page.getByRole(part).count(), part).toBe(0)
  expect(await page.getByRole('button', { name: 'Copy address' }).count()).toBe(0)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  await page.emulateMedia({ media: null })

  await page.keyboard.press('Escape')
  await page.waitForURL(/status=shipped/)
  await page.locator('tbody tr').first().waitFor()
})

describe('find or go to', () => {
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Find or go to' })
  const options = (page: Page) => menu(page).getByRole('option')

  it('goes to a page by its name, opens an order by its digits, and gives focus back where nothing is chosen', async () => {
    const page = await open(paths.orders)
    await page.keyboard.press('j')
    await page.keyboard.press('Control+k')
    await menu(page).waitFor()
    await expectAccessible(page, { withFrame: true })
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.matches('tbody tr'))).toBe(true)

    await page.keyboard.press('Meta+k')
    await page.keyboard.type('draf')
    await expect.poll(() => options(page).first().textContent()).toMatch(/^Drafts/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${paths.listings.drafts}`)
    await expectArrival(page, /Drafts/)

    // Without pauses, like a scanner.
    const { order_number: number } = await test.db.owner
      .selectFrom('orders')
      .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
      .select('order_number')
      .where('sellers.username', '=', 'harbour-camera')
      .limit(1)
      .executeTakeFirstOrThrow()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(number.replaceAll('-', ''))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.title()).toContain(number)
    await expectArrival(page, new RegExp(number))

    // Typed at the moment the menu opens.
    await page.evaluate((digits) => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('dialog [role="combobox"]') === null) return
        seen.disconnect()
        document.execCommand('insertText', false, digits)
      })
      seen.observe(document.body, { childList: true, subtree: true })
    }, number)
    await page.keyboard.press('Control+k')
    await expect.poll(() => menu(page).getByRole('combobox').inputValue()).toBe(number)
  })

  it('offers first what can be done with the rows selected on the page, and does it as the list’s own buttons do', async () => {
    const page = await open(`${paths.orders}?status=awaiting-shipment`)
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    const numbers = await page
      .locator('tbody tr:has(:checked) a[href*=orderid]')
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('orderid')),
      )
    await page.keyboard.press('Control+k')
    const steps = menu(page).getByRole('group', { name: '2 selected' }).getByRole('option')
    await expect.poll(() => steps.allTextContents()).toEqual(['ShipS', 'Buy labels', 'Print', 'Tag', 'Export'])
    expect(await options(page).first().getAttribute('aria-selected')).toBe('true')
    await expectAccessible(page, { withFrame: true })
    await page.keyboard.type('pri')
    await expect.poll(() => steps.allTextContents()).toEqual(['Print'])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${paths.ordersPrint}?**`)
    await page.getByRole('heading', { level: 1, name: 'Print for 2 orders' }).waitFor()
    expect(new Set(new URL(page.url()).searchParams.getAll('keys'))).toEqual(new Set(numbers))

    await openPage(page, test.url + paths.overview)
    await page.keyboard.press('Control+k')
    await options(page).first().waitFor()
    expect(await menu(page).getByRole('group').first().getAttribute('aria-label')).toBe('Go to')
  })

  it('offers first what can be done with the order that is open', async () => {
    const page = await open(`${paths.orders}?status=awaiting-shipment`)
    for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    const heading = page.getByRole('heading', { level: 1, name: /^Order \d/ })
    await heading.waitFor()
    await page.keyboard.press('Control+k')
    const steps = menu(page)
      .getByRole('group', { name: await heading.innerText() })
      .getByRole('option')
    await expect.poll(() => steps.allTextContents()).toContain('Print')
    await page.keyboard.type('order canc')
    await expect.poll(() => steps.allTextContents()).toEqual(['Cancel order'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sh/ord/cancel?**')
  })

  it('is a form without script, and offers nobody what their role may not do', async () => {
    const page = await formPage(test, 'viewer@demo.example')
    await page.open(paths.overview)
    page.fill('Find or go to', 'listing')
    await page.enter('Find or go to')
    const found = page.within('main')
    found.one('link', /^Drafts/)
    expect(found.text()).not.toContain('Create listing')
  })
})

it('a selection outlives the pages of its list and Back, and no other task', async () => {
  const page = await open(paths.orders)
  const press = (text: RegExp) => page.locator('a:visible', { hasText: text }).first().press('Enter')
  const selected = () => expect.poll(() => page.locator('tbody :checked').count())
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await selected().toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(paths.orders)
  await press(/^← /)
  await page.waitForURL(`**${paths.orders}`)
  await selected().toBe(1)
  await page.reload()
  // Before hydration a link loads a document, and browsers restore boxes by themselves.
  await hydrated(page)
  await selected().toBe(1)
  await press(/^Overview$/)
  await page.waitForURL(`**${paths.overview}`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await press(/^Orders$/)
  await page.waitForURL(`**${paths.orders}`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await selected().toBe(0)
  await page.locator('tbody input').first().check()
  await openPage(page, test.url + paths.orders)
  await selected().toBe(0)
})
