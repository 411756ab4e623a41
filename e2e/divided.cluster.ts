import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import type { SellerDb } from '#db/client.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import { watchServers } from '#db/testing-divided.ts'
import { oneRow } from '#db/one-row.ts'
import { findOfSeller } from '#db/shards.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import type { List, ListTypes } from '#features/machinery/grid/list.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { keepMarket } from '#features/selling/market/keep-market.server.ts'
import { copyProducts } from '#features/selling/product-summary/copy-products.server.ts'
import { copyListings } from '#features/selling/listings/copy-listings-db.server.ts'
import { replaceBins } from '#features/shipping/printing/bins-db.server.ts'
import { startRun } from '#features/shipping/printing/print-runs-db.server.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import { paths } from '#web/paths.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import { addShop, clusterHub, marketplaceKey, toolKey, writeByPrograms } from './cluster-testing.ts'
import { hubCommand } from '#server/testing-cluster.ts'
import { guardedRoutes } from './guarded-routes.ts'
import { httpMember } from './http-member.ts'
import { memberPages, shop, type MemberPage } from './page-addresses.ts'
import { hydrated, newPage, signIn, useBrowser, type TestHub } from './testing.ts'

/** The first page of a search. */
function findIn<T extends ListTypes>(own: SellerDb, sellerId: number, list: List<T>, pathname: string) {
  const reader = { sellerId, role: 'owner', now: new Date(), zone: 'Europe/London', policyPack } as const
  return readList(own, list, openList(list, { pathname, searchParams: new URLSearchParams({ q: 'leica' }) }, reader))
}

useBrowser()

const market = inject('divided')
/** Statements of the hub that asked more than one server, as the cluster's own log of them says. */
const spread: string[] = []
let test: TestHub
let pages: MemberPage[]
let api: { Authorization: string }

beforeAll(async () => {
  test = await clusterHub()
  await watchServers(test.hub.db.pool, spread)
  pages = (await memberPages(test)).filter(({ path }) => path !== '/no/such/page')
  api = await marketplaceKey(test)
})

describe('on a cluster divided by seller', () => {
  it('a dry run says what would be locked for how long; then each table of sellers is divided, and again changes nothing', async () => {
    const planned = market.said['distribute --dry-run']
    expect(planned).toMatch(/Each of these (\d{2,}) tables is locked while its rows are copied: about \d+ s in total\./)
    expect(planned).toMatch(/Nothing was changed \(--dry-run\)\.\n$/)
    expect(market.said.distribute).toContain('orders: divided by seller_id\n')
    expect(market.said.distribute).toContain('Done. You can start the hubs now.')
    expect(await hubCommand(market, ['distribute'])).toBe('Everything is already divided.\n')
  })

  it('the demo is loaded and the doctor finds nothing wrong', async () => {
    expect(market.said.demo).toContain('Loaded')
    expect(await hubCommand(market, ['doctor'])).toContain('All checks passed.')
  })

  it('a browser opens each page of the route table', async () => {
    const [visitor, owner, operator] = [await newPage(), await newPage(), await newPage()]
    await signIn(owner, test, 'owner@demo.example')
    await signIn(operator, test, 'operator@demo.example')
    const open = async (page: Page, address: string) => {
      const answer = await page.goto(test.url + address)
      const status = answer?.status() ?? 0
      if (status < 400) await hydrated(page)
      return `${status} ${address}`
    }
    const failed: string[] = []
    for (const { address, isOperators } of pages) {
      const answer = await open(isOperators ? operator : owner, address)
      if (!answer.startsWith('200 ')) failed.push(answer)
    }
    // Signed out, some refuse what their link lacks.
    for (const { url, isPage, loader } of await guardedRoutes()) {
      if (!isPage || loader !== 'public' || url === paths.productSummary) continue
      const answer = await open(visitor, url)
      if (answer.startsWith('5')) failed.push(answer)
    }
    expect(pages.length).toBeGreaterThan(50)
    expect(failed).toEqual([])
  })

  it('a page and a request of a seller find the member and the seller on the coordinator, and ask one server', async () => {
    const owner = await httpMember(test, 'owner@demo.example')
    const everywhere = '/* over all sellers */ select count(*) from orders'
    await test.hub.db.pool.query(everywhere)
    expect(spread).toContain(everywhere)
    // Product summaries compare a seller's sales and offers with those of all others, which jobs keep here.
    await keepMarket(test.db, { now: test.hub.now(), bound: { sales: 5, sellers: 3 } })
    await copyProducts(test.db, { now: test.hub.now() })
    spread.length = 0
    for (const { address } of pages.filter(({ isOperators }) => !isOperators)) await owner.get(address)
    const { epid } = await oneRow(
      test.db.owner,
      sql<{ epid: string }>`
      select epid from products p join market_lines c on c.product_id = p.id
      group by 1 order by count(*) desc limit 1`,
    )
    expect((await owner.get(`/sh/product-summary?epid=${epid}&condition=GOOD`)).status).toBe(200)
    expect((await owner.get(`/sh/product-summary?title=Leica`)).status).toBe(200)
    const statuses: number[] = []
    for (const path of ['', '/orders', '/listings', '/cases'])
      statuses.push((await fetch(`${test.url}${apiRoot}/sellers/${shop}${path}`, { headers: api })).status)
    expect(statuses).toEqual([200, 200, 200, 200])
    expect([...new Set(spread)]).toEqual([])
  })

  it('statements of pages stay prepared on the server of the seller', async () => {
    const sellerId = assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the shop')
    const prepared: BatchPart<{ sellerId: number }, string[]> = {
      statement: () => sql`select statement from pg_prepared_statements where name like 'shard-%'`,
      read: (rows: { statement: string }[]) => rows.map(({ statement }) => statement),
    }
    const owner = await httpMember(test, 'owner@demo.example')
    for (let nth = 0; nth < 3; nth += 1) await owner.get('/sh/ord')
    const { db } = test.hub
    // At once, so that each takes a connection of its own.
    const asked = Array.from({ length: db.pool.options.max }, () =>
      db.asSeller(sellerId, 'read', (own) => readBatchPart(own, prepared, { sellerId })),
    )
    const kept = (await Promise.all(asked)).flat()
    for (const table of ['listing_counts', 'order_profits'])
      expect(kept.filter((statement) => statement.includes(`${table}_`))).not.toEqual([])
  })

  it('a search finds words by their index on the server of the seller', async () => {
    const sellerId = assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the shop')
    for (const [table, search] of [
      ['order_search', (own: SellerDb) => findIn(own, sellerId, ordersList, paths.orders)],
      ['listing_search', (own: SellerDb) => findIn(own, sellerId, listingsList, paths.listings.active)],
    ] as const) {
      const { found, scans } = await test.hub.db.asSeller(sellerId, 'read', async (own) => {
        // The demo has so few rows that reading them all costs as little.
        for (const kind of ['seqscan', 'indexscan']) await sql`set local enable_${sql.raw(kind)} = off`.execute(own)
        const page = await search(own)
        const [used] = await findOfSeller(
          own,
          sellerId,
          sql<{ scans: number }>`
            select sum(pg_stat_get_xact_numscans(c.oid))::integer as scans from pg_class c join pg_am m on m.oid = c.relam
            where m.amname = 'gin' and c.relname like ${`${table}%`}`,
        )
        return { found: page.rows.length, scans: used?.scans }
      })
      expect(found, table).toBeGreaterThan(0)
      expect(scans, table).toBeGreaterThan(0)
    }
  })

  it('what programs write asks one server: an order, its payment, a parcel, a refund, a price', async () => {
    const own = await addShop(test, api, 'writes')
    const tool = await toolKey(test, own)
    spread.length = 0
    expect(await writeByPrograms(test, own, { api, tool })).toEqual([])
    expect([...new Set(spread)]).toEqual([])
  })

  it('orders and feedback come in, one or many, and are answered and counted as they are kept', async () => {
    const sellerId = assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the shop')
    const offered = await test.db.owner
      .selectFrom('listings')
      .select(['item_number', 'currency'])
      .where('seller_id', '=', sellerId)
      .where('state', '=', 'ACTIVE')
      .where('format', '=', 'FIXED_PRICE')
      .where('quantity_available', '>', 3)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('listing_variations as v')
              .select('v.position')
              .where('v.seller_id', '=', sellerId)
              .whereRef('v.listing_id', '=', 'listings.id'),
          ),
        ),
      )
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const placed = (id: string, quantity: number) => ({
      id,
      placedAt: new Date(Date.now() - minute).toISOString(),
      buyer: { id: 'b-1', username: 'anna', name: 'Anna' },
      shipTo: { name: 'Anna', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
      currency: offered.currency,
      lines: [{ item: offered.item_number, quantity, unitPrice: { value: '45.00', currency: offered.currency } }],
    })
    const push = (body: string, type: string) =>
      fetch(`${test.url}${apiRoot}/sellers/${shop}/orders`, {
        method: 'POST',
        headers: { ...api, 'Content-Type': type },
        body,
      })
    const one = JSON.stringify(placed('one', 1))
    expect((await push(one, 'application/json')).status).toBe(201)
    expect((await push(one, 'application/json')).status).toBe(200)
    const scoreOf = async () => (await rowOf(test.db.owner, 'sellers', { id: sellerId })).feedback_score
    const scoreBefore = await scoreOf()
    const left = await fetch(`${test.url}${apiRoot}/sellers/${shop}/feedback/f-1`, {
      method: 'PUT',
      headers: { ...api, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        order: 'one',
        rating: 'POSITIVE',
        leftAt: new Date(Date.now() - minute / 2).toISOString(),
      }),
    })
    expect(left.status).toBe(201)
    expect(await scoreOf()).toBe(scoreBefore + 1)
    // More than there is: the stock of one listing is emptied.
    const lines = Array.from({ length: 200 }, (_, n) => JSON.stringify(placed(`many-${n}`, 1))).join('\n')
    const answers = (await (await push(lines, 'application/x-ndjson')).text()).trim().split('\n')
    const statuses = new Set(answers.map((line) => (JSON.parse(line) as { status: number }).status))
    expect(answers).toHaveLength(200)
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  it('stock is divided over locations, moved by a list and back, and another location becomes the default one', async () => {
    const sellerId = assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the shop')
    const item = await test.db.owner
      .selectFrom('stock_items')
      .select(['sku', 'stock_number', 'available'])
      .where('seller_id', '=', sellerId)
      .where('position', 'is', null)
      .where('available', '>=', 3)
      .orderBy('sku')
      .executeTakeFirstOrThrow()
    const owner = await httpMember(test, 'owner@demo.example')
    // Reads the session's token.
    await owner.post(paths.stockLocations())
    const key = 'ab12'.repeat(4)
    spread.length = 0
    const steps: [path: string, fields: Record<string, string>][] = [
      [paths.stockLocations(), { step: 'add', first: 'Warehouse', name: 'Shop' }],
      [paths.stockMoves(), { step: 'move', key, fromLocation: '1', toLocation: '2', codes: `${item.sku},2` }],
      [paths.stockLocations(), { step: 'default', location: '2' }],
      [paths.stockMoves(), { step: 'undo', undoes: key }],
      [paths.stockLocations(), { step: 'rename', location: '2', renamed: 'Store' }],
    ]
    for (const [path, fields] of steps) expect((await owner.post(path, fields)).status, fields.step).toBe(303)
    for (const path of [paths.stockLocations(), paths.stockMoves(), paths.stockItem(item.stock_number)])
      expect((await owner.get(path)).status, path).toBe(200)
    expect([...new Set(spread)]).toEqual([])
    const { elsewhere } = await rowOf(test.db.owner, 'stock_items', { seller_id: sellerId, sku: item.sku })
    // All of it is at the former default location again.
    expect(elsewhere).toBeGreaterThanOrEqual(item.available)
    expect(await hubCommand(market, ['doctor'])).toContain('All checks passed.')
  })

  it('rows are written by a page: bins, a print run, copies of listings', async () => {
    const sellerId = assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the shop')
    await test.db.asSeller(sellerId, 'write', async (db) => {
      await replaceBins(db, sellerId, [
        { sku: 'A-1', bin: '1' },
        { sku: 'A-2', bin: '2' },
      ])
      const orders = await db.selectFrom('orders').select('id').where('seller_id', '=', sellerId).limit(3).execute()
      const orderIds = orders.map(({ id }) => id)
      await startRun(db, {
        sellerId,
        document: 'slip',
        orderIds,
        printedBy: 'Ada',
        label: null,
        now: new Date(),
      })
      const listings = await db.selectFrom('listings').select('id').where('seller_id', '=', sellerId).limit(3).execute()
      const ids = listings.map(({ id }) => id)
      expect((await copyListings(db, { sellerId, ids, isLinked: false, now: new Date() })).size).toBe(3)
    })
  })
})
