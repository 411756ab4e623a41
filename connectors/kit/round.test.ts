import { describe, expect, it } from 'vitest'
import { hour } from '#lib/duration.ts'
import { match, matchOne, plan, retry } from './commands.ts'
import { runRound } from './round.ts'
import type { OrderBody } from './source.ts'
import { listingOfShop, orderOfShop } from './testing.ts'
import { inStep, roundOfTests } from './testing-round.ts'

const parcel = {
  id: 'k-1',
  external: null,
  carrier: 'Royal Mail',
  service: null,
  trackingNumber: 'AB123456785GB',
  shippedAt: null,
  contents: [{ line: 1, quantity: 1 }],
}
const refund = {
  id: 'r-1',
  external: null,
  reason: 'OTHER_ADJUSTMENT',
  state: 'REFUNDED',
  paidElsewhere: false,
  amount: { value: '1.00', currency: 'GBP' },
  parts: [{ line: 1, kind: 'ITEM', amount: { value: '1.00', currency: 'GBP' } }],
}

describe('a round', () => {
  it('sends what is new, and the next one nothing', async () => {
    const { connected, asked } = await inStep()
    expect(asked).toEqual(['saveListings p-17', 'placeOrder A-1'])
    await runRound(connected)
    expect(asked).toHaveLength(2)
  })

  it('reads all orders of a shop once an hour if it records no time of a change', async () => {
    const { connected, shop, hub } = await inStep()
    const reads: (string | null)[] = []
    const { source, outbox } = connected
    source.orders = async function* (since) {
      reads.push(since)
      yield* shop.orders.filter(({ changedAt }) => since === null || changedAt >= since)
    }
    const later = { ...orderOfShop(), id: 'A-2', changedAt: '2026-11-23T09:30:00Z' }
    shop.orders = [
      { ...orderOfShop(), isCancelled: true },
      { ...later, order: { ...later.order, id: 'A-2' } },
    ]
    await outbox.keepPlace('orders', later.changedAt)
    await runRound(connected)
    expect(hub.orders.get('A-1')?.status).toBe('AWAITING_SHIPMENT')
    source.listsAllOrders = true
    await runRound(connected)
    expect(hub.orders.get('A-1')?.status).toBe('CANCELLED')
    await runRound(connected)
    await outbox.keepPlace('allOrders', new Date(Date.now() - hour).toISOString())
    await runRound(connected)
    expect(reads.map((since) => since === null)).toEqual([false, true, false, true])
  })

  it('keeps a draft with its reason, and sends an order of it by its title; no order waits for a listing', async () => {
    const test = roundOfTests()
    test.shop.listings.push(listingOfShop())
    const sold = orderOfShop()
    sold.order.lines = sold.order.lines.map((line) => ({ ...line, title: ' Brass lamp ' }))
    test.shop.orders.push(sold)
    test.hub.problems.set('p-17', 'A picture is missing.')
    await runRound(test.connected)
    expect(await test.connected.outbox.withReason()).toMatchObject([
      { kind: 'listing', state: 'DRAFT', reason: 'It is a draft: A picture is missing.' },
    ])
    expect(test.asked).toEqual(['saveListings p-17', 'placeOrder A-1'])
    const sent = JSON.parse(test.hub.bodies.get('A-1') ?? '') as OrderBody
    expect(sent.lines).toMatchObject([{ listing: 'p-17', title: 'Brass lamp' }])
    const before = test.asked.length
    await runRound(test.connected)
    expect(test.asked).toHaveLength(before)
    test.hub.problems.clear()
    const [listing] = test.shop.listings
    test.shop.listings = [
      { ...listing!, listing: { ...listing!.listing, pictures: ['https://shop.example/lamp.jpg'] } },
    ]
    await runRound(test.connected)
    expect(test.asked.slice(before)).toEqual(['saveListings p-17'])
    expect(await test.connected.outbox.withReason()).toEqual([])
  })

  it('reads again what may have changed in the shop while it was read', async () => {
    const { connected } = roundOfTests()
    const read: (string | null)[] = []
    const source: typeof connected.source = {
      ...connected.source,
      async *orders(since) {
        read.push(since)
        yield { ...orderOfShop(), changedAt: new Date(Date.now() + hour).toISOString() }
      },
    }
    const before = Date.now()
    await runRound({ ...connected, source })
    await runRound({ ...connected, source })
    expect(read[0]).toBeNull()
    expect(Date.parse(read[1] ?? '')).toBeLessThan(before)
  })

  it('tells parcels and refunds once, by the shop’s lines', async () => {
    const { connected, hub, shop, happen } = await inStep()
    const order = {
      ...hub.orders.get('A-1')!,
      parcels: [parcel],
      refunds: [refund, { ...refund, id: 'r-2', state: 'PENDING' }],
    }
    happen('order.shipped', order)
    happen('order.refunded', order)
    await runRound(connected)
    await runRound(connected)
    expect(shop.told).toEqual(['A-1: parcel k-1 of l-1', 'A-1: refund r-1 of l-1'])
  })

  it('tells cancellations of sellers after their refund, and none that the shop made', async () => {
    const { connected, hub, shop, happen } = await inStep()
    const order = hub.orders.get('A-1')!
    const lines = order.lines.map((line) => ({ ...line, quantity: 2, cancelled: 1 }))
    const made = {
      id: 'c-1',
      state: 'REFUND_PENDING',
      initiator: 'SELLER',
      reason: 'OUT_OF_STOCK',
      refund: 'r-1',
    } as const
    const part = { ...made, lines: [{ line: 1, quantity: 1 }] }
    const theirs = { ...part, id: 'c-0', state: 'CLOSED_NO_REFUND', initiator: 'MARKETPLACE', refund: null } as const
    const declined = { ...theirs, id: 'c-2', state: 'CLOSED_FOR_COMMITMENT', initiator: 'BUYER' } as const
    happen('order.lines_cancelled', { ...order, lines, cancellations: [theirs, part, declined] })
    await runRound(connected)
    expect(shop.told).toEqual([])
    happen('order.refunded', { ...order, lines, cancellations: [part], refunds: [{ ...refund, state: 'REFUNDED' }] })
    await runRound(connected)
    expect(shop.told).toEqual(['A-1: refund r-1 of l-1', 'A-1: 1 of l-1, 1 left'])
    // The buyer has this money, and no shop pays it again.
    const elsewhere = { ...refund, id: 'r-2', state: 'REFUNDED', paidElsewhere: true } as const
    const also = { ...made, id: 'c-4', state: 'CLOSED_WITH_REFUND', refund: 'r-2', lines: null } as const
    happen('order.refunded', { ...order, cancellations: [also], refunds: [elsewhere] })
    await runRound(connected)
    expect(shop.told).toHaveLength(2)
    expect((await connected.outbox.refusedByShop()).map(({ kind }) => kind)).toEqual(['cancellation', 'refund'])
    const unpaid = { ...theirs, id: 'c-3', reason: 'ORDER_UNPAID', lines: null }
    happen('order.cancelled', { ...order, cancellations: [unpaid] })
    await runRound(connected)
    await runRound(connected)
    expect(shop.told.slice(2)).toEqual(['A-1: all cancelled'])
  })

  it('keeps what the shop refuses with its reason, and tells it again when asked', async () => {
    const { connected, hub, shop, happen, lines, said } = await inStep()
    shop.refuses = 'The order is closed.'
    happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [parcel] })
    await runRound(connected)
    expect(await said()).toContain('shipment k-1 of A-1  refused by the shop: The order is closed.')
    shop.refuses = null
    expect(await lines((say) => retry(connected, say))).toContain('1 told to the shop, 0 refused again.')
    expect(shop.told).toEqual(['A-1: parcel k-1 of l-1'])
    expect(await said()).not.toContain('refused')
  })

  it('keeps what was refused if the shop is away when it is told again', async () => {
    const { connected, hub, shop, happen, lines, said } = await inStep()
    shop.refuses = 'The order is closed.'
    happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [parcel] })
    await runRound(connected)
    shop.away = 'The shop does not answer.'
    await expect(lines((say) => retry(connected, say))).rejects.toThrow(shop.away)
    expect(await said()).toContain('shipment k-1 of A-1  refused by the shop: The order is closed.')
    Object.assign(shop, { away: null, refuses: null })
    await lines((say) => retry(connected, say))
    expect(shop.told).toEqual(['A-1: parcel k-1 of l-1'])
  })

  it('reads events from the beginning where the hub does not know the place, and tells nothing twice', async () => {
    const { connected, hub, shop, happen } = await inStep()
    happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [parcel] })
    await runRound(connected)
    await connected.outbox.keepPlace('events', 'of another hub')
    await runRound(connected)
    expect(shop.told).toHaveLength(1)
    expect(await connected.outbox.place('events')).toBe('1')
  })

  it('tells units of a listing that changed in the hub, if the hub owns the stock', async () => {
    const { connected, hub, shop } = await inStep({ stock: 'hub' })
    const listing = hub.listings.get('p-17')!
    hub.listings.set('p-17', { ...listing, stock: { available: 1 } })
    hub.events.push({ id: 'evt_1', type: 'stock.changed', data: { seller: 's-42', item: listing.item } })
    await runRound(connected)
    expect(shop.told).toEqual(['p-17 null: 1 units'])
  })

  it.each(['sent', 'matched'])('tells units of a %s listing that was relisted in the hub', async (how) => {
    const { connected, hub, shop } = await inStep({ stock: 'hub' })
    const [old, again] = [hub.listings.get('p-17')!, '200000000001']
    if (how === 'matched') await connected.outbox.takeOver({ seller: 's-42', id: 'p-17' }, old.item)
    const changed = (item: string) =>
      hub.events.push({ id: `evt_${hub.events.length}`, type: 'stock.changed', data: { seller: 's-42', item } })
    const relisted = { ...old, id: how === 'sent' ? 'p-17' : null, item: again, relistedFrom: old.item }
    hub.listings.set('p-17', { ...old, stock: { available: 5 } })
    changed(old.item)
    await runRound(connected)
    // Ended and relisted before the connector reads on, and units of the ended one come back later.
    hub.listings.set('p-17', { ...old, id: null, state: 'ENDED' })
    hub.listings.set('again', { ...relisted, stock: { available: 5 } })
    for (const item of [old.item, again]) changed(item)
    await runRound(connected)
    expect(shop.told).toEqual(['p-17 null: 5 units'])
    hub.listings.set('again', { ...relisted, stock: { available: 4 } })
    for (const item of [again, old.item]) changed(item)
    await runRound(connected)
    expect(shop.told).toEqual(['p-17 null: 5 units', 'p-17 null: 4 units'])
  })
})

it('an order that the shop cancelled is cancelled in the hub without asking, also if the hub has done so', async () => {
  const { connected, hub, shop, asked } = await inStep()
  shop.orders = [{ ...orderOfShop(), isCancelled: true }]
  await runRound(connected)
  expect(hub.orders.get('A-1')?.status).toBe('CANCELLED')
  // The note of it was lost.
  await connected.outbox.keep({ ...(await connected.outbox.find('order', orderOfShop()))!, parts: {}, digest: '' })
  await runRound(connected)
  expect(asked.slice(2)).toEqual(['requestCancellation cancel-A-1', 'requestCancellation cancel-A-1', 'getOrder A-1'])
  expect(await connected.outbox.withReason()).toEqual([])
})

describe('an order that was cancelled before it was noted', () => {
  const cancelled = { ...orderOfShop(), id: 'A-2', isCancelled: true }
  const order = { ...cancelled.order, id: 'A-2' }

  it('is cancelled in the hub if only the answer was lost', async () => {
    const { connected, hub, shop } = await inStep()
    const { call } = connected.hub
    connected.hub.call = async (operation, asking) => {
      const answer = await call(operation, asking)
      if (operation === 'placeOrder') throw new Error('The connection broke.')
      return answer
    }
    shop.orders = [{ ...cancelled, order, isCancelled: false }]
    await expect(runRound(connected)).rejects.toThrow('The connection broke.')
    connected.hub.call = call
    shop.orders = [{ ...cancelled, order }]
    await runRound(connected)
    expect(hub.orders.get('A-2')?.status).toBe('CANCELLED')
  })

  it('is looked up once, and not placed, if the hub does not have it', async () => {
    const { connected, hub, shop, asked } = await inStep()
    shop.orders = [{ ...cancelled, order }]
    for (let nth = 0; nth < 2; nth += 1) await runRound(connected)
    expect(asked.slice(2)).toEqual(['getOrder A-2'])
    expect(hub.orders.has('A-2')).toBe(false)
    shop.orders = [{ ...cancelled, order, isCancelled: false }]
    await runRound(connected)
    expect(hub.orders.get('A-2')?.status).toBe('AWAITING_SHIPMENT')
  })
})

describe('the operator', () => {
  it('sees by row what a round would do, and nothing is written', async () => {
    const test = roundOfTests()
    test.shop.listings.push(listingOfShop(), { ...listingOfShop(), id: 'p-18' })
    test.shop.orders.push(orderOfShop())
    test.hub.problems.set('p-18', 'There is no picture.')
    const said: string[] = []
    await plan(test.connected, (line) => said.push(line))
    expect(said).toEqual([
      'listing: add  p-17  Desk lamp',
      'listing: add as a draft  p-18  Desk lamp  (There is no picture.)',
      'order: add  A-1  45.00 GBP',
      '',
      '      1  listing: add',
      '      1  listing: add as a draft',
      '      1  order: add',
      'Nothing was written.',
    ])
    expect(test.asked).toEqual([])
    expect(await test.connected.outbox.counts()).toEqual([])
  })

  it('is shown a listing that the hub has already, and takes it over: it is not sent, and orders name it', async () => {
    const { connected, hub, shop, asked, lines, said } = await inStep()
    const there = { ...hub.listings.get('p-17')!, id: null, item: '200000000001', sku: 'BELL-1', title: 'Bell' }
    hub.listings.set('there', there)
    const listing = listingOfShop()
    shop.listings.push({ ...listing, id: 'bell', listing: { ...listing.listing, sku: 'BELL-1', title: 'A bell' } })
    await runRound(connected)
    expect(await said()).toContain('listing  bell  The hub has 200000000001 with the same SKU.')
    expect(await lines((say) => match(connected, { accept: true }, say))).toBe(
      's-42  bell  A bell  is 200000000001 by SKU\n1 found, 1 taken over.',
    )
    const order = orderOfShop()
    const lineOfBell = { ...order.order.lines[0]!, listing: 'bell' }
    shop.orders.push({ ...order, id: 'A-2', order: { ...order.order, id: 'A-2', lines: [lineOfBell] } })
    await runRound(connected)
    expect(asked.slice(2)).toEqual(['placeOrder A-2'])
    expect(await connected.outbox.withReason()).toEqual([])
  })

  it('can say that it is another one, which is sent', async () => {
    const { connected, hub, shop, asked } = await inStep()
    hub.listings.set('there', {
      ...hub.listings.get('p-17')!,
      id: null,
      item: '200000000001',
      title: 'Bell',
      sku: null,
    })
    const listing = listingOfShop()
    shop.listings.push({ ...listing, id: 'bell', listing: { ...listing.listing, sku: undefined, title: 'Bell' } })
    await runRound(connected)
    await matchOne(connected, ['s-42', 'bell', 'new'])
    await runRound(connected)
    expect(asked.slice(2)).toEqual(['saveListings bell'])
  })
})
