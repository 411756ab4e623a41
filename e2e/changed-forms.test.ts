import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { isPageData } from './page-data.ts'
import { keepToasts, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const shops = test.db.owner.selectFrom('sellers').select('id').where('username', '=', 'harbour-camera')
const seller = (await shops.executeTakeFirstOrThrow()).id

async function ordersIn(status: string, count: number): Promise<OrderNumber[]> {
  const { rows } = await sql<{ number: OrderNumber }>`
    select order_number as number from orders
    where seller_id = ${seller} and status = ${status} and payment_status = 'PAID' and currency = 'GBP' and total_minor > 1000
      and line_count = 1
    order by placed_at desc limit ${count}`.execute(test.db.owner)
  return rows.map(({ number }) => number)
}

/** Executes the next request but loses its response. */
const loseAnswer = (page: Page) =>
  page.route('**', async (route) => {
    if (!isPageData(route.request()) || route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
    await page.unrouteAll()
  })

it('a refund whose answer was lost and whose amount was changed then: what went back is said, and nothing more goes back unasked', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  const [number] = (await ordersIn('DELIVERED', 1)) as [OrderNumber]
  await openPage(page, test.url + paths.refundOrder(number))
  const main = page.getByRole('main')
  const most = main.getByText(/^At most/)
  const before = await most.innerText()
  await page.getByLabel('An amount').check()
  await page.getByLabel('Amount in GBP').fill('1')
  await page.getByLabel('Reason').selectOption('Other adjustment')
  await loseAnswer(page)
  await page.getByRole('button', { name: 'Refund £1.00' }).click()
  await page.getByText('No response').first().waitFor()
  await page.getByLabel('Amount in GBP').fill('2')
  await page.getByRole('button', { name: 'Refund £2.00' }).click()
  await main.getByText('A refund of £1.00 was already sent from this page').first().waitFor()
  // The page reloads its data while the form is open.
  await expect.poll(() => most.innerText()).not.toBe(before)
  expect(await page.getByLabel('Amount in GBP').inputValue()).toBe('2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refund £2.00' }).click()
  await page.getByText('Refunded £2.00: Other adjustment').waitFor()
  expect(await page.getByText('Refunded £1.00: Other adjustment').count()).toBe(1)
})

it('orders that are shipped together of which a colleague was faster with one: which were shipped is said, with Undo, and the rest is still there', async () => {
  const page = await signedInPage(test, 'owner@demo.example')
  const [first, taken, open] = (await ordersIn('AWAITING_SHIPMENT', 3)) as [OrderNumber, OrderNumber, OrderNumber]
  await sql`
    update orders o set buyer_id = f.buyer_id, buyer_username = f.buyer_username, ship_to_address_id = f.ship_to_address_id
    from orders f where f.seller_id = ${seller} and f.order_number = ${first}
      and o.seller_id = ${seller} and o.order_number = any (${[taken, open]})`.execute(test.db.owner)
  await keepToasts(page)
  await openPage(page, test.url + paths.shipTogether(first))
  const main = page.getByRole('main')
  const parcel = { key: newParcelKey(), carrier: 'DHL', trackingNumber: null, contents: 'rest' } as const
  const now = new Date()
  const colleague = { kind: 'MEMBER', id: 'bo', name: 'Bo' } as const
  const shipment = { sellerId: seller, number: taken, parcels: [{ ...parcel, shippedAt: now }], actor: colleague, now }
  expect(await test.hub.db.asSeller(seller, 'write', (db) => shipOrder(db, shipment))).toMatchObject({ ok: true })
  const boxes = main.getByRole('checkbox')
  // The buyer may have further orders.
  const all = await boxes.count()
  for (const box of await boxes.all()) await box.uncheck()
  for (const number of [first, taken]) await main.getByRole('checkbox', { name: number }).check()
  await main.getByLabel(/^Tracking number/).fill('RN000000028GB')
  await main.getByRole('button', { name: 'Ship together' }).click()
  await main.getByText(new RegExp(`Shipped: ${first}. Not shipped: ${taken}. Bo was first`)).waitFor()
  await expect.poll(() => boxes.count()).toBe(all - 2)
  expect(await main.getByRole('checkbox', { name: open }).isVisible()).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => boxes.count()).toBe(all - 1)
})
