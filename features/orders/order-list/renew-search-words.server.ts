import { sql } from 'kysely'
import { overAllSellers, type Database } from '#db/client.ts'

/**
 * Rewrites search words made by an older rule, for all sellers, in small batches. Resumable, because each row stores
 * its rule version. Run by a job (`server/jobs.ts`). Returns the number rewritten.
 */
export async function renewSearchWords(
  db: Pick<Database, 'owner'>,
  { signal, atOnce = 500 }: { signal?: AbortSignal; atOnce?: number } = {},
): Promise<number> {
  let renewed = 0
  for (;;) {
    if (signal?.aborted) return renewed
    const { rows } = await sql<{ sellerId: number; orders: number[] }>`${overAllSellers}
      select seller_id as "sellerId", json_agg(order_id) as orders
      from (select seller_id, order_id from order_search where version < 2 limit ${atOnce}) old
      group by seller_id`.execute(db.owner)
    if (rows.length === 0) return renewed
    for (const { sellerId, orders } of rows) {
      await sql`select write_order_terms(${sellerId}, ${orders}::bigint[])`.execute(db.owner)
      renewed += orders.length
    }
  }
}
