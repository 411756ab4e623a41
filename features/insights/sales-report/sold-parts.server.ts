import { sql, type RawBuilder } from 'kysely'
import { extrasGross, isRepeat, isSold, lineGross } from '#features/orders/order-list/sold-orders.server.ts'
import type { Breakdown } from './report-query.ts'

/** By what sales are divided beside days: a part of `sold_days`. */
export type SoldPart = Exclude<Breakdown, 'day'>

/** Key of the extras of orders, such as gift wrap, which are of no listing and no category. */
export const extrasKey = '*extras'

export interface NamedSpan {
  name: string
  from: Date
  before: Date
}

interface SoldIn {
  sellerId: number
  part: SoldPart
  spans: readonly NamedSpan[]
  /** Null: all. */
  currency: string | null
}

/**
 * SQL: the sales of spans divided by category, listing, country or kind of buyers, read from their orders. An order
 * counts once in each category and listing, and once in the extras if it has any. Must agree with `sold_days` in db/kept-sums.ts.
 */
export const soldParts = ({ sellerId, part, spans, currency }: SoldIn): RawBuilder<unknown> => sql`
  with o as (
    select span, o.id, o.buyer_username, o.ship_to_country, o.placed_at, o.currency, o.unit_count, o.total_minor, o.extras
    from ${namedSpans(spans)}
    join orders o on o.seller_id = ${sellerId} and o.placed_at >= starts and o.placed_at < ends
    where ${isSold('o', sellerId)} ${currency === null ? sql`` : sql`and o.currency = ${currency}`}
  ), parts as (
    ${partsOf(part, sellerId)}
  )
  select span, currency, key, max(title) as title, count(distinct order_id) as orders, sum(units)::bigint as units,
    sum(gross)::bigint as gross, coalesce(sum(known), 0)::bigint as known, coalesce(sum(revenue), 0)::bigint as revenue,
    coalesce(sum(cost), 0)::bigint as cost, coalesce(sum(profit), 0)::bigint as profit
  from parts group by span, currency, key`

/** SQL: a table `requested (span, starts, ends)`. */
export const namedSpans = (spans: readonly NamedSpan[]): RawBuilder<unknown> => sql`unnest(
  ${spans.map(({ name }) => name)}::text[], ${spans.map(({ from }) => from)}::timestamptz[],
  ${spans.map(({ before }) => before)}::timestamptz[]
) as requested (span, starts, ends)`

// Columns are named in each part: Citus loses the names of a list beside the name of the query.
function partsOf(part: SoldPart, sellerId: number): RawBuilder<unknown> {
  switch (part) {
    case 'country':
      return sql`
        select span, o.currency, ship_to_country as key, ${ofOrder}
        from o ${orderProfits(sellerId)}`
    case 'buyers':
      return sql`
        select span, o.currency, case when ${isRepeat(sellerId)} then 'returning' else 'new' end as key, ${ofOrder}
        from o ${orderProfits(sellerId)}`
    case 'listing':
      return sql`
        select span, o.currency, l.item_number as key, l.title, ${ofLine}
        from o join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id ${lineProfits(sellerId)}
        ${orderExtras(sellerId)}`
    case 'category':
      return sql`
        select span, o.currency, coalesce(g.category, '') as key, null::text as title, ${ofLine}
        from o join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id
        left join listings g on g.seller_id = ${sellerId} and g.id = l.listing_id ${lineProfits(sellerId)}
        ${orderExtras(sellerId)}`
  }
}

/** Profits of orders of which all costs are known. */
const orderProfits = (sellerId: number) => sql`
  left join order_profits y on y.seller_id = ${sellerId} and y.order_id = o.id`

const lineProfits = (sellerId: number) => sql`
  ${orderProfits(sellerId)}
  left join line_profits z on z.seller_id = ${sellerId} and z.order_id = y.order_id and z.line_item_id = l.id`

const ofOrder = sql`
  null::text as title, o.id as order_id, o.unit_count as units, o.total_minor as gross,
  case when y.order_id is not null then o.total_minor end as known, y.revenue_minor as revenue, y.cost_minor as cost,
  y.profit_minor as profit`

const ofLine = sql`
  o.id as order_id, l.quantity - l.cancelled_quantity as units, ${lineGross} as gross,
  case when y.order_id is not null then ${lineGross} end as known, z.revenue_minor as revenue, z.cost_minor as cost,
  z.profit_minor as profit`

/** Extras of orders with their tax, as `paidExtras` sums them. Their profit is divided among the lines. */
const orderExtras = (sellerId: number) => sql`
  union all
  select span, o.currency, ${extrasKey}::text, null::text, o.id, 0, x.gross, case when y.order_id is not null then x.gross end,
    null::bigint, null::bigint, null::bigint
  from o
  cross join lateral (select ${extrasGross('o')} as gross) x
  ${orderProfits(sellerId)}
  where o.extras is not null and x.gross > 0`
