import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import type { SellerStandards } from '#features/policy-pack/policy-pack.ts'
import { fullMonths, type Defects } from './level-effect.ts'

/** Counts the seller's orders and those of them that are defects, before one more. Months are the seller's, by `zone`. */
export async function readDefects(
  db: SellerDb,
  {
    sellerId,
    orderId,
    standards: { lookBack, busy },
    zone,
    now,
  }: { sellerId: number; orderId: number; standards: SellerStandards; zone: string; now: Date },
): Promise<Defects> {
  const months = fullMonths(now, zone, busy?.months ?? 1)
  const { orders } = await oneRow(
    db,
    sql<{ orders: number }>`
    select count(*) as orders from orders
    where seller_id = ${sellerId} and placed_at >= ${months.from} and placed_at < ${months.before}`,
  )
  const since = busy && orders >= busy.orders ? months.from : new Date(now.getTime() - lookBack)
  const counted = await oneRow(
    db,
    sql<Omit<Defects, 'since'>>`
    with defective as (
      select order_id from cancellations where seller_id = ${sellerId} and counts_as_defect and requested_at >= ${since}
      union
      select order_id from cases where seller_id = ${sellerId} and state = 'CLOSED_BUYER' and closed_at >= ${since}
    )
    select (select count(*) from orders where seller_id = ${sellerId} and placed_at >= ${since}) as orders,
      count(*) as defects, count(distinct o.buyer_username) as buyers,
      coalesce(bool_or(o.buyer_username = (select buyer_username from orders where seller_id = ${sellerId} and id = ${orderId})), false) as "hasBuyer"
    from defective join orders o on o.seller_id = ${sellerId} and o.id = order_id`,
  )
  return { since, ...counted }
}
