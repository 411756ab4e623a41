import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import type { SellerStandards } from '#features/policy-pack/policy-pack.ts'
import type { Defects } from './level-effect.ts'

/** Counts the seller's orders and defects, before one more. */
export async function readDefects(
  db: SellerDb,
  { sellerId, orderId, standards, now }: { sellerId: number; orderId: number; standards: SellerStandards; now: Date },
): Promise<Defects> {
  const since = new Date(now.getTime() - standards.lookBack)
  return oneRow(
    db,
    sql<Defects>`
    select (select count(*) from orders where seller_id = ${sellerId} and placed_at >= ${since}) as orders,
      count(*) as defects, count(distinct o.buyer_username) as buyers,
      coalesce(bool_or(o.buyer_username = (select buyer_username from orders where seller_id = ${sellerId} and id = ${orderId})), false) as "hasBuyer"
    from cancellations c join orders o on o.seller_id = ${sellerId} and o.id = c.order_id
    where c.seller_id = ${sellerId} and c.counts_as_defect and c.requested_at >= ${since}`,
  )
}
