import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import {
  daysOf,
  readMarket,
  readMarketSums,
  readOffered,
  type MarketFilter,
  type MarketRow,
} from '#features/selling/market/market-db.server.ts'
import type { MarketSpan } from '#features/selling/market/market-days.ts'
import { day } from '#lib/duration.ts'
import { parseDecimal } from '#lib/money.ts'
import { spanOf, type ResearchQuery } from './research-query.ts'

/** More are not searched at once. */
const mostProducts = 5_000

export interface FoundProduct {
  id: number
  epid: string
  title: string
  image: string | null
}

export type Research = Awaited<ReturnType<typeof readResearch>>

interface Reading {
  sellerId: number
  currency: string
  query: ResearchQuery
}

export async function readResearch(db: SellerDb, { sellerId, currency, query }: Reading) {
  const { compared, found, sought, filter } = await findSought(db, { currency, query })
  const isCompared = compared.length > 0
  const stepDays = stepDaysOf(daysOf(filter))
  const byProduct = isCompared
  const [totals, rows, steps, offers, offeredTotal, ofProducts, offeredOf] = [
    await readMarket(db, filter, { withPrices: true }),
    await readMarketSums(db, filter, { byProduct: true, byCondition: true }),
    await readMarketSums(db, filter, { stepDays, byProduct }),
    await readOffered(db, filter, { byProduct: true, byCondition: true }),
    await readOffered(db, filter),
    byProduct ? await readMarket(db, filter, { byProduct, withPrices: true }) : [],
    byProduct ? await readOffered(db, filter, { byProduct }) : [],
  ]
  const earlier = query.since === null ? [] : await readMarket(db, { ...filter, ...spanUntil(filter, query.since) })
  const [only] = sought
  return {
    // By id.
    products: new Map([...found, ...compared].map((product) => [product.id, product])),
    // Whether more products match than are counted.
    isCut: found.length > mostProducts,
    compared,
    total: totals[0] ?? null,
    offered: offeredTotal[0] ?? null,
    // Figures of each compared product.
    ofCompared: new Map(
      compared.map(({ id }) => [
        id,
        {
          sales: ofProducts.find((row) => row.productId === id),
          offered: offeredOf.find((row) => row.productId === id),
        },
      ]),
    ),
    // By product and condition.
    rows,
    offers,
    // By time step, of each compared product or of all.
    steps,
    stepDays,
    // The same search over as many days until it was saved.
    before: earlier[0] ?? null,
    // What the seller asks for the only product in sight.
    ownPrice: only && sought.length === 1 ? await findOwnPrice(db, { sellerId, currency, productId: only.id }) : null,
  }
}

type Seeking = Omit<Reading, 'sellerId'>

/** The products of a search, and the filter of their sales. */
async function findSought(db: SellerDb, { currency, query }: Seeking) {
  const [compared, found] = [await findCompared(db, query.compare), await findProducts(db, query)]
  const sought = compared.length > 0 ? compared : found.slice(0, mostProducts)
  return { compared, found, sought, filter: filterOf(query, currency, sought) }
}

/** All rows of a search, with medians. */
export async function readResearchRows(
  db: SellerDb,
  seeking: Seeking,
): Promise<{ rows: MarketRow[]; products: Research['products'] }> {
  const { sought, filter } = await findSought(db, seeking)
  const rows = await readMarket(db, filter, { byProduct: true, byCondition: true })
  return { rows, products: new Map(sought.map((product) => [product.id, product])) }
}

function filterOf(query: ResearchQuery, currency: string, sought: readonly FoundProduct[]): MarketFilter {
  const minor = (typed: string | null) => (typed === null ? null : (parseDecimal(typed, currency)?.minor ?? null))
  return {
    ...spanOf(query),
    currency,
    products: sought.map(({ id }) => id),
    conditions: query.conditions,
    formats: query.format === null ? [] : [query.format],
    countries: query.countries,
    least: minor(query.least),
    most: minor(query.most),
  }
}

/** Total figures of a search now, and until the day on which it was saved. */
export async function readChange(
  db: SellerDb,
  { currency, query }: Seeking,
): Promise<Pick<Research, 'total' | 'before'>> {
  const { filter } = await findSought(db, { currency, query })
  const total = await readMarket(db, filter)
  const before = query.since === null ? [] : await readMarket(db, { ...filter, ...spanUntil(filter, query.since) })
  return { total: total[0] ?? null, before: before[0] ?? null }
}

/** Steps of a week, or of a day or a month where these would be too few or too many. */
export const stepDaysOf = (days: number): number => (days <= 21 ? 1 : days <= 190 ? 7 : 30)

const spanUntil = (span: MarketSpan, since: string): MarketSpan => {
  const before = new Date(Date.parse(`${since}T00:00Z`) + day)
  return { from: new Date(before.getTime() - daysOf(span) * day), before }
}

const productColumns = sql`p.id, p.epid, p.title, p.image_url as image`

async function findCompared(db: SellerDb, epids: readonly string[]): Promise<FoundProduct[]> {
  if (epids.length === 0) return []
  const { rows } = await sql<FoundProduct>`
    select ${productColumns} from products p where p.epid = any (${[...epids]}::text[])`.execute(db)
  return epids.flatMap((epid) => rows.find((row) => row.epid === epid) ?? [])
}

/** Products whose title has all words of one of the alternatives that commas separate, or with this EPID or GTIN. */
async function findProducts(db: SellerDb, { keywords, category }: ResearchQuery): Promise<FoundProduct[]> {
  if (keywords === '' && category === null) return []
  const alternatives = keywords
    .toLowerCase()
    .split(',')
    .map((words) => words.split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0)
  const matches = alternatives.map(
    (words) =>
      sql`(${sql.join(
        words.map((word) => sql`lower(p.title) like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
        sql` and `,
      )} ${words.length === 1 ? sql`or p.epid = ${words[0]} or p.gtin = ${words[0]}` : sql``})`,
  )
  const { rows } = await sql<FoundProduct>`
    select ${productColumns} from products p
    where ${matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : sql`true`}
      ${category === null ? sql`` : sql`and p.category = ${category}`}
    order by p.id limit ${mostProducts + 1}`.execute(db)
  return rows
}

/** Categories of products, for the filter. */
export async function readCategories(db: SellerDb): Promise<string[]> {
  const rows = await db.selectFrom('products').select('category').distinct().orderBy('category').limit(500).execute()
  return rows.map(({ category }) => category)
}

/** Newest listings that are looked at, and categories that are offered. */
const [looked, mostOffered] = [1_000, 4]

/** The categories of products in which a shop has most of its newest listings. */
export async function readOwnCategories(db: SellerDb, sellerId: number): Promise<string[]> {
  const newest = selectOfSeller(db, 'listings', sellerId)
    .innerJoin('products', 'products.id', 'listings.product_id')
    .select('products.category')
    .where('state', '=', 'ACTIVE')
    .orderBy('starts_at', 'desc')
    .limit(looked)
  const rows = await db
    .selectFrom(newest.as('l'))
    .select(({ fn }) => ['l.category', fn.countAll().as('listings')])
    .groupBy('l.category')
    .orderBy('listings', 'desc')
    .orderBy('l.category')
    .limit(mostOffered)
    .execute()
  return rows.map(({ category }) => category)
}

async function findOwnPrice(
  db: SellerDb,
  { sellerId, currency, productId }: { sellerId: number; currency: string; productId: number },
): Promise<number | null> {
  const row = await selectOfSeller(db, 'listings', sellerId)
    .select('price_minor')
    .where('product_id', '=', productId)
    .where('currency', '=', currency)
    .where('state', '=', 'ACTIVE')
    .orderBy('price_minor')
    .limit(1)
    .executeTakeFirst()
  return row?.price_minor ?? null
}
