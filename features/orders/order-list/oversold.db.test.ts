import { expect, it } from 'vitest'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { readFirstTasks, taskReader } from '#features/home/tasks/tasks-read.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import { ordersHref } from './orders-list.server.ts'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from './orders-list.server.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const ordersPage = { loader: listLoader(ordersList) }

it('an oversold order is marked on its page, in the list and in the tasks until its units are cancelled', async () => {
  const { sellerId, browser: by } = await addTestShop(hub, { name: 'Amira' })
  const { id, number } = await addOrderToShip(db, sellerId, [2])
  const other = await addOrderToShip(db, sellerId, [2])
  const page = async (of = number) => (await by.get(detailsPage, paths.orderDetails(of))).data.model.oversold
  const listed = async () => JSON.stringify((await by.get(ordersPage, ordersHref({ oversold: ['1'] }))).data)
  const reader = taskReader(
    { id: sellerId, timeZone: 'Europe/London', role: 'owner' },
    { now, deadlines: policyPack.deadlines },
  )
  const texts = textsFor('en', 'Europe/London')
  const tasks = async () => {
    const { lines } = await db.asSeller(sellerId, 'read', (own) =>
      readFirstTasks(own, reader, { texts, role: 'owner' }),
    )
    return lines.map(({ title }) => title).filter((title) => title.startsWith('Sold more'))
  }
  expect([await page(), await tasks()]).toEqual([null, []])
  await db.owner.updateTable('line_items').set({ short_quantity: 1 }).where('order_id', '=', id).execute()
  expect(await page()).toMatchObject({
    title: 'Sold more than you had',
    items: [{ text: expect.stringMatching(/^1 × /) }],
    what: expect.stringContaining('Restock'),
  })
  expect(await page(other.number)).toBeNull()
  expect(await tasks()).toEqual([`Sold more than you had: ${number}`])
  const rows = await listed()
  expect(rows).toContain(number)
  expect(rows).not.toContain(other.number)
  expect(rows).toContain('Oversold: 1')
  await db.owner.updateTable('line_items').set({ cancelled_quantity: 1 }).where('order_id', '=', id).execute()
  expect([await page(), await tasks()]).toEqual([null, []])
  expect(await listed()).not.toContain(number)
})
