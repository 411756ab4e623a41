import { updateRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.ts'
import { testDatabase } from '#db/testing.ts'
import { day } from '#lib/duration.ts'
import { copiedFor, copyProducts } from './copy-products.server.ts'
import { readInsightsRows } from './insights.server.ts'
import { addListing, addProduct, addShop, now, sale, sell, times, type Product } from './testing.ts'

/** The same shops on a single server, and with the views that a cluster has. */
let single: Market
let divided: Market

interface Market {
  db: Database
  product: Product
  shops: number[]
}

async function fill(): Promise<Market> {
  const db = await testDatabase()
  const shops = [await addShop(db, 'own'), await addShop(db, 'second'), await addShop(db, 'third')]
  const product = await addProduct(db, 'Leica M3')
  const sales = times(60, (index) =>
    sale({
      seller: shops[index % 3]!,
      condition: index % 4 === 0 ? 'NEW' : 'GOOD',
      currency: index % 7 === 0 ? 'EUR' : 'GBP',
      fate: index % 5 === 0 ? 'cancelled' : 'paid',
      price: 1000 + 10 * index,
      daysAgo: 3 * index + 1,
    }),
  )
  await sell(db, product, sales)
  await addListing(db, product, sale({ seller: shops[1]!, price: 800 }))
  return { db, product, shops }
}

beforeAll(async () => {
  ;[single, divided] = [await fill(), await fill()]
  await sql`select read_product_copies()`.execute(divided.db.owner)
})

const insights = ({ db, product: { epid }, shops }: Market) =>
  Promise.all(
    shops.map((seller) =>
      db.asSeller(seller, 'read', async (own) => {
        const rows = await readInsightsRows(own, { epid, currency: 'GBP', now })
        return { sales: rows?.sales, steps: rows?.steps, offers: rows?.offers }
      }),
    ),
  )

const inBoth = async (change: (market: Market) => Promise<unknown>) => {
  for (const market of [single, divided]) await change(market)
}

it('a product has the same figures from copies as from the sellers’ own rows, after each change', async () => {
  const before = await insights(single)
  expect(before[0]?.sales?.length).toBeGreaterThan(1)
  expect((await insights(divided))[0]?.offers).toEqual([])
  expect(await copyProducts(divided.db, { now })).toBe(3)
  expect(await insights(divided)).toEqual(before)

  await inBoth(async ({ db, shops, product }) => {
    const [own = 0, second = 0, third = 0] = shops
    await db.owner.updateTable('listings').set({ state: 'ON_HOLD' }).where('seller_id', '=', own).execute()
    await db.owner.updateTable('listings').set({ price_minor: 4321 }).where('seller_id', '=', second).execute()
    const late = new Date(now.getTime() - 10 * day)
    await db.owner
      .updateTable('orders')
      .set({ cancel_state: 'CANCELED' })
      .where('seller_id', '=', third)
      .where('placed_at', '>', late)
      .execute()
    await sell(db, product, [sale({ seller: second, price: 9000 })])
  })
  const after = await insights(single)
  expect(after).not.toEqual(before)
  // Copies are kept for hours.
  expect(await copyProducts(divided.db, { now })).toBe(0)
  const asked = (of: typeof before) => of.map(({ offers }) => offers?.map((row) => row.asked))
  expect(asked(await insights(divided))).toEqual(asked(before))
  const { db } = divided
  await updateRows(db.owner, 'seller_names', {}, { products_copied_at: new Date(now.getTime() - copiedFor) })
  // Some rows at once, as of sellers with many.
  expect(await copyProducts(db, { now, limit: 7 })).toBe(3)
  expect(await insights(divided)).toEqual(after)
})

it('the copies go with their seller', async () => {
  const { db, shops } = divided
  await db.owner.deleteFrom('seller_names').where('seller_id', '=', shops[0]!).execute()
  const { rows } = await sql<{ sellers: number[] }>`
    select array_agg(distinct seller_id order by seller_id) as sellers from product_listing_copies`.execute(db.owner)
  expect(rows[0]?.sellers.map(Number)).toEqual(shops.slice(1))
})
