import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#db/client.ts'
import { defaultSchema, withClient } from '#db/connection.ts'
import { startCluster } from '#db/embedded/cluster.ts'
import { migrate } from '#db/migrate.ts'
import { refreshAdvice } from '#features/selling/reorder/refresh-advice.server.ts'
import { day } from '#lib/duration.ts'

// Measures the advice of 100,000 SKUs with a year of a million sales: `node bench/reorder.ts [SKUs]`.

const skus = Number(process.argv[2] ?? 100_000)
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
  const list = sql`select a.* from reorder_advice a where a.seller_id = 1 and a.is_due order by a.cover_days, a.id limit 51`
  await timed('list', async () => (await list.execute(db.owner)).rows.length)
  const count = sql<{
    n: number
  }>`select count(*)::integer as n from reorder_advice a where a.seller_id = 1 and a.is_due`
  await timed('count', async () => (await count.execute(db.owner)).rows[0]?.n)
  await db.close()
} finally {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
