import { sql } from 'kysely'
import { openDatabase, type Database } from '#db/client.ts'
import { readResearch } from '#features/insights/research/read-research.server.ts'
import { readResearchQuery } from '#features/insights/research/research-query.ts'
import { keepMarket } from '#features/selling/market/keep-market.server.ts'
import { goalTable } from './goals.ts'
import { spreadOf } from './percentiles.ts'
import type { Table } from './table.ts'

const lines = 1_000_000
const [sellers, products, categories] = [400, 4_000, 20]
const now = new Date('2026-11-20T12:00:00Z')
const rounds = 5

/** Research over a million sold lines of many sellers, which are made here. */
export async function researchSuite({ url, say }: { url: string; say: (line: string) => void }): Promise<Table[]> {
  const db = openDatabase({ url })
  try {
    const shop = await fill(db, say)
    const began = performance.now()
    const lots = await keepMarket(db, { now, bound: { sales: 5, sellers: 3 } })
    const seconds = (performance.now() - began) / 1000
    const searches = [
      ...Array.from({ length: 20 }, (_, nth) => `keywords=research-${nth * 7}`),
      ...Array.from({ length: 10 }, (_, nth) => `category=Research ${nth}&dayRange=${nth % 2 === 0 ? 90 : 30}`),
      ...Array.from({ length: 4 }, (_, nth) => `category=Research ${nth}&dayRange=365`),
      'keywords=camera-1&dayRange=365',
      'keywords=lens-12&condition=GOOD&minPrice=20&maxPrice=400',
    ]
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const search of searches) {
        const query = readResearchQuery(new URLSearchParams(search), { now, currency: 'GBP', grouping: ',' })
        const start = performance.now()
        await db.asSeller(shop, 'read', (own) => readResearch(own, { sellerId: shop, currency: 'GBP', query }))
        // The first round warms up.
        if (round > 0) times.push(performance.now() - start)
      }
    const { p50, p95 } = spreadOf(times)
    return [
      {
        title: 'Research',
        columns: ['what', 'figure'],
        rows: [
          ['sold lines', lines.toLocaleString('en')],
          ['lots', lots.toLocaleString('en')],
          ['seconds to cut them', seconds.toFixed(1)],
          ['p50, ms', p50.toFixed(0)],
          ['p95, ms', p95.toFixed(0)],
        ],
      },
      goalTable([{ what: 'research, p95', figure: p95, unit: 'ms', most: 300 }]),
    ]
  } finally {
    await db.close()
  }
}

/** Makes the lines unless a kept marketplace has them. Returns the id of one of their sellers. */
async function fill({ owner }: Database, say: (line: string) => void): Promise<number> {
  const { rows: kept } = await sql<{ id: number }>`select id from sellers where username = 'research-1'`.execute(owner)
  if (kept[0]) return kept[0].id
  say(`  making ${lines.toLocaleString('en')} sold lines`)
  await sql`insert into sellers (username, display_name, country, currency, time_zone, registered_at)
    select 'research-' || n, 'Research ' || n, 'GB', 'GBP', 'Europe/London', now() from generate_series(1, ${sellers}::integer) n`.execute(
    owner,
  )
  await sql`update seller_names set market_filled_at = now()`.execute(owner)
  await sql`insert into products (epid, title, category)
    select (700000000 + n)::text, (array['camera', 'lens', 'film', 'tripod'])[1 + n % 4] || '-' || n % 97 || ' research-' || n,
      'Research ' || n % ${categories}::integer
    from generate_series(0, ${products - 1}::integer) n`.execute(owner)
  await sql`insert into market_lines (seller_id, id, listing_id, product_id, currency, condition, format, country, day, quantity,
      price_minor, shipping_minor, counts, is_late)
    select s.id, 9000000000 + n, 0, p.id, 'GBP', (array['NEW', 'GOOD', 'GOOD', 'ACCEPTABLE'])[1 + n % 4], 'FIXED_PRICE',
      case when n % 20 = 0 then 'DE' else 'GB' end, date_bin('1 day', ${now}::timestamptz - make_interval(days => (1 + n::bigint * 7919 % 364)::integer), 'epoch'),
      1, 1000 + abs(hashint4(n)) % 40000, n % 3 * 200, true, false
    from generate_series(1, ${lines}::integer) n
    join (select id, row_number() over (order by id) - 1 as nth from sellers where username like 'research-%') s
      on s.nth = abs(hashint4(n + 1)) % ${sellers}::integer
    join (select id, row_number() over (order by id) - 1 as nth from products where category like 'Research %') p
      on p.nth = abs(hashint4(n + 2)) % ${products}::integer`.execute(owner)
  await sql`insert into market_due (product_id, currency, condition, format, country, day)
    select product_id, currency, condition, format, country, max(day) from market_lines group by 1, 2, 3, 4, 5`.execute(
    owner,
  )
  await sql`analyze market_lines`.execute(owner)
  const { rows } = await sql<{ id: number }>`select id from sellers where username = 'research-1'`.execute(owner)
  return rows[0]?.id ?? 0
}
