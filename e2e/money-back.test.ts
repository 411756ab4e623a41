import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newRefundKey } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { httpMember } from './http-member.ts'
import { newPage, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const shop = await rowOf(test.db.owner, 'sellers', { username: 'harbour-camera' })
const seller = shop.id

const as = (email: string, options?: Parameters<typeof newPage>[0]) => signedInPage(test, email, options)

/** The latest orders in a status, paid whole by one payment, of which nothing went back; each taken once. */
const taken = new Set<string>()
async function orderIn(status: string, { lines = 1, currency = 'GBP' } = {}): Promise<string> {
  const rows = await test.db.owner
    .selectFrom('orders')
    .select('order_number')
    .where('seller_id', '=', seller)
    .where('status', '=', status)
    .where('payment_status', '=', 'PAID')
    .where(({ selectFrom }) =>
      selectFrom('payments')
        .select(({ fn }) => sql<boolean>`${fn.countAll()} = 1`.as('is_one'))
        .whereRef('payments.seller_id', '=', 'orders.seller_id')
        .whereRef('payments.order_id', '=', 'orders.id'),
    )
    .where('line_count', '>=', lines)
    .where('currency', '=', currency)
    .orderBy('placed_at', 'desc')
    .execute()
  const number = rows.map((row) => row.order_number).find((found) => !taken.has(found))!
  taken.add(number)
  return number
}

const stateOf = (number: string) => rowOf(test.db.owner, 'orders', { seller_id: seller, order_number: number })

describe('money goes back', () => {
  it('of an item, without script: the page names the sum before it is confirmed, and says who was late that nothing is left', async () => {
    const page = await formPage(test, 'manager@demo.example')
    const number = await orderIn('DELIVERED', { lines: 2 })
    await page.open(paths.orderDetails(number))
    await page.follow('Refund')
    page.check('Items and shipping')
    page.fill(/^Refund of /, '0.7x')
    await page.press(/^Refund/)
    page.says('Enter an amount such as 12.50.')
    page.fill(/^Refund of /, '0.75')
    page.select('Reason', 'Other adjustment')
    await page.press(/^Refund/)
    page.says('The buyer gets £0.75. Nothing was refunded yet')
    expect((await stateOf(number)).payment_status).toBe('PAID')
    await page.press('Refund £0.75')
    page.says('Refunded £0.75: Other adjustment')
    expect((await stateOf(number)).payment_status).toBe('PARTIALLY_REFUNDED')
    const late = await formPage(test, 'manager@demo.example')
    for (const each of [page, late]) {
      await each.open(paths.refundOrder(number))
      each.select('Reason', 'Other adjustment')
    }
    await page.press(/^Refund/)
    expect(page.url.pathname).toBe(new URL(paths.orderDetails(number), test.url).pathname)
    await late.press(/^Refund/)
    late.says('Everything that was paid was already refunded. Nothing was changed.')
    expect((await stateOf(number)).payment_status).toBe('FULLY_REFUNDED')
  })

  it('by the sum that the button names while it is typed; what the payment side refuses is tried again, or paid another way', async () => {
    const page = await as('owner@demo.example')
    const number = await orderIn('DELIVERED')
    const payIn = (days: number) =>
      sql`update payments set paid_at = now() + ${days} * interval '1 day'
      where order_id = (select id from orders where order_number = ${number}) and state = 'PAID'`.execute(test.db.owner)
    await openPage(page, `${test.url}${paths.refundOrder(number)}`)
    await page.getByLabel('Reason').selectOption('Item not as described')
    // A colleague refunds a part meanwhile: the button names what is left when it has been asked for again.
    const named = async () => Number(/£([\d,.]+)$/.exec(await refund.innerText())![1]!.replaceAll(',', ''))
    const refund = page.getByRole('button', { name: /^Refund £/ })
    const all = await named()
    const part = { key: newRefundKey(), scope: 'amount', amount: '0.50', reason: 'OTHER_ADJUSTMENT', confirmed: '50' }
    expect((await (await httpMember(test, 'manager@demo.example')).post(paths.refundOrder(number), part)).status).toBe(
      303,
    )
    await refund.click()
    await page.getByText('Nothing was refunded yet').waitFor()
    expect(await named()).toBeCloseTo(all - 0.5)
    // Too old to be reversed.
    await payIn(-181)
    await page.getByLabel('An amount').check()
    await page.getByLabel('Amount in GBP').fill('1,5')
    await expectAccessible(page)
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.getByRole('button', { name: 'Refund £1.50' }).click()
    await page.getByText('The payment is too old to be paid back the same way').waitFor()
    await payIn(0)
    await page.getByRole('button', { name: 'Refund £1.50 again' }).click()
    await page.getByText('Refunded £1.50: Item not as described').waitFor()
    await payIn(-181)
    await openPage(page, `${test.url}${paths.refundOrder(number)}`)
    await page.getByLabel('An amount').check()
    await page.getByLabel('Amount in GBP').fill('2')
    await page.getByLabel('Reason').selectOption('Other adjustment')
    await page.getByRole('button', { name: 'Refund £2.00' }).click()
    await page.getByText('Paid another way?').click()
    await expectAccessible(page)
    await page.getByText('You have paid £2.00 to the buyer another way').waitFor()
    await page.getByRole('button', { name: 'Note as paid' }).click()
    await page.getByText('Noted that £2.00 was refunded another way: Other adjustment').waitFor()
    expect((await stateOf(number)).payment_status).toBe('PARTIALLY_REFUNDED')
  })

  it('of gift wrap and a tip, by the amount typed beside their names, and not more of them than was paid', async () => {
    const page = await as('owner@demo.example')
    const number = await orderIn('DELIVERED')
    const extras = JSON.stringify([
      { kind: 'GIFT_WRAP', title: 'Red paper', minor: 350, taxes: [] },
      { kind: 'TIP', title: 'Tip', minor: 200, taxes: [] },
    ])
    await sql`update orders set extras = ${extras}::jsonb, subtotal_minor = subtotal_minor + 550
      where order_number = ${number}`.execute(test.db.owner)
    await sql`update payments set amount_minor = amount_minor + 550
      where order_id = (select id from orders where order_number = ${number}) and state = 'PAID'`.execute(test.db.owner)
    await openPage(page, `${test.url}${paths.refundOrder(number)}`)
    await page.getByLabel('Items and shipping').check()
    const field = page.getByLabel('Refund of Red paper and Tip')
    await field.fill('5.51')
    await page.getByLabel('Reason').selectOption('Other adjustment')
    await page.getByRole('button', { name: 'Refund £5.51' }).click()
    await page.getByText('Red paper and Tip: at most £5.50 can be refunded. Nothing was changed.').first().waitFor()
    await expectAccessible(page)
    await field.fill('3.50')
    await page.getByRole('button', { name: 'Refund £3.50' }).click()
    await page.getByText('Refunded £3.50: Other adjustment').waitFor()
    const { rows } = await sql<{ line: number | null; kind: string; minor: number }>`
      select p.line_item_id as line, p.kind, p.amount_minor as minor
      from refund_parts p join refunds r on r.seller_id = p.seller_id and r.id = p.refund_id
      where r.order_id = (select id from orders where order_number = ${number})`.execute(test.db.owner)
    expect(rows).toEqual([{ line: null, kind: 'ITEM', minor: 350 }])
    await openPage(page, `${test.url}${paths.refundOrder(number)}`)
    await page.getByLabel('Items and shipping').check()
    await page.getByText('up to £2.00').waitFor()
  })
})

describe('an order', () => {
  it('is cancelled where the buyer asks for it, or by the seller, who sees what that does to the level', async () => {
    const page = await as('manager@demo.example')
    const asked = await orderIn('CANCELLATION_REQUESTED', { currency: 'EUR' })
    await openPage(page, `${test.url}${paths.orderDetails(asked)}`)
    await page.getByText('Without an answer the order stands.').waitFor()
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Choose a reason.').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Accept and refund €/ }).click()
    await page.getByText('Cancellation closed: the buyer was refunded').waitFor()
    expect(await stateOf(asked)).toMatchObject({ status: 'CANCELLED', payment_status: 'FULLY_REFUNDED' })

    const other = await orderIn('AWAITING_SHIPMENT')
    await openPage(page, `${test.url}${paths.orderDetails(other)}`)
    await page.getByRole('link', { name: 'Cancel order' }).click()
    await page.getByLabel('Out of stock, or it cannot be delivered').check()
    await page.getByText(/^Counts as a defect\. With it: \d+ defects? in [\d,]+ orders sold since /).waitFor()
    await page.getByRole('button', { name: /^Cancel order and refund £/ }).click()
    await page.getByText('You cancelled: out of stock').waitFor()
    expect(await stateOf(other)).toMatchObject({ status: 'CANCELLED', payment_status: 'FULLY_REFUNDED' })
  })
})
