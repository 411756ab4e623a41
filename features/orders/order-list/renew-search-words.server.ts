import { sql } from 'kysely'
import { overAllSellers, type Database } from '#db/client.ts'

/**
 * Rewrites the search words that an older rule made, of all sellers, a few orders at a time, so that nobody waits for it. It goes on
 * where it was stopped: each row says by which rule it was made. A job runs it (`server/jobs.ts`). Returns how many it rewrote.
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
