import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { isSold } from '#features/orders/order-list/sold-orders.server.ts'
import type { ReportPeriods } from './report-period.ts'
import type { Breakdown } from './report-query.ts'
import { comparedSpans, type Which } from './report-spans.server.ts'

/** Sales of one category, listing, country or kind of buyers, and of it in the period before. */
export interface BreakdownRow {
  /** A category, item number or country code, `new` or `returning`; empty for items without a listing. */
  key: string
  /** Of a listing, as it was sold. */
  title: string | null
  orders: number
  units: number
  gross: number
  ordersBefore: number
  unitsBefore: number
  grossBefore: number
}

/** Rows with the most sales, and sums of all rows. */
export interface BreakdownRows {
  rows: BreakdownRow[]
  all: Pick<BreakdownRow, 'units' | 'gross' | 'grossBefore'> & { rows: number }
}

interface BreakdownOf {
  sellerId: number
  periods: ReportPeriods
  currency: string
  by: Exclude<Breakdown, 'day'>
  limit: number
}

/**
 * Divides the sales of both periods, those with the most sales first. By category and listing, an order counts once in
 * each, with what was paid for its items and their shipping and tax.
 */
export async function readBreakdown(db: SellerDb, { limit, ...of }: BreakdownOf): Promise<BreakdownRows> {
  const { rows } = await sql<BreakdownRow & { rows: number; allUnits: number; allGross: number; allBefore: number }>`
    with sold as (${soldIn('current', of)} union all ${soldIn('previous', of)}),
      parts (period, key, title, order_id, units, gross) as (${partsBy(of)}),
      summed as (
        select key, max(title) as title,
          ${summed('current')}, ${summed('previous')}
        from parts group by key
      )
    select key, title, current_orders as orders, current_units as units, current_gross as gross,
      previous_orders as "ordersBefore", previous_units as "unitsBefore", previous_gross as "grossBefore",
      count(*) over () as rows, sum(current_units) over ()::bigint as "allUnits",
      sum(current_gross) over ()::bigint as "allGross", sum(previous_gross) over ()::bigint as "allBefore"
    from summed order by current_gross desc, previous_gross desc, key limit ${limit}`.execute(db)
  const [first] = rows
  return {
    rows,
    all: {
      rows: first?.rows ?? 0,
      units: first?.allUnits ?? 0,
      gross: first?.allGross ?? 0,
      grossBefore: first?.allBefore ?? 0,
    },
  }
}

type Of = Omit<BreakdownOf, 'limit'>

/** Orders of a period that count as sales. */
function soldIn(period: Which, { sellerId, periods, currency }: Of): RawBuilder<unknown> {
  const { from, before } = comparedSpans(periods)[period]
  return sql`
    select ${period}::text as period, o.id, o.buyer_username, o.ship_to_country, o.placed_at, o.unit_count, o.total_minor
    from orders o
    where o.seller_id = ${sellerId} and o.placed_at >= ${from} and o.placed_at < ${before} and o.currency = ${currency}
      and ${isSold('o', sellerId)}`
}

function summed(period: Which): RawBuilder<unknown> {
  const those = sql`filter (where period = ${period})`
  const named = (what: string) => sql.ref(`${period}_${what}`)
  return sql`count(distinct order_id) ${those} as ${named('orders')}, coalesce(sum(units) ${those}, 0)::bigint as ${named('units')},
    coalesce(sum(gross) ${those}, 0)::bigint as ${named('gross')}`
}

function partsBy({ sellerId, by, periods }: Of): RawBuilder<unknown> {
  switch (by) {
    case 'country':
      return sql`select period, ship_to_country, null::text, id, unit_count, total_minor from sold`
    case 'buyers':
      return sql`
        select period, case when sold.placed_at > earliest.placed_at then 'returning' else 'new' end, null::text, id, unit_count,
          total_minor
        from sold join (
          select e.buyer_username, min(e.placed_at) as placed_at from orders e
          where e.seller_id = ${sellerId} and e.placed_at < ${comparedSpans(periods).current.before} and ${isSold('e', sellerId)}
          group by e.buyer_username
        ) earliest using (buyer_username)`
    case 'listing':
      return sql`select period, l.item_number, l.title, ${ofLine} from sold join line_items l on l.seller_id = ${sellerId} and l.order_id = sold.id`
    case 'category':
      return sql`
        select period, coalesce(g.category, ''), null::text, ${ofLine}
        from sold join line_items l on l.seller_id = ${sellerId} and l.order_id = sold.id
        left join listings g on g.seller_id = ${sellerId} and g.id = l.listing_id`
  }
}

const ofLine = sql`sold.id, l.quantity - l.cancelled_quantity,
  l.quantity * l.unit_price_minor - l.discount_minor + l.shipping_minor + l.tax_minor`
