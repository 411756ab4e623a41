import { rowOf } from '#db/testing-row.ts'
import { isCoreRun } from '#db/testing-scope.ts'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { s10CheckDigit } from '#lib/check-digits.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { isPageData } from './page-data.ts'
import { expectFocus, keepToasts, newPage, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

/**
 * Orders of the demo shop that await shipment without a note, each used once: their sequence depends on the time of
 * day.
 */
const taken = new Set<string>()
async function orderToShip({ lines = 1 } = {}): Promise<string> {
  const rows = await test.db.owner
    .selectFrom('orders')
    .select('order_number')
    .where('seller_id', '=', await demoSeller())
    .where('status', '=', 'AWAITING_SHIPMENT')
    .where('line_count', '>=', lines)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('order_notes').select('order_id').whereRef('order_notes.order_id', '=', 'orders.id'))),
    )
    .orderBy('id', 'desc')
    .execute()
  const number = rows.map((row) => row.order_number).find((found) => !taken.has(found))!
  taken.add(number)
  return number
}

async function demoSeller(): Promise<number> {
  const { seller_id: id } = await test.db.owner
    .selectFrom('memberships as m')
    .innerJoin('members as p', 'p.id', 'm.member_id')
    .select('m.seller_id')
    .where('p.email', '=', 'owner@demo.example')
    .orderBy('m.created_at')
    .executeTakeFirstOrThrow()
  return id
}

const as = (email: string, options?: Parameters<typeof newPage>[0]) => signedInPage(test, email, options)

const statusOf = async (number: string) => (await rowOf(test.db.owner, 'orders', { order_number: number })).status

const shipButton = (page: Page) => page.getByRole('button', { name: 'Ship', exact: true })

describe('an order', () => {
  it('is shipped from the overview by two clicks and a number, and taken back', async () => {
    const page = await as('owner@demo.example')
    await keepToasts(page)
    await openPage(page, `${test.url}${paths.overview}`)
    await page
      .getByRole('link', { name: /^Ship \d/ })
      .and(page.locator('[href*="/sh/ord/ship?"]'))
      .first()
      .click()
    await page.waitForURL(/\/sh\/ord\/ship\?/)
    const number = new URL(page.url()).searchParams.get('orderid')!
    taken.add(number)
    await expectFocus(page.getByLabel('Tracking number'))
    const asked: string[] = []
    page.on('request', (request) => new URL(request.url()).pathname === '/sh/ord/carrier' && asked.push(request.url()))
    // Letter by letter without pauses, like a scanner. The carrier is requested once.
    await page.evaluate((scanned) => {
      for (const letter of scanned) document.execCommand('insertText', false, letter)
    }, 'RN 4731 2482 9 GB')
    await page.getByText('Royal Mail, detected from the number').waitFor()
    expect(asked).toHaveLength(1)
    await shipButton(page).click()
    await page.waitForURL(/\/sh\/ord\/details\?/)
    expect(await statusOf(number)).toBe('SHIPPED')
    await page.getByRole('status').getByText(`Order ${number} shipped`).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => statusOf(number)).toBe('AWAITING_SHIPMENT')
    await page.getByText('Parcel taken back: Royal Mail RN 4731 2482 9 GB').waitFor()
  })

  it('is shipped by keys alone, in two parcels, part of it left for later', async () => {
    const page = await as('shipper@demo.example')
    const number = await orderToShip({ lines: 2 })
    await openPage(page, `${test.url}${paths.orderDetails(number)}`)
    await page.keyboard.press('s')
    await page.waitForURL(/\/sh\/ord\/ship\?/)
    await expectFocus(page.getByLabel('Tracking number'))
    await page.keyboard.type('AB1')
    await page.getByRole('button', { name: 'Add parcel' }).press('Enter')
    await page.getByRole('group', { name: 'Parcel 2' }).waitFor()
    // The typed text stays.
    expect(await page.getByRole('group', { name: 'Parcel 1' }).getByLabel('Tracking number').inputValue()).toBe('AB1')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Please check what you entered.' }).waitFor()
    await page.getByRole('group', { name: 'Parcel 1' }).getByLabel('Tracking number').fill('1Z5R89390357567127')
    await page.getByRole('group', { name: 'Parcel 2' }).getByLabel('Carrier').fill('Courier of ours')
    // All of it is still there after a visit to another form of the order.
    await page.getByRole('link', { name: /note$/ }).click()
    await page.getByRole('textbox', { name: 'Private note' }).waitFor()
    await page.getByRole('link', { name: 'Ship', exact: true }).click()
    const parcel = (n: number) => page.getByRole('group', { name: `Parcel ${n}` })
    expect(await parcel(1).getByLabel('Tracking number').inputValue()).toBe('1Z5R89390357567127')
    expect(await parcel(2).getByLabel('Carrier').inputValue()).toBe('Courier of ours')
    await page.keyboard.press('Control+Enter')
    await page.getByText('This parcel is empty.').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove parcel' }).press('Enter')
    await page.getByRole('group', { name: 'Parcel 2' }).waitFor({ state: 'detached' })
    // The first item is left for later.
    await page.getByRole('spinbutton').first().fill('0')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/sh\/ord\/details\?/)
    await page.getByText('UPS 1Z5R89390357567127').waitFor()
    expect(await statusOf(number)).toBe('PARTLY_SHIPPED')
  })

  it.skipIf(isCoreRun)(
    'is followed by the next of its list: ten in a row by keys alone, from a row of the orders',
    async () => {
      const page = await as('shipper@demo.example')
      await page.setViewportSize({ width: 375, height: 812 })
      await openPage(page, `${test.url}${paths.orders}?status=awaiting-shipment`)
      // An order without earlier parcels, so that its row names the only one. Their sequence depends on the time of day.
      const ship = page.getByRole('link', { name: /^Ship \d/ })
      const orders = await ship.evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('orderid')!),
      )
      await ship.nth(orders.findIndex((order) => !taken.has(order))).press('Enter')
      await page.waitForURL(/\/sh\/ord\/ship\?/)
      const numberOf = (n: number) => `RX0000000${n}${s10CheckDigit(`0000000${n}`)}GB`
      const shipped: string[] = []
      for (let n = 0; n < 10; n += 1) {
        const number = new URL(page.url()).searchParams.get('orderid')!
        taken.add(number)
        shipped.push(number)
        const tracking = page.getByRole('main').getByLabel('Tracking number')
        await expectFocus(tracking)
        await expect
          .poll(() => tracking.evaluate((field) => field.getBoundingClientRect().bottom <= window.innerHeight))
          .toBe(true)
        // After the first, inserted at once like a paste: each typed letter requests the carrier.
        await (n === 0 ? page.keyboard.type(numberOf(n)) : page.keyboard.insertText(numberOf(n)))
        await page.keyboard.press('Control+Enter')
        await page.waitForURL((url) => url.searchParams.get('orderid') !== number)
        // The URL changes before the next order is rendered; wait before typing.
        const next = new URL(page.url()).searchParams.get('orderid')!
        await page.getByRole('heading', { level: 1, name: next }).waitFor()
      }
      expect(new Set(shipped).size).toBe(10)
      // A finished form is not in the history.
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Awaiting shipment' }).waitFor()
      for (const number of shipped) expect(await statusOf(number), number).toBe('SHIPPED')
      // The row of a shipped order links to its carrier.
      await openPage(page, `${test.url}${paths.orders}?q=${shipped[0]}`)
      const parcel = page.getByRole('link', { name: numberOf(0) })
      expect(await parcel.getAttribute('href')).toContain(numberOf(0))
      expect(await parcel.getAttribute('target')).toBe('_blank')
    },
  )

  it('is sent once, however long the next order takes to come', async () => {
    const page = await as('shipper@demo.example')
    await openPage(page, `${test.url}${paths.orders}?status=awaiting-shipment`)
    await page
      .getByRole('link', { name: /^Ship \d/ })
      .nth(1)
      .press('Enter')
    await page.waitForURL(/\/sh\/ord\/ship\?/)
    const number = new URL(page.url()).searchParams.get('orderid')!
    taken.add(number)
    await expectFocus(page.getByRole('main').getByLabel('Tracking number'))
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<Route>()
    await page.route(
      ({ pathname, searchParams }) => pathname.endsWith('/ship') && searchParams.get('orderid') !== number,
      (route) => (isPageData(route.request()) ? isAsked(route) : route.continue()),
    )
    await page.keyboard.insertText('RN473124829GB')
    await page.keyboard.press('Control+Enter')
    const held = await asked
    await page.keyboard.press('Control+Enter')
    expect(await page.getByRole('button', { name: 'Ship', exact: true }).isDisabled()).toBe(true)
    await held.continue()
    await page.waitForURL((url) => url.searchParams.get('orderid') !== number)
    expect(sent).toHaveLength(1)
  })

  it('tells the second of two people who was first, and keeps what was typed', async () => {
    const number = await orderToShip()
    const [ann, ben] = [await as('owner@demo.example'), await as('shipper@demo.example')]
    await openPage(ben, `${test.url}${paths.orders}?status=awaiting-shipment`)
    for (const page of [ann, ben]) {
      await openPage(page, `${test.url}${paths.shipOrder(number)}`)
      await page.getByLabel('Tracking number').fill(page === ann ? 'RN473124829GB' : '3318810025')
    }
    await shipButton(ann).click()
    await ann.waitForURL(/\/sh\/ord\/details\?/)
    await shipButton(ben).click()
    await ben
      .getByText(/was first/)
      .first()
      .waitFor()
    expect(await ben.getByLabel('Tracking number').inputValue()).toBe('3318810025')
    // The form is no longer a page: going back past it does not lead to the order again.
    await ben.getByRole('link', { name: 'Close' }).click()
    await ben.waitForURL(/\/sh\/ord\/details\?/)
    await ben.goBack()
    await ben.waitForURL(/\/sh\/ord\/details\?/)
    await ben.goBack()
    await ben.waitForURL(/\/sh\/ord\?status=awaiting-shipment/)
  })

  it('is shipped and taken back without JavaScript, and says so to who was late with another number', async () => {
    const page = await formPage(test, 'owner@demo.example')
    const number = await orderToShip()
    await page.open(paths.orderDetails(number))
    await page.follow('Ship')
    page.fill('Tracking number', 'RN473124828GB')
    await page.press('Ship')
    page.says('Royal Mail expects check digit 9, but this number has 8.')
    page.fill('Tracking number', 'RN473124829GB')
    const late = await formPage(test, 'owner@demo.example')
    await late.open(paths.shipOrder(number))
    late.fill('Tracking number', 'RN473124846GB')
    await page.press('Ship')
    expect(await statusOf(number)).toBe('SHIPPED')
    await late.press('Ship')
    late.says('Nothing is left to ship')
    await page.press('Undo shipment')
    expect(await statusOf(number)).toBe('AWAITING_SHIPMENT')
  })
})
