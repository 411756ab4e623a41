import { describe, expect, it, onTestFinished } from 'vitest'
import { hour, minute } from '#lib/duration.ts'
import { pauseAfter, startConnector } from './connector.ts'
import { HubRefusal, type HubClient } from './hub-client.ts'
import { runRound } from './round.ts'
import { listingOfShop, orderOfShop } from './testing.ts'
import { roundOfTests } from './testing-round.ts'
import { kitVersion } from './version.ts'

it('a connector works at once, when it is woken, and again after a failure, which it says once', async () => {
  const { connected, shop, asked } = roundOfTests()
  shop.listings.push(listingOfShop())
  shop.orders.push(orderOfShop())
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const connector = startConnector({ ...connected, name: 'shop', every: hour, watch: null, say })
  onTestFinished(() => connector.stop())
  await expect.poll(() => said).toEqual(['1 listings sent, 1 orders sent'])

  const order = orderOfShop()
  shop.orders.push({ ...order, id: 'A-2', order: { ...order.order, id: 'A-2' } })
  connector.wake('shop')
  await expect.poll(() => asked.at(-1)).toBe('placeOrder A-2')

  shop.away = 'The shop does not answer.'
  connector.wake('shop')
  await expect.poll(() => connected.outbox.place('failure')).toBe('The shop does not answer.')
  shop.away = null
  await expect.poll(() => connected.outbox.place('failure')).toBeNull()
  expect(said.filter((line) => line === 'The shop does not answer.')).toHaveLength(1)
})

it('a connector reports each round, and sends again what the hub’s operator asks for', async () => {
  const { connected, hub, shop, asked, happen } = roundOfTests()
  shop.listings.push(listingOfShop())
  shop.orders.push(orderOfShop())
  await runRound(connected)
  const parcel = {
    id: 'k-1',
    external: null,
    carrier: 'Royal Mail',
    service: null,
    trackingNumber: 'AB123456785GB',
    shippedAt: null,
  }
  happen('order.shipped', {
    ...hub.orders.get('A-1')!,
    parcels: [{ ...parcel, contents: [{ line: 1, quantity: 1 }] }],
  })
  shop.refuses = 'The order\nis closed.'
  hub.problems.set('p-17', 'A picture is missing.')
  shop.listings = [{ ...listingOfShop(), listing: { ...listingOfShop().listing, title: 'Reading lamp' } }]
  const options = { name: 'shop', version: '1.2.0', every: hour, watch: null }
  const connector = startConnector({ ...connected, ...options, say: () => {} })
  onTestFinished(() => connector.stop())
  const since = '2026-11-23T12:00:00.000Z'
  await expect
    .poll(() => hub.reports.at(-1))
    .toMatchObject({
      shop: { kind: 'The shop' },
      connector: { version: '1.2.0', kit: kitVersion },
      reportsEvery: 3600,
      after: '1',
      failure: null,
      counts: { listings: 1, orders: 1, told: 0, waiting: 1, refused: 1 },
      refused: [
        { kind: 'LISTING', direction: 'TO_HUB', seller: 's-42', id: 'p-17', about: null, since },
        { kind: 'PARCEL', direction: 'TO_SHOP', id: 'k-1', about: 'A-1', reason: 'The order is closed.', since },
      ],
      sentAgain: null,
    })

  // One of them is asked for: the other stays.
  Object.assign(shop, { refuses: null })
  const item = { direction: 'TO_SHOP', kind: 'PARCEL', seller: 's-42', id: 'k-1' }
  hub.sendAgain = { askedAt: '2026-11-23T12:05:00.000Z', all: false, items: [item] }
  connector.wake('shop')
  await expect.poll(() => hub.sendAgain).toBeNull()
  expect(shop.told).toEqual(['A-1: parcel k-1 of l-1'])
  await expect.poll(() => hub.reports.at(-1)?.refused).toMatchObject([{ kind: 'LISTING' }])

  // All of them: the listing goes with another round at once.
  hub.problems.clear()
  hub.sendAgain = { askedAt: '2026-11-23T12:06:00.000Z', all: true, items: [] }
  const before = asked.length
  connector.wake('shop')
  await expect.poll(() => hub.reports.at(-1)).toMatchObject({ refused: [], sentAgain: '2026-11-23T12:06:00.000Z' })
  expect(asked.slice(before)).toEqual(['saveListings p-17'])
})

it('a connector reports why a round failed, and says once if the hub takes no reports', async () => {
  const { connected, hub, shop } = roundOfTests()
  shop.away = 'The shop does not answer.'
  const connector = startConnector({ ...connected, name: 'shop', every: hour, watch: null, say: () => {} })
  onTestFinished(() => connector.stop())
  await expect
    .poll(() => hub.reports.at(-1))
    .toMatchObject({
      failure: 'The shop does not answer.',
      failureCode: 'shop-fails',
      failureParams: { detail: 'The shop does not answer.' },
      shopReadAt: null,
      hubReadAt: null,
    })

  const older = roundOfTests()
  const said: string[] = []
  let asked = 0
  const problem = { type: 'urn:seller-hub:problem:not-found', title: 'There is no such address.', status: 404 }
  const client: HubClient = {
    ...older.connected.hub,
    call(operation, asking) {
      if (operation !== 'saveConnection') return older.connected.hub.call(operation, asking)
      asked += 1
      return Promise.reject(new HubRefusal(problem))
    },
  }
  const rounds = startConnector({
    ...older.connected,
    hub: client,
    name: 'shop',
    every: 1,
    watch: null,
    say: (line) => said.push(line),
  })
  onTestFinished(() => rounds.stop())
  await expect.poll(() => asked).toBeGreaterThan(3)
  expect(said).toEqual(['Reporting to the hub: There is no such address.'])
})

describe('what sellers do', () => {
  const parcel = {
    id: 'k-1',
    external: null,
    carrier: 'Royal Mail',
    service: null,
    trackingNumber: null,
    shippedAt: null,
  }
  const contents = [{ line: 1, quantity: 1 }]

  /** A connector after its first round, and what ships the order of the shop in the hub. */
  async function running(watch: number | null) {
    const test = roundOfTests()
    const { connected, shop, hub, happen } = test
    shop.listings.push(listingOfShop())
    shop.orders.push(orderOfShop())
    const connector = startConnector({ ...connected, name: 'shop', every: hour, watch, say: () => {} })
    onTestFinished(() => connector.stop())
    await expect.poll(() => hub.reports).toHaveLength(1)
    const ship = () =>
      happen('order.shipped', { ...hub.orders.get('A-1')!, parcels: [{ ...parcel, contents }] }, parcel.id)
    return { ...test, connector, ship }
  }

  it('is told to the shop without a webhook, and without reading the shop again', async () => {
    const { shop, hub, ship } = await running(1)
    ship()
    await expect.poll(() => shop.told).toEqual(['A-1: parcel k-1 of l-1'])
    expect(shop.reads).toBe(1)
    await expect.poll(() => hub.reports.at(-1)).toMatchObject({ counts: { told: 1 } })
  })

  it('is told at once if the hub wakes the connector', async () => {
    const { shop, connector, ship } = await running(null)
    ship()
    connector.wake('hub')
    await expect.poll(() => shop.told).toEqual(['A-1: parcel k-1 of l-1'])
    expect(shop.reads).toBe(1)
  })

  it('does not wait for the end of a long round', async () => {
    const { connected, shop, connector, ship } = await running(null)
    // The second product does not come before the parcel has been told.
    const told = Promise.withResolvers<string[]>()
    const { listings } = connected.source
    connected.source.listings = async function* (since) {
      yield* listings(since)
      ship()
      connector.wake('hub')
      yield listingOfShop()
      told.resolve([...shop.told])
    }
    connector.wake('shop')
    expect(await told.promise).toEqual(['A-1: parcel k-1 of l-1'])
  })

  it('does not wait for a page of a slow shop', async () => {
    const { connected, shop, connector, ship } = await running(null)
    const told = Promise.withResolvers<void>()
    onTestFinished(() => told.resolve())
    const { applyShipment } = connected.source
    connected.source.applyShipment = async (...parcelOfOrder) => {
      await applyShipment(...parcelOfOrder)
      told.resolve()
    }
    connected.source.orders = async function* () {
      ship()
      connector.wake('hub')
      // The shop answers no sooner than it has been told.
      await told.promise
      yield orderOfShop()
    }
    connector.wake('shop')
    await expect.poll(() => shop.told).toEqual(['A-1: parcel k-1 of l-1'])
  })

  it('reaches a shop that was away with the next round', async () => {
    const { shop, connected, ship, connector } = await running(1)
    shop.away = 'The shop does not answer.'
    ship()
    await expect.poll(() => connected.outbox.place('failure')).toBe(`parcel k-1 of A-1: ${shop.away}`)
    connector.wake('hub')
    shop.away = null
    await expect.poll(() => shop.told).toEqual(['A-1: parcel k-1 of l-1'])
    await expect.poll(() => connected.outbox.place('failure')).toBeNull()
  })
})

it('after an outage, however long, the next attempt is at most a minute away', () => {
  expect([1, 2, 3].map((failures) => pauseAfter(failures, hour))).toEqual([1_000, 2_000, 4_000])
  expect([7, 70, 7_000].map((failures) => pauseAfter(failures, hour))).toEqual([minute, minute, minute])
  expect(pauseAfter(7, 2_000)).toBe(2_000)
})
