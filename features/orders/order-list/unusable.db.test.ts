import { updateRows } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { readFirstTasks, taskReader } from '#features/home/tasks/tasks-read.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import { ordersHref, ordersList } from './orders-list.server.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const texts = textsFor('en', 'Europe/London')

it('an order with data that could not be used says so on its page, and is a task until it has left', async () => {
  const owner = await addTestMember(hub, { name: 'Amira' })
  const viewer = await addTestMember(hub, { name: 'Vi' })
  const sellerId = await addTestSeller(db, { [owner.id]: 'owner', [viewer.id]: 'viewer' })
  const { id, number } = await addOrderToShip(db, sellerId, [1])
  const other = await addOrderToShip(db, sellerId, [1])
  const unusable = [
    { field: '/buyer/email', value: 'anna at shop.example' },
    { field: '/shipTo/city', value: '' },
    { field: '/lines/0/listing', value: 'gone' },
    { field: '/till', value: '2' },
  ]
  const keep = (fields: object[] | null, of = id) =>
    updateRows(db.owner, 'orders', { id: of }, { unusable: fields && JSON.stringify(fields) })
  const pageFor = async ({ email }: typeof owner, of = number) => {
    const by = await signedInBrowser(hub, email)
    return (await by.get(detailsPage, paths.orderDetails(of))).data.model.unusable
  }
  const ordersPage = { loader: listLoader(ordersList) }
  const listed = async () => {
    const by = await signedInBrowser(hub, owner.email)
    return JSON.stringify((await by.get(ordersPage, ordersHref({ unusable: ['1'] }))).data)
  }
  const reader = taskReader(
    { id: sellerId, timeZone: 'Europe/London', role: 'owner' },
    { now, deadlines: policyPack.deadlines },
  )
  const tasks = async () => {
    const { lines } = await db.asSeller(sellerId, 'read', (own) =>
      readFirstTasks(own, reader, { texts, role: 'owner' }),
    )
    return lines.flatMap(({ title, href }) => (title.includes('could not be used') ? [[title, href]] : []))
  }
  expect([await pageFor(owner), await tasks()]).toEqual([null, []])
  await keep(unusable)
  expect((await pageFor(owner))?.items).toEqual([
    'Buyer (email): anna at shop.example',
    'Shipping address (Town): missing',
    'Item not listed here: gone',
    'till: 2',
  ])
  expect((await pageFor(viewer))?.items).toEqual([
    'Buyer (email)',
    'Shipping address (Town): missing',
    'Item not listed here',
    'till',
  ])
  expect((await pageFor(owner))?.what).toContain('before you ship')
  expect(await pageFor(owner, other.number)).toBeNull()
  expect(await tasks()).toEqual([[`Some data could not be used: ${number}`, paths.orderDetails(number)]])
  expect(await listed()).toContain(number)
  expect(await listed()).not.toContain(other.number)
  await db.owner.updateTable('line_items').set({ shipped_quantity: 1 }).where('order_id', '=', id).execute()
  const left = await pageFor(owner)
  expect([await tasks(), left?.items.length, left?.title]).toEqual([[], 4, 'Some data of this order could not be used'])
  expect(left?.what, 'it has left, as imported ones have').not.toContain('before you ship')
})
