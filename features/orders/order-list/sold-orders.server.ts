import { sql } from 'kysely'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import type { OrderStatus } from '#features/core/order/order.ts'

/** Whether a sale is the buyer's first at this shop. */
export const buyerKinds = ['new', 'returning'] as const

/** Statuses of orders that are paid and not cancelled. A requested cancellation hides whether an order is paid. */
const soldStatuses = [
  'AWAITING_SHIPMENT',
  'PARTLY_SHIPPED',
  'SHIPPED',
  'DELIVERED',
  'REFUNDED',
] as const satisfies readonly OrderStatus[]

/**
 * Condition: the order counts as a sale (`is_sale`), as in the figures of the overview. Asks the status first, which
 * indexes have.
 */
export const isSold = (order: 'o' | 'e', sellerId: number): SqlCondition =>
  sql`(${sql.ref(`${order}.status`)} in (${sql.join([...soldStatuses])}) or ${sql.ref(`${order}.id`)} in (
    select c.id from orders c where c.seller_id = ${sellerId} and c.status = 'CANCELLATION_REQUESTED'
      and is_sale(c.payment_status, c.cancel_state)))`

/** Condition: the buyer has an earlier sale. */
export const isRepeat = (sellerId: number): SqlCondition =>
  sql`exists (select from orders e where e.seller_id = ${sellerId} and e.buyer_username = o.buyer_username
    and e.placed_at < o.placed_at and ${isSold('e', sellerId)})`

/** Condition: the order has an item of a listing in one of these categories. */
export const hasCategory = (sellerId: number, categories: readonly string[]): SqlCondition =>
  sql`o.id in (select l.order_id from line_items l
    join listings g on g.seller_id = ${sellerId} and g.id = l.listing_id
    where l.seller_id = ${sellerId} and g.category in (${sql.join([...categories])}))`
