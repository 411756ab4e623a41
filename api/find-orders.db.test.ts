import { propertyRuns } from '#db/testing-property-runs.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { orderStatuses, type OrderStatus } from '#features/core/order/order.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { copySeller } from '#db/testing-plans.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testDatabase } from '#db/testing.ts'
import { hour } from '#lib/duration.ts'
import { testApi } from './testing.ts'

/** An order as the model knows it; times in microseconds. */
interface Known {
  id: number
  number: string
  status: OrderStatus
  placed: number
  changed: number
}

type Query = Partial<
  Record<'placedFrom' | 'placedBefore' | 'changedFrom' | 'changedBefore' | 'sort' | 'status' | 'limit', string>
>

const sorts = ['placedAt', '-placedAt', 'changedAt', '-changedAt'] as const

/** Names of the indexes that the last statements used. */
const indexes = new Set<string>()

const db = await testDatabase({ reportsPlans: true })
const api = await testApi(db)
const sellerId = await addSeller(db, 'ann')
await addOrders(db, { sellerId, count: 300, now: new Date('2026-11-20T14:30:00Z'), seed: 'find' })
// Equal times, for the order by id, and times between two milliseconds.
await sql`update orders set placed_at = date_trunc('day', placed_at, 'UTC') where seller_id = ${sellerId}`.execute(
  db.owner,
)
await sql`update changes set changed_at = '2026-11-21T00:00:00Z'::timestamptz + subject_id % 50 * interval '1 hour'
    + subject_id % 3 * interval '1 microsecond' where seller_id = ${sellerId}`.execute(db.owner)
const { rows } = await sql<Known>`
  select o.id, o.order_number as number, o.status, (extract(epoch from o.placed_at) * 1000000)::float8 as placed,
    (extract(epoch from c.changed_at) * 1000000)::float8 as changed
  from orders o join changes c on c.seller_id = o.seller_id and c.kind = 'ORDER' and c.subject_id = o.id
  where o.seller_id = ${sellerId}`.execute(db.owner)
const known = rows
await copySeller({ url: db.url, sellerId, copies: 30 }, ['orders', 'changes'])
db.pool.on('acquire', (client) => {
  client.removeAllListeners('notice')
  client.on('notice', ({ message = '' }) => {
    if (message.includes(') found'))
      for (const [, name = ''] of message.matchAll(/"Index Name": "(\w+)"/g)) indexes.add(name)
  })
})

const ask = (query: Record<string, string>) =>
  api.ask('GET', `/sellers/ann/orders?${new URLSearchParams(query).toString()}`)

/** Order numbers of all pages of a search. */
async function readAll(query: Query): Promise<string[]> {
  const seen: string[] = []
  for (let after: Record<string, string> = {}; ;) {
    const { status, body } = await ask({ ...query, ...after })
    expect(status, JSON.stringify(body)).toBe(200)
    seen.push(...body.items.map(({ number }: { number: string }) => number))
    if (!body.more) return seen
    expect(body.items).toHaveLength(Number(query.limit ?? 50))
    after = { after: body.next }
  }
}

function model({ sort = 'placedAt', status, ...query }: Query): string[] {
  const micros = (at: string | undefined, otherwise: number) => (at === undefined ? otherwise : Date.parse(at) * 1000)
  const key = sort.endsWith('changedAt') ? 'changed' : 'placed'
  const sign = sort.startsWith('-') ? -1 : 1
  return known
    .filter(
      (order) =>
        (status === undefined || status.split(',').includes(order.status)) &&
        order.placed >= micros(query.placedFrom, -Infinity) &&
        order.placed < micros(query.placedBefore, Infinity) &&
        order.changed >= micros(query.changedFrom, -Infinity) &&
        order.changed < micros(query.changedBefore, Infinity),
    )
    .toSorted((a, b) => sign * (a[key] - b[key] || a.id - b.id))
    .map(({ number }) => number)
}

/** A range whose ends lie at an order's time, or a millisecond beside it. */
const ranges = (key: 'placed' | 'changed') =>
  fc
    .array(fc.tuple(fc.nat(), fc.constantFrom(-1, 0, 1)), { maxLength: 2 })
    .map((ends) =>
      ends.map(([at, beside]) => Math.floor(known[at % known.length]![key] / 1000) + beside).toSorted((a, b) => a - b),
    )
    .chain((ends) =>
      fc.boolean().map((fromEnd): Query => {
        const [from, before] = ends.length === 1 && fromEnd ? [undefined, ends[0]] : ends
        return {
          ...(from === undefined ? {} : { [`${key}From`]: new Date(from).toISOString() }),
          ...(before === undefined || before === from ? {} : { [`${key}Before`]: new Date(before).toISOString() }),
        }
      }),
    )

describe('a search of orders', () => {
  it('has on its pages together exactly the orders that match, in the order asked for', async () => {
    const queries = fc.record({
      placed: ranges('placed'),
      changed: ranges('changed'),
      status: fc.option(fc.subarray([...orderStatuses], { minLength: 1 }), { nil: undefined }),
      sort: fc.constantFrom(...sorts),
      limit: fc.integer({ min: 20, max: 200 }),
    })
    await fc.assert(
      fc.asyncProperty(queries, async ({ placed, changed, status, sort, limit }) => {
        const query = { ...placed, ...changed, ...(status && { status: status.join(',') }), sort, limit: String(limit) }
        expect(await readAll(query)).toEqual(model(query))
      }),
      propertyRuns(30),
    )
  })

  it.each(sorts)('is read to its end by %s with a filter, each order once', async (sort) => {
    const query = { status: 'AWAITING_SHIPMENT,PARTLY_SHIPPED', sort, limit: '7' }
    const numbers = await readAll(query)
    expect(numbers.length).toBeGreaterThan(14)
    expect(numbers).toEqual(model(query))
  })

  it('has the orders from a time, and not those at the end of the range', async () => {
    const { placed } = known[0]!
    const [at, later] = [new Date(placed / 1000).toISOString(), new Date(placed / 1000 + 1).toISOString()]
    const all = known.filter((order) => order.placed === placed).map(({ number }) => number)
    expect(new Set(await readAll({ placedFrom: at, placedBefore: later }))).toEqual(new Set(all))
    expect(await readAll({ placedFrom: later })).not.toContain(all[0])
    expect(await readAll({ placedBefore: at })).not.toContain(all[0])
    // The same moment in another zone.
    const inParis = new Date(placed / 1000 + hour).toISOString().replace('Z', '+01:00')
    expect(await readAll({ placedFrom: inParis })).toEqual(await readAll({ placedFrom: at }))
  })

  it('has the open orders since a day in one request', async () => {
    const query = { status: 'AWAITING_SHIPMENT,PARTLY_SHIPPED', placedFrom: '2026-11-09T00:00:00+01:00', limit: '200' }
    const { body } = await ask(query)
    expect(body.items.map(({ number }: { number: string }) => number)).toEqual(model(query))
    expect(body).toMatchObject({ more: false, next: expect.any(String) })
    expect(body.items.length).toBeGreaterThan(0)
  })

  it.each([
    [{ status: 'OPEN' }, 'status'],
    [{ status: 'SHIPPED,' }, 'status'],
    [{ status: '' }, 'status'],
    [{ placedFrom: '2026-11-23' }, 'placedFrom'],
    [{ placedFrom: '2026-11-23T00:00:00' }, 'placedFrom'],
    [{ changedBefore: '2026-02-30T00:00:00Z' }, 'changedBefore'],
    [{ placedFrom: '2026-11-23T00:00:00Z', placedBefore: '2026-11-23T01:00:00+01:00' }, 'placedBefore'],
    [{ changedFrom: '2026-11-23T00:00:00Z', changedBefore: '2026-11-22T00:00:00Z' }, 'changedBefore'],
    [{ sort: 'total' }, 'sort'],
    [{ state: 'SHIPPED' }, 'state'],
  ])('refuses %o and names the parameter', async (query, parameter) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: { type: 'urn:seller-hub:problem:invalid-query', errors: [{ parameter, detail: expect.any(String) }] },
    })
  })

  it('continues only with its own filters, however they are written', async () => {
    const query = { status: 'SHIPPED,DELIVERED', placedFrom: '2026-01-01T00:00:00Z', sort: '-placedAt', limit: '2' }
    const { next } = (await ask(query)).body
    const again = { ...query, status: 'DELIVERED,SHIPPED', placedFrom: '2026-01-01T01:00:00+01:00', limit: '3' }
    expect((await ask({ ...again, after: next })).body.items.map(({ number }: Known) => number)).toEqual(
      model(query).slice(2, 5),
    )
    const { next: ofFeed } = (await ask({ limit: '2' })).body
    const { status: _, ...withoutStatus } = query
    const others = [
      { ...query, status: 'SHIPPED', after: next },
      { ...withoutStatus, after: next },
      { ...query, sort: 'placedAt', after: next },
      { ...query, placedFrom: '2026-01-01T00:00:01Z', after: next },
      { limit: '2', after: next },
      { ...query, after: ofFeed },
    ]
    for (const other of others)
      expect(await ask(other)).toMatchObject({ status: 400, body: { errors: [{ parameter: 'after' }] } })
  })

  it.each([
    [{ sort: '-placedAt' }, ['orders_placed']],
    [{ status: 'AWAITING_SHIPMENT,PARTLY_SHIPPED', placedFrom: '2026-01-01T00:00:00Z' }, ['orders_status_placed']],
    [{ sort: '-changedAt' }, ['changes_by_time']],
    [{ sort: 'changedAt', changedFrom: '2026-11-22T01:00:00Z' }, ['changes_by_time']],
  ])('is found by indexes: %o', async (query, expected) => {
    const { next } = (await ask({ ...query, limit: '10' })).body
    indexes.clear()
    await ask({ ...query, limit: '10', after: next })
    expect([...indexes].toSorted()).toEqual(expected)
  })
})
