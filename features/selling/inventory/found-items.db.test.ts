import { addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { inventoryList } from './inventory-list.server.ts'
import { deadStockDays } from './stock-item.ts'

/** Searches of the inventory, compared with the same by a plain loop over all SKUs. */
const db = await testDatabase()
const now = new Date('2026-11-22T10:40:00Z')
let items: Item[]

interface Item {
  sku: string
  /** Lower case. */
  words: string
  bin: string
  available: number
  isLow: boolean
  isDead: boolean
  isInShop: boolean
}

const sellerId = await addSeller(db, 'ann')

beforeAll(async () => {
  const { rows: listings } = await sql<{ id: number; n: number }>`
    insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available, starts_at, last_sold_at)
    select ${sellerId}, (array['Leica', 'Zeiss', 'Agfa', 'Kodak', 'Ilford'])[1 + n * 7 % 5] || case when n > 40 then ' lens' else ' film' end || n % 3,
      'S-' || lpad((n * 31 % 97)::text, 3, '0'), 'Film', 'NEW', 'ACTIVE', 500, 'GBP', 1 + n * 13 % 6, ${now}::timestamptz - interval '200 days',
      ${now}::timestamptz - make_interval(days => n * 11 % 180)
    from generate_series(1, 90) n
    returning id, right(sku, 3)::integer as n`.execute(db.owner)
  const shirts = listings.filter(({ n }) => n % 9 === 0)
  await addRows(
    db.owner,
    'listing_variations',
    shirts.flatMap(({ id, n }) =>
      ['lens', 'case'].map((name, place) => ({
        seller_id: sellerId,
        listing_id: id,
        position: place + 1,
        axis_values: [name],
        sku: `${name}-${n}`,
        price_minor: 500,
        quantity: n % 4,
      })),
    ),
  )
  const ofSeller = sql`seller_id = ${sellerId}`
  await sql`
    insert into bins (seller_id, sku, bin)
    select seller_id, sku, (array['Lens_1', 'R4-S2', 'R40', 'Agfa shelf'])[1 + id / 2 % 4] from stock_items where ${ofSeller} and id % 2 = 0`.execute(
    db.owner,
  )
  await sql`
    insert into stock_locations (seller_id, id, name, made_at)
    values (${sellerId}, 1, 'Warehouse', ${now}), (${sellerId}, 2, 'Shop', ${now})`.execute(db.owner)
  await sql`
    insert into stock_transfers (seller_id, sku, from_location, to_location, quantity, kind)
    select seller_id, sku, 1, 2, 1, 'COUNTED' from stock_items where ${ofSeller} and id % 3 = 0 and available > 1 and position is null`.execute(
    db.owner,
  )
  await sql`update stock_items set reorder_point = 2 where ${ofSeller} and id % 5 < 2`.execute(db.owner)
  const { rows } = await sql<Item>`
    select i.sku, lower(concat_ws(' ', l.title, l.sku, l.item_number, i.sku)) as words, lower(coalesce(b.bin, '')) as bin, i.available,
      coalesce(i.available <= i.reorder_point, false) as "isLow", i.elsewhere > 0 as "isInShop",
      i.available > 0 and coalesce(i.last_sold_at, i.listed_at) < ${new Date(now.getTime() - deadStockDays * day)} as "isDead"
    from stock_items i join listings l on l.seller_id = i.seller_id and l.id = i.listing_id
    left join bins b on b.seller_id = i.seller_id and b.sku = i.sku
    where i.seller_id = ${sellerId} and i.is_stocked order by i.sku`.execute(db.owner)
  items = rows
  expect(items.length).toBeGreaterThan(80)
})

const typed = ['lens', 'film1', 'agfa shelf', 'r4', 's-0', 'lens s-0']
const tabs = {
  all: () => true,
  low: ({ isLow }: Item) => isLow,
  dead: ({ isDead }: Item) => isDead,
  out: ({ available }: Item) => available === 0,
}
const shown: readonly { query: string; tab: keyof typeof tabs; isInShop?: true }[] = [
  { query: '', tab: 'all' },
  { query: '&stock=low', tab: 'low' },
  { query: '&idle=dead&sort=-sku', tab: 'dead' },
  { query: '&location=Shop&sort=-sku', tab: 'all', isInShop: true },
]
/** Shorter ones than an address may name. */
const pages = [
  { offset: 0, limit: 1 },
  { offset: 1, limit: 100 },
]

it.each(typed)('finds by “%s” what a loop over all finds, however many are counted', async (q) => {
  const found = items.filter(({ words, bin }) => q.split(' ').every((word) => words.includes(word)) || bin.includes(q))
  const cases = shown.flatMap((each) =>
    [6, 20, 10_000].flatMap((counted) => pages.map((page) => ({ ...each, counted, page }))),
  )
  await db.asSeller(sellerId, 'read', async (own) => {
    for (const { query, tab, isInShop, counted, page } of cases) {
      const whole = found.filter((item) => !isInShop || item.isInShop)
      const inOrder = query.includes('-sku') ? whole.toReversed() : whole
      const skus = inOrder.filter(tabs[tab]).map(({ sku }) => sku)
      const url = new URL(`${paths.inventory}?q=${encodeURIComponent(q)}${query}`, 'http://hub')
      const on = openList(inventoryList, url, { sellerId, role: 'owner', now, zone: 'UTC', policyPack: testPolicyPack })
      const list = { ...inventoryList, search: { ...inventoryList.search!, counted } }
      const end = page.offset + page.limit
      const isOver = skus.length > counted
      const counts = Object.entries(tabs).map(([id, isIn]) => [id, whole.filter(isIn).length])
      const read = await readList(own, list, { ...on, query: Object.assign({}, on.query, page) }, { countsTabs: true })
      expect(
        {
          rows: read.rows.map(({ sku }) => sku),
          stopped: read.stopped,
          totals: read.totals.map(({ rows }) => rows),
          tabs: read.tabCounts && [...read.tabCounts],
        },
        `${query} of ${counted}`,
      ).toEqual({
        rows: skus.slice(page.offset, end),
        stopped: isOver ? { counted, hasNext: skus.length > end } : null,
        totals: isOver || skus.length === 0 ? [] : [skus.length],
        tabs: isOver ? null : whole.length > counted ? [] : counts,
      })
    }
  })
})
