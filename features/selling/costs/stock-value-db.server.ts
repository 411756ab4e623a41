import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { startOfDay } from '#lib/zoned-time.ts'
import { isUncosted } from '#features/selling/inventory/stock-rows.server.ts'
import type { StockSpan } from './stock-span.ts'

/** Condition: the row `o` of `stock_values` is true at the end of this day. */
export const isTrueOn = (day: string): RawBuilder<boolean> =>
  sql`o.day <= ${day} and (o.until_day is null or o.until_day > ${day})`

export const stockFlows = ['received', 'sold', 'returned', 'counted', 'recosted'] as const
export type StockFlow = (typeof stockFlows)[number]

/** SQL: sums of what changed the value of the SKU of row `o` from a day on, until the row. */
export const flowsSince = (from: RawBuilder<unknown>, sellerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select ${sql.join(stockFlows.map((flow) => sql`coalesce(sum(${sql.ref(`m.${flow}_minor`)}), 0)::bigint as ${sql.ref(flow)}`))}
    from stock_values m
    where m.seller_id = ${sellerId} and m.sku = o.sku and m.currency = o.currency and m.day >= ${from} and m.day <= o.day
  ) f on true`

export interface StockSum extends Record<StockFlow, number> {
  currency: string
  /** Value at the end of the last day. */
  value: number
}

/** What the stock of a seller is worth after some days, and what changed it in them, by currency, as the books have it. */
export async function readStockSums(db: SellerDb, sellerId: number, { from, to }: StockSpan): Promise<StockSum[]> {
  const [starts, ends] = [startOfDay(from || '1970-01-01', 'UTC'), startOfDay(to, 'UTC')]
  const { rows } = await sql<StockSum & { change: number }>`
    with sums as (
      select d.currency, coalesce(sum(d.amount_minor) filter (where d.account = 'inventory'), 0)::bigint as value,
        coalesce(sum(d.amount_minor) filter (where d.account = 'inventory' and d.day >= ${starts}), 0)::bigint as change,
        -coalesce(sum(d.amount_minor) filter (where d.account = 'stock:received' and d.day >= ${starts}), 0)::bigint as received,
        -coalesce(sum(d.amount_minor) filter (where d.account = 'stock:counted' and d.day >= ${starts}), 0)::bigint as counted,
        -coalesce(sum(d.amount_minor) filter (where d.account = 'stock:recosted' and d.day >= ${starts}), 0)::bigint as recosted
      from ledger_days d
      where d.seller_id = ${sellerId} and d.day <= ${ends}
        and d.account in ('inventory', 'stock:received', 'stock:counted', 'stock:recosted')
      group by d.currency
    )
    select s.*, coalesce((
        select sum(r.cost_minor)::bigint from returned_goods r
        where r.seller_id = ${sellerId} and r.currency = s.currency and r.returned_at >= ${starts}
          and r.returned_at < ${ends}::timestamptz + interval '1 day'
      ), 0) as returned, 0 as sold
    from sums s order by s.currency`.execute(db)
  return rows.map(({ change, ...row }) => ({
    ...row,
    sold: change - row.received - row.counted - row.recosted - row.returned,
  }))
}

/** How many SKUs are in stock, and how many of them have no cost. */
export async function readCoverage(db: SellerDb, sellerId: number): Promise<{ skus: number; uncosted: number }> {
  const { rows } = await sql<{ skus: number; uncosted: number }>`
    select count(*) as skus, count(*) filter (where ${isUncosted(sellerId)}) as uncosted
    from stock_items o where o.seller_id = ${sellerId} and o.is_stocked and o.available > 0 and not o.is_kit`.execute(
    db,
  )
  return rows[0] ?? { skus: 0, uncosted: 0 }
}
