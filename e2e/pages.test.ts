import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dataIn } from '#bench/page-data.ts'
import { startWebhooks } from '#server/webhooks.ts'
import { paths } from '#web/paths.ts'
import { pseudoLocale } from '#texts/texts.ts'
import { portOf } from '#lib/listening.ts'
import { expectAccessible, frameParts } from './accessible.ts'
import { internalKeys } from './demo-template.ts'
import { newPage, openPage, problemsOf, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

let test: TestHub
let order: string
let item: string
let onOffer: string
let epid: string
let waiting: string
let open: string

useBrowser()
beforeAll(async () => {
  test = await testHub({ env: { SUPPORT_EMAIL: 'help@market.example', WEBHOOK_NETWORKS: '127.0.0.1' } })
  const { order_number } = await test.db.owner
    .selectFrom('orders')
    .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
    .select('order_number')
    .where('sellers.username', '=', 'harbour-camera')
    .where('status', '=', 'PARTLY_SHIPPED')
    .limit(1)
    .executeTakeFirstOrThrow()
  order = order_number
  const listing = await test.db.owner
    .selectFrom('listings')
    .innerJoin('sellers', 'sellers.id', 'listings.seller_id')
    .innerJoin('products', 'products.id', 'listings.product_id')
    .select(['item_number', 'epid'])
    .where('sellers.username', '=', 'harbour-camera')
    .where('state', '=', 'ENDED')
    .limit(1)
    .executeTakeFirstOrThrow()
  item = listing.item_number
  const sold = await test.db.owner
    .selectFrom('listings')
    .innerJoin('sellers', 'sellers.id', 'listings.seller_id')
    .select('item_number')
    .where('sellers.username', '=', 'harbour-camera')
    .where('state', '=', 'ACTIVE')
    .orderBy('quantity_sold', 'desc')
    .executeTakeFirstOrThrow()
  onOffer = sold.item_number
  epid = listing.epid
  const of = test.db.owner.selectFrom('sellers').select('id').where('username', '=', 'harbour-camera')
  const toShip = test.db.owner.selectFrom('orders').select('order_number').where('seller_id', '=', of)
  waiting = (await toShip.where('status', '=', 'AWAITING_SHIPMENT').limit(1).executeTakeFirstOrThrow()).order_number
  const asked = test.db.owner.selectFrom('cases').select('case_number').where('seller_id', '=', of)
  open = (await asked.where('state', '=', 'RETURN_REQUESTED').limit(1).executeTakeFirstOrThrow()).case_number
})

const publicPages = [paths.signIn, paths.forgotPassword]
const memberPages = () => [
  paths.overview,
  paths.tasks(),
  paths.orders,
  `${paths.orders}?q=nothing-like-this`,
  paths.orderDetails(order),
  paths.listings.active,
  paths.listings.drafts,
  paths.listing(item),
  paths.listing(onOffer),
  `${paths.listingsBulk.ended}?step=relist&keys=${item}`,
  paths.listingForm({ mode: 'AddItem' }),
  paths.messages,
  paths.preferences,
  paths.security,
  paths.policies,
  paths.shipCalendar,
  paths.mailSettings,
  paths.printSettings,
  paths.shippedLately(),
  paths.conversations,
  paths.refundOrder(order),
  paths.cancelOrder(waiting),
  `${paths.ordersShip}?keys=${waiting}`,
  paths.caseDetails(open),
  '/no/such/page',
]

// 720 is what is left of 1440 at 200 % (WCAG 1.4.4).
const widths = [1440, 768, 720, 375, 320]

/**
 * Looks at a page: wide and in light, at each width, narrow and in dark, and in the colours of the system. The frame around
 * it, when it was looked at before, is left out of the first.
 */
async function expectGood(page: Page, url: string, { knowsFrame = false } = {}): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, test.url + url)
  expect(await page.locator('h1').count(), url).toBe(1)
  // The budget is 0.00: what rounds to it, as browsers report it, nobody sees.
  expect(Number((await layoutShift(page)).toFixed(2)), `layout shift of ${url}`).toBe(0)
  await expectAccessible(page, { exceptParts: knowsFrame ? frameParts : undefined })
  for (const width of widths) {
    if (width !== 1440) await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page, `${url} at ${width}`)
    expect(await brokenWords(page), `${url} at ${width}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { only: 'looks' })
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  expect(await unmarked(page), `${url} in forced colours`).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Nothing reaches over the edge of the window: no sideways scrolling (WCAG 1.4.10). */
async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, `${what} is too wide by px`).toBe(0)
}

/** Texts in a column so narrow that words are cut into their letters. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement!
      const isNarrow = text.length >= 8 && parent.getBoundingClientRect().width <= 80
      if (!isNarrow || !parent.checkVisibility() || isOnlySaid(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      if (lines > 3 && text.length / lines < 5) broken.push(text)
    }
    return broken

    /** Shut up in a pixel, as what only screen readers say. */
    function isOnlySaid(element: Element | null): boolean {
      return element !== null && (element.clientWidth === 1 || isOnlySaid(element.parentElement))
    }
  })
}

/** Links that are the current ones of their list, and told from the others by nothing but their weight. */
function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const marks = ['border-color', 'border-width', 'outline-color', 'outline-style', 'background-color'] as const
    const look = (element: Element) => {
      const style = getComputedStyle(element)
      return marks.map((mark) => style.getPropertyValue(mark)).join()
    }
    return [...document.querySelectorAll('main li > a[aria-current]')]
      .filter((current) => {
        const others = [...(current.closest('ul, ol')?.querySelectorAll('li > a:not([aria-current])') ?? [])]
        return current.checkVisibility() && others.some((other) => look(other) === look(current))
      })
      .map((current) => current.textContent ?? '')
  })
}

/** How far the page's parts have moved so far, as browsers sum it up. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}

describe('every page', () => {
  it('is accessible, fits at each width, in light and dark, and moves nothing', async () => {
    const page = await newPage({ reducedMotion: 'reduce' })
    await signIn(page, test, 'manager@demo.example')
    // Its words are longer than any language's, and what stays plain in it has escaped the catalogue.
    await test.db.owner
      .updateTable('members')
      .set({ locale: pseudoLocale })
      .where('email', '=', 'manager@demo.example')
      .execute()
    const names = await givenNames()
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(test.url) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    const titles = new Set<string>()
    for (const url of memberPages()) {
      await expectGood(page, url, { knowsFrame: titles.size > 0 })
      expect(
        (await plainTexts(page)).filter((text) => !names.has(text)),
        url,
      ).toEqual([])
      titles.add(await page.title())
    }
    // The list without a match is called as the list.
    expect(titles.size).toBe(memberPages().length - 1)
    expect(foreign).toEqual([])
    expect(problemsOf(page).filter((problem) => !problem.includes('404'))).toEqual([])
  })

  it.each([
    [
      'an operator',
      'operator@demo.example',
      [paths.operator, paths.marketplaceKeys, paths.operatorSeller('harbour-camera'), paths.operatorWebhooks],
    ],
    ['an owner, of keys', 'owner@demo.example', [paths.apiKeys]],
    ['a role that may not see it', 'viewer@demo.example', [paths.listingForm({ mode: 'AddItem' })]],
  ])('is so for %s', async (_who, email, urls) => {
    const page = await newPage({ reducedMotion: 'reduce' })
    await signIn(page, test, email)
    for (const url of urls) await expectGood(page, url, { knowsFrame: url !== urls[0] })
  })

  it('is so for a webhook that an operator adds, tests and reads about, with and without script', async () => {
    const heard: string[] = []
    const program = createServer((request, response) => {
      heard.push(String(request.headers['webhook-id']))
      request.resume().on('end', () => response.writeHead(heard.length > 1 ? 204 : 500).end('out of order'))
    })
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void program.close())
    const address = `http://127.0.0.1:${portOf(program)}/hooks`
    const sending = startWebhooks(test.hub, { pause: 20 })
    onTestFinished(() => sending.stop())
    const page = await newPage({ reducedMotion: 'reduce', javaScriptEnabled: false })
    await signIn(page, test, 'operator@demo.example')
    await page.goto(test.url + paths.operator)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('No webhook yet').waitFor()
    await page.getByLabel('Address', { exact: true }).fill(address)
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    expect(
      await page
        .getByRole('status')
        .getByText(/^whsec_/)
        .innerText(),
    ).toMatch(/^whsec_.{44}$/)
    await page.getByRole('main').getByRole('link', { name: address }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('A test is on its way').waitFor()
    await expect.poll(() => heard.length).toBe(1)
    const scripted = await newPage({ reducedMotion: 'reduce' })
    await signIn(scripted, test, 'operator@demo.example')
    await expectGood(scripted, paths.operatorWebhooks)
    await openPage(scripted, test.url + paths.operatorWebhooks)
    await scripted.getByRole('main').getByRole('link', { name: address }).click()
    const delivery = scripted.getByRole('group').filter({ hasText: 'webhook.test' })
    await delivery.getByText('webhook.test').first().click()
    await delivery.getByText('out of order').waitFor()
    await delivery.getByRole('button', { name: 'Send again' }).click()
    await scripted.getByText('It is sent again.').waitFor()
    await expect.poll(() => heard.length).toBe(2)
    expect(heard[1]).toBe(heard[0])
    await expectGood(scripted, new URL(scripted.url()).pathname + new URL(scripted.url()).search)
    await scripted.getByText('Delivered').first().waitFor()
    expect(problemsOf(scripted)).toEqual([])
  })

  it('keeps internal keys to itself', async () => {
    const page = await newPage()
    await signIn(page, test, 'owner@demo.example')
    const more = [
      `${paths.listingForm()}?mode=SellSimilarItem&itemId=${item}`,
      paths.productInsights(epid),
      `${paths.productSummary}?listingId=${item}`,
      paths.ordersExport,
      paths.conversations,
      paths.templates,
    ]
    for (const url of [...memberPages(), ...more]) {
      const answer = await page.request.get(test.url + url)
      expect(keysShown(await answer.text()), url).toEqual([])
    }
  })

  it('is accessible where nobody is signed in', async () => {
    const page = await newPage()
    for (const url of publicPages) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(test.url + url)
      await expectAccessible(page)
      await page.setViewportSize({ width: 320, height: 700 })
      await expectNoOverflow(page, url)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, { only: 'looks' })
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
})

it('tells times by the browser’s clock to who chose no zone, and those of the shop by the shop’s', async () => {
  const page = await newPage({ timezoneId: 'Asia/Tokyo' })
  await signIn(page, test, 'shipper@demo.example')
  await openPage(page, test.url + paths.security)
  const zone = () => page.locator('html').getAttribute('data-zone')
  expect(await zone()).toBe('Europe/London')
  await openPage(page, test.url + paths.security)
  expect(await zone()).toBe('Asia/Tokyo')
  await openPage(page, test.url + paths.orders)
  expect(await page.getByText(/times in London/).count()).toBeGreaterThan(0)
  expect(problemsOf(page)).toEqual([])
})

describe('a first load', () => {
  it.each([
    ['/sh/ord', 28],
    ['/sh/ovw', 30],
    ['/sh/lst/active', 22],
    ['/sl/list?mode=AddItem', 22],
    ['/settings/security', 22],
  ])('asks for at most 15 files: %s', async (url, mostData) => {
    const page = await newPage()
    await signIn(page, test, 'owner@demo.example')
    // The router may ask for one file a second time before the first answer is there: browsers fetch it once.
    // Not every Chromium asks for the icon; a seller's browser does.
    const asked = new Set(['/favicon.svg'])
    page.on('request', (request) => {
      // The page before says what it has measured when it is left.
      // The stream of changes is no file, and begins once the page is there.
      if (!['ping', 'eventsource'].includes(request.resourceType())) asked.add(request.url().replace(test.url, ''))
    })
    const answer = await page.goto(test.url + url, { waitUntil: 'networkidle' })
    // What stands in a page already is short the second time, in KB: rows, the navigation and what is around them.
    expect(dataIn(await answer!.text())).toBeLessThanOrEqual(mostData * 1024)
    expect([...asked]).toContainEqual(expect.stringMatching(/^\/assets\/hub-/))
    expect(asked.size, [...asked].join('\n')).toBeLessThanOrEqual(15)
  })
})

/** Names that members and the marketplace gave: data, not furniture. */
async function givenNames(): Promise<Set<string>> {
  const views = await test.db.owner.selectFrom('saved_views').select('name').execute()
  const tags = await test.db.owner.selectFrom('order_tags').select('tag').distinct().execute()
  const buyers = await test.db.owner.selectFrom('orders').select('buyer_username').distinct().execute()
  const listed = await test.db.owner
    .selectFrom('listings')
    .select(['category', 'currency', 'title'])
    .distinct()
    .execute()
  return new Set([
    ...views.map(({ name }) => name),
    ...tags.map(({ tag }) => tag),
    ...buyers.map((buyer) => buyer.buyer_username),
    ...listed.flatMap(({ category, currency, title }) => [category, currency, title]),
  ])
}

/**
 * Texts of the page's own furniture that are not from the catalogue. What people wrote (names, titles, comments) and what
 * Intl formats (times, money, countries) is data; it is marked by being in a cell, a list of data or a `translate="no"`.
 */
function plainTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const furniture = 'h1, h2, h3, button, label, th, legend, dt, caption, nav a, [role="tab"], [role="status"]'
    const isData = (element: Element) =>
      element.closest('[translate="no"], [aria-hidden="true"], kbd, td, tbody, code, option') !== null
    const words = (element: Element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
        .filter((text) => /\p{L}{2,}/u.test(text))
    const shown = [...document.querySelectorAll(furniture)]
      .filter((element) => !isData(element))
      .flatMap((element) =>
        [element, ...element.querySelectorAll('*')].filter((inner) => !isData(inner)).flatMap(words),
      )
    const said = ['aria-label', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    return [...shown, ...said, document.title.replace(', Harbour Camera', '')]
      .filter((text) => /\p{L}{2,}/u.test(text))
      .filter((text) => !/[⟦⟧áéíóúýñçšžďľřťÁÉÍÓÚÝÑÇŠŽĎĽŘŤ]/.test(text))
  })
}

/** Internal keys in a page's source, each with what stands before it. */
function keysShown(html: string): string[] {
  return [...html.matchAll(internalKeys.pattern)].map(({ index }) => html.slice(index - 60, index + 13))
}
