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
  /** Of the sales of the period whose cost is known: what was paid, item and shipping, cost of goods and profit. */
  known: number
  revenue: number
  cost: number
  profit: number
}

/** Sums of all rows. */
type AllRows = Pick<BreakdownRow, 'units' | 'gross' | 'grossBefore' | 'known' | 'revenue' | 'cost' | 'profit'>

/** Rows with the most sales, and sums of all rows. */
export interface BreakdownRows {
  rows: BreakdownRow[]
  all: AllRows & { rows: number }
}

interface BreakdownOf {
  sellerId: number
  periods: ReportPeriods
  currency: string
  by: Exclude<Breakdown, 'day'>
  limit: number
  /** Whether the cost of some sale is known. */
  withProfits: boolean
}

/**
 * Divides the sales of both periods, those with the most sales first. By category and listing, an order counts once in
 * each, with what was paid for its items and their shipping and tax.
 */
export async function readBreakdown(db: SellerDb, { limit, ...of }: BreakdownOf): Promise<BreakdownRows> {
  const { rows } = await sql<BreakdownRow & { rows: number; all: AllRows }>`
    with sold as (${soldIn('current', of)} union all ${soldIn('previous', of)}),
      parts (period, key, title, order_id, units, gross, known, revenue, cost, profit) as (${partsBy(of)}),
      summed as (
        select key, max(title) as title,
          ${summed('current')}, ${summed('previous')}, ${summedProfits}
        from parts group by key
      )
    select key, title, current_orders as orders, current_units as units, current_gross as gross,
      previous_orders as "ordersBefore", previous_units as "unitsBefore", previous_gross as "grossBefore",
      known, revenue, cost, profit, count(*) over () as rows,
      json_build_object('units', sum(current_units) over (), 'gross', sum(current_gross) over (),
        'grossBefore', sum(previous_gross) over (), 'known', sum(known) over (), 'revenue', sum(revenue) over (),
        'cost', sum(cost) over (), 'profit', sum(profit) over ()) as all
    from summed order by current_gross desc, previous_gross desc, key limit ${limit}`.execute(db)
  const [first] = rows
  return { rows, all: { rows: first?.rows ?? 0, ...(first?.all ?? nothing) } }
}

const nothing: AllRows = { units: 0, gross: 0, grossBefore: 0, known: 0, revenue: 0, cost: 0, profit: 0 }

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

const summedProfits = sql.join(
  ['known', 'revenue', 'cost', 'profit'].map(
    (what) => sql`coalesce(sum(${sql.ref(what)}), 0)::bigint as ${sql.ref(what)}`,
  ),
)

function partsBy(of: Of): RawBuilder<unknown> {
  const { sellerId, by, periods } = of
  switch (by) {
    case 'country':
      return sql`
        select period, ship_to_country, null::text, sold.id, unit_count, sold.total_minor, ${ofOrder(of)}
        from sold ${orderProfits(of)}`
    case 'buyers':
      return sql`
        select period, case when sold.placed_at > earliest.placed_at then 'returning' else 'new' end, null::text, sold.id, unit_count,
          sold.total_minor, ${ofOrder(of)}
        from sold join (
          select e.buyer_username, min(e.placed_at) as placed_at from orders e
          where e.seller_id = ${sellerId} and e.placed_at < ${comparedSpans(periods).current.before} and ${isSold('e', sellerId)}
          group by e.buyer_username
        ) earliest using (buyer_username) ${orderProfits(of)}`
    case 'listing':
      return sql`
        select period, l.item_number, l.title, ${ofLine(of)}
        from sold join line_items l on l.seller_id = ${sellerId} and l.order_id = sold.id ${lineProfits(of)}`
    case 'category':
      return sql`
        select period, coalesce(g.category, ''), null::text, ${ofLine(of)}
        from sold join line_items l on l.seller_id = ${sellerId} and l.order_id = sold.id
        left join listings g on g.seller_id = ${sellerId} and g.id = l.listing_id ${lineProfits(of)}`
  }
}

/** Profits of the period's orders of which all costs are known. */
const orderProfits = ({ sellerId, withProfits }: Of): RawBuilder<unknown> =>
  withProfits
    ? sql`left join order_profits y on y.seller_id = ${sellerId} and y.order_id = sold.id and period = 'current'`
    : sql``

/** The same by line. */
const lineProfits = (of: Of): RawBuilder<unknown> =>
  of.withProfits
    ? sql`${orderProfits(of)}
        left join line_profits z on z.seller_id = ${of.sellerId} and z.order_id = y.order_id and z.line_item_id = l.id`
    : sql``

const ofOrder = ({ withProfits }: Of) =>
  withProfits
    ? sql`case when y.order_id is not null then sold.total_minor end, y.revenue_minor, y.cost_minor, y.profit_minor`
    : noProfits

function ofLine({ withProfits }: Of): RawBuilder<unknown> {
  const gross = sql`l.quantity * l.unit_price_minor - l.discount_minor + l.shipping_minor + l.tax_minor`
  return sql`sold.id, l.quantity - l.cancelled_quantity, ${gross}, ${
    withProfits
      ? sql`case when y.order_id is not null then ${gross} end, z.revenue_minor, z.cost_minor, z.profit_minor`
      : noProfits
  }`
}

const noProfits = sql`0, 0, 0, 0`
