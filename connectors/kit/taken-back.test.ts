import { describe, expect, it } from 'vitest'
import { retry } from './commands.ts'
import { openOutbox } from './outbox-sqlite.ts'
import { runRound } from './round.ts'
import { ByHand, ShopRefusal, type ShopOrder, type TakenParcel } from './source.ts'
import { orderOfShop } from './testing.ts'
import { inStep } from './testing-round.ts'

const parcelOf = (id: string) => ({
  id,
  external: null,
  carrier: 'Royal Mail',
  service: null,
  trackingNumber: null,
  shippedAt: null,
  contents: [{ line: 1, quantity: 1 }],
})

describe('a parcel that the seller takes back in the hub', () => {
  /** A round after which the shop has been told of a parcel. */
  async function shipped(options: Parameters<typeof inStep>[0] = {}) {
    const test = await inStep(options)
    const order = test.hub.orders.get('A-1')!
    test.happen('order.shipped', { ...order, parcels: [parcelOf('k-1')] })
    await runRound(test.connected)
    expect(test.shop.told).toEqual(['A-1: parcel k-1 of l-1'])
    test.shop.told.length = 0
    const finish = () => {
      test.shop.orders = [{ ...orderOfShop(), changedAt: '2026-11-22T17:00:00Z', finished: 'SHIPPED' }]
    }
    return { ...test, order, finish, shipments: () => test.asked.filter((each) => each.startsWith('saveShipment')) }
  }

  it('is taken back in the shop, once, before its units go again', async () => {
    const { connected, happen, order, shop, said } = await shipped({ undoes: true })
    happen('order.parcel_voided', order, 'k-1')
    happen('order.shipped', { ...order, parcels: [parcelOf('k-2')] })
    await runRound(connected)
    await connected.outbox.keepPlace('events', null)
    await runRound(connected)
    expect(shop.told).toEqual(['A-1: no parcel k-1', 'A-1: parcel k-2 of l-1'])
    expect(await said()).not.toContain('refused')
  })

  it('is taken back by a memory that never knew it', async () => {
    const { connected, happen, order, shop } = await shipped({ undoes: true })
    happen('order.parcel_voided', order, 'k-1')
    await runRound({ ...connected, outbox: openOutbox(':memory:') })
    expect(shop.told).toEqual(['A-1: no parcel k-1'])
  })

  it('is listed with the reason of a shop that cannot, and sent again when asked', async () => {
    const { connected, happen, order, shop, said, lines } = await shipped({ undoes: true })
    shop.refuses = 'Nothing shipped is cancelled here.'
    happen('order.parcel_voided', order, 'k-1')
    await runRound(connected)
    expect(await said()).toContain('shipment k-1 of A-1  refused by the shop: Nothing shipped is cancelled here.')
    shop.refuses = null
    await lines((say) => retry(connected, say))
    expect(shop.told).toEqual(['A-1: no parcel k-1'])
    expect(await said()).not.toContain('refused')
  })

  it('is listed for a connector that cannot, until somebody says that it is done', async () => {
    const { connected, happen, order, said, lines } = await shipped()
    happen('order.parcel_voided', order, 'k-1')
    await runRound(connected)
    await runRound(connected)
    expect(await said()).toContain('The seller took this parcel back in the hub. Remove it in the shop')
    await lines((say) => retry(connected, say))
    expect(await said()).not.toContain('refused')
  })

  it('is listed for a shop in which people have to do it, until they say so; other refusals stay', async () => {
    const { connected, happen, order, said, lines } = await shipped({ undoes: true })
    let error = new ByHand('Note it there.')
    connected.source.undoShipment = () => Promise.reject(error)
    happen('order.parcel_voided', order, 'k-1')
    await runRound(connected)
    expect(await said()).toContain('refused by the shop: Note it there.')
    error = new ShopRefusal('The order is locked.')
    await lines((say) => retry(connected, say))
    expect(await said()).toContain('refused by the shop: The order is locked.')
    error = new ByHand('Note it there.')
    await lines((say) => retry(connected, say))
    expect(await said()).not.toContain('refused')
  })

  it('is listed no more once another stands for it there, as with a corrected number', async () => {
    const { connected, happen, order, said } = await shipped({ undoes: true })
    const replaced: TakenParcel[][] = []
    connected.source.undoShipment = () => Promise.reject(new ByHand('Note it there.'))
    connected.source.applyShipment = async (_order, { replaces }) => {
      replaced.push([...replaces])
      return { replaced: replaces }
    }
    happen('order.parcel_voided', order, 'k-1')
    await runRound(connected)
    expect(await said()).toContain('refused by the shop: Note it there.')
    happen('order.shipped', { ...order, parcels: [parcelOf('k-2')] })
    await runRound(connected)
    await connected.outbox.keepPlace('events', null)
    await runRound(connected)
    expect(replaced).toEqual([[{ id: 'k-1', isOwn: false }]])
    expect(await said()).not.toContain('refused')
  })

  it('is taken back in the shop also if it left from there, and is not sent to the hub again', async () => {
    const { connected, hub, shop, happen, asked } = await inStep({ undoes: true })
    const taken: TakenParcel[] = []
    connected.source.undoShipment = async (_order, parcel) => void taken.push(parcel)
    const left = { id: 'own/1', carrier: 'DHL', trackingNumber: 'AB1', shippedAt: '2026-11-22T16:00:00Z' }
    const shipments = [{ ...left, contents: [{ line: 'l-1', quantity: 1 }] }]
    const at = (changedAt: string, more: Partial<ShopOrder>) => [{ ...orderOfShop(), changedAt, ...more }]
    shop.orders = at('2026-11-22T16:00:00Z', { shipments })
    await runRound(connected)
    const there = hub.orders.get('A-1')!
    expect(there.parcels).toMatchObject([{ external: 'own/1' }])
    const saved = () => asked.filter((each) => each.startsWith('saveShipment'))
    const before = saved().length
    happen('order.parcel_voided', { ...there, parcels: [] }, 'c0ffee')
    await runRound(connected)
    await connected.outbox.keepPlace('events', null)
    await runRound(connected)
    expect(taken.filter(({ isOwn }) => isOwn)).toEqual([{ id: 'own/1', isOwn: true }])
    // The shop has it no more, and may still call its order finished.
    shop.orders = at('2026-11-22T17:00:00Z', { shipments: [], finished: 'DELIVERED' })
    await runRound(connected)
    expect(saved()).toHaveLength(before)
    expect(shop.told).toEqual([])
  })

  it('does not leave again because the shop still calls its order finished', async () => {
    // Before the hub's event was read, after it, and with a shop that has taken it back, but was read before that.
    const before = await shipped({ undoes: true })
    before.hub.orders.set('A-1', before.order)
    before.finish()
    await runRound(before.connected)
    expect(before.shipments()).toEqual([])
    const unable = await shipped()
    unable.happen('order.parcel_voided', unable.order, 'k-1')
    await runRound(unable.connected)
    unable.finish()
    await runRound(unable.connected)
    expect(unable.shipments()).toEqual([])
    const stale = await shipped({ undoes: true })
    stale.happen('order.parcel_voided', stale.order, 'k-1')
    await runRound(stale.connected)
    stale.finish()
    const { source } = stale.connected
    await runRound({ ...stale.connected, source: { ...source, order: async () => orderOfShop() } })
    expect(stale.shipments()).toEqual([])
    // What is finished there after all has left.
    await stale.connected.outbox.keep({
      ...(await stale.connected.outbox.find('order', { seller: 's-42', id: 'A-1' }))!,
      digest: '',
      parts: { ...(await stale.connected.outbox.find('order', { seller: 's-42', id: 'A-1' }))!.parts, finished: '' },
    })
    await runRound(stale.connected)
    expect(stale.shipments()).toHaveLength(1)
  })
})

describe('a handover that the seller takes back in the hub', () => {
  const shopOrder = (finished?: 'DELIVERED'): ShopOrder => {
    const { order, ...shop } = orderOfShop()
    const { shipTo: _, ...collected } = order
    return { ...shop, finished, order: { ...collected, id: 'A-3', delivery: 'COLLECT' }, id: 'A-3' }
  }

  /** A round after which the shop has been told of a handover, and calls its order delivered. */
  async function handedOver(options: Parameters<typeof inStep>[0] = {}) {
    const test = await inStep(options)
    test.shop.orders = [shopOrder()]
    await runRound(test.connected)
    const open = test.hub.orders.get('A-3')!
    const at = (day: number) => ({ ...open, status: 'DELIVERED' as const, deliveredAt: `2026-11-${day}T10:00:00Z` })
    test.happen('order.handed_over', at(23))
    await runRound(test.connected)
    test.shop.orders = [shopOrder('DELIVERED')]
    await runRound(test.connected)
    expect(test.shop.told).toEqual(['A-3: handed over at 2026-11-23T10:00:00Z'])
    test.shop.told.length = 0
    return { ...test, open, at }
  }

  it('is taken back in the shop, and told again once it happens again', async () => {
    const { connected, happen, open, at, shop, asked } = await handedOver({ undoes: true })
    happen('order.hand_over_undone', open)
    await runRound(connected)
    // What the shop still says is no other handover.
    expect(asked.filter((each) => each === 'saveHandOver A-3')).toHaveLength(1)
    happen('order.handed_over', at(24))
    await runRound(connected)
    await runRound(connected)
    expect(shop.told).toEqual(['A-3: not handed over', 'A-3: handed over at 2026-11-24T10:00:00Z'])
  })

  it('is listed for a connector that cannot', async () => {
    const { connected, happen, open, at, shop, said } = await handedOver()
    happen('order.hand_over_undone', open)
    await runRound(connected)
    expect(await said()).toContain('handOver s-42/A-3 of A-3  refused by the shop: The seller took this handover back')
    happen('order.handed_over', at(24))
    await runRound(connected)
    expect(shop.told).toEqual(['A-3: handed over at 2026-11-24T10:00:00Z'])
    expect(await said()).not.toContain('refused')
  })
})
