import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OfSeller } from '#db/compile-once.ts'
import { firstRow } from '#db/one-row.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'

export function hasBusiness(db: SellerDb, sellerId: number): Promise<boolean> {
  return readBatchPart(db, business, { sellerId })
}

const business: BatchPart<OfSeller, boolean> = {
  statement: (at) => {
    const sellerId = at((on) => on.sellerId)
    return sql`
      select exists (select from order_counts where seller_id = ${sellerId} and orders > 0)
        or exists (select from listings where seller_id = ${sellerId}) as found`
  },
  read: (rows: { found: boolean }[]) => firstRow({ rows }).found,
}
