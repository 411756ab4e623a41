import { testShop } from './testing-shop.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { createRandom } from '#lib/random.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import { hour } from '#lib/duration.ts'

const clock = new Date('2026-11-21T09:00:00Z')
const at = (hours: number) => new Date(clock.getTime() + hours * hour).toISOString()

const { db, api, sellerId, seller } = await testShop({ now: () => clock })
const item = await addTestListing(db, { sellerId, quantity: 1_000 })
afterEach(() => expectSoundBooks(db))

interface Request {
  method: string
  path: string
  body: object
}

const pushed = (id: string) => ({
  ...orderOf(id, item, { quantity: 2, buyer: id }),
  placedAt: at(-48),
  payment: { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: at(-48) },
})

/** A paid order shipped in two parcels. */
async function shipped(id: string): Promise<string[]> {
  const { status, body } = await api.ask('POST', `${seller}/orders`, { body: pushed(id) })
  expect(status).toBe(201)
  const parcels = [1, 2].map((number) => ({
    key: newParcelKey(),
    carrier: 'DHL',
    trackingNumber: `${id} ${number}`,
    shippedAt: new Date(at(-24)),
    contents: new Map([[1, 1]]),
  }))
  const outcome = await db.asSeller(sellerId, 'write', (tx) =>
    shipOrder(tx, { sellerId, number: body.number, actor: { kind: 'HUB' }, now: clock, parcels }),
  )
  expect(outcome).toMatchObject({ ok: true })
  return parcels.map(({ key }) => key)
}

/** A shop's requests about such an order, in chronological order. */
const storyOf = (id: string, parcels: string[]): Request[] => [
  { method: 'POST', path: '/orders', body: pushed(id) },
  ...parcels.flatMap((shipment, index) => [
    { method: 'POST', path: '/tracking-events', body: { shipment, event: 'SCANNED', at: at(-20) } },
    { method: 'POST', path: '/tracking-events', body: { shipment, event: 'EXCEPTION', at: at(-10) } },
    { method: 'POST', path: '/tracking-events', body: { shipment, event: 'DELIVERED', at: at(-4 + index) } },
  ]),
  { method: 'POST', path: `/orders/${id}/messages`, body: { id: `${id} m-1`, text: 'Thank you!', sentAt: at(-2) } },
  { method: 'PUT', path: `/feedback/${id}`, body: { order: id, rating: 'POSITIVE', stars: 5, leftAt: at(-1) } },
]

const send = ({ method, path, body }: Request) => api.ask(method, seller + path, { body })

/** Final state of an order without random values. */
async function outcomeOf(id: string) {
  const { body: order } = await api.ask('GET', `${seller}/orders/${id}`)
  const of = (table: 'conversation_messages' | 'feedback') =>
    db.owner
      .selectFrom(table)
      .innerJoin('orders', 'orders.id', `${table}.order_id`)
      .where('orders.external_id', '=', id)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const stock = await db.owner
    .selectFrom('stock_movements as m')
    .innerJoin('orders as o', 'o.id', 'm.order_id')
    .where('o.external_id', '=', id)
    .select(({ fn }) => [fn.sum('on_hand_change').as('onHand'), fn.sum('reserved_change').as('reserved')])
    .executeTakeFirstOrThrow()
  return {
    status: order.status,
    paid: order.payments.map(({ state, amount }: { state: string; amount: object }) => [state, amount]),
    parcels: order.parcels
      .map(({ state, deliveredAt }: { state: string; deliveredAt: string }) => [state, deliveredAt])
      .toSorted(),
    total: order.total,
    messages: (await of('conversation_messages')).count,
    feedback: (await of('feedback')).count,
    stock: { onHand: Number(stock.onHand), reserved: Number(stock.reserved) },
  }
}

const expected = {
  status: 'DELIVERED',
  paid: [['PAID', { value: '90.00', currency: 'GBP' }]],
  parcels: [
    ['DELIVERED', at(-4)],
    ['DELIVERED', at(-3)],
  ],
  total: { value: '90.00', currency: 'GBP' },
  messages: 1,
  feedback: 1,
  stock: { onHand: -2, reserved: 0 },
}

describe('calls about an order', () => {
  it('give the same result repeated, in parallel and in any order', async () => {
    for (const id of ['O-1', 'O-2', 'O-3', 'O-4', 'O-5']) {
      const story = storyOf(id, await shipped(id))
      const mixed = id === 'O-1' ? story : createRandom(id).shuffle([...story, ...story])
      const told = id === 'O-2' ? await Promise.all(mixed.map(send)) : []
      if (id !== 'O-2') for (const request of mixed) told.push(await send(request))
      for (const { status, body } of told) expect([200, 201], JSON.stringify(body)).toContain(status)
      expect(await outcomeOf(id), id).toEqual(expected)
    }
  })

  it('get 404 before the order exists, and do no harm', async () => {
    const [, ...early] = storyOf('O-10', ['0000000000000000'])
    for (const request of early) expect((await send(request)).status, request.path).toBe(404)
    for (const request of storyOf('O-10', await shipped('O-10'))) expect((await send(request)).status).toBeLessThan(300)
    expect(await outcomeOf('O-10')).toEqual(expected)
  })
})
