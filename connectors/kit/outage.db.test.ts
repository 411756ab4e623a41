import { expect, it, onTestFinished } from 'vitest'
import { addTestListing } from '#api/testing-orders.ts'
import { testApi } from '#api/testing.ts'
import { testDatabase } from '#db/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { minute } from '#lib/duration.ts'
import { startConnector, type Time } from './connector.ts'
import { createHubClient } from './hub-client.ts'
import type { ShopOrder } from './source.ts'
import { addSeller, serveApi } from './testing-api.ts'
import { orderOfShop } from './testing.ts'
import { roundOfTests } from './testing-round.ts'

const db = await testDatabase()
const api = await testApi(db)
await addSeller(api)
const seller = db.owner.selectFrom('sellers').select('id').where('external_id', '=', 's-42')
const sellerId = (await seller.executeTakeFirstOrThrow()).id

/** A clock that jumps over pauses. What is to happen at a minute happens then, and after the last one it stands still. */
function clockWith(happenings: Readonly<Record<number, () => unknown>>) {
  const due = Object.entries(happenings).map(([at, happen]) => ({ at: Number(at) * minute, happen }))
  const ended = Promise.withResolvers<void>()
  let now = 0
  const time: Time = {
    now: () => now,
    async sleep(milliseconds, woken) {
      if (due.length === 0) {
        ended.resolve()
        await new Promise<void>((resolve) => woken.addEventListener('abort', () => resolve()))
        return
      }
      const next = due[0]!
      if (next.at > now + milliseconds) now += milliseconds
      else {
        now = Math.max(now, next.at)
        due.shift()
        await next.happen()
      }
    },
  }
  return { time, ended: ended.promise }
}

const orderOf = (id: string, more: Partial<ShopOrder> = {}): ShopOrder => {
  const { order, ...rest } = orderOfShop()
  const payment = { id: `pay-${id}`, method: 'CARD' as const, state: 'PAID' as const, paidAt: '2026-11-20T09:31:00Z' }
  return { ...rest, ...more, id, order: { ...order, id, placedAt: '2026-11-20T09:30:00Z', payment } }
}

async function inHub(): Promise<Map<string, { number: string; status: string }>> {
  const { body } = await api.ask('GET', '/sellers/s-42/orders?limit=200')
  return new Map(body.items.map((order: { id: string }) => [order.id, order]))
}

async function ship(id: string): Promise<string> {
  const number = parseOrderNumber((await inHub()).get(id)?.number ?? '')!
  const key = newParcelKey()
  const parcel = { key, carrier: 'DHL', trackingNumber: null, shippedAt: new Date(), contents: 'rest' as const }
  const shipped = await db.asSeller(sellerId, 'write', (own) =>
    shipOrder(own, { sellerId, number, parcels: [parcel], actor: { kind: 'HUB' }, now: new Date() }),
  )
  expect(shipped).toMatchObject({ ok: true })
  return key
}

it('an hour without the hub, and an hour without the shop, lose nothing and double nothing', async () => {
  const { shop, connected } = roundOfTests()
  let isAway = false
  const raw = async (request: Request) => (isAway ? new Response(null, { status: 503 }) : api.raw(request))
  const hub = createHubClient({ url: await serveApi({ ...api, raw }), key: api.key, pauses: [] })
  await connected.outbox.takeOver({ seller: 's-42', id: 'p-17' }, await addTestListing(db, { sellerId, quantity: 100 }))
  const sell = (...ids: string[]) => void shop.orders.push(...ids.map((id) => orderOf(id)))
  const parcels: string[] = []
  sell('A-1', 'A-2', 'A-3')
  const said: string[] = []

  const { time, ended } = clockWith({
    5: () => (isAway = true),
    6: () => sell('B-1', 'B-2'),
    30: () => {
      sell('B-3', 'B-4')
      shop.orders[1] = orderOf('A-2', { isCancelled: true })
    },
    60: () => sell('B-5'),
    65: () => (isAway = false),
    70: async () => {
      expect([...(await inHub()).keys()].toSorted()).toEqual(shop.orders.map(({ id }) => id).toSorted())
      expect((await inHub()).get('A-2')).toMatchObject({ status: 'CANCELLED' })
      shop.away = 'The shop does not answer.'
    },
    80: async () => parcels.push(await ship('A-1'), await ship('B-1')),
    129: async () => parcels.push(await ship('B-5')),
    130: () => (shop.away = null),
    135: () => {},
  })
  const options = { name: 'outage', every: 2 * minute, watch: null, time, say: (line: string) => said.push(line) }
  const connector = startConnector({ ...connected, hub, ...options })
  onTestFinished(() => connector.stop())
  await ended

  const told = parcels.map((key, nth) => `${['A-1', 'B-1', 'B-5'][nth]}: parcel ${key} of l-1`)
  // The cancelled order was paid: what the hub gave back reaches the shop, too.
  expect(shop.told.filter((line) => line.includes('parcel')).toSorted()).toEqual(told.toSorted())
  expect(shop.told.filter((line) => line.startsWith('A-2: refund'))).toHaveLength(1)
  expect(shop.told).toHaveLength(4)
  expect((await inHub()).size).toBe(shop.orders.length)
  expect(await connected.outbox.refused(9)).toEqual([])
  expect(said.filter((line) => line === 'The shop does not answer.')).toHaveLength(1)
})
