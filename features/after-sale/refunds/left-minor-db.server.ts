import { sql, type RawBuilder } from 'kysely'

/**
 * What can still go back of an order, in minor units, to be read with others: what was paid less what went back or is on its way there, as
 * `refundableOf` says it of one.
 */
export const leftMinorOf = (order: {
  sellerId: RawBuilder<unknown>
  id: RawBuilder<unknown>
}): RawBuilder<number> => sql`greatest(0,
  (select coalesce(sum(amount_minor), 0)::bigint from payments
    where seller_id = ${order.sellerId} and order_id = ${order.id} and state = 'PAID')
  - (select coalesce(sum(amount_minor), 0)::bigint from refunds
    where seller_id = ${order.sellerId} and order_id = ${order.id} and state <> 'FAILED'))`
