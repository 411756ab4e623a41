import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
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

export async function replaceBins(db: SellerDb, sellerId: number, bins: readonly Bin[]): Promise<void> {
  await db.deleteFrom('bins').where('seller_id', '=', sellerId).execute()
  await insertRows(
    db,
    'bins',
    bins.map(({ sku, bin }) => ({ seller_id: sellerId, sku, bin })),
  )
}
