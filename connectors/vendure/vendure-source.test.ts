import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { hour } from '#lib/duration.ts'
import { portOf } from '#lib/listening.ts'
import { all } from '../testing-contract.ts'
import { createVendureSource } from './vendure-source.ts'

afterEach(() => void vi.useRealTimers())

interface Asked {
  query: string
  variables: { options?: { filter: Record<string, object> }; input?: object; id?: string; state?: string }
}

/** A Vendure with these orders, what it was asked to change, and the filters by which it was asked for orders. */
async function vendureWith(...orders: object[]) {
  const changes: object[] = []
  const filters: object[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { query, variables } = body as Asked
      const isChange = query.startsWith('mutation') && !query.includes('login')
      if (isChange) changes.push(variables.input ?? { id: variables.id, state: variables.state })
      if (variables.options) filters.push(variables.options.filter)
      const made = { id: 'f-9', state: 'Pending' }
      response.writeHead(200, { 'vendure-auth-token': 'token' })
      response.end(JSON.stringify({ data: isChange ? { made } : { orders: { items: orders } } }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  const settings = { VENDURE_USER: 'u', VENDURE_PASSWORD: 'p', VENDURE_SELLER: 's-42' }
  const source = createVendureSource({ ...settings, VENDURE_URL: `http://127.0.0.1:${portOf(server)}/admin-api` })
  return { source, changes, filters }
}

it('cancels what is still there, and hands over what has not been', async () => {
  const lines = [
    { id: '1', quantity: 3 },
    { id: '2', quantity: 1 },
  ]
  const of = { seller: 's-42', id: 'A' }
  const order = { id: '7', code: 'A', state: 'PaymentSettled', lines, fulfillments: [] }
  const cancel = async (there: object, cancelled: { line: string; quantity: number; left: number }[] | null) => {
    const { source, changes } = await vendureWith(there)
    await source.applyCancellation?.(of, { id: 'c-1', reason: 'OUT_OF_STOCK', lines: cancelled })
    return changes
  }
  const common = { orderId: '7', reason: 'OUT_OF_STOCK' }
  // One of line 1 is gone already.
  expect(
    await cancel(order, [
      { line: '1', quantity: 2, left: 2 },
      { line: '2', quantity: 1, left: 1 },
    ]),
  ).toEqual([{ ...common, cancelShipping: false, lines: [{ orderLineId: '1', quantity: 1 }] }])
  expect(await cancel(order, [{ line: '2', quantity: 1, left: 1 }])).toEqual([])
  expect(await cancel(order, null)).toEqual([{ ...common, cancelShipping: true }])
  expect(await cancel({ ...order, state: 'Cancelled' }, null)).toEqual([])

  const sent = { id: 'f-1', state: 'Shipped', lines: [{ orderLineId: '1', quantity: 3 }] }
  const { source, changes } = await vendureWith({ ...order, fulfillments: [sent] })
  await source.applyHandOver?.(of, { at: '2026-11-23T10:00:00Z' })
  expect(changes).toMatchObject([
    { lines: [{ orderLineId: '2', quantity: 1 }] },
    { state: 'Delivered' },
    { state: 'Shipped' },
    { state: 'Delivered' },
  ])
})

it('takes back a parcel that it was told, one of the shop’s own by its id, and a handover', async () => {
  const lines = [{ id: '1', quantity: 3 }]
  const of = { seller: 's-42', id: 'A' }
  const [key, other] = ['0123456789abcdef', 'fedcba9876543210']
  const fulfillments = [
    { id: 'f-1', state: 'Shipped', method: `Royal Mail (${key})`, lines },
    { id: 'f-2', state: 'Cancelled', method: `Royal Mail (${other})`, lines },
    { id: 'f-3', state: 'Delivered', method: 'By hand', lines },
  ]
  const order = { id: '7', code: 'A', state: 'Shipped', lines, fulfillments }
  const parcels = await vendureWith(order)
  await parcels.source.undoShipment?.(of, { id: key, isOwn: false })
  await parcels.source.undoShipment?.(of, { id: other, isOwn: false })
  expect(parcels.changes).toEqual([{ id: 'f-1', state: 'Cancelled' }])
  await parcels.source.undoShipment?.(of, { id: 'f-3', isOwn: true })
  await parcels.source.undoShipment?.(of, { id: 'f-2', isOwn: true })
  expect(parcels.changes.slice(1)).toEqual([{ id: 'f-3', state: 'Cancelled' }])
  const collected = await vendureWith(order)
  await collected.source.undoHandOver?.(of)
  expect(collected.changes).toEqual([{ id: 'f-3', state: 'Cancelled' }])
})

it('reads open orders in each round, and shipped ones once an hour: a refund does not touch the time of its order', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T12:00:00Z') })
  const { source, filters } = await vendureWith()
  const since = '2026-11-27T11:50:00.000Z'
  const asked = async (from: string | null) => {
    filters.length = 0
    await all(source.orders(from))
    return filters.map((filter) => ('state' in filter ? filter.state : 'changed'))
  }
  const open = { in: ['PaymentSettled', 'PartiallyShipped', 'PartiallyDelivered'] }
  const closed = { in: ['Shipped', 'Delivered', 'Cancelled'] }
  expect(await asked(null)).toEqual(['changed'])
  expect(await asked(since)).toEqual(['changed', open, closed])
  expect(filters[0]).toMatchObject({ updatedAt: { after: since } })
  expect(filters[2]).toMatchObject({ updatedAt: { after: '2026-08-29T12:00:00.000Z' } })
  expect(await asked(since)).toEqual(['changed', open])
  vi.setSystemTime(Date.now() + hour)
  expect(await asked(since)).toEqual(['changed', open, closed])
})
