import { sql } from 'kysely'
import type { Database, SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { insertColumns, type ColumnTypes } from '#db/insert-rows.ts'
import { fewSales, leastWatched } from './price-watch.ts'
import { evidenceDays } from '#features/selling/product-summary/product-summary.ts'
import { ownRows } from '#web/own-rows.ts'
import { workBySeller, type SellersWork } from '#web/work-by-seller.ts'
import { readMarket, type MarketRow } from '#features/selling/market/market-db.server.ts'
import { lastDays } from '#features/selling/market/market-days.ts'

/**
 * Counts what the products of active listings sell for, seller by seller (`listing_evidence`), as the product summary
 * does. Returns the number of sellers.
 */
export const watchPrices = (db: Database, { now, ...work }: SellersWork & { now: Date }): Promise<number> =>
  workBySeller(
    db,
    work,
    sql`select distinct seller_id as "sellerId" from listings where tab = 'active' and product_id is not null`,
    (sellerId) => async () => {
      const watched = await ownRows({ db }, sellerId).read((own) => readWatched(own, sellerId, now))
      for (let start = 0; start < watched.length; start += listingsAtOnce) {
        const some = watched.slice(start, start + listingsAtOnce)
        await db.asOwnerFor(sellerId, (own) => writeEvidence(own, sellerId, some, now))
      }
      await db.asOwnerFor(sellerId, (own) => removeFormer(own, sellerId, now))
      return { done: 1, isLast: true }
    },
  )

/** Orders wait meanwhile. */
const listingsAtOnce = 1_000

interface Watched {
  listingId: number
  /** Null: too few sales. */
  row: MarketRow | null
  low: number | null
  high: number | null
  /** The listing says something else. */
  isOther: boolean
}

async function readWatched(db: SellerDb, sellerId: number, now: Date): Promise<Watched[]> {
  const listings = await selectOfSeller(db, 'listings', sellerId)
    .select(['id', 'product_id as productId', 'condition', 'currency', 'evidence_low_minor', 'evidence_high_minor'])
    .where('tab', '=', 'active')
    .orderBy('id')
    .execute()
  const watched: Watched[] = []
  for (const [currency, ofCurrency] of Map.groupBy(listings, (listing) => listing.currency)) {
    const products = [...new Set(ofCurrency.flatMap(({ productId }) => productId ?? []))]
    const filter = { currency, products, ...lastDays(evidenceDays, now) }
    const rows = await readMarket(db, filter, { byProduct: true, byCondition: true })
    const byKey = new Map(rows.map((row) => [`${row.productId} ${row.condition}`, row]))
    for (const { id, productId, condition, ...was } of ofCurrency) {
      const found = byKey.get(`${productId} ${condition}`)
      const row = found && found.sales >= leastWatched ? found : null
      const low = row && (row.sales < fewSales ? row.lowest : row.low)
      const high = row && (row.sales < fewSales ? row.highest : row.high)
      const isOther = was.evidence_low_minor !== low || was.evidence_high_minor !== high
      watched.push({ listingId: id, row, low, high, isOther })
    }
  }
  return watched
}

const columns = {
  seller_id: 'bigint',
  listing_id: 'bigint',
  sales: 'bigint',
  own_sales: 'bigint',
  typical_minor: 'bigint',
  average_minor: 'bigint',
  counted_at: 'timestamptz',
} as const satisfies ColumnTypes

async function writeEvidence(db: SellerDb, sellerId: number, watched: readonly Watched[], now: Date): Promise<void> {
  const ids = watched.map(({ listingId }) => listingId)
  await sql`delete from listing_evidence where seller_id = ${sellerId} and listing_id = any (${ids}::bigint[])`.execute(
    db,
  )
  const rows = watched.flatMap(({ listingId, row }) =>
    row
      ? {
          seller_id: sellerId,
          listing_id: listingId,
          sales: row.sales,
          own_sales: row.ownSales,
          typical_minor: row.typical,
          average_minor: Math.round(row.average),
          counted_at: now,
        }
      : [],
  )
  await insertColumns(db, 'listing_evidence', columns, rows)
  const others = watched.filter(({ isOther }) => isOther)
  await sql`
    update listings l set evidence_low_minor = n.low, evidence_high_minor = n.high
    from unnest(${others.map(({ listingId }) => listingId)}::bigint[], ${others.map(({ low }) => low)}::bigint[],
      ${others.map(({ high }) => high)}::bigint[]) n (id, low, high)
    where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
}

/** Removes what was counted of listings that have ended. */
const removeFormer = (db: SellerDb, sellerId: number, now: Date) =>
  sql`delete from listing_evidence where seller_id = ${sellerId} and counted_at is distinct from ${now}`.execute(db)
