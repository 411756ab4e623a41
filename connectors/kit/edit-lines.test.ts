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

  const differs = (reason: string) => [
    { code: expect.stringMatching(/^edit-(differs|owes)$/), reason: `It was edited, and costs ${reason}` },
  ]

  it('is kept back if it costs less in the hub than in the shop, until somebody sends it again', async () => {
    const { connected, edit, cancelled, hub, lines } = await edited()
    hub.orders.set('A-2', { ...hub.orders.get('A-2')!, total: gbp('99.00') })
    await edit(twoLines(1))
    expect(cancelled()).toEqual([1, 0])
    const reason = '54.00 in the hub, and 55.00 in the shop.'
    expect(await connected.outbox.withReason()).toMatchObject(differs(reason))
    hub.orders.set('A-2', { ...hub.orders.get('A-2')!, total: gbp('100.00') })
    await lines((say) => retry(connected, say))
    expect(cancelled()).toEqual([1, 0])
    expect(await connected.outbox.withReason()).toEqual([])
  })

  /** An order with five pounds off two lamps, of which one is taken away: the shop takes them off the other. */
  async function withCoupon() {
    const test = await edited()
    const { order, ...rest } = twoLines(2)
    const off = (of: typeof order, total: string, discount = gbp('5.00')) => {
      const lines = of.lines.map((line, place) => (place === 0 ? { ...line, discount } : line))
      return { ...rest, total: gbp(total), order: { ...of, id: 'A-3', lines }, id: 'A-3' }
    }
    test.shop.orders = [off(order, '95.00')]
    await runRound(test.connected)
    const takeAway = async (more: Partial<ShopOrder> = {}) => {
      test.shop.orders = [{ ...off(twoLines(1).order, '50.00'), ...more }]
      await runRound(test.connected)
    }
    const back = () =>
      test.hub.orders.get('A-3')!.refunds.map(({ external, amount }) => [external?.slice(0, 4) ?? null, amount.value])
    return { ...test, takeAway, back }
  }

  it('gives back in the shop what it takes off the units that stay, once, also after a crash in between', async () => {
    const { connected, takeAway, back, shop } = await withCoupon()
    const { call } = connected.hub
    connected.hub.call = (async (operation: string, asking: never) => {
      if (operation === 'saveRefund') throw new Error('The connector was killed.')
      return call(operation as 'saveRefund', asking)
    }) as typeof call
    await expect(takeAway()).rejects.toThrow('killed')
    connected.hub.call = call
    await takeAway()
    await takeAway()
    // Half of 85 pounds from the hub, and the rest of 45 from the shop, which knows the refund that comes twice.
    expect(back()).toEqual([
      [null, '42.50'],
      ['edit', '2.50'],
    ])
    expect(shop.told[0]).toMatch(/^A-3: refund edit[0-9a-f]{28} of/)
    expect(new Set(shop.told).size).toBe(1)
    expect(await connected.outbox.withReason()).toEqual([])
  })

  it('is kept back if the shop refuses to give it back, until people have done so', async () => {
    const { connected, takeAway, back, shop } = await withCoupon()
    shop.refuses = 'There is no payment.'
    await takeAway()
    const reason = '52.50 in the hub, and 50.00 in the shop. Pay 2.50 back in the shop: There is no payment.'
    expect(await connected.outbox.withReason()).toMatchObject(differs(reason))
    shop.refuses = null
    await takeAway({ refunds: [refund('r-1', '2.50')] })
    expect(back()).toEqual([
      [null, '42.50'],
      ['r-1', '2.50'],
    ])
    expect(await connected.outbox.withReason()).toEqual([])
    expect(shop.told).toEqual([])
  })

  it('that the shop pays back itself is not paid back by the hub, too', async () => {
    const { connected, takeAway, back, shop, hub } = await withCoupon()
    await takeAway({ refunds: [refund('r-1', '45.00')] })
    expect(back()).toEqual([['r-1', '45.00']])
    expect(hub.orders.get('A-3')!.lines[0]).toMatchObject({ cancelled: 1 })
    expect(await connected.outbox.withReason()).toEqual([])
    expect(shop.told).toEqual([])
  })

  it('is kept back if nothing is left of it, and the shop still asks for money', async () => {
    const { connected, edit, cancelled } = await edited()
    const { order, ...rest } = twoLines(0, 0)
    await edit({ ...rest, lineIds: [], total: gbp('3.95'), order: { ...order, shipping: gbp('3.95') } })
    expect(cancelled()).toEqual([2, 1])
    expect(await connected.outbox.withReason()).toMatchObject([{ reason: expect.stringContaining('3.95 in the shop') }])
  })

  it('waits for the refund that the shop has begun', async () => {
    const { connected, takeAway, back, hub } = await withCoupon()
    await takeAway({ isRefunding: true })
    expect(await connected.outbox.withReason()).toMatchObject([{ code: 'refund-pending' }])
    expect(hub.orders.get('A-3')!.lines[0]).toMatchObject({ cancelled: 0 })
    await takeAway({ refunds: [refund('r-1', '45.00')] })
    expect(back()).toEqual([['r-1', '45.00']])
    expect(await connected.outbox.withReason()).toEqual([])
  })

  it('that the shop pays back in part is kept back: people decide about the rest', async () => {
    const { connected, takeAway, back, shop } = await withCoupon()
    await takeAway({ refunds: [refund('r-1', '20.00')] })
    const reason = '52.50 in the hub, and 50.00 in the shop. Pay 25.00 back in the shop.'
    expect(await connected.outbox.withReason()).toMatchObject(differs(reason))
    await takeAway({ refunds: [refund('r-1', '20.00'), refund('r-2', '25.00')] })
    expect(await connected.outbox.withReason()).toEqual([])
    expect(back().map(([, value]) => value)).toEqual(['20.00', '25.00'])
    expect(shop.told).toEqual([])
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
