import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Bin } from './bins.ts'

/** Lists a seller's bins, by bin and SKU. */
export function listBins(db: SellerDb, sellerId: number): Promise<Bin[]> {
  return selectOfSeller(db, 'bins', sellerId).select(['sku', 'bin']).orderBy('bin').orderBy('sku').execute()
}

export async function replaceBins(db: SellerDb, sellerId: number, bins: readonly Bin[]): Promise<void> {
  await deleteOfSeller(db, 'bins', sellerId).execute()
  await insertRows(
    db,
    'bins',
    bins.map(({ sku, bin }) => ({ seller_id: sellerId, sku, bin })),
  )
}
