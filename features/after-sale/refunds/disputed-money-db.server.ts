import { sql, type RawBuilder } from 'kysely'

/**
 * SQL expression for what disputes have taken from the payments of an order, in minor units: open, accepted and lost
 * ones. That much cannot be refunded any more.
 */
export const disputedMinorOf = (order: {
  sellerId: RawBuilder<unknown>
  id: RawBuilder<unknown>
}): RawBuilder<number> => sql`(select coalesce(sum(amount_minor), 0)::bigint from disputes
    where seller_id = ${order.sellerId} and order_id = ${order.id} and state <> 'WON')`
