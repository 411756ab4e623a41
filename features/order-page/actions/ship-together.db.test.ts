import { updateRows } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { signedInBrowser, type TestAnswer, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { paths } from '#web/paths.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import * as togetherPage from './ship-together-page.tsx'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const ordersPage = { loader: listLoader(ordersList) }
let seller: number
let by: TestBrowser
let viewer: TestBrowser
type Order = Awaited<ReturnType<typeof addOrderToShip>>
let orders: { first: Order; same: Order; elsewhere: Order; stranger: Order; gone: Order }

beforeAll(async () => {
  const [shipper, reader] = [await addTestMember(hub, { name: 'Ada' }), await addTestMember(hub)]
  seller = await addTestSeller(db, { [shipper.id]: 'manager', [reader.id]: 'viewer' })
  by = await signedInBrowser(hub, shipper.email)
  viewer = await signedInBrowser(hub, reader.email)
  const add = () => addOrderToShip(db, seller, [2, 1])
  orders = { first: await add(), same: await add(), elsewhere: await add(), stranger: await add(), gone: await add() }
  const { first, same, elsewhere, gone } = orders
  const { buyer_id, buyer_username } = await rowOf(first)
  for (const { id } of [same, elsewhere, gone])
    await db.owner.updateTable('orders').set({ buyer_id, buyer_username }).where('id', '=', id).execute()
  const { ship_to_address_id } = await rowOf(elsewhere)
  await db.owner.updateTable('addresses').set({ line2: 'Flat 4' }).where('id', '=', ship_to_address_id).execute()
  await ship(gone, [gone])
})

const rowOf = ({ id }: Order) =>
  db.owner.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

function ship(from: Order, which: readonly Order[], { key = newParcelKey(), tracking = 'RM123456785GB' } = {}) {
  const fields = { key, 'tracking.1': tracking, 'carrier.1': tracking ? 'Royal Mail' : '' }
  return by.post(togetherPage, paths.shipTogether(from.number), { ...fields, order: which.map(({ number }) => number) })
}

/** Adds three unshipped orders of one buyer to one address. */
async function addSame() {
  const add = () => addOrderToShip(db, seller, [2, 1])
  const all = [await add(), await add(), await add()] as const
  const { buyer_id, buyer_username } = await rowOf(all[0])
  for (const { id } of all)
    await db.owner.updateTable('orders').set({ buyer_id, buyer_username }).where('id', '=', id).execute()
  return all
}
const numbersOf = (page: TestAnswer) => page.data.orders.map(({ number }: { number: string }) => number)

const hintOf = async (order: Order, who = by) =>
  (await who.get(detailsPage, paths.orderDetails(order.number))).data.together

describe('orders that can go in one parcel', () => {
  it('are open, of the same buyer, to the identical address', async () => {
    const { first, same, elsewhere, stranger, gone } = orders
    expect(await hintOf(first)).toEqual({
      text: '1 more order to this address, 3 items, £10.00. In one parcel you pay postage once.',
      action: 'Ship 2 together',
      href: paths.shipTogether(first.number),
    })
    expect(await hintOf(same)).not.toBeNull()
    for (const order of [elsewhere, stranger, gone]) expect(await hintOf(order)).toBeNull()
    expect(await hintOf(first, viewer)).toBeNull()
    const { data } = await by.get(ordersPage, `${paths.orders}?together=1`)
    expect(
      unpackModel(data.model)
        .rows.map(({ key }) => key)
        .toSorted(),
    ).toEqual([first.number, same.number].toSorted())
  })

  it('mark the buyer as a returning buyer', async () => {
    const { data } = await by.get(ordersPage, paths.orders)
    const { rows } = unpackModel(data.model)
    const second = (order: Order) => rows.find(({ key }) => key === order.number)!.cells.buyer
    expect(second(orders.first)).toMatchObject({ second: 'United Kingdom · 4 orders' })
    expect(second(orders.stranger)).toMatchObject({ second: 'United Kingdom' })
  })

  it('are shipped once under one number, each with its own parcel, and can be taken back', async () => {
    const { first, same } = orders
    expect((await ship(first, [first], { tracking: '' })).status).toBe(422)
    expect((await ship(first, [])).data.errors.form).toBe('Choose at least one order.')
    expect((await viewer.post(togetherPage, paths.shipTogether(first.number), {})).status).toBe(403)
    // The buyer's notes on all orders are shown.
    await updateRows(db.owner, 'orders', { order_number: same.number }, { buyer_note: 'Ring twice.' })
    const page = await by.get(togetherPage, paths.shipTogether(first.number))
    expect(page.data.orders.map(({ note }: { note: string | null }) => note)).toEqual([
      null,
      'Note from the buyer: Ring twice.',
    ])
    const key = newParcelKey()
    const sent = await ship(first, [first, same], { key })
    expect(sent.location).toMatch(/undo=/)
    expect((await ship(first, [first, same], { key })).location).not.toMatch(/undo=/)
    const parcels = await db.owner
      .selectFrom('shipments')
      .select(['order_id', 'tracking_number', 'carrier'])
      .where('order_id', 'in', [first.id, same.id])
      .orderBy('order_id')
      .execute()
    const parcel = { tracking_number: 'RM123456785GB', carrier: 'Royal Mail' }
    expect(parcels).toEqual([
      { order_id: first.id, ...parcel },
      { order_id: same.id, ...parcel },
    ])
    const late = await ship(first, [same, orders.elsewhere])
    expect([late.status, late.data.errors.form]).toEqual([
      200,
      `Shipped: ${orders.elsewhere.number}. Not shipped: ${same.number}. Ada was first, 20 Nov, 12:00.`,
    ])
    expect((await rowOf(orders.elsewhere)).status).toBe('SHIPPED')
    expect([(await rowOf(first)).status, (await rowOf(same)).status]).toEqual(['SHIPPED', 'SHIPPED'])
  })

  it('show which were shipped and which not, and can be taken back', async () => {
    const [first, taken, open] = await addSame()
    const page = await by.get(togetherPage, paths.shipTogether(first.number))
    expect(numbersOf(page)).toEqual([first.number, taken.number, open.number])
    await ship(taken, [taken])
    const key = newParcelKey()
    const sent = await ship(first, [first, taken], { key })
    const said = `Shipped: ${first.number}. Not shipped: ${taken.number}. Ada was first, 20 Nov, 12:00.`
    expect(sent).toMatchObject({
      status: 200,
      data: {
        errors: { form: said },
        shipped: 1,
        readAgain: true,
        toast: { text: '1 order shipped', act: { label: 'Undo' } },
      },
    })
    // Also if the page's own order has shipped.
    expect(numbersOf(await by.get(togetherPage, paths.shipTogether(first.number)))).toEqual([open.number])
    expect(sent.data.key).not.toBe(key)
    // Nothing was shipped and nothing is left: the page redirects to the order.
    await ship(open, [open])
    const none = await ship(first, [taken, open], { key: sent.data.key })
    expect(none).toMatchObject({ status: 409, data: { shipped: 0, toast: null, readAgain: false } })
    expect(none.data.errors.form).not.toContain('Shipped:')
    expect((await by.get(togetherPage, paths.shipTogether(first.number))).location).toBe(
      paths.orderDetails(first.number),
    )
  })

  it('are not reported as shipped with a number changed since it was sent', async () => {
    const [first, same] = await addSame()
    const key = newParcelKey()
    await ship(first, [first, same], { key })
    const changed = await ship(first, [first, same], { key, tracking: 'RN473124829GB' })
    expect(changed.status).toBe(409)
    expect(changed.data.errors.form).toContain('Royal Mail RM123456785GB with 3 items')
  })
})
