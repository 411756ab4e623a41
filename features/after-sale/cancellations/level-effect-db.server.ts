import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { fullMonths } from '#lib/zoned-time.ts'
import type { Defects } from './level-effect.ts'

/** Seller, standard and time of the evaluation. Months are in the seller's `zone`. */
interface Measured {
  sellerId: number
  standards: SellerStandards
  zone: string
  now: Date
}

/** Condition on `orders`: history counts only where the operator says so. */
const counts = ({ countHistory }: SellerStandards) => (countHistory ? sql`` : sql` and orders.history_at is null`)

/** Number of historical orders that do not count; from an index of their own. */
const historySince = (sellerId: number, since: Date, { countHistory }: SellerStandards) =>
  countHistory
    ? sql`0`
    : sql`(select count(*) from orders where seller_id = ${sellerId} and placed_at >= ${since} and history_at is not null)`

/**
 * Start of the evaluation period: the last full months for high-volume sellers, else the standard's look-back
 * (seller-hubs 2.1).
 */
export async function measuredSince(db: SellerDb, { sellerId, standards, zone, now }: Measured): Promise<Date> {
  const { lookBack, busy } = standards
  const usual = new Date(now.getTime() - lookBack)
  if (!busy) return usual
  const { from, before } = fullMonths(now, zone, busy.months)
  const { orders } = await oneRow(
    db,
    sql<{ orders: number }>`
    select count(*) as orders from (
      select from orders where seller_id = ${sellerId} and placed_at >= ${from} and placed_at < ${before}${counts(standards)}
      limit ${busy.orders}
    ) as many`,
  )
  return orders >= busy.orders ? from : usual
}

/** Counts the seller's orders and defects so far. */
export async function readDefects(
  db: SellerDb,
  { orderId, ...measured }: Measured & { orderId: number },
): Promise<Defects> {
  const { sellerId } = measured
  const since = await measuredSince(db, measured)
  const counted = await oneRow(
    db,
    sql<Omit<Defects, 'since'>>`
    with defective as (
      select order_id from cancellations where seller_id = ${sellerId} and counts_as_defect and requested_at >= ${since}
      union
      select order_id from cases where seller_id = ${sellerId} and state = 'CLOSED_BUYER' and closed_at >= ${since}
    )
    select (select count(*) from orders where seller_id = ${sellerId} and placed_at >= ${since})
      - ${historySince(sellerId, since, measured.standards)} as orders,
      count(*) as defects, count(distinct orders.buyer_username) as buyers,
      coalesce(bool_or(orders.buyer_username = (select e.buyer_username from orders e where e.seller_id = ${sellerId} and e.id = ${orderId})), false) as "hasBuyer"
    from defective join orders on orders.seller_id = ${sellerId} and orders.id = order_id${counts(measured.standards)}`,
  )
  return { since, ...counted }
}
