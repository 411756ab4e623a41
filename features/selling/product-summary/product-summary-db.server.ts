import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Condition } from '#features/core/listing/listing-content.ts'
import { readMarket, readOffered, type MarketFilter } from '#features/selling/market/market-db.server.ts'
import { minAlike, type FoundProduct, type OffersRow, type SalesRow } from './product-summary.ts'

export type PricedListing = NonNullable<Awaited<ReturnType<typeof findListing>>>

export async function findListing(db: SellerDb, sellerId: number, itemNumber: string) {
  const row = await selectOfSeller(db, 'listings', sellerId)
    .select(['item_number as itemNumber', 'title', 'condition', 'product_id as productId'])
    .where('item_number', '=', itemNumber)
    .executeTakeFirst()
  return row ?? null
}

/** The seller's currency, to which sales are limited, and time zone. */
export async function readShop(db: SellerDb, sellerId: number): Promise<{ currency: string; timeZone: string }> {
  return db
    .selectFrom('sellers')
    .select(['currency', 'time_zone as timeZone'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
}

/** Finds a product by exact identifiers; null if unknown. */
export async function findProduct(
  db: SellerDb,
  key: { id: number } | { epid: string } | { gtin: string },
): Promise<FoundProduct | null> {
  const [column, value] = Object.entries(key)[0] as ['id' | 'epid' | 'gtin', number | string]
  const row = await db
    .selectFrom('products')
    .select(['id', 'epid', 'title'])
    .where(column, '=', value)
    .executeTakeFirst()
  return row ? { ...row, by: column === 'gtin' ? 'gtin' : 'epid' } : null
}

/** The product with the most similar title; null if none is similar enough. Ties are deterministic. */
export async function findNearestProduct(db: SellerDb, title: string): Promise<FoundProduct | null> {
  const { rows } = await sql<{ id: number; epid: string; title: string; unlike: number }>`
    select id, epid, title, unlike
    from (select id, epid, title, unlikeness(title, ${title}) as unlike from products order by unlike limit 8) near
    order by unlike, id limit 1`.execute(db)
  const [nearest] = rows
  if (!nearest || 1 - nearest.unlike < minAlike) return null
  return { id: nearest.id, epid: nearest.epid, title: nearest.title, by: 'title' }
}

/** What a product sells for: its sales of the last days by condition, as all parts of the hub count them. */
export async function readSales(
  db: SellerDb,
  { productId, ...filter }: Omit<MarketFilter, 'products'> & { productId: number },
  stepDays = 0,
): Promise<SalesRow[]> {
  const rows = await readMarket(db, { ...filter, products: [productId] }, { byCondition: true, stepDays })
  return rows.filter(hasCondition)
}

/** A product's offers by condition: prices, and how many listings in the span sold. */
export async function readOffers(
  db: SellerDb,
  { productId, ...filter }: Omit<MarketFilter, 'products'> & { productId: number },
): Promise<OffersRow[]> {
  const rows = await readOffered(db, { ...filter, products: [productId] }, { byCondition: true })
  return rows.filter(hasCondition)
}

const hasCondition = <Row extends { condition: Condition | null }>(row: Row): row is Row & { condition: Condition } =>
  row.condition !== null
