import { beforeAll, describe, expect, it } from 'vitest'
import { orderTabHref } from '#features/orders/orders-list.server.ts'
import { s10CheckDigit } from '#lib/check-digits.ts'
import { expectAccessible } from './accessible.ts'
import {
  expectFocus,
  guidePicture,
  newPage,
  openPage,
  problemsOf,
  signIn,
  testHub,
  useBrowser,
  type TestHub,
} from './testing.ts'

let test: TestHub

useBrowser()
beforeAll(async () => {
  test = await testHub()
})

/** A number of Royal Mail's: eight digits, the check digit. */
const numberOf = (serial: number) => {
  const digits = String(serial).padStart(8, '0')
  return `RN${digits}${s10CheckDigit(digits)}GB`
}

const parcelsOf = async (orders: readonly string[]) =>
  test.db.owner
    .selectFrom('shipments as s')
    .innerJoin('orders as o', (join) => join.onRef('o.seller_id', '=', 's.seller_id').onRef('o.id', '=', 's.order_id'))
    .select(['o.order_number as order', 's.carrier', 's.tracking_number as tracking'])
    .where('o.order_number', 'in', orders)
    .where('s.recorded_at', 'is not', null)
    .orderBy('s.tracking_number')
    .execute()

describe('many orders', () => {
  it('are shipped without a mouse, and taken back', async () => {
    const page = await newPage()
    await signIn(page, test, 'shipper@demo.example')
    const { keyboard } = page
    await openPage(page, test.url + orderTabHref('awaiting-shipment'))
    for (let row = 0; row < 12; row += 1) {
      await keyboard.press('j')
      await keyboard.press('x')
    }
    await keyboard.press('s')
    await page.getByRole('heading', { level: 1, name: 'Ship 12 orders' }).waitFor()
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    const cells = page.getByRole('textbox', { name: /^Tracking number of order/ })
    await expectFocus(cells.first())
    const orders = (await cells.evaluateAll((all) => all.map(({ id }) => id))).map((id) => id.replace('tracking.', ''))
    expect(orders).toHaveLength(12)
    for (let row = 0; row < 11; row += 1) {
      await keyboard.type(numberOf(row))
      await keyboard.press('Enter')
    }
    // A mistake in the twelfth does not hold up the others.
    await keyboard.type('RN00000012XGB')
    await page.getByRole('button', { name: 'Ship 11 of 12' }).waitFor()
    await guidePicture(page, 'ship-many')
    await keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('11 orders shipped').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Ship 1 order' }).waitFor()
    const shipped = orders.slice(0, 11).map((order, row) => ({ order, carrier: 'Royal Mail', tracking: numberOf(row) }))
    expect(await parcelsOf(orders)).toEqual(shipped)
    await expectAccessible(page)
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await cells.last().press('Control+a')
    await keyboard.type(numberOf(11))
    await keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: 'Nothing left to ship here' }).waitFor()
    expect(await parcelsOf(orders)).toHaveLength(12)
    await keyboard.press('Control+z')
    await page.getByRole('heading', { level: 1, name: 'Ship 1 order' }).waitFor()
    expect(await parcelsOf(orders)).toEqual(shipped)
    expect(problemsOf(page)).toEqual([])
  })
})
