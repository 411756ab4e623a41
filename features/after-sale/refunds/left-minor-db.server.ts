import { sql, type RawBuilder } from 'kysely'
import { disputedMinorOf } from './disputed-money-db.server.ts'

/**
 * SQL expression for the refundable amount of an order, in minor units: paid minus disputed, and minus
 * refunded or in progress. Must agree with `refundableOf`.
 */
export const leftMinorOf = (order: {
  sellerId: RawBuilder<unknown>
  id: RawBuilder<unknown>
}): RawBuilder<number> => sql`greatest(0,
  (select coalesce(sum(amount_minor), 0)::bigint from payments
    where seller_id = ${order.sellerId} and order_id = ${order.id} and state = 'PAID')
  - ${disputedMinorOf(order)}
  - (select coalesce(sum(amount_minor), 0)::bigint from refunds
    where seller_id = ${order.sellerId} and order_id = ${order.id} and state <> 'FAILED'))`
