import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestShop, signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders as addManyOrders } from '#features/orders/order-list/testing.ts'
import { paths, withQuery } from '#web/paths.ts'
import * as shipPage from './ship-many-page.tsx'
import * as latelyPage from './shipped-lately-page.tsx'
import { addField, cellField, removeField, takenField, unitsField } from './sheet-form.ts'
import { rowId } from './sheet.ts'
import { day, hour } from '#lib/duration.ts'

// The sheet and its undo, as a browser without JavaScript submits them.

let now = new Date('2026-11-20T14:30:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })

const [amira, bo] = [await addTestMember(hub, { name: 'Amira' }), await addTestMember(hub, { name: 'Bo' })]
const seller = await addTestSeller(db, { [amira.id]: 'shipper', [bo.id]: 'owner' })
const shipper = await signedInBrowser(hub, amira.email)
const colleague = await signedInBrowser(hub, bo.email)

const numbers = ['RN000000014GB', 'RN000000028GB', 'RN000000031GB'] as const
const sheetOf = (orders: readonly string[]) => withQuery(paths.ordersShip, { keys: orders.join(',') })

async function addOrders(...lines: readonly (readonly number[])[]): Promise<string[]> {
  const orders: string[] = []
  for (const quantities of lines) orders.push((await addOrderToShip(db, seller, quantities)).number)
  return orders
}

/** The form's fields for these orders, without input. */
async function openSheet(orders: readonly string[]) {
  const { data } = await shipper.get(shipPage, sheetOf(orders))
  return { model: data.model, fields: { sheet: data.model.sheetKey as string, [takenField]: orders } }
}

const parcelsOf = async (order: string) => {
  const rows = await db.owner
    .selectFrom('shipments as s')
    .innerJoin('orders as o', (join) => join.onRef('o.seller_id', '=', 's.seller_id').onRef('o.id', '=', 's.order_id'))
    .innerJoin('shipment_lines as c', (join) =>
      join.onRef('c.seller_id', '=', 's.seller_id').onRef('c.shipment_id', '=', 's.id'),
    )
    .innerJoin('line_items as l', (join) =>
      join.onRef('l.seller_id', '=', 'c.seller_id').onRef('l.id', '=', 'c.line_item_id'),
    )
    .select(['s.tracking_number as tracking', 'l.position as line', 'c.quantity as units'])
    .where('o.order_number', '=', order)
    .orderBy('s.tracking_number')
    .orderBy('l.position')
    .execute()
  return rows.map(({ tracking, line, units }) => `${tracking}: ${units} of ${line}`)
}

describe('the sheet without JavaScript', () => {
  it('adds a parcel to an order, ships both, and never the same twice', async () => {
    const [order, other] = (await addOrders([2, 1], [1])) as [string, string]
    const { model, fields } = await openSheet([order, other])
    expect(model.rows.map(({ lines }: { lines: unknown[] }) => lines.length)).toEqual([2, 0])
    const typed = { ...fields, [cellField('tracking', order)]: numbers[0], [cellField('tracking', other)]: numbers[1] }
    const second = rowId(order, 2)
    const added = await shipper.post(shipPage, sheetOf([order, other]), { ...typed, [addField]: order })
    expect(added.data.sheet).toMatchObject([
      { id: order, tracking: numbers[0] },
      { id: second, units: { 2: '1' } },
      { id: other, tracking: numbers[1] },
    ])
    expect(await parcelsOf(order)).toEqual([])
    const withSecond = { ...typed, [unitsField(second, 2)]: '1', [unitsField(second, 1)]: '1' }
    const removed = await shipper.post(shipPage, sheetOf([order, other]), {
      ...withSecond,
      [cellField('tracking', second)]: '',
      [removeField]: second,
    })
    expect(removed.data.sheet).toMatchObject([{ id: order }, { id: other }])
    const sent = { ...withSecond, [cellField('tracking', second)]: numbers[2] }
    expect((await shipper.post(shipPage, sheetOf([order, other]), sent)).status).toBe(303)
    const shipped = [`${numbers[0]}: 1 of 1`, `${numbers[2]}: 1 of 1`, `${numbers[2]}: 1 of 2`]
    expect(await parcelsOf(order)).toEqual(shipped)
    expect((await shipper.post(shipPage, sheetOf([order, other]), sent)).status).toBe(303)
    expect(await parcelsOf(order)).toEqual(shipped)
  })

  it('does not report a sheet changed since it was sent as shipped', async () => {
    const [order, other] = (await addOrders([2], [1])) as [string, string]
    const { fields } = await openSheet([order, other])
    const typed = { ...fields, [cellField('tracking', order)]: numbers[0], [cellField('tracking', other)]: numbers[1] }
    const second = { [cellField('tracking', rowId(order, 2))]: numbers[2], [unitsField(rowId(order, 2), 1)]: '1' }
    const send = (sheet: Record<string, string | readonly string[]>) =>
      shipper.post(shipPage, sheetOf([order, other]), sheet)
    const said = `Already shipped from this page: Royal Mail ${numbers[0]} with`
    expect((await send(typed)).status).toBe(303)
    now = new Date(now.getTime() + 1)
    for (const changed of [second, { [cellField('tracking', order)]: numbers[2] }])
      expect((await send({ ...typed, ...changed })).data.refused).toEqual({ [order]: expect.stringContaining(said) })
    expect([await parcelsOf(order), await parcelsOf(other)]).toEqual([
      [`${numbers[0]}: 2 of 1`],
      [`${numbers[1]}: 1 of 1`],
    ])
    // An added parcel with fewer units, or removed.
    const [divided] = (await addOrders([3])) as [string]
    const sheet = async (units: string | null, key: string) => {
      const row = rowId(divided, 2)
      const added = units === null ? {} : { [cellField('tracking', row)]: numbers[2], [unitsField(row, 1)]: units }
      const fieldsOf = { sheet: key, [takenField]: [divided], [cellField('tracking', divided)]: numbers[1], ...added }
      return (await shipper.post(shipPage, sheetOf([divided]), fieldsOf)).status
    }
    const key = (await openSheet([divided])).fields.sheet
    expect(await sheet('2', key)).toBe(303)
    now = new Date(now.getTime() + 1)
    expect([await sheet('2', key), await sheet('1', key), await sheet(null, key)]).toEqual([303, 200, 200])
    expect(await parcelsOf(divided)).toEqual([`${numbers[1]}: 1 of 1`, `${numbers[2]}: 2 of 1`])
  })

  it('ships one parcel and leaves the other for later, and ships nothing of an order with an error', async () => {
    const [order, wrong] = (await addOrders([3], [3])) as [string, string]
    const { fields } = await openSheet([order, wrong])
    const answer = await shipper.post(shipPage, sheetOf([order, wrong]), {
      ...fields,
      [cellField('tracking', rowId(order, 2))]: numbers[0],
      [unitsField(rowId(order, 2), 1)]: '2',
      [cellField('tracking', wrong)]: numbers[1],
      [cellField('tracking', rowId(wrong, 2))]: numbers[2],
      [unitsField(rowId(wrong, 2), 1)]: '4',
    })
    expect(Object.keys(answer.data.errors)).toEqual([unitsField(rowId(wrong, 2), 1)])
    expect([await parcelsOf(order), await parcelsOf(wrong)]).toEqual([[`${numbers[0]}: 2 of 1`], []])
    const { model } = await openSheet([order])
    expect(model.rows[0]).toMatchObject({ units: 1, cannot: null })
  })
})

describe('a whole sheet', () => {
  const ship = async () => {
    const orders = await addOrders([1], [1], [1])
    const { fields } = await openSheet(orders)
    const cells = orders.map((order, index) => [cellField('tracking', order), numbers[index]!] as const)
    const { location } = await shipper.post(shipPage, sheetOf(orders), { ...fields, ...Object.fromEntries(cells) })
    return { orders, step: new URL(location!, 'http://hub').searchParams.get('undo')! }
  }
  const open = async (step: string, by = shipper) => (await by.get(latelyPage, paths.shippedLately(step))).data.step
  const takeBack = async (step: string, by = shipper) =>
    (await by.post(latelyPage, paths.shippedLately(step), { step })).data.step

  it('can be taken back for a day, except scanned parcels, with a reason for each row', async () => {
    const { orders, step } = await ship()
    now = new Date(now.getTime() + 23 * hour)
    const { data } = await shipper.get(latelyPage, paths.shippedLately())
    expect(data.steps.find(({ id }: { id: string }) => id === step)).toMatchObject({
      id: step,
      text: '3 orders shipped',
      parcels: '3 parcels, 3 can be taken back',
    })
    await db.owner
      .updateTable('shipments')
      .set({ state: 'IN_TRANSIT' })
      .where('tracking_number', '=', numbers[1])
      .where('parcel_key', 'like', `%${orders[1]!.replaceAll('-', '')}`)
      .execute()
    expect(await open(step)).toMatchObject({ open: 2, parcels: [{ why: null }, { why: /scanned/ }, { why: null }] })
    const after = await takeBack(step)
    expect(
      after.parcels.map(({ state, why }: { state: { text: string }; why: string | null }) => why ?? state.text),
    ).toEqual(['Taken back', 'The carrier has scanned it: it cannot be taken back.', 'Taken back'])
    expect(await Promise.all(orders.map(parcelsOf))).toEqual([[], [`${numbers[1]}: 1 of 1`], []])
    expect(await takeBack(step)).toBeNull()
    expect(await open(step)).toBeNull()
  })

  it('can be taken back only by the member who shipped it, for a day', async () => {
    const { orders, step } = await ship()
    expect([await open(step, colleague), await takeBack(step, colleague)]).toEqual([null, null])
    now = new Date(now.getTime() + day)
    expect([await open(step), await takeBack(step)]).toEqual([null, null])
    expect(await parcelsOf(orders[0]!)).toEqual([`${numbers[0]}: 1 of 1`])
  })
})

describe('all results, page by page', () => {
  it('are each shown once, whoever ships skipped ones', async () => {
    const { sellerId, browser } = await addTestShop(hub, { name: 'Cleo', role: 'shipper' })
    const all = await addManyOrders(db, { sellerId, count: 420, now, seed: 'ship all' })
    const become = (orders: readonly string[], fulfilment: 'NOT_STARTED' | 'FULFILLED') =>
      db.owner
        .updateTable('orders')
        .set({
          payment_status: 'PAID',
          fulfilment_status: fulfilment,
          cancel_state: 'NONE_REQUESTED',
          delivered: false,
        })
        .where('seller_id', '=', sellerId)
        .where('order_number', 'in', [...orders])
        .execute()
    await become(
      all.map(({ number }) => number),
      'NOT_STARTED',
    )
    const open = async (address: string) => {
      const { location } = await browser.get(shipPage, address)
      const { model } = (await browser.get(shipPage, location!)).data
      return { address: location!, orders: model.rows.map(({ order }: { order: string }) => order) as string[] }
    }
    const nextOf = async (address: string) => (await browser.get(shipPage, address)).data.model.next
    const first = await open(withQuery(paths.ordersShip, { all: '1', status: 'awaiting-shipment' }))
    await become(first.orders.slice(10), 'FULFILLED')
    const next = await nextOf(first.address)
    expect(next.text).toContain('220')
    const second = await open(next.href)
    await become([...first.orders.slice(0, 10), ...second.orders], 'FULFILLED')
    const afterThat = await nextOf(second.address)
    expect(afterThat.text).toContain('20')
    const third = await open(afterThat.href)
    expect(await nextOf(third.address)).toBeNull()
    // With nothing left to ship, it links to other orders awaiting shipment.
    await become(third.orders, 'FULFILLED')
    await become(first.orders.slice(0, 3), 'NOT_STARTED')
    expect(await nextOf(third.address)).toEqual({
      href: orderTabHref('awaiting-shipment'),
      text: '3 more orders to ship',
    })
    const shown = [...first.orders, ...second.orders, ...third.orders]
    expect(shown.toSorted()).toEqual(all.map(({ number }) => number).toSorted())
  })
})
