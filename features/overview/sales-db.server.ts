import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { SalesRow } from './sales.ts'
import type { SalesSpan } from './sales-period.ts'

/**
 * Adds up the orders placed in each span, by currency. An order counts where it was paid and is not cancelled; what was
 * refunded later still was a sale. Spans without orders have no row.
 *
 * One index-only range of `orders_placed` a span, so that the clocks' own days cost no conversion of each order's time.
 * The statuses stand in the order of how many they are: the first that fits ends the comparison.
 * A cancellation request says nothing about the payment: those few orders are looked at one by one.
 */
export async function sumSales(
  db: SellerDb,
  sellerId: number,
  spans: { current: readonly SalesSpan[]; previous: readonly SalesSpan[] },
): Promise<SalesRow[]> {
  const all = [...spans.current, ...spans.previous]
  const periods = [...spans.current.map(() => 'current'), ...spans.previous.map(() => 'previous')]
  const numbers = [...spans.current.keys(), ...spans.previous.keys()]
  const asked = sql`unnest(
    ${periods}::text[], ${numbers}::integer[], ${all.map(({ from }) => from)}::timestamptz[], ${all.map(({ before }) => before)}::timestamptz[]
  ) as asked (period, span, starts, ends)`
  const { rows } = await sql<SalesRow>`
    select period, span, currency, orders, units, gross as "grossMinor"
    from ${asked}
    cross join lateral (
      select currency, count(*) as orders, sum(unit_count) as units, sum(total_minor)::bigint as gross
      from orders
      where seller_id = ${sellerId} and placed_at >= starts and placed_at < ends
        and status in ('DELIVERED', 'SHIPPED', 'REFUNDED', 'AWAITING_SHIPMENT', 'PARTLY_SHIPPED')
      group by currency
    ) counted
    union all
    select period, span, currency, count(*), sum(unit_count), sum(total_minor)::bigint
    from orders
    join ${asked} on placed_at >= starts and placed_at < ends
    where seller_id = ${sellerId} and status = 'CANCELLATION_REQUESTED' and payment_status not in ('PENDING', 'FAILED')
    group by period, span, currency
  `.execute(db)
  return rows
}
