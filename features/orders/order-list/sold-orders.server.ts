import { sql } from 'kysely'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import type { OrderStatus } from '#features/core/order/order.ts'

export const buyerKinds = ['new', 'returning'] as const

/** Parts of sales that are no items of a listing: extras, items without a category, and what belongs to whole orders. */
export const soldRests = ['extras', 'unlisted', 'whole'] as const
export type SoldRest = (typeof soldRests)[number]

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

export const isRepeat = (sellerId: number): SqlCondition =>
  sql`exists (select from orders e where e.seller_id = ${sellerId} and e.buyer_username = o.buyer_username
    and e.placed_at < o.placed_at and ${isSold('e', sellerId)})`

export const hasCategory = (sellerId: number, categories: readonly string[]): SqlCondition =>
  sql`o.id in (select l.order_id from line_items l
    join listings g on g.seller_id = ${sellerId} and g.id = l.listing_id
    where l.seller_id = ${sellerId} and g.category in (${sql.join([...categories])}))`

/** Condition: an item of a product, by EPID. */
export const hasProduct = (sellerId: number, epids: readonly string[]): SqlCondition =>
  sql`o.id in (select l.order_id from line_items l
    where l.seller_id = ${sellerId} and l.product_id in (select p.id from products p where p.epid in (${sql.join([...epids])})))`

/** SQL: what was paid for the extras of an order, with their tax; null without extras. Must agree with `paidExtras`. */
export const extrasGross = (order: 'o' | 'x') => sql<number | null>`(
  select (greatest(0, sum((e ->> 'minor')::bigint)) + coalesce(sum(added.minor), 0))::bigint
  from jsonb_array_elements(${sql.ref(`${order}.extras`)}) e
  cross join lateral (
    select sum((t ->> 'minor')::bigint) as minor from jsonb_array_elements(e -> 'taxes') t where not (t ->> 'included')::boolean
  ) added)`

/** SQL: what was paid for line `l`, with its shipping and tax. */
export const lineGross = sql<number>`l.quantity * l.unit_price_minor - l.discount_minor + l.shipping_minor + l.tax_minor`

export function hasSoldRest(sellerId: number, rest: SoldRest): SqlCondition {
  switch (rest) {
    case 'extras':
      return sql`exists (select from orders x where x.seller_id = ${sellerId} and x.id = o.id and x.extras is not null
        and ${extrasGross('x')} > 0)`
    case 'unlisted':
      return sql`exists (select from line_items l left join listings g on g.seller_id = ${sellerId} and g.id = l.listing_id
        where l.seller_id = ${sellerId} and l.order_id = o.id and g.category is null)`
    case 'whole':
      return sql`exists (select from orders x where x.seller_id = ${sellerId} and x.id = o.id
        and x.total_minor <> coalesce(greatest(0, ${extrasGross('x')}), 0) + (select coalesce(sum(${lineGross}), 0)
          from line_items l where l.seller_id = ${sellerId} and l.order_id = x.id))`
  }
}
