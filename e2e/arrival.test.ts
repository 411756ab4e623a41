import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { guardedRoutes, type GuardedRoute } from './guarded-routes.ts'
import { newPage, openPage, problemsOf, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

useBrowser()

/** How often Tab may be pressed before a page's first control has focus; links that skip are taken. */
const mostStops = 12

/** What pages need to be told in their address. */
async function parametersOf({ db }: TestHub): Promise<Record<string, string>> {
  const ofShop = (table: 'orders' | 'listings' | 'cases' | 'conversations', column: string, where = {}) =>
    Object.entries(where)
      .reduce(
        (query, [name, value]) => query.where(name as never, '=', value as never),
        db.owner.selectFrom(table as 'orders').select(column as 'order_number'),
      )
      .where('seller_id', '=', (of) => of.selectFrom('sellers').select('id').where('username', '=', 'harbour-camera'))
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
      .then((row) => String(Object.values(row)[0]))
  const waiting = `orderid=${await ofShop('orders', 'order_number', { status: 'AWAITING_SHIPMENT' })}`
  const shipped = `orderid=${await ofShop('orders', 'order_number', { status: 'DELIVERED' })}`
  const item = await ofShop('listings', 'item_number', { state: 'ACTIVE' })
  const draft = await ofShop('listings', 'item_number', { state: 'DRAFT' })
  const keys = waiting.replace('orderid', 'keys')
  const said = await db.owner
    .selectFrom('feedback')
    .innerJoin('sellers', 'sellers.id', 'feedback.seller_id')
    .innerJoin('orders', 'orders.id', 'feedback.order_id')
    .select('order_number')
    .where('sellers.username', '=', 'harbour-camera')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { epid } = await db.owner.selectFrom('products').select('epid').orderBy('id').limit(1).executeTakeFirstOrThrow()
  return {
    '/operator/seller': 'seller=harbour-camera',
    '/sh/ord/details': waiting,
    '/sh/ord/ship': waiting,
    '/sh/ord/ship-many': keys,
    '/sh/ord/ship-together': waiting,
    '/sh/ord/print': keys,
    '/sh/ord/tag': keys,
    '/sh/ord/note': waiting,
    '/sh/ord/feedback': `orderid=${said.order_number}`,
    '/sh/ord/cancel': waiting,
    '/sh/ord/cancel-unpaid': `keys=${await ofShop('orders', 'order_number', { status: 'AWAITING_PAYMENT' })}`,
    '/sh/ord/refund': shipped,
    '/sh/ord/conversation': `orderid=${await ofShop('conversations', 'order_number')}`,
    '/sh/ord/case': `case=${await ofShop('cases', 'case_number')}`,
    '/sh/find': 'q=leica',
    '/sh/product-insights': `epid=${epid}`,
    '/sl/list': 'mode=AddItem',
    '/sh/lst/item': `item=${item}`,
    '/sh/lst/active/bulk': `step=end&keys=${item}`,
    '/sh/lst/drafts/bulk': `step=publish&keys=${draft}`,
    '/sh/lst/scheduled/bulk': `step=publish&keys=${await ofShop('listings', 'item_number', { state: 'SCHEDULED' })}`,
    '/sh/lst/ended/bulk': `step=relist&keys=${await ofShop('listings', 'item_number', { state: 'ENDED' })}`,
  }
}

/** Follows a link by Enter, without a new document. */
async function goTo(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to, textContent: 'On' })
    link.setAttribute('data-discover', '')
    document.body.append(link)
    link.focus()
  }, href)
  await page.keyboard.press('Enter')
}

/** Where focus is: at the heading, at a control of the page that wants it first, or astray. */
const arrivedAt = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement?.tagName === 'H1') return 'the heading'
    return activeElement?.matches('main :is(input, select, textarea, button)') ? 'a control' : 'astray'
  })

/** Tab stops from the top of the document to the first control of the page itself, past all that can be skipped. */
async function stopsToControl(page: Page): Promise<number> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (let stop = 1; stop <= mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const { activeElement } = document
      return { skips: activeElement?.textContent?.startsWith('Skip to'), isIn: activeElement?.closest('main') !== null }
    })
    if (at.skips) await page.keyboard.press('Enter')
    else if (at.isIn) return stop
  }
  return Infinity
}

it('every page that there is takes the focus, is announced by a title of its own, and has its first control near', async () => {
  const test = await testHub()
  const parameters = await parametersOf(test)
  // A preview shows a form that somebody has kept, and the demo's drafts have none.
  const routes = (await guardedRoutes()).filter(
    ({ url, isPage, loader }) => isPage && loader && loader !== 'public' && url !== '/sl/list/preview',
  )
  expect(routes.length).toBeGreaterThan(39)
  const ofOperators = routes.filter(({ loader }) => loader === 'operator')
  const ofSellers = routes.filter(({ loader }) => loader !== 'operator')
  await expectArrivals(test, parameters, { email: 'owner@demo.example', from: paths.overview, routes: ofSellers })
  await expectArrivals(test, parameters, { email: 'operator@demo.example', from: paths.security, routes: ofOperators })
})

async function expectArrivals(
  test: TestHub,
  parameters: Record<string, string>,
  { email, from, routes }: { email: string; from: string; routes: readonly GuardedRoute[] },
): Promise<void> {
  const page = await newPage()
  await signIn(page, test, email)
  await openPage(page, test.url + from)
  const titles = new Map<string, string>()
  for (const { url } of routes) {
    const address = parameters[url] ? `${url}?${parameters[url]}` : url
    const before = await page.title()
    await goTo(page, address)
    await expect.poll(() => page.title(), { message: address }).not.toBe(before)
    await expect.poll(() => arrivedAt(page), { message: address }).not.toBe('astray')
    const title = await page.title()
    await expect
      .poll(() => page.locator('[aria-live="polite"]').allTextContents(), { message: address })
      .toContain(title)
    expect(title, address).toMatch(/, Harbour Camera$|, Seller Hub$| · Seller Hub$/)
    expect(titles.get(title), `${address} is called as another page: ${title}`).toBeUndefined()
    titles.set(title, address)
    expect(await stopsToControl(page), `Tab stops of ${address}`).toBeLessThanOrEqual(mostStops)
  }
  // What is at no address is said so; any other page that were not found would be called as it.
  expect(problemsOf(page).filter((problem) => !problem.includes('404'))).toEqual([])
}
