import { describe, expect, it, onTestFinished } from 'vitest'
import { hour } from '#lib/duration.ts'
import { retry } from './commands.ts'
import { startConnector } from './connector.ts'
import { mapThing } from './mapping.ts'
import { Unmapped } from './source.ts'
import { runRound } from './round.ts'
import type { ShopOrder } from './source.ts'
import { orderOfShop } from './testing.ts'
import { inStep, roundOfTests } from './testing-round.ts'

const orderWith = (id: string, change: Partial<ShopOrder> = {}): ShopOrder => {
  const order = orderOfShop()
  return { ...order, id, ...change, order: { ...order.order, id } }
}
const parcel = {
  id: 'k-1',
  external: null,
  carrier: 'Royal Mail',
  service: null,
  trackingNumber: null,
  shippedAt: null,
  contents: [{ line: 1, quantity: 1 }],
}

/** An order as a shop has it, and its mapping. */
const raw = (id: string, createdAt: string) => ({ id, number: `#${id}`, lines: [{ price: 4500 }], meta: { createdAt } })
function orderFrom({ id, number, meta }: ReturnType<typeof raw>): ShopOrder {
  return orderWith(id, { number, changedAt: new Date(meta.createdAt).toISOString() })
}
const mappedOf = (of: ReturnType<typeof raw>) =>
  mapThing({ seller: 's-42', id: of.id, number: of.number, changedAt: '2026-11-22T09:30:00Z' }, of, orderFrom)

describe('an order that its mapping cannot read', () => {
  it('is named with the shop’s field, value and the place, and holds up nothing else', async () => {
    const { connected, shop, hub, happen, said, lines } = await inStep()
    connected.source.orders = async function* () {
      yield mappedOf(raw('A-2', '31/12/2026'))
      yield mappedOf(raw('A-3', '2026-11-22T09:30:00Z'))
    }
    happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [parcel] })
    expect(await runRound(connected)).toMatchObject({ orders: { sent: 1, refused: 1 }, told: 1 })
    expect([hub.orders.has('A-2'), hub.orders.has('A-3'), shop.told]).toEqual([false, true, ['A-1: parcel k-1 of l-1']])
    expect(await said()).toMatch(
      /order {2}#A-2 \(A-2\) {2}It was not sent, because the connector cannot read it: meta\.createdAt is "31\/12\/2026": Invalid time value \(orderFrom, isolation\.test\.ts:\d+\)\. Correct it/,
    )
    const [refused] = await connected.outbox.refused(9)
    expect(refused).toMatchObject({ id: 'A-2', about: '#A-2', why: { code: 'mapping-fails' } })
    // Corrected in the shop, it comes when asked for.
    connected.source.order = async () => orderFrom(raw('A-2', '2026-11-22T09:30:00Z'))
    expect(await lines((say) => retry(connected, say))).toContain('1 orders sent, 0 refused again.')
    expect(await connected.outbox.refused(9)).toEqual([])
  })

  it('is told by its plan, and by what is sent again', async () => {
    const { connected, said, lines } = await inStep()
    connected.source.orders = async function* () {
      yield mappedOf(raw('A-2', ''))
    }
    await runRound(connected)
    connected.source.order = async () => orderFrom(raw('A-2', ''))
    expect(await lines((say) => retry(connected, say))).toContain('0 orders sent, 1 refused again.')
    expect(await said()).toContain('Invalid time value')
    expect(mappedOf(raw('A-2', ''))).toBeInstanceOf(Unmapped)
  })

  it('is named with the shop’s field where the hub refuses a value of it', async () => {
    const { connected, hub, said } = await inStep()
    const { order, ...rest } = orderWith('A-2')
    const shipTo = order.shipTo as NonNullable<typeof order.shipTo>
    const found = { shippingAddress: { phone: '', countryCode: 'XK', city: 'Pristina' } }
    connected.source.orders = async function* () {
      yield mapThing({ seller: 's-42', id: 'A-2', changedAt: '' }, found, ({ shippingAddress }) => {
        return { ...rest, order: { ...order, shipTo: { ...shipTo, country: shippingAddress.countryCode } } }
      })
    }
    const errors = [{ pointer: '/shipTo/country', detail: 'is no country.' }]
    hub.refused.set('A-2', { type: 'urn:seller-hub:problem:invalid-body', title: 'Invalid body.', status: 422, errors })
    await runRound(connected)
    expect(await said()).toContain(
      'Invalid body. /shipTo/country: is no country. It was sent as "XK", from the shop’s shippingAddress.countryCode.',
    )
  })

  it('may also be one that the kit cannot count, or that is finished', async () => {
    const { connected, shop, said } = await inStep()
    const total = { value: '45.001', currency: 'GBP' }
    shop.orders.push(orderWith('A-2', { total }), orderWith('A-3', { total, finished: 'SHIPPED' }), orderWith('A-4'))
    expect((await runRound(connected)).orders).toMatchObject({ sent: 1, refused: 2 })
    expect(await said()).toContain('total.value is "45.001": 45.001 is no amount of GBP.')
    // A time that is none does not end the reading, either.
    shop.orders.push(orderWith('A-5', { changedAt: 'yesterday' }), orderWith('A-6'))
    expect((await runRound(connected)).orders).toMatchObject({ sent: 2 })
  })
})

describe('a change that fails', () => {
  it('holds up only its own order, and is tried again', async () => {
    const { connected, shop, hub, happen } = await inStep()
    shop.orders.push(orderWith('A-2'))
    await runRound(connected)
    const applyShipment = connected.source.applyShipment
    connected.source.applyShipment = async (order, shipment) => {
      if (order.id === 'A-1') throw new Error('The shop answered 500.')
      return applyShipment(order, shipment)
    }
    happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [parcel] })
    happen('order.shipped', { ...hub.orders.get('A-2')!, parcels: [{ ...parcel, id: 'k-2' }] })
    for (const _ of [1, 2]) {
      await expect(runRound(connected)).rejects.toThrow('parcel k-1 of A-1: The shop answered 500.')
      expect(shop.told).toEqual(['A-2: parcel k-2 of l-1'])
    }
    connected.source.applyShipment = applyShipment
    await runRound(connected)
    expect(shop.told).toEqual(['A-2: parcel k-2 of l-1', 'A-1: parcel k-1 of l-1'])
  })

  it('because of the connector itself is kept with its place, and those after it follow', async () => {
    const { connected, hub, happen, said } = await inStep()
    connected.source.applyShipment = async (_, { trackingNumber }) => {
      throw new TypeError(`Cannot read ${String(trackingNumber)}`)
    }
    happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [parcel] })
    expect(await runRound(connected)).toMatchObject({ told: 0, refusedByShop: 1 })
    expect(await said()).toMatch(/Cannot read null \(.*isolation\.test\.ts:\d+\)/)
  })
})

describe('a shop whose list fails', () => {
  it('hears of parcels all the same, of an order that a lost outbox does not know, too', async () => {
    const { connected, shop, hub, happen } = await inStep()
    await connected.outbox.forget((await connected.outbox.find('order', { seller: 's-42', id: 'A-1' }))!)
    // oxlint-disable-next-line require-yield -- it fails at once
    connected.source.listings = async function* () {
      throw new Error('The shop answered 500.')
    }
    happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [parcel] })
    shop.orders = []
    connected.source.order = async () => orderOfShop()
    await expect(runRound(connected)).rejects.toThrow('The shop answered 500.')
    expect(shop.told).toEqual(['A-1: parcel k-1 of l-1'])
  })

  it('hears of them at once, not with the next try', async () => {
    const { connected, shop, hub, happen } = roundOfTests()
    shop.orders.push(orderOfShop())
    await runRound(connected)
    // oxlint-disable-next-line require-yield -- it fails at once
    connected.source.orders = async function* () {
      throw new Error('The shop answered 500.')
    }
    // No time passes, so that no round is repeated.
    const time = {
      now: () => 0,
      sleep: (_: number, woken: { addEventListener: (of: 'abort', then: () => void) => void }) =>
        new Promise<void>((resolve) => woken.addEventListener('abort', resolve)),
    }
    const connector = startConnector({ ...connected, name: 'shop', every: hour, watch: null, time, say: () => {} })
    onTestFinished(() => connector.stop())
    await expect.poll(() => hub.reports.at(-1)).toMatchObject({ failure: 'The shop answered 500.' })
    happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [parcel] })
    connector.wake('hub')
    await expect.poll(() => shop.told).toEqual(['A-1: parcel k-1 of l-1'])
  })
})
