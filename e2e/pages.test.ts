import { updateRows } from '#db/testing-row.ts'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dataIn } from './data-in-page.ts'
import { createPasswordLink } from '#features/people/accounts/passwords.server.ts'
import { withTwoFactor } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testPassword } from '#features/people/accounts/testing.ts'
import { startWebhooks } from '#server/webhooks.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths } from '#web/paths.ts'
import { pseudoLocale } from '#texts/texts.ts'
import { budgets } from '#bench/budgets.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { portOf } from '#lib/listening.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { httpMember } from './http-member.ts'
import { internalKeys } from './demo-template.ts'
import { expectFits, expectGood, expectNoOverflow } from './good-page.ts'
import { guardedRoutes } from './guarded-routes.ts'
import { longAxis, memberPages, openInvitation, variedListing } from './page-addresses.ts'
import { sizeOf } from './script-size.ts'
import { newPage, openPage, signIn, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser({ env: { SUPPORT_EMAIL: 'help@market.example', WEBHOOK_NETWORKS: '127.0.0.1' } })
const pages = await memberPages(test)
const listing = await test.db.owner
  .selectFrom('listings')
  .innerJoin('sellers', 'sellers.id', 'listings.seller_id')
  .select('item_number')
  .where('sellers.username', '=', 'harbour-camera')
  .where('state', '=', 'ENDED')
  .limit(1)
  .executeTakeFirstOrThrow()
/** Number of an ended listing, whose pages differ from those of an active one. */
const ended = listing.item_number
/** One with variations and a long title. */
const varied = await variedListing(test)

/** Every seller page, and some again with other content. */
const sellerPages = () => [
  ...pages.filter(({ isOperators }) => !isOperators).map(({ address }) => address),
  `${paths.orders}?q=nothing-like-this`,
  paths.listing(ended),
  paths.listing(varied),
  `${paths.listingForm()}?mode=ReviseItem&itemId=${varied}`,
]

describe('every page', () => {
  beforeAll(async () => {
    // A member who may open all pages, in a pseudo-language with texts longer than any real one, so that texts outside
    // the catalogue are noticed.
    const manager = await changeMember('manager@demo.example', { locale: pseudoLocale })
    await test.db.owner.updateTable('memberships').set({ role: 'owner' }).where('member_id', '=', manager).execute()
  })

  it.each([
    ['of orders', /^\/sh\/ord/],
    ['of listings', /^\/(sl\/list|sh\/lst)/],
    ['of all else', /^(?!\/sh\/ord|\/sl\/list|\/sh\/lst)/],
  ])('is accessible, fits at each width, in light and dark, and moves nothing: %s', async (_what, path) => {
    const page = await signedInPage(test, 'manager@demo.example', { reducedMotion: 'reduce' }, { drawn: true })
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(test.url) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    await expectAllGood(
      page,
      sellerPages().filter((url) => path.test(url)),
    )
    expect(foreign).toEqual([])
  })

  it('has room for the name of an item in a list of as many rows as there can be', async () => {
    const page = await signedInPage(test, 'viewer@demo.example')
    await openPage(page, `${test.url}${paths.orders}?limit=200`)
    await expectNoOverflow(page, 'a full list')
    const head = page.getByRole('columnheader', { name: 'Item' })
    expect(await head.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(220)
    // Beside the navigation, at the width with the least room before rows become cards.
    await page.setViewportSize({ width: 1024, height: 800 })
    expect(await head.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(80)
    // A column of a dozen letters: the name wraps to a second line.
    const rodinal = page.getByText('Adox Rodinal, 500 ml', { exact: true }).first()
    expect(await rodinal.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(30)
    // At twice the browser's font size rows become cards, each with its item's name.
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectNoOverflow(page, 'a full list in large letters')
    expect(await rodinal.evaluate(({ clientWidth, scrollWidth }) => clientWidth >= scrollWidth)).toBe(true)
  })

  it('has room for the longest names and the largest sums', async () => {
    const order = await largeOrder()
    const page = await signedInPage(test, 'viewer@demo.example', { locale: 'de-DE' })
    await openPage(page, `${test.url}${paths.orders}?status=awaiting-shipment`)
    // Around each width at which columns are left out, with and without a scrollbar that takes room.
    await expectFits(page, 'a list with a long service', [1220, 1235, 1366, 1385, 1415, 1440, 1490])
    await page.setViewportSize({ width: 320, height: 800 })
    await openPage(page, test.url + paths.orderDetails(order))
    await expectNoOverflow(page, 'an order of twelve digits')
    await page.setViewportSize({ width: 768, height: 800 })
    const item = page.getByRole('main').locator('tbody th').first()
    expect(await item.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(220)
    await page.setViewportSize({ width: 320, height: 800 })
    const view = await test.db.owner
      .selectFrom('saved_views')
      .select('id')
      .where('shared', '=', true)
      .executeTakeFirst()
    await updateRows(
      test.db.owner,
      'saved_views',
      { id: view!.id },
      { name: 'Sendungen mit Wertpaket nach Großbritannien und Nordirland' },
    )
    await openPage(page, `${test.url}${paths.orders}?view=${view!.id}`)
    await page.getByRole('button', { name: 'Ansichten, Spalten und Export' }).click()
    await page.getByRole('button', { name: 'Sendungen mit Wertpaket' }).waitFor()
    await expectNoOverflow(page, 'a view of a long name')
    // German texts of a task: the facts wrap below the item and do not overlap it.
    await page.setViewportSize({ width: 1024, height: 800 })
    await openPage(page, `${test.url}${paths.tasks()}`)
    const titles = page.getByRole('main').locator('p > span:has(+ span) > bdi:first-child')
    const widths = await titles.evaluateAll((names) => names.map(({ clientWidth }) => clientWidth))
    expect(widths.length).toBeGreaterThan(5)
    expect(Math.min(...widths)).toBeGreaterThan(60)
  })

  it('is so for an operator, and where a role may not see it', async () => {
    const page = await newPage({ reducedMotion: 'reduce' }, { drawn: true })
    await changeMember('operator@demo.example', { locale: pseudoLocale })
    onTestFinished(async () => void (await changeMember('operator@demo.example', { locale: null })))
    await signIn(page, test, 'operator@demo.example')
    // Without a webhook the list equals the sellers' one; the test below checks it with one.
    const theirs = pages.filter(({ isOperators, path }) => isOperators && path !== paths.operatorWebhooks)
    await expectAllGood(
      page,
      theirs.map(({ address }) => address),
    )
    await signIn(page, test, 'viewer@demo.example')
    await expectGood(page, test.url, paths.listingForm({ mode: 'AddItem' }), { status: 403 })
  })

  it('is so for a webhook that an operator adds, tests and reads about, with and without script', async () => {
    const heard: string[] = []
    const program = createServer((request, response) => {
      heard.push(String(request.headers['webhook-id']))
      const status = heard.length > 1 ? 204 : 500
      // It would retry after seconds, which checking a page may take.
      request.resume().on('end', () => response.writeHead(status, { 'retry-after': '3600' }).end('out of order'))
    })
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void program.close())
    const address = `http://127.0.0.1:${portOf(program)}/hooks`
    const sending = startWebhooks(test.hub, { pause: 20 })
    onTestFinished(() => sending.stop())
    const page = await formPage(test, 'operator@demo.example')
    await page.open(paths.operator)
    await page.follow('Webhooks')
    page.says('No webhooks yet')
    page.fill('Address', address)
    await page.press('Add a webhook')
    page.within('status').says(/^whsec_.{44}$/)
    await page.follow(address, page.within('main'))
    await page.press('Send a test')
    page.says('Test sent')
    await expect.poll(() => heard.length).toBe(1)
    const scripted = await signedInPage(test, 'operator@demo.example', { reducedMotion: 'reduce' }, { drawn: true })
    await expectGood(scripted, test.url, paths.operatorWebhooks)
    await scripted.setViewportSize({ width: 1440, height: 900 })
    await scripted.getByRole('main').getByRole('link', { name: address }).click()
    const delivery = scripted.getByRole('group').filter({ hasText: 'webhook.test' })
    await delivery.getByText('webhook.test').first().click()
    await delivery.getByText('out of order').waitFor()
    await delivery.getByRole('button', { name: 'Send again' }).click()
    await scripted.getByText('Sending again.').waitFor()
    await expect.poll(() => heard.length).toBe(2)
    expect(heard[1]).toBe(heard[0])
    await expectGood(scripted, test.url, new URL(scripted.url()).pathname + new URL(scripted.url()).search)
    await scripted.getByText('Delivered').first().waitFor()
  })

  // All other pages are checked where they are rendered.
  it('keeps internal keys to itself', async () => {
    const { read } = await httpMember(test, 'owner@demo.example')
    const more = [
      `${paths.listingForm()}?mode=SellSimilarItem&itemId=${ended}`,
      `${paths.productSummary}?listingId=${ended}`,
      listPaths(paths.orders).export,
    ]
    for (const url of more) expect(keysShown(await read(url)), url).toEqual([])
  })

  it('is accessible where nobody is signed in', async () => {
    const page = await newPage()
    const member = await addTestMember(test.hub)
    const password = await createPasswordLink(test.hub, { memberId: member.id, minutes: 5 })
    await withTwoFactor(test.hub, member)
    const looked = new Set<string>()
    const opened = [
      paths.signIn,
      paths.forgotPassword,
      paths.signInLink('none'),
      new URL(password).pathname + new URL(password).search,
      paths.join(await openInvitation(test)),
    ]
    for (const url of opened) {
      await page.goto(test.url + url)
      looked.add(await expectGoodOutside(page))
    }
    // The code is requested after the password.
    await page.goto(test.url + paths.signIn)
    await page.getByLabel('E-mail').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(testPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(test.url + paths.signInCode)
    looked.add(await expectGoodOutside(page))
    const there = (await guardedRoutes()).filter(({ isPage, loader }) => isPage && loader === 'public')
    // The product summary is framed by the listing form and has its own test.
    const expected = there.map(({ url }) => url).filter((url) => url !== paths.productSummary)
    expect([...looked].toSorted()).toEqual(expected.toSorted())
  })
})

it('tells times by the browser’s clock to who chose no zone, and those of the shop by the shop’s', async () => {
  const page = await signedInPage(test, 'shipper@demo.example', { timezoneId: 'Asia/Tokyo' })
  await openPage(page, test.url + paths.security)
  const zone = () => page.locator('html').getAttribute('data-zone')
  expect(await zone()).toBe('Europe/London')
  await openPage(page, test.url + paths.orders)
  expect(await zone()).toBe('Asia/Tokyo')
  expect(await page.getByText(/times in London/).count()).toBeGreaterThan(0)
})

it('a first load asks for at most 15 files', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  // With an empty cache, which is equivalent to a new context for each page.
  const network = await page.context().newCDPSession(page)
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const asked = new Set<string>()
  page.on('request', (request) => {
    // The previous page sends its measurements when it is left. The event stream is not a file and begins after the
    // page has loaded.
    if (!['ping', 'eventsource'].includes(request.resourceType())) asked.add(request.url().replace(test.url, ''))
  })
  const addressOf = (path: string) =>
    assertDefined(
      pages.find((each) => each.path === path),
      'the route table has it',
    ).address
  for (const [url, mostData] of [
    ['/sh/ord', 24],
    ['/sh/ovw', 30],
    ['/sh/lst/active', 22],
    ['/sl/list?mode=AddItem', 22],
    ['/settings/security', 22],
    [addressOf('/sh/ord/details'), 24],
    [addressOf('/sh/ord/refund'), 24],
    [addressOf('/sh/ord/case'), 24],
    [addressOf('/sh/product-insights'), 24],
    ['/sh/tasks', 24],
  ] as const) {
    // Leave the previous page first, since a slow one may still send requests.
    await page.goto('about:blank')
    asked.clear()
    const answer = await page.goto(test.url + url, { waitUntil: 'networkidle' })
    // The router may request a file twice before the first response; browsers fetch it once. Not every Chromium
    // requests the icon; a seller's browser does.
    asked.add('/favicon.svg')
    // Data of a page in KB, in which repeated parts are short: rows, navigation and frame.
    expect(dataIn(await answer!.text()), url).toBeLessThanOrEqual(mostData * 1024)
    expect([...asked], url).toContainEqual(expect.stringMatching(/^\/assets\/hub-/))
    expect(asked.size, [...asked].join('\n')).toBeLessThanOrEqual(budgets.requests)
  }
})

/** Looks at pages one after the other. */
async function expectAllGood(page: Page, urls: readonly string[]): Promise<void> {
  const names = await givenNames()
  for (const url of urls) {
    const status = url === '/no/such/page' ? 404 : 200
    const html = await expectGood(page, test.url, url, { status, knowsFrame: url !== urls[0] })
    expect(keysShown(html), url).toEqual([])
    expect(await sizeOf(await page.evaluate(loadedFiles)), url).toBeLessThanOrEqual(budgets.pageScript)
    expect(
      (await plainTexts(page)).filter((text) => !names.has(text)),
      url,
    ).toEqual([])
  }
}

/** In the page: paths of the files it has asked for. */
const loadedFiles = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)

/** Checks a page outside the hub's frame; returns its path. */
async function expectGoodOutside(page: Page): Promise<string> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page, { withFrame: true })
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoOverflow(page, page.url())
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { only: 'looks' })
  await page.emulateMedia({ colorScheme: 'light' })
  return new URL(page.url()).pathname
}

/** Changes a member of the demo; returns the member's id. */
async function changeMember(email: string, change: { locale: string | null }): Promise<string> {
  const { id } = await test.db.owner
    .updateTable('members')
    .set({ preferences: JSON.stringify(change) })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes an order that awaits shipment as large as orders get; returns its number. */
async function largeOrder(): Promise<string> {
  const { seller_id, id, order_number } = await test.db.owner
    .updateTable('orders')
    .set({ shipping_service: 'Donaudampfschifffahrt '.repeat(4).trim(), subtotal_minor: 999_999_999_999 })
    .where('id', '=', (orders) =>
      orders
        .selectFrom('orders')
        .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
        .select('orders.id')
        .where('username', '=', 'harbour-camera')
        .where('status', '=', 'AWAITING_SHIPMENT')
        .limit(1),
    )
    .returning(['seller_id', 'id', 'order_number'])
    .executeTakeFirstOrThrow()
  await updateRows(test.db.owner, 'line_items', { seller_id, order_id: id }, { unit_price_minor: 999_999_999_999 })
  return order_number
}

/** Names given by members and the marketplace, which are data and not interface texts. */
async function givenNames(): Promise<Set<string>> {
  const sellers = await test.db.owner.selectFrom('sellers').select('display_name').execute()
  const members = await test.db.owner.selectFrom('members').select('name').execute()
  const accounts = await test.db.owner.selectFrom('label_accounts').select('name').execute()
  const suppliers = await test.db.owner.selectFrom('suppliers').select('name').distinct().execute()
  const sales = await test.db.owner.selectFrom('sale_events').select('name').distinct().execute()
  const views = await test.db.owner.selectFrom('saved_views').select('name').execute()
  const templates = await test.db.owner.selectFrom('message_templates').select('name').distinct().execute()
  const tags = await test.db.owner.selectFrom('order_tags').select('tag').distinct().execute()
  const sold = await test.db.owner.selectFrom('orders').select(['buyer_username', 'currency']).distinct().execute()
  const listed = await test.db.owner.selectFrom('listings').select(['category', 'title']).distinct().execute()
  return new Set([
    ...sellers.flatMap((seller) => [seller.display_name, `${seller.display_name}, Seller Hub`]),
    ...[...accounts, ...members, ...suppliers, ...sales, ...views, ...templates].map(({ name }) => name),
    ...test.hub.config.taxonomy.leaves.flatMap(({ aspects }) => aspects.map(({ name }) => name)),
    longAxis,
    // How an address begins, in a field for one.
    'https://',
    ...tags.map(({ tag }) => tag),
    ...sold.flatMap(({ buyer_username: buyer, currency }) => [buyer, currency]),
    ...listed.flatMap(({ category, title }) => [category, title]),
  ])
}

/**
 * Interface texts that are not from the catalogue. Texts of people (names, titles, comments) and formats of Intl
 * (times, money, countries) are data, marked by a cell, a data list or `translate="no"`.
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

/** Internal keys in a page's source, each with the text before it. */
function keysShown(html: string): string[] {
  return [...html.matchAll(internalKeys.pattern)].map(({ index }) => html.slice(index - 60, index + 13))
}
