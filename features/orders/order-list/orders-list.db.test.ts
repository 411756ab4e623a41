import { addRows } from '#db/testing-row.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '#db/client.ts'
import { readBatchPart } from '#db/read-batch.ts'
import { testDatabase } from '#db/testing.ts'
import { readingAsDivided } from '#db/testing-divided.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import { countRows, matchingIds, readList, readTotals, rowsOf } from '#features/machinery/grid/list-db.server.ts'
import { countTabs } from '#features/machinery/grid/list-tab-counts-db.server.ts'
import { findNeighbours } from '#features/machinery/grid/list-neighbours-db.server.ts'
import { gridDefinition } from '#features/machinery/grid/list-query.ts'
import type { Reading } from '#features/machinery/grid/list.ts'
import type { GridQuery } from '#lib/grid-query.ts'
import {
  cancelStates,
  fulfilmentStatuses,
  orderStatus,
  orderTabs,
  paymentStatuses,
  tabFilters,
} from '#features/core/order/order.ts'
import { countOrders, countriesOfOrders } from './order-counts-db.server.ts'
import { tabQueryFilters } from './order-tabs.ts'
import type { Orders } from './orders-list-row.server.ts'
import { ordersList } from './orders-list.server.ts'
import { addOrders } from './testing.ts'
import { bounds, definition, matches, now, queries, reference, zone, type Detail } from './testing-list-model.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'

const db = await testDatabase()
const divided = readingAsDivided(db)
const seller = await addSeller(db, 'ann')
const other = await addSeller(db, 'bob')
const known = await addOrders(db, { sellerId: seller, count: 300, now, seed: 'ann' })
await addOrders(db, { sellerId: other, count: 20, now, seed: 'bob' })
const counts = await db.asSeller(seller, 'read', (own) => countOrders(own, seller, bounds))

/** A query by a reader with this access to buyer data. */
function asked(
  query: GridQuery,
  { detail = 'full', sellerId = seller }: { detail?: Detail; sellerId?: number } = {},
): Reading<Orders> {
  const place = { detail, tab: 'all', mayShip: true, mayTalk: true, mayRefund: true, seesMoney: true } as const
  return {
    place,
    sellerId,
    now,
    zone,
    policyPack,
    definition: gridDefinition(ordersList, place),
    query,
    problems: [],
    keys: null,
  }
}

const list = (on: Reading<Orders>, by: Database = db) =>
  by.asSeller(on.sellerId, 'read', (own) => readList(own, ordersList, on))

it('order_status is the same in database and program for every combination', async () => {
  const states = paymentStatuses.flatMap((payment) =>
    fulfilmentStatuses.flatMap((fulfilment) =>
      cancelStates.flatMap((cancel) => [false, true].map((delivered) => ({ payment, fulfilment, cancel, delivered }))),
    ),
  )
  const { rows } = await sql<{ status: string }>`
    select order_status(s.payment, s.fulfilment, s.cancel, s.delivered) as status
    from rows from (json_to_recordset(${JSON.stringify(states)}::json)
      as (payment text, fulfilment text, cancel text, delivered boolean)) with ordinality as s order by s.ordinality`.execute(
    db.owner,
  )
  expect(rows.map(({ status }) => status)).toEqual(states.map((state) => orderStatus(state)))
})

it('search_pattern is computed once at planning, and matches wildcards literally', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (costs off) select from order_search where terms like search_pattern(${String.raw`5\%_ÖL`})`.execute(
    db.owner,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(String.raw`'%5\\\%\_ol%'::text`)
})

describe('the list of orders', () => {
  it('shows exactly the results, in order, with sums, on a single server and as on a cluster', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom('full', 'masked', 'none'),
        fc.boolean(),
        async (grid, detail, alone) => {
          const expected = reference(known, grid, detail)
          const { rows, totals } = await list(asked(grid, { detail }), alone ? db : divided)
          expect(rows.map((row) => row.order_number)).toEqual(expected.numbers)
          expect(totals).toEqual(expected.totals)
        },
      ),
      propertyRuns(40),
    )
  })

  it('counts its tabs for a search as it counts them separately', async () => {
    const searches = queries.filter(({ q }) => q !== '')
    await fc.assert(
      fc.asyncProperty(searches, async (grid) => {
        const on = asked(grid)
        const alone = await db.asSeller(on.sellerId, 'read', (own) => countTabs(own, ordersList, on))
        expect((await list(on, divided)).tabCounts).toEqual(alone)
      }),
      propertyRuns(10),
    )
  })

  it('shows every order once across its pages, for any sort', async () => {
    for (const { id: column, sort } of definition.columns) {
      if (!sort) continue
      const query = { ...everything, sort: { column, descending: true }, limit: 100 } as const
      const seen: string[] = []
      for (let offset = 0; offset < 350; offset += 100)
        seen.push(...(await list(asked({ ...query, offset }))).rows.map((row) => row.order_number))
      expect(seen.toSorted()).toEqual(known.map((order) => order.number).toSorted())
    }
  })

  it('shows the first line of an order', async () => {
    const { rows } = await list(asked(everything))
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
    await addRows(db.owner, 'shipments', {
      seller_id: seller,
      order_id: order.id,
      carrier: 'DHL',
      tracking_number: 'JD 0146 0000 1234',
    })
    const { rows } = await list(asked({ ...everything, q: 'jd 0146' }))
    expect(rows.map((row) => [row.order_number, row.parcels])).toEqual([
      [order.number, [{ carrier: 'DHL', number: 'JD 0146 0000 1234' }]],
    ])
  })

  it.each([
    ['a buyer’s real name', 'person anna'],
    ['a postcode', 'se1 1aa'],
    ['a postcode without its space', 'SE11AA'],
    ['a phone number as it is written', '+44 20 7946'],
    ['the end of a phone number', '9460000'],
    ['words of the private note', 'padded box'],
  ])('finds orders by %s only for roles that may see it', async (_what, q) => {
    await db.owner
      .insertInto('order_notes')
      .values({
        seller_id: seller,
        order_id: known[0]!.id,
        note: 'In the padded box',
        written_by: 'Ada',
        written_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const found = async (detail: Detail) => (await list(asked({ ...everything, q }, { detail }))).rows.length
    expect(await found('full')).toBeGreaterThan(0)
    expect(await found('masked')).toBe(0)
    expect(await found('none')).toBe(0)
  })

  it('shows nothing of another seller', async () => {
    const theirs = await list(asked(everything, { sellerId: other }))
    expect(theirs.totals.reduce((sum, row) => sum + row.rows, 0)).toBe(20)
    const stolen = await db.asSeller(other, 'read', async (own) => ({
      list: await readList(own, ordersList, asked(everything)),
      found: await readList(own, ordersList, asked({ ...everything, q: known[0]!.number })),
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

it('findNeighbours finds the previous and next order, also across pages', async () => {
  const query = { ...everything, sort: { column: 'total', descending: true }, limit: 25, offset: 25 } as const
  const all = [0, 200].flatMap((offset) => reference(known, { ...query, offset, limit: 200 }).numbers)
  for (const place of [25, 30, 49]) {
    const order = known.find(({ number }) => number === all[place])!
    const found = await db.asSeller(seller, 'read', (own) => findNeighbours(own, ordersList, asked(query), order.id))
    expect(found).toEqual({
      previous: { key: all[place - 1], offset: place === 25 ? 0 : 25 },
      next: { key: all[place + 1], offset: place === 49 ? 50 : 25 },
      place: place + 1,
    })
  }
  const [first] = known.filter(({ number }) => number === all[0])
  const ends = await db.asSeller(seller, 'read', async (own) => ({
    first: await findNeighbours(own, ordersList, asked({ ...query, offset: 0 }), first!.id),
    elsewhere: await findNeighbours(own, ordersList, asked({ ...query, offset: 200 }), first!.id),
  }))
  expect(ends).toEqual({
    first: { previous: null, next: { key: all[1], offset: 0 }, place: 1 },
    elsewhere: { previous: null, next: null, place: null },
  })
})

describe('countRows', () => {
  it('counts all results, from kept counts or by reading', async () => {
    const count = (query: GridQuery) => db.asSeller(seller, 'read', (own) => countRows(own, ordersList, asked(query)))
    for (const query of [
      everything,
      { ...everything, filters: { status: ['shipped'] } },
      { ...everything, q: 'leica' },
    ])
      expect(await count(query)).toBe(rowsOf(reference(known, query).totals))
  })

  it('excludes deselected orders', async () => {
    const on = { ...asked(everything), leftOut: known.slice(0, 3).map(({ number }) => number) }
    const left = await db.asSeller(seller, 'read', (own) => countRows(own, ordersList, on))
    expect(left).toBe(known.length - 3)
  })
})

describe('the rows after one', () => {
  it.each(['placed', 'paid', 'shipBy', 'buyer', 'total', 'country'])(
    'are those that the order by %s places after it, also if it no longer matches',
    async (column) => {
      for (const descending of [false, true]) {
        const query = { ...everything, sort: { column, descending } }
        const idsOf = (on: ReturnType<typeof asked>) =>
          db.asSeller(seller, 'read', async (own) =>
            (await matchingIds(ordersList, on).execute(own)).rows.map(({ id }) => id),
          )
        const all = await idsOf(asked(query))
        const numberOf = new Map(known.map(({ id, number }) => [id, number]))
        for (const place of [0, 1, Math.floor(all.length / 2), all.length - 2, all.length - 1]) {
          const key = numberOf.get(all[place]!)!
          const on = { ...asked(query), behind: key }
          expect(await idsOf(on)).toEqual(all.slice(place + 1))
          expect(await idsOf({ ...on, leftOut: [key] })).toEqual(all.slice(place + 1))
          expect(await db.asSeller(seller, 'read', (own) => countRows(own, ordersList, on))).toBe(
            all.length - place - 1,
          )
        }
      }
    },
  )
})

describe('countOrders', () => {
  it('counts the rows of each tab', async () => {
    for (const tab of orderTabs) {
      const { statuses: of, due } = tabFilters[tab]
      const query = { ...everything, filters: tabQueryFilters(tab) }
      const rows = known.filter((order) => matches(order, query, 'full'))
      const counted = counts.byStatus.filter((row) => of.length === 0 || of.includes(row.status))
      const byStatus = counted.reduce((sum, row) => sum + row.rows, 0)
      expect(due === 'overdue' ? counts.overdue : due === 'today' ? counts.dueToday : byStatus, tab).toBe(rows.length)
      const totals = await db.asSeller(seller, 'read', (own) =>
        readTotals(own, ordersList, asked(query), { counts, bounds, countries: [], tags: [] }),
      )
      expect(totals, tab).toEqual(reference(known, query).totals)
    }
  })

  it('is empty for a seller without orders', async () => {
    const empty = await addSeller(db, 'new')
    const none = await db.asSeller(empty, 'read', (own) => countOrders(own, empty, bounds))
    expect(none).toEqual({ byStatus: [], overdue: 0, dueToday: 0, unread: 0 })
  })
})

it('countriesOfOrders lists each country once', async () => {
  expect(
    await db.asSeller(seller, 'read', (own) => readBatchPart(own, countriesOfOrders, { sellerId: seller })),
  ).toEqual(['DE', 'FR', 'GB', 'JP'])
})
