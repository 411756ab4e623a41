import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const shop = await rowOf(test.db.owner, 'sellers', { username: 'harbour-camera' })
const seller = shop.id

/** The latest orders of several items that await shipment, each once. */
async function ordersOfSeveral(): Promise<string[]> {
  const rows = await test.db.owner
    .selectFrom('orders')
    .select('order_number')
    .where('seller_id', '=', seller)
    .where('status', '=', 'AWAITING_SHIPMENT')
    .where('payment_status', '=', 'PAID')
    .where('line_count', '>=', 2)
    .where('currency', '=', 'GBP')
    .orderBy('placed_at', 'desc')
    .execute()
  return rows.map((row) => row.order_number)
}

const statusOf = async (number: string) => (await rowOf(test.db.owner, 'orders', { order_number: number })).status

it('an item that is refunded in full is cancelled with it: once the others have left, the order is shipped', async () => {
  const [number] = await ordersOfSeveral()
  const page = await signedInPage(test, 'owner@demo.example')
  await openPage(page, `${test.url}${paths.refundOrder(number!)}`)
  await page.getByLabel('Items and shipping').check()
  const first = page.getByLabel(/^Refund of /).first()
  const hint = await page
    .getByText(/^up to £/)
    .first()
    .innerText()
  await first.fill(/£([\d.,]+)/.exec(hint)![1]!)
  await page.getByLabel('Reason', { exact: true }).selectOption('Other adjustment')
  const cancels = page.getByRole('checkbox', { name: /^Cancel items that are refunded in full/ })
  expect(await cancels.isChecked()).toBe(true)
  await page.getByLabel('Why they are cancelled').selectOption('Out of stock, or it cannot be delivered')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Refund £/ }).click()
  await page.getByText(/^You cancelled .+: out of stock/).waitFor()
  expect(await statusOf(number!)).toBe('AWAITING_SHIPMENT')
  await page.getByRole('link', { name: 'Ship', exact: true }).click()
  await page.getByLabel('Carrier').first().fill('Royal Mail')
  await page.getByRole('button', { name: /^Ship/ }).last().click()
  await expect.poll(() => statusOf(number!)).toBe('SHIPPED')
})

it('units are cancelled without script: the page says what it comes to before it is confirmed, and what stays', async () => {
  const [, number] = await ordersOfSeveral()
  const page = await formPage(test, 'manager@demo.example')
  await page.open(paths.orderDetails(number!))
  await page.follow('Cancel order')
  page.fill(/^Quantity of .+ to cancel$/, '0')
  page.check('The buyer asked for it')
  await page.press(/^Cancel order and refund/)
  page.says('Nothing has been cancelled yet.')
  page.says(/^Still to ship: /)
  expect(await statusOf(number!)).toBe('AWAITING_SHIPMENT')
  await page.press(/^Cancel \d+ items? and refund £/)
  page.says(/^You cancelled .+ × .+: the buyer asked for it/)
  expect(await statusOf(number!)).toBe('AWAITING_SHIPMENT')
  // All that is left: the order is cancelled.
  await page.follow('Cancel order')
  page.check('The buyer asked for it')
  await page.press(/^Cancel order and refund/)
  page.says('You cancelled: the buyer asked for it')
  expect(await statusOf(number!)).toBe('CANCELLED')
})
