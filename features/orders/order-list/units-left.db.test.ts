import { anyListing, rowOf, updateRows, addRow } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import * as togetherPage from '#features/order-page/actions/ship-together-page.tsx'
import { latestOrders } from '#features/selling/listings/listing-parts.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { listToShip } from '#features/home/previous-tool/previous-tool-db.server.ts'
import { readFirstTasks, taskReader } from '#features/home/tasks/tasks-read.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from './orders-list.server.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const ordersPage = { loader: listLoader(ordersList) }
type Order = Awaited<ReturnType<typeof addOrderToShip>>

const cancel = async (order: Order, units: readonly number[]) => {
  for (const [index, cancelled] of units.entries())
    await updateRows(
      db.owner,
      'line_items',
      { order_id: order.id, position: index + 1 },
      { cancelled_quantity: cancelled },
    )
}

const { sellerId: seller, browser: by } = await addTestShop(hub)
const other = await addOrderToShip(db, seller, [1])
/** Of three, two and one units: line 1 is cancelled, and a unit of line 2. */
const part = await addOrderToShip(db, seller, [3, 2, 1])
const { id } = await addRow(db.owner, 'listings', {
  seller_id: seller,
  title: 'Strap',
  ...anyListing,
  starts_at: now,
})
const listing = id
await db.owner.updateTable('line_items').set({ listing_id: listing }).where('seller_id', '=', seller).execute()
const { buyer_id, buyer_username } = await rowOf(db.owner, 'orders', { id: other.id })
await db.owner.updateTable('orders').set({ buyer_id, buyer_username, ship_by: now }).where('id', '=', part.id).execute()
await cancel(part, [3, 1, 0])

const counts = () =>
  db.owner.selectFrom('orders').select(['line_count', 'unit_count']).where('id', '=', part.id).executeTakeFirstOrThrow()

describe('a partly cancelled order', () => {
  it('is shown, sorted, found and summed in the list by its remaining units', async () => {
    const list = async (query: string) => unpackModel((await by.get(ordersPage, `${paths.orders}?${query}`)).data.model)
    const model = await list('sort=-quantity')
    expect(model.rows.map(({ key }) => key)).toEqual([part.number, other.number])
    expect(model.rows[0]!.cells.quantity).toBe('2')
    expect(model.rows[0]!.cells.item).toMatchObject({ main: 'Item 2', second: expect.stringContaining('1 more') })
    expect(JSON.stringify(model)).toContain('3 items')
    await cancel(part, [3, 2, 0])
    expect((await list('several=1')).rows).toEqual([])
    await cancel(part, [3, 1, 0])
    expect((await list('several=1')).rows.map(({ key }) => key)).toEqual([part.number])
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('counts its remaining units in the hint to ship together', async () => {
    expect((await by.get(detailsPage, paths.orderDetails(other.number))).data.together.text).toMatch(
      /^1 more order to this address, 2 items,/,
    )
    const { data } = await by.get(togetherPage, paths.shipTogether(other.number))
    expect(data.orders.map(({ title }: { title: string }) => title)).toEqual(['Item 1', 'Item 2 · + 1 more item'])
  })

  it('counts its remaining units in tasks, the classic view and the listing’s page', async () => {
    const texts = textsFor('en', 'Europe/London')
    const reader = taskReader(
      { id: seller, timeZone: 'Europe/London', role: 'owner' },
      { now, deadlines: policyPack.deadlines },
    )
    const [tasks, toShip, orders] = await db.asSeller(seller, 'read', async (own) => [
      await readFirstTasks(own, reader, { texts, role: 'owner' }),
      await listToShip(own, seller, 1),
      await latestOrders(own, { sellerId: seller, listingId: listing, most: 5 }),
    ])
    expect(tasks.lines).toMatchObject([{ item: { title: 'Item 2', more: '+1 more' } }])
    expect(toShip.rows.find(({ order_number: number }) => number === part.number)).toMatchObject({
      title: 'Item 2',
      line_count: 2,
      open_units: 2,
    })
    expect(orders.map(({ units }) => units)).toEqual([2, 1])
  })

  it('counts all ordered units again once everything is cancelled', async () => {
    expect(await counts()).toEqual({ line_count: 2, unit_count: 2 })
    await cancel(part, [3, 2, 1])
    expect(await counts()).toEqual({ line_count: 3, unit_count: 6 })
  })
})
