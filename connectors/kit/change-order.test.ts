import { describe, expect, it } from 'vitest'
import { retry } from './commands.ts'
import { openOutbox } from './outbox-sqlite.ts'
import { runRound } from './round.ts'
import type { ShopOrder } from './source.ts'
import { orderOfShop } from './testing.ts'
import { inStep } from './testing-round.ts'

const gbp = (value: string) => ({ value, currency: 'GBP' })
const parcel = (id: string, more: object = {}) => ({
  id,
  carrier: 'Royal Mail',
  trackingNumber: 'AB123456785GB',
  shippedAt: '2026-11-22T15:00:00Z',
  contents: [{ line: 'l-1', quantity: 1 }],
  ...more,
})
const refund = (id: string, value: string) => ({ id, amount: gbp(value), refundedAt: '2026-11-22T16:00:00Z' })

/** The order as the shop has it after a change. */
const now = (more: Partial<ShopOrder>): ShopOrder => ({ ...orderOfShop(), changedAt: '2026-11-22T17:00:00Z', ...more })

/** An order of two lines, with two units of the first. */
function twoLines(quantity: number, second = 1): ShopOrder {
  const { order, ...shop } = orderOfShop()
  const lines = [
    { listing: 'p-17', quantity, unitPrice: gbp('45.00') },
    { listing: 'p-17', variationId: 'v-2', quantity: second, unitPrice: gbp('10.00') },
  ].filter((line) => line.quantity > 0)
  const total = gbp(`${quantity * 45 + second * 10}.00`)
  return { ...shop, lineIds: ['l-1', 'l-2'].slice(0, lines.length), total, order: { ...order, lines } }
}

describe('what the shop does with an order', () => {
  it('its own parcels and refunds are in the hub once, and do not come back', async () => {
    const test = await inStep()
    const { connected, shop, hub, asked } = test
    shop.orders = [now({ shipments: [parcel('s-1')], refunds: [refund('r-1', '5.00')] })]
    await runRound(connected)
    expect(asked.slice(2)).toEqual(['saveRefund A-1', 'saveShipment A-1'])
    expect(hub.orders.get('A-1')).toMatchObject({
      parcels: [{ external: 's-1', contents: [{ line: 1, quantity: 1 }] }],
      refunds: [{ external: 'r-1', amount: gbp('5.00') }],
    })
    test.happen('order.shipped', hub.orders.get('A-1')!)
    test.happen('order.refunded', hub.orders.get('A-1')!)
    await runRound(connected)
    expect(shop.told).toEqual([])

    // One more of each, and a parcel that the shop took back.
    shop.orders = [now({ shipments: [parcel('s-2')], refunds: [refund('r-1', '5.00'), refund('r-2', '1.00')] })]
    await runRound(connected)
    expect(asked.slice(4)).toEqual(['saveRefund A-1', 'saveShipment A-1', 'removeShipment A-1'])
    await runRound(connected)
    expect(asked).toHaveLength(7)
  })

  it('a refund whose parts the hub has otherwise counts by its sum', async () => {
    const { connected, shop, hub } = await inStep()
    const parts = { lines: [{ line: 'l-1', amount: gbp('5.00') }] }
    shop.orders = [now({ refunds: [{ ...refund('r-1', '5.00'), parts }] })]
    await runRound(connected)
    expect(hub.orders.get('A-1')!.refunds).toMatchObject([{ external: 'r-1', amount: gbp('5.00') }])
    expect(await connected.outbox.withReason()).toEqual([])
  })

  it('a new order brings what has happened to it, also after a crash between the two', async () => {
    const { connected, shop, hub, asked } = await inStep()
    const { order } = orderOfShop()
    const other = now({ id: 'A-2', order: { ...order, id: 'A-2' }, shipments: [parcel('s-1')] })
    shop.orders = [other]
    const { call } = connected.hub
    connected.hub.call = (async (operation: string, asking: never) => {
      if (operation === 'saveShipment') throw new Error('The connector was killed.')
      return call(operation as 'saveShipment', asking)
    }) as typeof call
    await expect(runRound(connected)).rejects.toThrow('killed')
    expect(hub.orders.get('A-2')!.parcels).toEqual([])
    connected.hub.call = call
    await runRound(connected)
    expect(hub.orders.get('A-2')!.parcels).toHaveLength(1)
    expect(asked.filter((each) => each === 'placeOrder A-2')).toHaveLength(1)
  })

  it('an order that it calls finished is so in the hub: collected, or left in a parcel that it does not know', async () => {
    const { connected, shop, hub, asked } = await inStep()
    shop.orders = [now({ finished: 'SHIPPED' })]
    await runRound(connected)
    expect(hub.orders.get('A-1')!.parcels).toMatchObject([{ carrier: 'Other', contents: [] }])

    const { shipTo: _, ...collected } = orderOfShop().order
    const open = now({ id: 'A-3', order: { ...collected, id: 'A-3', delivery: 'COLLECT' } })
    shop.orders = [open]
    await runRound(connected)
    shop.orders = [{ ...open, finished: 'DELIVERED' }]
    await runRound(connected)
    expect(hub.orders.get('A-3')).toMatchObject({ status: 'DELIVERED' })
    expect(asked.slice(-2)).toEqual(['placeOrder A-3', 'saveHandOver A-3'])
  })

  it('an order of the past brings its parcels, and its refunds once it is there', async () => {
    const test = await inStep()
    const { connected, shop, hub, asked } = test
    const { order } = orderOfShop()
    const past = now({ id: 'H-1', order: { ...order, id: 'H-1' }, finished: 'SHIPPED', shipments: [parcel('s-1')] })
    shop.orders = [{ ...past, refunds: [refund('r-1', '5.00')] }]
    await runRound(connected)
    expect(asked.slice(2)).toEqual(['placeOrders H-1', 'saveRefund H-1'])
    // Whatever happens to it later, its parcel is the shop's.
    const there = hub.orders.get('H-1')!
    const left = {
      id: 'k-9',
      external: null,
      carrier: 'Royal Mail',
      service: null,
      trackingNumber: null,
      shippedAt: null,
    }
    test.happen('order.refunded', { ...there, parcels: [{ ...left, contents: [{ line: 1, quantity: 1 }] }] })
    await runRound(connected)
    expect(shop.told).toEqual([])
  })
})

describe('an edit in the shop', () => {
  /** A round after which the hub has an order of two lines. */
  async function edited() {
    const test = await inStep()
    const order = twoLines(2)
    test.shop.orders = [{ ...order, id: 'A-2', order: { ...order.order, id: 'A-2' } }]
    await runRound(test.connected)
    const edit = async (to: ShopOrder, more: Partial<ShopOrder> = {}) => {
      test.shop.orders = [{ ...to, ...more, id: 'A-2', order: { ...to.order, id: 'A-2' } }]
      await runRound(test.connected)
    }
    return { ...test, edit, cancelled: () => test.hub.orders.get('A-2')!.lines.map((line) => line.cancelled) }
  }

  it('takes units and lines away in the hub, and what is told later is of the right line', async () => {
    const { connected, edit, cancelled, hub, shop, asked, happen } = await edited()
    await edit(twoLines(1))
    expect(cancelled()).toEqual([1, 0])
    expect(await connected.outbox.withReason()).toEqual([])
    await edit(twoLines(0), { lineIds: ['l-2'] })
    expect(cancelled()).toEqual([2, 0])
    const before = asked.length
    await runRound(connected)
    expect(asked).toHaveLength(before)
    const left = {
      id: 'k-1',
      external: null,
      carrier: 'Royal Mail',
      service: null,
      trackingNumber: null,
      shippedAt: null,
    }
    const contents = [{ line: 2, quantity: 1 }]
    happen('order.shipped', { ...hub.orders.get('A-2')!, parcels: [{ ...left, contents }] })
    await runRound(connected)
    expect(shop.told).toEqual(['A-2: parcel k-1 of l-2'])
  })

  it('adds units and lines, at what they cost in the shop, and parcels go by the shop’s lines', async () => {
    const { connected, edit, hub, shop, asked, happen } = await edited()
    // Three units cost five pounds less together.
    const { order, ...rest } = twoLines(3, 2)
    const [lamp, other] = order.lines
    const lines = [{ ...lamp!, discount: gbp('5.00') }, other!]
    const payment = { id: 'pay-2', method: 'CARD' as const, state: 'PAID' as const }
    const grown = { ...rest, total: gbp('150.00'), order: { ...order, lines, payment } }
    await edit(grown)
    // The payment went with what was added.
    expect(asked.slice(-2)).toEqual(['getOrder A-2', expect.stringMatching(/^addLines add-/)])
    expect(hub.payments).toEqual([['pay-2']])
    expect(hub.orders.get('A-2')).toMatchObject({
      total: gbp('150.00'),
      lines: [{ quantity: 2 }, { quantity: 1 }, { quantity: 1, discount: gbp('5.00') }, { quantity: 1 }],
    })
    expect(await connected.outbox.withReason()).toEqual([])
    const contents = [1, 3].map((line) => ({ line, quantity: line === 1 ? 2 : 1 }))
    const left = { id: 'k-1', external: null, carrier: 'DHL', service: null, trackingNumber: null, shippedAt: null }
    happen('order.shipped', { ...hub.orders.get('A-2')!, parcels: [{ ...left, contents }] })
    await runRound(connected)
    expect(shop.told).toEqual(['A-2: parcel k-1 of l-1'])

    await edit(grown, { shipments: [parcel('s-1', { contents: [{ line: 'l-1', quantity: 3 }] })] })
    expect(hub.orders.get('A-2')!.parcels.at(-1)).toMatchObject({
      external: 's-1',
      contents: [
        { line: 1, quantity: 2 },
        { line: 3, quantity: 1 },
      ],
    })
    // What was added last goes first.
    await edit(twoLines(2))
    expect(hub.orders.get('A-2')!.lines.map(({ cancelled }) => cancelled)).toEqual([0, 0, 1, 1])
  })

  it('is kept back if it does not cost the same afterwards, until somebody sends it again', async () => {
    const { connected, edit, cancelled, hub, lines } = await edited()
    hub.orders.set('A-2', { ...hub.orders.get('A-2')!, total: gbp('101.00') })
    await edit(twoLines(1))
    expect(cancelled()).toEqual([1, 0])
    expect(await connected.outbox.withReason()).toMatchObject([
      {
        code: 'total-differs',
        reason:
          'It was edited, and costs 56.00 in the hub, and 55.00 in the shop. Pay the difference back in the shop.',
      },
    ])
    hub.orders.set('A-2', { ...hub.orders.get('A-2')!, total: gbp('100.00') })
    await lines((say) => retry(connected, say))
    expect(cancelled()).toEqual([1, 0])
    expect(await connected.outbox.withReason()).toEqual([])
  })

  it('is the same once the shop has paid the difference back', async () => {
    const { connected, edit, cancelled, hub } = await edited()
    hub.orders.set('A-2', { ...hub.orders.get('A-2')!, total: gbp('101.00') })
    await edit(twoLines(1))
    await edit(twoLines(1), { refunds: [{ id: 'ref-1', amount: gbp('1.00'), refundedAt: '2026-11-22T12:00:00Z' }] })
    expect(cancelled()).toEqual([1, 0])
    expect(await connected.outbox.withReason()).toEqual([])
  })

  it('is found again by a memory that was lost, and takes nothing away of another order', async () => {
    const { connected, cancelled, shop } = await edited()
    const find = async (order: ShopOrder) => {
      shop.orders = [{ ...order, id: 'A-2', order: { ...order.order, id: 'A-2' } }]
      const outbox = openOutbox(':memory:')
      await runRound({ ...connected, outbox })
      return { note: await outbox.find('order', { seller: 's-42', id: 'A-2' }), refused: await outbox.refused(9) }
    }
    const { order, ...rest } = twoLines(1)
    const lines = order.lines.map((line) => ({ ...line, listing: 'p-99' }))
    expect(await find({ ...rest, order: { ...order, lines } })).toMatchObject({ refused: [{ id: 'A-2' }] })
    expect(cancelled()).toEqual([0, 0])
    const found = await find({ ...twoLines(0), lineIds: ['l-2'] })
    expect(found).toMatchObject({ note: { lineIds: ['', 'l-2'] }, refused: [] })
    expect(cancelled()).toEqual([2, 0])
  })
})
