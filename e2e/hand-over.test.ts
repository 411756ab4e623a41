import { updateRows } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths, withQuery } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { keepToasts, newPage, openPage, signIn, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const seller = test.db.owner.selectFrom('sellers').select('id').where('username', '=', 'harbour-camera')
const sellerId = (await seller.executeTakeFirstOrThrow()).id

/** Adds a paid order to be collected; returns its number. */
async function orderToCollect(): Promise<string> {
  const { id, number } = await addOrderToShip(test.db, sellerId, [2], { placedAt: new Date() })
  await updateRows(
    test.db.owner,
    'orders',
    { seller_id: sellerId, id },
    { delivery: 'COLLECT', ship_to_address_id: null, shipping_service: null },
  )
  return number
}

const statusOf = async (number: string) => {
  const orders = test.db.owner.selectFrom('orders').select('status').where('order_number', '=', number)
  return assertDefined(await orders.executeTakeFirst(), 'it was added').status
}

it('orders that buyers collect are handed over from their page and from the list, and taken back', async () => {
  const [one, two, three] = [await orderToCollect(), await orderToCollect(), await orderToCollect()]
  const page = await newPage()
  await keepToasts(page)
  await signIn(page, test, 'owner@demo.example')

  await openPage(page, test.url + paths.orderDetails(one))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Handed over' }).click()
  await page.getByRole('status').getByText('1 order handed over').waitFor()
  await page.getByText('Picked up').first().waitFor()
  expect(await statusOf(one)).toBe('DELIVERED')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => statusOf(one)).toBe('AWAITING_SHIPMENT')

  const list = withQuery(paths.orders, { delivery: 'COLLECT' })
  await openPage(page, test.url + list)
  await page.getByRole('link', { name: `Handed over: ${two}` }).click()
  await page.getByRole('heading', { name: 'Hand over 1 order' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Handed over' }).click()
  await page.waitForURL((url) => url.pathname === paths.orders && url.searchParams.get('delivery') === 'COLLECT')
  expect(await statusOf(two)).toBe('DELIVERED')

  await openPage(page, `${test.url}${paths.ordersHandOver}?delivery=COLLECT&all=1`)
  await page.getByRole('heading', { name: 'Hand over 2 orders' }).waitFor()
  await page.getByText('1 other order does not await pickup').waitFor()
  await page.getByRole('button', { name: 'Handed over' }).click()
  await page.waitForURL((url) => url.pathname === paths.orders)
  expect([await statusOf(one), await statusOf(three)]).toEqual(['DELIVERED', 'DELIVERED'])
})
