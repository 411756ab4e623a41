import { expect, it } from 'vitest'
import type { HubCase, HubOrder } from '../hub-types.ts'
import { keepCase, keepOrder, keepPlacing } from '../store/orders.ts'
import { fakeHub, seller, syncingWith } from '../testing.ts'
import { createApp } from './app.ts'
import type { Market } from './market.ts'

/** A market with an order per buyer, each with a parcel in transit and a case; records errors and requests to the hub. */
function openMarket() {
  const [failures, asked]: [string[], string[]] = [[], []]
  const syncing = syncingWith(fakeHub())
  for (const buyer of ['anna', 'ben']) {
    const body = { id: `order-of-${buyer}`, placedAt: '2026-11-22T10:00:00.000Z' }
    keepPlacing(syncing.store, { buyer, seller: seller.id, body: body as Parameters<typeof keepPlacing>[1]['body'] })
    keepOrder(syncing.store, { id: body.id, parcels: [{ id: `parcel-of-${buyer}` }] } as HubOrder)
    keepCase(syncing.store, { number: `case-of-${buyer}`, order: body.id, openedAt: body.placedAt } as HubCase)
  }
  const hub: Market['hub'] = {
    ...syncing.hub,
    tellTracking: async (_, { shipment }) => asked.push(shipment),
    order: async (_, id) => ({ id, parcels: [] }) as unknown as HubOrder,
    takeCaseStep: async (_, number) => (asked.push(number), { number, order: 'order-of-anna' } as HubCase),
  }
  const file = { href: '/style.css', type: 'text/css', text: '' }
  const app = createApp({
    ...syncing,
    hub,
    publicUrl: 'http://market.example',
    hubPublicUrl: 'http://hub.example',
    isReady: () => true,
    inStep: {} as Market['inStep'],
    // Renders pages as their props; rendering is covered by browser tests.
    render: (name, props) => JSON.stringify({ name, ...props }),
    files: { style: file, script: { ...file, href: '/script.js' } },
    say: (line) => failures.push(line),
  })
  return { app, failures, asked }
}

/** Signs in; returns a function that submits this buyer's forms. */
async function comeIn({ app }: ReturnType<typeof openMarket>, buyer: string) {
  let cookie = ''
  const ask = async (path: string, more: RequestInit = {}) => {
    const answer = await app.request(path, { ...more, headers: { cookie, ...more.headers } })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return answer
  }
  const tokenOf = async () => ((await (await ask('/sign-in')).json()) as { frame: { token: string } }).frame.token
  const send = async (path: string, fields: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams({ token: await tokenOf(), ...fields }) })
  expect((await send('/sign-in', { buyer, next: '/' })).status).toBe(303)
  return { ask, send }
}

it('what is no form of the market’s is refused, and is no failure of it', async () => {
  const market = openMarket()
  const { ask } = await comeIn(market, 'anna')
  for (const path of ['/sign-in', '/sign-out', '/basket', '/checkout', '/orders/order-of-anna'])
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data'])
      expect((await ask(path, { method: 'POST', body: '{}', headers: { 'content-type': type } })).status, path).toBe(
        403,
      )
  for (const done of ['__proto__', 'constructor', 'no such'])
    expect(await (await ask(`/orders/order-of-anna?done=${done}`)).json()).toMatchObject({ notice: null })
  expect(market.failures).toEqual([])
})

it('a buyer moves their own cases and parcels alone, though the market’s key opens all of the seller’s', async () => {
  const market = openMarket()
  const { send } = await comeIn(market, 'anna')
  const requests = (whose: string): Record<string, string>[] => [
    { step: 'case', move: 'withdraw', case: `case-of-${whose}` },
    { step: 'arrived', parcel: `parcel-of-${whose}` },
  ]
  const statuses: number[] = []
  for (const [order, whose] of [
    ['anna', 'ben'],
    ['ben', 'ben'],
    ['anna', 'nobody'],
    ['anna', 'anna'],
  ])
    for (const [index, requestId] of requests(whose!).entries())
      statuses.push(
        (await send(`/orders/order-of-${order}`, { ...requestId, requestId: `a-requestId-that-was-drawn-${index}` }))
          .status,
      )
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 303, 303])
  expect(market.asked).toEqual(['case-of-anna', 'parcel-of-anna'])
})
