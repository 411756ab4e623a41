import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { UnusableField } from './pushed-order.ts'

/** Keeps fields that could not be used with an order, for its seller to check; those that it has already stay. */
export async function keepUnusable(
  db: SellerDb,
  { sellerId, orderId, fields }: { sellerId: number; orderId: number; fields: readonly UnusableField[] },
): Promise<void> {
  for (const field of fields)
    await sql`
      update orders set unusable = coalesce(unusable, '[]') || ${JSON.stringify([field])}::jsonb
      where seller_id = ${sellerId} and id = ${orderId}
        and not coalesce(unusable, '[]') @> ${JSON.stringify([field])}::jsonb`.execute(db)
}
