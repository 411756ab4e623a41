import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { postDueGoods } from '#features/core/costs/post-due-goods.server.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { takeUndos } from '#features/machinery/undo/undos-db.server.ts'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import * as shipPage from '#features/order-page/actions/ship-order-page.tsx'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { undoHandOver, type HandOverInverse } from '#features/shipping/hand-over/hand-over-db.server.ts'
import * as handOverPage from '#features/shipping/hand-over/hand-over-page.tsx'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { minute } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import { addTestListing, orderOf, soonAfter } from '#api/testing-orders.ts'
import { staysSound } from '#api/testing-shop.ts'
import { testApi } from '#api/testing.ts'

let now = soonAfter
const db = await testDatabase({ poolSize: 6 })
const hub = testServices(db, { now: () => now })
let sellerId: number
let shipperId: string
let shipper: TestBrowser
let item: string

const api = await testApi(db, { now: () => now })

beforeAll(async () => {
  const member = await addTestMember(hub, { name: 'Amira' })
  shipperId = member.id
  sellerId = await addTestSeller(db, { [member.id]: 'shipper' }, { external_id: 'shop' })
  shipper = await signedInBrowser(hub, member.email)
  item = await addTestListing(db, { sellerId, quantity: 50, sku: 'M3' })
  const cost = {
    sku: 'M3',
    key: 'k',
    currency: 'GBP',
    unitCostMinor: 1_000,
    quantity: null,
    since: new Date('2026-11-01'),
  }
  await write((own) => enterCosts(own, { sellerId, costs: [cost], source: 'TYPED', enteredBy: 'Amira', now }))
})
staysSound(db)

const write = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)

/** A paid order of two units; returns its number. */
async function place(id: string, delivery: 'SHIP' | 'COLLECT' | 'DIGITAL'): Promise<OrderNumber> {
  const { shipTo, ...order } = orderOf(id, item, { quantity: 2, buyer: id.toLowerCase() })
  const payment = { id: `p-${id}`, method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' }
  const body = { ...order, delivery, payment, ...(delivery === 'SHIP' ? { shipTo } : {}) }
  const answer = await api.ask('POST', '/sellers/shop/orders', { body })
  expect(answer.status).toBe(201)
  return assertDefined(parseOrderNumber(answer.body.number as string), 'it is one')
}
const orderIn = async (id: string) => (await api.ask('GET', `/sellers/shop/orders/${id}`)).body
const stock = async () => (await api.ask('GET', `/sellers/shop/listings/${item}/stock`)).body
const open = async (number: string) => (await shipper.get(detailsPage, paths.orderDetails(number))).data
const profitOf = (number: string) =>
  db.owner
    .selectFrom('order_profits as p')
    .innerJoin('orders as o', (join) => join.onRef('o.seller_id', '=', 'p.seller_id').onRef('o.id', '=', 'p.order_id'))
    .select('p.cost_minor')
    .where('o.order_number', '=', number)
    .executeTakeFirst()

/** Uses the undo offered on the page after a step. */
const takeBack = (location: string | null) =>
  db.asOwnerFor(sellerId, async (own) => {
    const id = new URL(assertDefined(location, 'it leads on'), 'http://hub').searchParams.get('undo') ?? ''
    const [kept] = await takeUndos(own, { sellerId, memberId: shipperId, ids: [id], now })
    const inverse = assertDefined(kept, 'it was kept').inverse as HandOverInverse
    return undoHandOver(own, { sellerId, inverse, actor: { kind: 'MEMBER', id: shipperId, name: 'Amira' }, now })
  })

describe('an order that its buyer collects', () => {
  it('is handed over from its page, and is complete without a parcel', async () => {
    const number = await place('C-1', 'COLLECT')
    const before = await stock()
    const { handOver, shipHref, model } = await open(number)
    expect(shipHref).toBeNull()
    expect(model).toMatchObject({ status: { text: 'Awaiting pickup' }, delivery: { text: 'Local pickup' } })
    const { status, location } = await shipper.post(handOverPage, handOver.href, {
      begun: handOver.begun,
      back: 'order',
    })
    expect([status, location]).toEqual([303, expect.stringMatching(`^/sh/ord/details\\?orderid=${number}&undo=`)])
    expect(await orderIn('C-1')).toMatchObject({
      status: 'DELIVERED',
      deliveredAt: now.toISOString(),
      parcels: [],
      lines: [{ shipped: 2, reserved: 0 }],
    })
    expect(await stock()).toMatchObject({ onHand: before.onHand - 2, reserved: before.reserved - 2 })
    expect(await profitOf(number)).toEqual({ cost_minor: 2_000 })
    const after = await open(number)
    expect(after.handOver).toBeNull()
    expect(after.model.status).toEqual({ tone: 'good', text: 'Picked up' })
    expect(after.model.timeline.at(-1)).toMatchObject({ text: 'Handed over to the buyer', by: 'Amira' })
    // Pressed twice, it stays as it is.
    expect((await shipper.post(handOverPage, handOver.href, { begun: handOver.begun })).status).toBe(422)
    const { body } = await api.ask('GET', '/events?limit=200')
    expect(body.items.map(({ type }: { type: string }) => type)).toContain('order.handed_over')
  })

  it('can be taken back and handed over again, and each time its goods cost once', async () => {
    const number = await place('C-2', 'COLLECT')
    const before = await stock()
    const hand = async () => {
      const { handOver } = await open(number)
      return (await shipper.post(handOverPage, handOver.href, { begun: handOver.begun, back: 'order' })).location
    }
    expect(await takeBack(await hand())).toEqual({ back: 1, left: 0 })
    expect(await orderIn('C-2')).toMatchObject({
      status: 'AWAITING_SHIPMENT',
      deliveredAt: null,
      lines: [{ shipped: 0, reserved: 2 }],
    })
    expect(await stock()).toEqual(before)
    expect(await profitOf(number)).toBeUndefined()
    now = new Date(now.getTime() + minute)
    await hand()
    expect(await profitOf(number)).toEqual({ cost_minor: 2_000 })
    expect((await open(number)).model.timeline.map(({ text }: { text: string }) => text).slice(-3)).toEqual([
      'Handed over to the buyer',
      'Handover undone',
      'Handed over to the buyer',
    ])
  })

  it('is handed over with others, and orders of other kinds stay as they are', async () => {
    const numbers = [await place('C-3', 'COLLECT'), await place('C-4', 'SHIP'), await place('C-5', 'COLLECT')]
    const address = `${paths.ordersHandOver}?keys=${numbers.join()}`
    const { data } = await shipper.get(handOverPage, address)
    expect([data.n, data.others]).toEqual([2, 1])
    const { location } = await shipper.post(handOverPage, address, { begun: data.begun })
    expect(location).toMatch(/^\/sh\/ord\?undo=/)
    const statuses = await Promise.all(['C-3', 'C-4', 'C-5'].map(async (id) => (await orderIn(id)).status))
    expect(statuses).toEqual(['DELIVERED', 'AWAITING_SHIPMENT', 'DELIVERED'])
    expect(await takeBack(location)).toEqual({ back: 2, left: 0 })
  })

  it('takes no parcel, and has no form for one', async () => {
    const number = await place('C-6', 'COLLECT')
    const parcels = [
      { key: newParcelKey(), carrier: 'UPS', trackingNumber: null, shippedAt: now, contents: 'rest' as const },
    ]
    const shipped = await write((own) => shipOrder(own, { sellerId, number, parcels, actor: { kind: 'HUB' }, now }))
    expect(shipped).toEqual({ ok: false, reason: 'no-parcel' })
    expect((await shipper.get(shipPage, paths.shipOrder(number))).status).toBe(302)
    expect((await shipper.post(shipPage, paths.shipOrder(number), { step: 'ship' })).status).toBe(409)
  })
})

it('a digital order awaits nothing, and its goods cost what they do', async () => {
  const number = await place('D-1', 'DIGITAL')
  await postDueGoods(db, { report: (error) => expect(error).toBeNull() })
  expect(await profitOf(number)).toEqual({ cost_minor: 2_000 })
  const { model, shipHref, handOver } = await open(number)
  expect([shipHref, handOver]).toEqual([null, null])
  expect(model).toMatchObject({
    status: { text: 'Delivered' },
    delivery: { text: 'Digital delivery' },
    address: { lines: [], hint: null },
    lines: [{ fulfilment: { text: 'Delivered' } }],
  })
  expect(model.timeline.map(({ text }: { text: string }) => text)).toContain('Delivered digitally')
})
