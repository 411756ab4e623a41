import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Bin } from './bins.ts'

/** Lists a seller's bins, by bin and SKU. */
export function listBins(db: SellerDb, sellerId: number): Promise<Bin[]> {
  return db
    .selectFrom('bins')
    .select(['sku', 'bin'])
    .where('seller_id', '=', sellerId)
    .orderBy('bin')
    .orderBy('sku')
    .execute()
}

/** Replaces all of a seller's bins. */
export async function replaceBins(db: SellerDb, sellerId: number, bins: readonly Bin[]): Promise<void> {
  await db.deleteFrom('bins').where('seller_id', '=', sellerId).execute()
  await sql`insert into bins (seller_id, sku, bin)
    select ${sellerId}, sku, bin from unnest(${bins.map(({ sku }) => sku)}::text[], ${bins.map(({ bin }) => bin)}::text[]) as given (sku, bin)`.execute(
    db,
  )
}
