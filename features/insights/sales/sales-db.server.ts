import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readOfSeller } from '#db/shards.ts'
import { exactInteger } from '#lib/exact-sums.ts'
import { hourParts } from '#lib/hour-parts.ts'
import type { SalesRow } from './sales.ts'
import type { SalesSpan } from './sales-period.ts'

/**
 * Sums orders placed in each span by currency. Counts paid orders that are not cancelled, including those refunded
 * later. Spans may have no row or several.
 * Whole hours come from `sales_hours`; only partial hours are summed from orders.
 */
export async function sumSales(
  db: SellerDb,
  sellerId: number,
  spans: { current: readonly SalesSpan[]; previous: readonly SalesSpan[] },
): Promise<SalesRow[]> {
  const parts = (['current', 'previous'] as const).flatMap((period) =>
    spans[period].flatMap((span, number) => hourParts(span).map((part) => ({ period, number, ...part }))),
  )
  const requestedSpans = (whole: boolean): RawBuilder<unknown> => {
    const those = parts.filter((part) => part.whole === whole)
    return sql`unnest(
      ${those.map(({ period }) => period)}::text[], ${those.map(({ number }) => number)}::integer[],
      ${those.map(({ from }) => from)}::timestamptz[], ${those.map(({ before }) => before)}::timestamptz[]
    ) as requested (period, span, starts, ends)`
  }
  const statement = sql<Omit<SalesRow, 'grossMinor'> & { gross: string }>`
    select period, span, currency, orders, units, gross::text
    from ${requestedSpans(true)}
    cross join lateral (
      select currency, sum(orders)::bigint as orders, sum(units)::bigint as units, sum(gross_minor) as gross
      from sales_hours
      where seller_id = ${sellerId} and hour >= starts and hour < ends and orders > 0
      group by currency
    ) kept
    union all
    select period, span, currency, orders, units, gross::text
    from ${requestedSpans(false)}
    cross join lateral (
      select currency, count(*) as orders, sum(unit_count) as units, sum(total_minor) as gross
      from orders
      where seller_id = ${sellerId} and placed_at >= starts and placed_at < ends and is_sale(payment_status, cancel_state)
      group by currency
    ) counted
  `
  const rows = await readOfSeller(db, sellerId, statement.compile(db))
  return rows.map(({ gross, ...row }) => ({ ...row, grossMinor: exactInteger(BigInt(gross)) }))
}
