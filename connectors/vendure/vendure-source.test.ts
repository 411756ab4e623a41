import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { hour } from '#lib/duration.ts'
import { portOf } from '#lib/listening.ts'
import { all } from '../testing-contract.ts'
import { createVendureSource } from './vendure-source.ts'

afterEach(() => void vi.useRealTimers())

interface Listing {
  variables: { options?: { filter: Record<string, object> } }
}

/** A Vendure without orders, and the filters by which they were asked for. */
async function emptyVendure() {
  const filters: object[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { options } = (body as Listing).variables
      if (options) filters.push(options.filter)
      response.writeHead(200, { 'vendure-auth-token': 'token' })
      response.end(JSON.stringify({ data: { orders: { items: [] } } }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  const settings = { VENDURE_USER: 'u', VENDURE_PASSWORD: 'p', VENDURE_SELLER: 's-42' }
  const source = createVendureSource({ ...settings, VENDURE_URL: `http://127.0.0.1:${portOf(server)}/admin-api` })
  return { source, filters }
}

it('reads open orders in each round, and shipped ones once an hour: a refund does not touch the time of its order', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T12:00:00Z') })
  const { source, filters } = await emptyVendure()
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
