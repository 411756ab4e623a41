import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { addTestListing } from '#api/testing-orders.ts'
import { testApi } from '#api/testing.ts'
import { testDatabase } from '#db/testing.ts'
import { readFirstTasks, taskReader } from '#features/home/tasks/tasks-read.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import { keyLimit } from '#features/developers/api-keys/count-use.server.ts'
import { createHubClient } from './hub-client.ts'
import { openOutbox } from './outbox-sqlite.ts'
import { runRound } from './round.ts'
import type { ShopOrder } from './source.ts'
import { addSeller, serveApi } from './testing-api.ts'
import { orderOfShop } from './testing.ts'
import { roundOfTests } from './testing-round.ts'

const db = await testDatabase()
const api = await testApi(db)
await addSeller(api)

const orderOf = (id: string, more: Partial<ShopOrder> = {}): ShopOrder => {
  const { order, ...rest } = orderOfShop()
  return { ...rest, ...more, id, order: { ...order, id, placedAt: '2026-11-20T09:30:00Z' } }
}

/** A shop in memory and a hub by HTTP. */
async function connected() {
  const test = roundOfTests()
  const hub = createHubClient({ url: await serveApi(api), key: api.key })
  return { shop: test.shop, connected: { ...test.connected, hub } }
}

/** Ids of the seller's orders in the hub that begin with this. */
async function inHub(prefix: string): Promise<string[]> {
  const { body } = await api.ask('GET', '/sellers/s-42/orders?limit=200')
  const ids = (body as { items: { id: string }[] }).items.map(({ id }) => id)
  return ids.filter((id) => id.startsWith(prefix)).toSorted()
}

it('a history that is sent twice is in the hub once, and a line that the hub refuses stays with its reason', async () => {
  const { shop, connected: one } = await connected()
  shop.orders = Array.from({ length: 40 }, (_, nth) => orderOf(`H-${nth + 10}`, { finished: 'DELIVERED' }))
  for (const { order } of shop.orders) {
    order.lines = order.lines.map((line) => ({ ...line, listing: undefined, title: 'Desk lamp' }))
    order.payment = { id: `pay-${order.id}`, method: 'CARD', state: 'PAID', paidAt: order.placedAt }
  }
  const wrong = orderOf('H-99', { finished: 'SHIPPED' })
  const unpaid = { id: 'p', method: 'CARD', state: 'PENDING' } as const
  shop.orders.push({ ...wrong, order: { ...wrong.order, payment: unpaid } })
  const ids = shop.orders.map(({ id }) => id).filter((id) => id !== 'H-99')
  for (const outbox of [one.outbox, openOutbox(':memory:')]) {
    expect((await runRound({ ...one, outbox })).orders).toEqual({ same: 0, sent: 40, refused: 1 })
    expect(await outbox.withReason()).toMatchObject([
      { id: 'H-99', reason: expect.stringContaining('/payments/0/state') },
    ])
    expect(await inHub('H-')).toEqual(ids)
  }
  expect((await api.ask('GET', '/sellers/s-42/orders/H-10')).body).toMatchObject({
    history: true,
    status: 'DELIVERED',
    total: { value: '45.00' },
  })
})

it('a connector at the limit of its key waits, no order is lost, and a cancellation follows', async () => {
  const { shop, connected: one } = await connected()
  const { id } = await rowOf(db.owner, 'sellers', { external_id: 's-42' })
  await one.outbox.takeOver({ seller: 's-42', id: 'p-17' }, await addTestListing(db, { sellerId: id, quantity: 10 }))
  shop.orders = Array.from({ length: 6 }, (_, nth) => orderOf(`L-${nth}`))
  // Two more requests in a window that ends in less than a second.
  const used = { count: keyLimit.requests - 2, resets_at: new Date(api.hub.now().getTime() + 900) }
  await db.owner.updateTable('rate_limits').set(used).where('key', 'like', 'api-key:%').execute()
  expect((await runRound(one)).orders).toEqual({ same: 0, sent: 6, refused: 0 })
  expect(await inHub('L-')).toEqual(shop.orders.map((order) => order.id))

  // What the shop cancels is cancelled without asking the seller.
  const [first] = shop.orders
  if (!first) throw new Error('The shop has no orders.')
  shop.orders = [{ ...first, isCancelled: true, order: { ...first.order, lines: [] } }]
  expect((await runRound(one)).orders).toEqual({ same: 0, sent: 1, refused: 0 })
  expect((await api.ask('GET', `/sellers/s-42/orders/${first.id}`)).body).toMatchObject({ status: 'CANCELLED' })
})

it('a paid order whose lines name no listing comes in, is marked, and is a task', async () => {
  const { shop, connected: one } = await connected()
  const { id: sellerId } = await rowOf(db.owner, 'sellers', { external_id: 's-42' })
  const { order, ...rest } = orderOf('N-1', { lineIds: ['l-1', 'l-2'], total: { value: '90.00', currency: 'GBP' } })
  const [line] = order.lines
  const lines = [
    { ...line!, listing: undefined },
    { ...line!, listing: 'p-gone', variationId: 'p-gone-s' },
  ]
  const payment = { id: 'pay-N-1', method: 'CARD', state: 'PAID', paidAt: order.placedAt } as const
  shop.orders = [{ ...rest, order: { ...order, lines, payment } }]
  expect((await runRound(one)).orders).toEqual({ same: 0, sent: 1, refused: 0 })
  const { body } = await api.ask('GET', '/sellers/s-42/orders/N-1')
  expect(body).toMatchObject({
    status: 'AWAITING_SHIPMENT',
    total: { value: '90.00' },
    lines: [{ listing: null }, { listing: null }],
  })
  expect(body.unusable).toEqual([
    { field: '/lines/0/title', value: '' },
    { field: '/lines/1/listing', value: 'p-gone · p-gone-s' },
  ])
  const { now, config } = api.hub
  const reader = taskReader(
    { id: sellerId, timeZone: 'Europe/London', role: 'owner' },
    { now: now(), deadlines: config.policyPack.deadlines },
  )
  const texts = textsFor('en', 'Europe/London')
  const { lines: tasks } = await db.asSeller(sellerId, 'read', (own) =>
    readFirstTasks(own, reader, { texts, role: 'owner' }),
  )
  expect(tasks).toContainEqual(expect.objectContaining({ href: paths.orderDetails(body.number as string) }))
  expect(JSON.stringify(tasks)).toContain('could not be used')
  expect((await runRound(one)).orders).toEqual({ same: 1, sent: 0, refused: 0 })
})
