import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { day } from '#lib/duration.ts'
import { createRandom } from '#lib/random.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import {
  addProduct,
  addShop,
  countMarket,
  now,
  sale,
  sell,
  times,
  type Product,
} from '#features/selling/product-summary/testing.ts'
import { keepMarket } from './keep-market.server.ts'
import { lastDays, utcDay } from './market-days.ts'
import { readMarket, readMarketSums, type MarketFilter } from './market-db.server.ts'

const db = await testDatabase()
const shops = await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map((name) => addShop(db, name)))
const [own = 0, ...others] = shops
/** Sells nothing. */
const watcher = await addShop(db, 'watcher')
const bound = { sales: 5, sellers: 3 }

const market = (change: Partial<MarketFilter> = {}, grouping: Parameters<typeof readMarket>[2] = {}, seller = own) =>
  db.asSeller(seller, 'read', (reader) =>
    readMarket(reader, { currency: 'GBP', products: null, ...lastDays(90, now), ...change }, grouping),
  )
const tomorrow = () => keepMarket(db, { now, bound })
/** Sales of other shops in turn. */
const sold = (count: number, change: Parameters<typeof sale>[0] | object = {}) =>
  times(count, (index) => sale({ seller: others[index % others.length]!, daysAgo: 40 - index, ...change }))

async function cancel(seller: number, product: Product, count: number): Promise<void> {
  const lines = await db.owner
    .selectFrom('line_items')
    .select('order_id')
    .where('seller_id', '=', seller)
    .where('product_id', '=', product.id)
    .orderBy('id')
    .limit(count)
    .execute()
  await db.owner
    .updateTable('orders')
    .set({ cancel_state: 'CANCELED' })
    .where('seller_id', '=', seller)
    .where(
      'id',
      'in',
      lines.map((line) => line.order_id),
    )
    .execute()
}

describe('lots of the marketplace', () => {
  it('equal a count from scratch after any sales, cancellations and corrections', async () => {
    const random = createRandom('market lots')
    const products = [await addProduct(db, 'Random camera'), await addProduct(db, 'Random lens')]
    for (let round = 0; round < 4; round += 1) {
      for (const product of products)
        await sell(
          db,
          product,
          times(40, () =>
            sale({
              seller: random.pick(shops),
              condition: random.pick(['NEW', 'GOOD'] as const),
              price: random.int(500, 90_000),
              shipping: random.pick([0, 395]),
              quantity: random.int(1, 3),
              daysAgo: 80 - 20 * round - random.int(0, 19),
              fate: random.pick(['paid', 'paid', 'refunded', 'pending', 'cancelled'] as const),
            }),
          ),
        )
      await cancel(random.pick(shops), random.pick(products), 2)
      await countMarket(db)
      await expectTrueLots()
      await expectTrueFigures()
    }
    const { rows } = await db.pool.query(`select count(*) as n from market_lots where is_shown`)
    expect(Number((rows[0] as { n: string }).n)).toBeGreaterThan(10)
  })

  it('keep their days when a sale in them is cancelled, paid late or moved', async () => {
    const product = await addProduct(db, 'Steady lens')
    await sell(db, product, sold(20))
    const spans = async () =>
      (
        await db.pool.query(`select first_day, last_day from market_lots where product_id = $1 order by 1`, [
          product.id,
        ])
      ).rows
    const before = await spans()
    expect(before.length).toBeGreaterThan(1)
    await cancel(others[0]!, product, 1)
    await sell(db, product, [sale({ seller: others[1]!, daysAgo: 39, price: 77_700 })])
    await db.owner.updateTable('listings').set({ condition: 'NEW' }).where('seller_id', '=', others[2]!).execute()
    await countMarket(db)
    expect(await spans()).toEqual(before)
    const [row] = await market({ products: [product.id] })
    expect(row!.highest).toBeLessThan(77_700)
  })

  it('are made anew with another bound', async () => {
    const product = await addProduct(db, 'Bound lens')
    await sell(db, product, sold(4))
    expect(await market({ products: [product.id] })).toEqual([])
    await keepMarket(db, { now, bound: { sales: 1, sellers: 1 } })
    expect(await market({ products: [product.id] })).toEqual([expect.objectContaining({ sales: 4, ownSales: 0 })])
    await tomorrow()
    expect(await market({ products: [product.id] })).toEqual([])
  })

  it('leave the present day to tomorrow, and count one’s own sales of today at once', async () => {
    const product = await addProduct(db, 'Today lens')
    await sell(db, product, [...sold(12, { daysAgo: 0 }), sale({ seller: own, daysAgo: 0 })])
    expect(await market({ products: [product.id] })).toEqual([expect.objectContaining({ sales: 1, ownSales: 1 })])
    await keepMarket(db, { now: new Date(now.getTime() + day), bound })
    expect(await market({ products: [product.id] })).toEqual([expect.objectContaining({ sales: 13, ownSales: 1 })])
  })
})

/** Lines equal the orders, each lot the lines of its days, and a lot is shown if it is large enough. */
async function expectTrueLots(): Promise<void> {
  const { rows: lines } = await db.pool.query(`
    select i.id from line_items i join orders o on o.seller_id = i.seller_id and o.id = i.order_id
    where o.payment_status not in ('PENDING', 'FAILED') and o.cancel_state <> 'CANCELED'
    except select id from market_lines where counts`)
  expect(lines).toEqual([])
  const { rows: lots } = await db.pool.query(`
    select l.product_id, l.first_day, l.sales, l.units, l.revenue_minor, l.is_shown, f.*
    from market_lots l cross join lateral (
      select count(*) as n, sum(quantity) as q, sum(round((price_minor * quantity)::numeric)) as r, count(distinct seller_id) as s,
        count(*) - max(own) as rest
      from (select *, count(*) over (partition by seller_id) as own from market_lines i
        where i.product_id = l.product_id and i.currency = l.currency and i.condition = l.condition and i.format = l.format
          and i.country = l.country and i.counts and not i.is_late and i.day between l.first_day and l.last_day) x
    ) f
    where (l.sales, l.units, l.revenue_minor) is distinct from (f.n, f.q, f.r) or l.is_shown <> (f.rest >= 5 and f.s >= 4)`)
  expect(lots).toEqual([])
  const { rows: overlaps } = await db.pool.query(`
    select 1 from market_lots a join market_lots b using (product_id, currency, condition, format, country)
    where a.last_day < b.last_day and b.first_day <= a.last_day`)
  expect(overlaps).toEqual([])
}

/** Figures of groups equal those over each sale of shown lots. */
async function expectTrueFigures(): Promise<void> {
  const { rows: counted } = await db.pool.query(`
    select l.product_id::integer as "productId", l.condition, count(*)::integer as sales, round(min(price))::integer as lowest,
      round(percentile_cont(0.25) within group (order by price)::numeric)::integer as low,
      round(percentile_cont(0.5) within group (order by price)::numeric)::integer as typical,
      round(percentile_cont(0.75) within group (order by price)::numeric)::integer as high, round(max(price))::integer as highest,
      round(percentile_cont(0.5) within group (order by shipping)::numeric)::integer as shipping, array_agg(price order by price) as each
    from market_lots l cross join lateral unnest(l.prices, l.shippings) each (price, shipping)
    where l.is_shown and l.currency = 'GBP' group by 1, 2 order by 1, 2`)
  const grouping = { byProduct: true, byCondition: true }
  const rows = await market({}, { ...grouping, withPrices: true }, watcher)
  const each = rows.map(({ prices, paid }) =>
    prices?.flatMap((price, nth) => Array.from({ length: paid?.[nth] ?? 0 }, () => String(price))),
  )
  expect(rows.map((row, nth) => ({ ...row, each: each[nth] }))).toMatchObject(counted)
  const sums = await db.asSeller(watcher, 'read', (reader) =>
    readMarketSums(reader, { currency: 'GBP', products: null, ...lastDays(90, now) }, grouping),
  )
  const quartiles = { low: null, typical: null, high: null, shipping: null, prices: null, paid: null }
  expect(sums).toEqual(rows.map((row) => ({ ...row, ...quartiles })))
}

describe('an attacker', () => {
  /** Sales of others in an answer: what is left without one's own. */
  const othersIn = async (change: Partial<MarketFilter>) => {
    const rows = await market(change)
    return rows.reduce((sum, row) => sum + row.sales - row.ownSales, 0)
  }

  it('finds no two queries, one within the other, that differ by less than five sales of others', async () => {
    const random = createRandom('attack')
    const product = await addProduct(db, 'Watched lens')
    await sell(
      db,
      product,
      times(150, () =>
        sale({
          seller: random.pick(shops),
          condition: random.pick(['NEW', 'GOOD'] as const),
          price: random.int(5_000, 9_000),
          daysAgo: random.int(1, 88),
        }),
      ),
    )
    const today = utcDay(now).getTime()
    const query = fc.record({
      daysAgo: fc.integer({ min: 0, max: 89 }),
      days: fc.integer({ min: 1, max: 90 }),
      wider: fc.integer({ min: 0, max: 3 }),
      earlier: fc.integer({ min: 0, max: 3 }),
      conditions: fc.constantFrom([], ['NEW'], ['GOOD']),
      alsoOthers: fc.boolean(),
      prices: fc.option(fc.tuple(fc.integer({ min: 6_000, max: 7_500 }), fc.integer({ min: 1, max: 400 }))),
    })
    let differing = 0
    const { numRuns } = propertyRuns(120)
    await fc.assert(
      fc.asyncProperty(query, async ({ daysAgo, days, wider, earlier, conditions, alsoOthers, prices }) => {
        const span = (less: number, more: number) => ({
          from: new Date(today - (daysAgo + less) * day),
          before: new Date(today + (days - daysAgo + more) * day),
        })
        const products = [product.id]
        const narrow = { products, ...span(0, 0), conditions, ...(prices ? { least: prices[0], most: 7_500 } : {}) }
        const wide = {
          products,
          ...span(earlier, wider),
          conditions: alsoOthers ? [] : conditions,
          ...(prices ? { least: prices[0] - prices[1], most: 7_500 + prices[1] } : {}),
        }
        const difference = (await othersIn(wide)) - (await othersIn(narrow))
        if (difference > 0) differing += 1
        expect(difference === 0 || difference >= bound.sales).toBe(true)
      }),
      { numRuns, seed: 7 },
    )
    expect(differing).toBeGreaterThan(numRuns / 6)
  })

  it('learns nothing by selling or cancelling himself', async () => {
    const product = await addProduct(db, 'Baited lens')
    await sell(db, product, [...sold(24), ...times(4, (index) => sale({ seller: own, daysAgo: 38 - index }))])
    const seen = () => othersIn({ products: [product.id] })
    const before = await seen()
    await sell(db, product, [sale({ seller: own, daysAgo: 41 }), sale({ seller: own, daysAgo: 20 })])
    expect(await seen()).toBe(before)
    await cancel(own, product, 3)
    await countMarket(db)
    // A lot that is too small without him is hidden as a whole.
    const after = await seen()
    expect(before - after === 0 || before - after >= bound.sales).toBe(true)
  })

  it('reads no line and no lot', async () => {
    for (const table of ['market_lines', 'market_lots', 'market_due', 'market_bound', 'product_listings'])
      await expect(
        db.asSeller(own, 'read', (reader) =>
          reader
            .selectFrom(table as 'market_lots')
            .selectAll()
            .execute(),
        ),
      ).rejects.toThrow(/permission denied/)
  })
})
