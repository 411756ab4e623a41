import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'

/** Whether the seller has any order or listing. */
export async function hasBusiness(db: SellerDb, sellerId: number): Promise<boolean> {
  const { found } = await oneRow(
    db,
    sql<{ found: boolean }>`
    select exists (select from order_counts where seller_id = ${sellerId} and orders > 0)
      or exists (select from listings where seller_id = ${sellerId}) as found
  `,
  )
  return found
}
