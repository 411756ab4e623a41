import { describe, expect, it } from 'vitest'
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
