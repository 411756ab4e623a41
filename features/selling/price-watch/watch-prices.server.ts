import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { insertColumns, type ColumnTypes } from '#db/insert-rows.ts'
import { fewSales, leastWatched } from './price-watch.ts'
import { evidenceDays } from '#features/selling/product-summary/product-summary.ts'
import { ownRows } from '#web/own-rows.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { readMarket, type MarketRow } from '#features/selling/market/market-db.server.ts'
import { lastDays } from '#features/selling/market/market-days.ts'

interface Watching {
  now: Date
  report?: ReportFailure
  signal?: AbortSignal
}

/**
 * Counts what the products of active listings sell for, seller by seller (`listing_evidence`), as the product summary
 * does. Returns the number of sellers.
 */
export async function watchPrices(db: Database, { now, report = () => {}, signal }: Watching): Promise<number> {
  const { rows: sellers } = await sql<{ sellerId: number }>`${overAllSellers}
    select distinct seller_id as "sellerId" from listings where state = 'ACTIVE' and product_id is not null order by 1`.execute(
    db.owner,
  )
  let counted = 0
  await forEachIsolated(
    sellers,
    async ({ sellerId }) => {
      if (signal?.aborted) return
      const watched = await ownRows({ db }, sellerId).read((own) => readWatched(own, sellerId, now))
      await db.asOwnerFor(sellerId, (own) => writeEvidence(own, sellerId, watched, now))
      counted += 1
    },
    report,
  )
  return counted
}

interface Watched {
  listingId: number
  row: MarketRow
}

async function readWatched(db: SellerDb, sellerId: number, now: Date): Promise<Watched[]> {
  const listings = await db
    .selectFrom('listings')
    .select(['id', 'product_id as productId', 'condition', 'currency'])
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'ACTIVE')
    .execute()
  const watched: Watched[] = []
  for (const [currency, ofCurrency] of Map.groupBy(listings, (listing) => listing.currency)) {
    const products = [...new Set(ofCurrency.flatMap(({ productId }) => productId ?? []))]
    const filter = { currency, products, ...lastDays(evidenceDays, now) }
    const rows = await readMarket(db, filter, { byProduct: true, byCondition: true })
    const byKey = new Map(rows.map((row) => [`${row.productId} ${row.condition}`, row]))
    for (const { id, productId, condition } of ofCurrency) {
      const row = byKey.get(`${productId} ${condition}`)
      if (row && row.sales >= leastWatched) watched.push({ listingId: id, row })
    }
  }
  return watched
}

const columns = {
  seller_id: 'bigint',
  listing_id: 'bigint',
  sales: 'bigint',
  own_sales: 'bigint',
  low_minor: 'bigint',
  typical_minor: 'bigint',
  high_minor: 'bigint',
  average_minor: 'bigint',
  counted_at: 'timestamptz',
} as const satisfies ColumnTypes

async function writeEvidence(db: SellerDb, sellerId: number, watched: readonly Watched[], now: Date): Promise<void> {
  await db.deleteFrom('listing_evidence').where('seller_id', '=', sellerId).execute()
  await insertColumns(
    db,
    'listing_evidence',
    columns,
    watched.map(({ listingId, row }) => ({
      seller_id: sellerId,
      listing_id: listingId,
      sales: row.sales,
      own_sales: row.ownSales,
      low_minor: row.sales < fewSales ? row.lowest : row.low,
      typical_minor: row.typical,
      high_minor: row.sales < fewSales ? row.highest : row.high,
      average_minor: Math.round(row.average),
      counted_at: now,
    })),
  )
}
