import { describe, expect, it } from 'vitest'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import { s10CheckDigit } from '#lib/check-digits.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFocus, guidePicture, newPage, openPage, signIn, testHub, useBrowser } from './testing.ts'

useBrowser()
const test = await testHub()

/** A Royal Mail number: eight digits and the check digit. */
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
    // The totals are shown before a number is typed; one box clears and restores all rows.
    const sums = page.getByText(/^\d+ items(?:, |$)/)
    await sums.waitFor()
    const all = page.getByRole('checkbox', { name: 'Ship all orders' })
    await all.uncheck()
    await page.getByText('12 left out').waitFor()
    expect(await sums.count()).toBe(0)
    await all.check()
    await cells.first().focus()
    for (let row = 0; row < 11; row += 1) {
      // After the first, inserted at once like a paste: each typed letter replans the whole sheet.
      await (row === 0 ? keyboard.type(numberOf(row)) : keyboard.insertText(numberOf(row)))
      await keyboard.press('Enter')
    }
    // An error in the twelfth row does not block the others.
    await keyboard.insertText('RN00000012XGB')
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
    await keyboard.insertText(numberOf(11))
    await keyboard.press('Control+Enter')
    // The result, and the next step.
    await page.getByRole('heading', { level: 1, name: '12 orders shipped' }).waitFor()
    await page.getByText('Hand the parcels over now.').waitFor()
    await page.getByRole('link', { name: /^\d+ more orders to ship$/ }).waitFor()
    expect(await parcelsOf(orders)).toHaveLength(12)
    await page.getByRole('status').getByText('1 order shipped').waitFor()
    await keyboard.press('Control+z')
    await page.getByRole('heading', { level: 1, name: 'Ship 1 order' }).waitFor()
    expect(await parcelsOf(orders)).toEqual(shipped)
  })

  it('are pasted and filled as in a spreadsheet, divided into parcels, kept when the page is left, and taken back later', async () => {
    const rows = await test.db.owner
      .selectFrom('orders as o')
      .innerJoin('memberships as m', 'm.seller_id', 'o.seller_id')
      .innerJoin('members as p', 'p.id', 'm.member_id')
      .select(['o.order_number as order', 'o.unit_count as units'])
      .where('p.email', '=', 'shipper@demo.example')
      .where('o.status', '=', 'AWAITING_SHIPMENT')
      .where('o.unit_count', '<=', 4)
      .orderBy('o.unit_count', 'desc')
      .orderBy('o.id')
      .limit(4)
      .execute()
    expect(rows[0]!.units).toBeGreaterThan(1)
    const orders = rows.map(({ order }) => order)
    const [first] = orders as [string]
    const page = await newPage()
    await signIn(page, test, 'shipper@demo.example')
    await openPage(page, `${test.url}${paths.ordersShip}?keys=${orders.join(',')}`)
    const { keyboard, mouse } = page
    const typed = (column: string) =>
      page.getByRole(column === 'carrier' ? 'combobox' : 'textbox', {
        name: new RegExp(`^${column === 'carrier' ? 'Carrier' : 'Tracking number'} of`),
      })
    const values = (column: string) =>
      typed(column).evaluateAll((all) => all.map((cell) => (cell as HTMLInputElement).value))
    const paste = (text: string) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.activeElement!.dispatchEvent(event)
      }, text)
    await expectFocus(typed('tracking').first())
    await paste('0034 5\r\n007 881\r\n')
    await page.getByRole('status').getByText('2 rows filled.').waitFor()
    expect(await values('tracking')).toEqual(['0034 5', '007 881', '', ''])
    await typed('carrier').first().focus()
    for (let row = 0; row < 3; row += 1) await keyboard.press('Shift+ArrowDown')
    await page.getByText('4 cells selected').waitFor()
    await paste('Our van')
    await page.getByText('4 rows filled.').waitFor()
    expect(await values('carrier')).toEqual(Array.from({ length: 4 }, () => 'Our van'))
    await typed('carrier').nth(2).hover()
    await mouse.down()
    await typed('carrier').nth(3).hover()
    await mouse.up()
    await page.getByText('2 cells selected').waitFor()
    await keyboard.press('Delete')
    expect(await values('carrier')).toEqual(['Our van', 'Our van', '', ''])
    // Keys as typed with Caps Lock.
    await typed('carrier').nth(2).click()
    await keyboard.press('Control+D')
    expect(await values('carrier')).toEqual(['Our van', 'Our van', 'Our van', ''])
    await keyboard.press('Control+Z')
    expect(await values('carrier')).toEqual(['Our van', 'Our van', '', ''])
    await page.getByRole('button', { name: `Add parcel to order ${first}` }).click()
    const added = page.getByRole('textbox', { name: `Tracking number of parcel 2 of order ${first}` })
    await added.fill('0099 1')
    await page
      .getByRole('textbox', { name: `Carrier of parcel 2 of order ${first}` })
      .or(page.getByRole('combobox', { name: `Carrier of parcel 2 of order ${first}` }))
      .fill('Our van')
    await page.getByRole('button', { name: 'Ship 2 of 4' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await page.waitForURL(({ pathname }) => pathname === paths.orders)
    await page.goBack()
    await page.getByText('2 orders that were typed but not sent are restored').waitFor()
    expect(await values('tracking')).toEqual(['0034 5', '0099 1', '007 881', '', ''])
    await expectAccessible(page)
    await keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('2 orders shipped').waitFor()
    const numbersOf = async () => (await parcelsOf(orders)).map(({ tracking }) => tracking)
    expect(await numbersOf()).toEqual(['0034 5', '007 881', '0099 1'])
    await page.getByRole('link', { name: 'Recently shipped' }).first().click()
    await page.getByRole('link', { name: '2 orders shipped' }).click()
    await page.getByRole('button', { name: 'Undo 3 of 3 shipments' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo 3 of 3 shipments' }).click()
    await page.getByText('3 of 3 taken back').waitFor()
    expect(await numbersOf()).toEqual([])
  })
})
