import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { paths } from '#web/paths.ts'
import type { Goal } from '../goals.ts'
import { inventoryCases } from '../inventory-pages.ts'
import { percentile } from '../percentiles.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, watched, type AddedListing, type Poster } from './shop.ts'

/** Requests of each page, after those that warm it. */
const [warming, times] = [5, 20]

/** SKUs of a count by file: the most that one may have. */
const counted = 5_000

export async function measureInventory(
  { db, known, say }: Setting,
  { get }: Poster,
  listings: readonly AddedListing[],
): Promise<{ table: Table; goals: Goal[] }> {
  say('  pages of the inventory')
  const list = { p50: 12, p95: 30 }
  const others = { p50: 100, p95: 100 }
  const added = { 'a bin': 'q=R42-S7', 'a part of a bin': 'q=r4', 'a location': `location=${secondPlace}` }
  const cases = [
    ...inventoryCases({ ...known, stockItems: known.stockItems + listings.length }, { list, any: others }),
    ...Object.entries(added).map(([name, query]) => ({
      group: 'inventory: added',
      name,
      path: `${paths.inventory}?${query}`,
      budget: others,
    })),
  ]
  await placeStock(db, known.sellerId)
  const rows: string[][] = []
  const slowest = { tabs: 0, others: 0 }
  for (const { group, name, path, budget } of cases) {
    const ms: number[] = []
    for (let n = 0; n < warming + times; n += 1) {
      const answer = await get(path)
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
      if (n >= warming) ms.push(answer.ms)
    }
    const [p50, p95] = [percentile(ms, 0.5), percentile(ms, 0.95)]
    const kind = budget === list ? 'tabs' : 'others'
    slowest[kind] = Math.max(slowest[kind], kind === 'tabs' ? p50 : p95)
    rows.push([group.replace('inventory: ', ''), name, p50.toFixed(1), p95.toFixed(1)])
  }
  await clearPlaces(db, known.sellerId)
  return {
    table: { title: 'Inventory with the added listings', columns: ['pages', 'page', 'p50, ms', 'p95, ms'], rows },
    goals: [
      { what: 'slowest tab of the inventory, p50', figure: slowest.tabs, unit: 'ms', most: list.p50 },
      { what: 'slowest other page of the inventory, p95', figure: slowest.others, unit: 'ms', most: others.p95 },
    ],
  }
}

/** Where some of the added SKUs are. */
const secondPlace = 'Shop'

/** Puts all added SKUs into bins, and an item of every tenth to a second location. */
async function placeStock({ owner }: Database, sellerId: number): Promise<void> {
  const added = sql`from stock_items where seller_id = ${sellerId} and sku like 'BF-%'`
  await sql`
    insert into bins (seller_id, sku, bin)
    select ${sellerId}, sku, 'R' || right(sku, 6)::integer / 100 || '-S' || right(sku, 6)::integer % 10 ${added}`.execute(
    owner,
  )
  await sql`
    insert into stock_locations (seller_id, id, name, made_at)
    values (${sellerId}, 1, 'Warehouse', now()), (${sellerId}, 2, ${secondPlace}, now())`.execute(owner)
  await sql`
    insert into stock_transfers (seller_id, sku, from_location, to_location, quantity, kind)
    select ${sellerId}, sku, 1, 2, 1, 'COUNTED' ${added} and sku like '%0'`.execute(owner)
  await sql`analyze bins, stock_at_locations`.execute(owner)
}

async function clearPlaces({ owner }: Database, sellerId: number): Promise<void> {
  await sql`delete from bins where seller_id = ${sellerId} and sku like 'BF-%'`.execute(owner)
  for (const table of ['stock_at_locations', 'stock_transfers', 'stock_locations'])
    await sql`delete from ${sql.table(table)} where seller_id = ${sellerId}`.execute(owner)
  await sql`update stock_items set elsewhere = 0 where seller_id = ${sellerId} and elsewhere > 0`.execute(owner)
}

/** Counts stock by a list: read and compared with what is expected, then applied. */
export async function measureCount(
  { hub, say }: Setting,
  poster: Poster,
  listings: readonly AddedListing[],
): Promise<Table> {
  const items = listings.slice(0, counted)
  say(`  count of ${count(items.length)} SKUs by list`)
  const atStart = (await hub.memory()) ?? 0
  const key = randomBytes(8).toString('hex')
  const compared = await watched(hub, () =>
    poster.post(paths.stockCount(), [
      ['step', 'add'],
      ['key', key],
      ['codes', items.map(({ sku }) => `${sku},25`).join('\n')],
    ]),
  )
  const applied = await watched(hub, async () => {
    let end: URL
    do end = await poster.post(paths.stockCount(key), [['step', 'apply']])
    while (end.searchParams.get('done') === 'partly')
  })
  const row = (what: string, { seconds, mostBytes }: Pick<typeof applied, 'seconds' | 'mostBytes'>) => [
    what,
    seconds.toFixed(1),
    count(items.length / seconds),
    megabytes(mostBytes - atStart),
  ]
  return {
    title: `Stock of ${count(items.length)} SKUs counted by file`,
    columns: ['what', 's', 'SKUs/s', 'hub memory above start, MB'],
    rows: [row('compared', compared), row('applied', applied)],
  }
}
