import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { currencyDecimals } from '#lib/money.ts'
import type { GridQuery } from '#lib/grid-query.ts'
import {
  cancelStates,
  dueBounds,
  fulfilmentStatuses,
  orderStatus,
  orderTabs,
  paymentStatuses,
  tabFilters,
} from './order.ts'
import { countOrders, listCountries, listOrders, totalOrders, type OrderCounts } from './orders-db.server.ts'
import { findNeighbours } from './order-neighbours-db.server.ts'
import {
  ordersDefinitionFor,
  placedPeriods,
  resolveOrders,
  type BuyerDetail,
  type OrdersQuery,
  type OrderSort,
} from './orders-query.ts'
import { addOrders, addSeller, type KnownOrder } from './testing.ts'

const now = new Date('2026-11-20T14:30:00Z')
const zone = 'Europe/London'
const bounds = dueBounds(now, zone)

let db: TestDatabase
let seller: number
let other: number
let known: KnownOrder[]
let counts: OrderCounts

beforeAll(async () => {
  db = await testDatabase()
  seller = await addSeller(db, 'ann')
  other = await addSeller(db, 'bob')
  known = await addOrders(db, { sellerId: seller, count: 300, now, seed: 'ann' })
  await addOrders(db, { sellerId: other, count: 20, now, seed: 'bob' })
  counts = await db.asSeller(seller, 'read', (own) => countOrders(own, seller, bounds))
})

const list = (query: OrdersQuery, sellerId = seller) =>
  db.asSeller(sellerId, 'read', async (own) =>
    listOrders(own, sellerId, query, sellerId === seller ? counts : await countOrders(own, sellerId, bounds)),
  )

/** Search form as the database makes it. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const inSpan = (at: Date | null, span: OrdersQuery['placed']) =>
  !span || (at !== null && (!span.from || at >= span.from) && (!span.before || at < span.before))

function matches(order: KnownOrder, query: OrdersQuery): boolean {
  const value = (order.totalMinor * 1000) / 10 ** currencyDecimals(order.currency)
  return (
    (!query.statuses || query.statuses.includes(order.status)) &&
    query.words.every((word) =>
      [order.terms, ...(query.findsNames ? [order.name] : [])].some((text) => plain(text).includes(plain(word))),
    ) &&
    inSpan(order.shipBy, query.shipBy) &&
    inSpan(order.placedAt, query.placed) &&
    (query.countries.length === 0 || query.countries.includes(order.country)) &&
    value >= (query.value?.from ?? -Infinity) &&
    value <= (query.value?.to ?? Infinity) &&
    (!query.several || order.units > 1) &&
    (query.buyer === null || query.buyer === order.buyer) &&
    (!query.numbers || query.numbers.includes(order.number))
  )
}

const time = (at: Date | null) => at?.getTime() ?? Infinity
const keys: Record<OrderSort, (order: KnownOrder) => (number | Buffer)[]> = {
  placed: (order) => [time(order.placedAt)],
  paid: (order) => [time(order.paidAt)],
  shipBy: (order) => [time(order.shipBy)],
  buyer: (order) => [Buffer.from(order.buyer)],
  quantity: (order) => [order.units],
  total: (order) => [order.totalMinor / 10 ** currencyDecimals(order.currency)],
  country: (order) => [Buffer.from(order.country), time(order.placedAt)],
}

function compare(a: KnownOrder, b: KnownOrder, sort: OrderSort): number {
  const pairs = [...keys[sort](a), a.id].map((key, index) => [key, [...keys[sort](b), b.id][index]!] as const)
  for (const [left, right] of pairs) {
    const difference = Buffer.isBuffer(left)
      ? Buffer.compare(left, right as Buffer)
      : left === right
        ? 0
        : left - (right as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** What a list must show, computed from the orders as they were written. */
function reference(query: OrdersQuery) {
  const found = known.filter((order) => matches(order, query))
  const sorted = found.toSorted((a, b) => compare(a, b, query.sort) * (query.descending ? -1 : 1))
  const totals = Object.entries(Object.groupBy(found, (order) => order.currency)).map(([currency, orders = []]) => ({
    currency,
    orders: orders.length,
    units: orders.reduce((sum, order) => sum + order.units, 0),
    total_minor: orders.reduce((sum, order) => sum + order.totalMinor, 0),
  }))
  return {
    numbers: sorted.slice(query.offset, query.offset + query.limit).map((order) => order.number),
    totals: totals.toSorted((a, b) => b.orders - a.orders || (a.currency < b.currency ? -1 : 1)),
  }
}

const definition = ordersDefinitionFor('full')
const statuses = orderTabs.filter((tab) => tab !== 'all' && !tabFilters[tab].due)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: undefined })
const words = [
  'leica',
  'LEICA',
  'emile',
  'Çelik',
  '100%',
  '_',
  'film_case',
  'C:\\old',
  'sku-3',
  'person',
  'für',
  'كاميرا',
  '12-000',
  'nothing',
  "o'x",
]
const days = fc
  .integer({ min: 0, max: 110 })
  .map((back) => new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10))
const range = fc.tuple(days, days).map((pair) => pair.toSorted())
const queries = fc
  .record({
    q: fc.array(fc.constantFrom(...words), { maxLength: 2 }).map((some) => some.join('  ')),
    status: maybe(fc.constantFrom(...statuses).map((status) => [status])),
    placed: maybe(
      fc.oneof(
        fc.constantFrom(...placedPeriods).map((period) => [period]),
        range,
      ),
    ),
    shipBy: maybe(fc.constantFrom('overdue', 'today', 'tomorrow', 'later').map((due) => [due])),
    country: maybe(fc.subarray(['DE', 'FR', 'GB', 'JP', 'US'], { minLength: 1 })),
    total: maybe(fc.constantFrom(['50', ''], ['', '120.50'], ['20', '80'])),
    several: maybe(fc.constant(['1'])),
    buyer: maybe(fc.constantFrom(['anna'], ['émile'], ['nobody'])),
    sort: fc.constantFrom(...definition.columns.filter((column) => column.sort).map((column) => column.id)),
    descending: fc.boolean(),
    limit: fc.constantFrom(25, 50, 100, 200),
    offset: fc.constantFrom(0, 0, 25, 200, 1000),
  })
  .map(({ q, sort, descending, limit, offset, ...filters }): GridQuery => {
    const set = Object.entries(filters).filter((entry): entry is [string, string[]] => entry[1] !== undefined)
    return {
      q,
      filters: Object.fromEntries(set),
      sort: { column: sort, descending },
      limit,
      offset,
      cols: null,
      view: null,
    }
  })

describe('order_status', () => {
  it('is the same in the database and here, for every combination', async () => {
    for (const payment of paymentStatuses)
      for (const fulfilment of fulfilmentStatuses)
        for (const cancel of cancelStates)
          for (const delivered of [false, true]) {
            const { rows } = await sql<{ status: string }>`
              select order_status(${payment}, ${fulfilment}, ${cancel}, ${delivered}) as status`.execute(db.owner)
            expect(rows[0]?.status).toBe(orderStatus({ payment, fulfilment, cancel, delivered }))
          }
  })
})

describe('search_pattern', () => {
  it('is worked out once, when the statement is planned, and looks for wildcards as they stand', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (costs off) select from order_search where terms like search_pattern(${String.raw`5\%_ÖL`})`.execute(
      db.owner,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(String.raw`'%5\\\%\_ol%'::text`)
  })
})

describe('listOrders', () => {
  it('shows exactly what matches, in order, with its sums', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom('full', 'masked', 'none'), async (grid, detail) => {
        const query = resolveOrders(grid, now, zone, detail)
        const expected = reference(query)
        const { rows, totals } = await list(query)
        expect(rows.map((row) => row.order_number)).toEqual(expected.numbers)
        expect(totals).toEqual(expected.totals)
      }),
      { numRuns: 300 },
    )
  })

  it('covers every order once over its pages, whatever the sort', async () => {
    for (const column of definition.columns.filter(({ sort }) => sort).map(({ id }) => id as OrderSort)) {
      const query = { ...resolveOrders(everything, now, zone, 'full'), sort: column, limit: 50 }
      const seen: string[] = []
      for (let offset = 0; offset < 350; offset += 50)
        seen.push(...(await list({ ...query, offset })).rows.map((row) => row.order_number))
      expect(seen.toSorted()).toEqual(known.map((order) => order.number).toSorted())
    }
  })

  it('takes the first line as it stands', async () => {
    const { rows } = await list(resolveOrders(everything, now, zone, 'full'))
    for (const row of rows) {
      const order = known.find(({ number }) => number === row.order_number)!
      expect(row).toMatchObject({
        title: order.lines[0]!.title,
        sku: order.lines[0]!.sku,
        line_count: order.lines.length,
        status: order.status,
        total_minor: order.totalMinor,
      })
    }
  })

  it('finds orders by their parcels’ tracking numbers', async () => {
    const order = known.find(({ status }) => status === 'AWAITING_SHIPMENT')!
    await db.owner
      .insertInto('shipments')
      .values({ seller_id: seller, order_id: order.id, carrier: 'DHL', tracking_number: 'JD 0146 0000 1234' })
      .execute()
    const { rows } = await list(resolveOrders({ ...everything, q: 'jd 0146' }, now, zone, 'full'))
    expect(rows.map((row) => [row.order_number, row.tracking])).toEqual([[order.number, 'JD 0146 0000 1234']])
  })

  it('finds orders by a buyer’s real name only for those who may see it', async () => {
    const found = async (detail: BuyerDetail) =>
      (await list(resolveOrders({ ...everything, q: 'person anna' }, now, zone, detail))).rows.length
    expect(await found('full')).toBeGreaterThan(0)
    expect(await found('masked')).toBe(0)
    expect(await found('none')).toBe(0)
  })

  it('shows nothing of another seller', async () => {
    const theirs = await list(resolveOrders(everything, now, zone, 'full'), other)
    expect(theirs.totals.reduce((sum, row) => sum + row.orders, 0)).toBe(20)
    const stolen = await db.asSeller(other, 'read', async (own) => ({
      list: await listOrders(own, seller, resolveOrders(everything, now, zone, 'full'), counts),
      found: await listOrders(
        own,
        seller,
        resolveOrders({ ...everything, q: known[0]!.number }, now, zone, 'full'),
        counts,
      ),
      counts: await countOrders(own, seller, bounds),
    }))
    expect(stolen.list.rows).toEqual([])
    expect(stolen.found.rows).toEqual([])
    expect(stolen.counts.byStatus).toEqual([])
  })
})

const everything: GridQuery = {
  q: '',
  filters: {},
  sort: definition.defaultSort,
  limit: 200,
  offset: 0,
  cols: null,
  view: null,
}

describe('findNeighbours', () => {
  it('finds who stands before and after in the list, also over the edges of its pages', async () => {
    const query = { ...resolveOrders(everything, now, zone, 'full'), sort: 'total' as const, limit: 25, offset: 25 }
    const all = reference({ ...query, offset: 0, limit: 1000 }).numbers
    for (const place of [25, 30, 49]) {
      const order = known.find(({ number }) => number === all[place])!
      const found = await db.asSeller(seller, 'read', (own) => findNeighbours(own, seller, query, order.id))
      expect(found).toEqual({
        previous: { orderNumber: all[place - 1], offset: place === 25 ? 0 : 25 },
        next: { orderNumber: all[place + 1], offset: place === 49 ? 50 : 25 },
      })
    }
    const [first] = known.filter(({ number }) => number === all[0])
    const ends = await db.asSeller(seller, 'read', async (own) => ({
      first: await findNeighbours(own, seller, { ...query, offset: 0 }, first!.id),
      elsewhere: await findNeighbours(own, seller, { ...query, offset: 200 }, first!.id),
    }))
    expect(ends).toEqual({
      first: { previous: null, next: { orderNumber: all[1], offset: 0 } },
      elsewhere: { previous: null, next: null },
    })
  })
})

describe('countOrders', () => {
  it('counts the rows of each tab', async () => {
    for (const tab of orderTabs) {
      const { statuses: of, due } = tabFilters[tab]
      const filters = {
        ...(tab === 'all' ? {} : { status: [due ? 'awaiting-shipment' : tab] }),
        ...(due ? { shipBy: [due] } : {}),
      }
      const query = resolveOrders({ ...everything, filters }, now, zone, 'full')
      const rows = known.filter((order) => matches(order, query))
      const counted = counts.byStatus.filter((row) => of.length === 0 || of.includes(row.status))
      const byStatus = counted.reduce((sum, row) => sum + row.orders, 0)
      expect(due === 'overdue' ? counts.overdue : due === 'today' ? counts.dueToday : byStatus, tab).toBe(rows.length)
      const totals = await db.asSeller(seller, 'read', (own) => totalOrders(own, seller, query, counts))
      expect(totals, tab).toEqual(reference(query).totals)
    }
  })

  it('is nothing for a seller without orders', async () => {
    const empty = await addSeller(db, 'new')
    const none = await db.asSeller(empty, 'read', (own) => countOrders(own, empty, bounds))
    expect(none).toEqual({ byStatus: [], overdue: 0, dueToday: 0 })
  })
})

describe('listCountries', () => {
  it('names each country once', async () => {
    expect(await db.asSeller(seller, 'read', (own) => listCountries(own, seller))).toEqual(['DE', 'FR', 'GB', 'JP'])
  })
})
