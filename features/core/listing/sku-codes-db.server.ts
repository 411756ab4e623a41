import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'

/** Codes that members assigned to a SKU, as they are compared (`plainCode`). */
export async function readCodesOf(db: SellerDb, sellerId: number, sku: string): Promise<string[]> {
  const rows = await selectOfSeller(db, 'sku_codes', sellerId)
    .select('code')
    .where('sku', '=', sku)
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}
