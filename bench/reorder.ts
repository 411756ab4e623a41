import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#db/client.ts'
import { defaultSchema, withClient } from '#db/connection.ts'
import { startCluster } from '#db/embedded/cluster.ts'
import { migrate } from '#db/migrate.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import type { List, ListTypes } from '#features/machinery/grid/list.ts'
import { stockValueList } from '#features/selling/costs/stock-value-list.server.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import { mostSuppliers, readSuppliers, readSupplierSkus } from '#features/selling/purchases/suppliers-db.server.ts'
import { reorderList } from '#features/selling/purchasing/reorder-list.server.ts'
import { refreshAdvice } from '#features/selling/reorder/refresh-advice.server.ts'
import { day } from '#lib/duration.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { spreadOf } from './percentiles.ts'

// Measures the advice of 100,000 SKUs with a year of a million sales, and the lists of stock: `node bench/reorder.ts [SKUs]`.

const skus = Number(process.argv[2] ?? 100_000)
const supplierId = (nth: number) => nth.toString(16).padStart(12, '0')
const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-reorder-'))
const cluster = await startCluster({ dataDir, role: 'tool' })
try {
  await withClient(cluster.url(), (client) => migrate(client, defaultSchema))
  const db = openDatabase({ url: cluster.url() })
  const now = new Date()
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    const result = await work()
    console.log(
      `${what}: ${((performance.now() - began) / 1000).toFixed(1)} s ${typeof result === 'number' ? result : ''}`,
    )
  }
  await sql`insert into sellers (id, username, display_name, currency, country, time_zone, registered_at) values (1, 'big', 'Big', 'GBP', 'GB', 'Europe/London', now())`.execute(
    db.owner,
  )
  await timed('listings', () =>
    sql`insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available, starts_at)
      select 1, 'Item ' || n, 'S' || n, 'Film', 'NEW', 'ACTIVE', 500 + n % 5000, 'GBP', n % 40, ${new Date(now.getTime() - 800 * day)}
      from generate_series(1, ${skus}::integer) n`.execute(db.owner),
  )
  await timed('sales', () =>
    sql`insert into sku_days (seller_id, sku, day, units)
      select 1, 'S' || (1 + (n * 7919::bigint) % ${skus}::integer), to_char(${now}::timestamptz - make_interval(days => (n * 31 / 7) % 365 + 1), 'YYYY-MM-DD'), 1 + n % 3
      from generate_series(1, ${skus * 10}::integer) n on conflict do nothing`.execute(db.owner),
  )
  await sql`analyze`.execute(db.owner)
  await timed('from scratch', () => refreshAdvice(db, { now }))
  await timed('again, nothing changed', () => refreshAdvice(db, { now }))
  await sql`insert into reorder_due select 1, 'S' || n from generate_series(1, ${skus / 50}::integer) n`.execute(
    db.owner,
  )
  await sql`update listings set on_hand = on_hand + 1 where seller_id = 1 and id in (select id from listings order by id limit ${skus / 50})`.execute(
    db.owner,
  )
  await timed('the next night', () => refreshAdvice(db, { now: new Date(now.getTime() + day) }))
  await sql`analyze`.execute(db.owner)
  await fillLists()
  await sql`vacuum analyze`.execute(db.owner)
  const reader = { sellerId: 1, role: 'owner', now, zone: 'Europe/London', currency: 'GBP', policyPack } as const
  await lists('inventory', inventoryList, ['', 'sort=available', 'q=item+777', 'stock=low', 'offset=90000'])
  await lists('to reorder', reorderList, ['', 'sort=-stake', 'q=item+777', 'offset=5000'])
  await lists('stock value', stockValueList, ['', 'sort=-value', 'q=s777', 'offset=90000'])
  await pages('suppliers', [() => db.asSeller(1, 'read', (own) => readSuppliers(own, 1))])
  await pages('a supplier', [() => db.asSeller(1, 'read', (own) => readSupplierSkus(own, 1, supplierId(7)))])

  /** Times pages: what a page reads from the database, five times after one that warms up. */
  async function pages(what: string, reads: readonly (() => Promise<unknown>)[]): Promise<void> {
    const times: number[] = []
    for (let round = 0; round <= 5; round += 1)
      for (const read of reads) {
        const began = performance.now()
        await read()
        if (round > 0) times.push(performance.now() - began)
      }
    const { p50, p95 } = spreadOf(times)
    console.log(`${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
  }

  async function lists<T extends ListTypes>(what: string, list: List<T>, searches: readonly string[]): Promise<void> {
    for (const search of searches) {
      const place = { pathname: String(list.path), searchParams: new URLSearchParams(search) }
      const on = openList(list, place, reader)
      await pages(`${what} ${search}`, [
        () => db.asSeller(1, 'read', (own) => readList(own, list, on, { countsTabs: true })),
      ])
    }
  }

  /** Suppliers of all SKUs, and what their stock was worth in each quarter of the year. */
  async function fillLists(): Promise<void> {
    await sql`insert into suppliers (seller_id, id, name, currency, lead_days)
      select 1, lpad(to_hex(n), 12, '0'), 'Supplier ' || n, 'GBP', 14 from generate_series(1, ${mostSuppliers}::integer) n`.execute(
      db.owner,
    )
    await sql`insert into supplier_skus (seller_id, sku, supplier_id, price_minor, least_units, pack_units)
      select 1, 'S' || n, lpad(to_hex(1 + n % ${mostSuppliers}::integer), 12, '0'), 300, 1, 1 from generate_series(1, ${skus}::integer) n`.execute(
      db.owner,
    )
    const quarter = (ago: number) => dateAt(new Date(now.getTime() - ago * 91 * day), 'UTC')
    for (const ago of [4, 3, 2, 1])
      await sql`insert into stock_values (seller_id, sku, currency, day, until_day, units, value_minor, received_minor, sold_minor,
          returned_minor, counted_minor, recosted_minor, revision)
        select 1, 'S' || n, 'GBP', ${quarter(ago)}, ${ago === 1 ? null : quarter(ago - 1)}, n % 40, n % 40 * 300, 300, -300, 0, 0, 0, 1
        from generate_series(1, ${skus}::integer) n`.execute(db.owner)
  }
  await db.close()
} finally {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
