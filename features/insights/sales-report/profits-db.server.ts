import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { hourParts } from '#lib/hour-parts.ts'
import type { ReportPeriods } from './report-period.ts'
import { comparedSpans, type Which } from './report-spans.server.ts'

/** Sales whose cost is known of all items. */
export interface Profits {
  orders: number
  /** Amounts paid by buyers, with tax. */
  gross: number
  /** The part of it that profits are of: item and shipping. */
  revenue: number
  cost: number
  profit: number
}

export type ComparedProfits = Record<Which, Profits> & { steps: Profits[] }

/** The step of the period before as a whole. */
const before = -1

/**
 * Sums the profits of sales in a currency, by the day of the order as `sumSales`. Whole hours come from `profit_hours`,
 * others from their orders.
 */
export async function readProfits(
  db: SellerDb,
  { sellerId, periods, currency }: { sellerId: number; periods: ReportPeriods; currency: string },
): Promise<ComparedProfits> {
  const spans = [...periods.spans.current, { step: before, ...comparedSpans(periods).previous }]
  const parts = spans.flatMap(({ step, ...span }) => hourParts(span).map((part) => ({ step, ...part })))
  const requested = (whole: boolean): RawBuilder<unknown> => {
    const those = parts.filter((part) => part.whole === whole)
    return sql`unnest(${those.map(({ step }) => step)}::integer[], ${those.map(({ from }) => from)}::timestamptz[],
      ${those.map((part) => part.before)}::timestamptz[]) as requested (step, starts, ends)`
  }
  const { rows } = await sql<Profits & { step: number }>`
    select step, sum(orders)::bigint as orders, sum(gross)::bigint as gross, sum(revenue)::bigint as revenue,
      sum(cost)::bigint as cost, sum(profit)::bigint as profit
    from (
      select step, orders, gross_minor as gross, revenue_minor as revenue, cost_minor as cost, profit_minor as profit
      from ${requested(true)}
      join profit_hours on seller_id = ${sellerId} and hour >= starts and hour < ends and currency = ${currency}
      union all
      select step, 1, p.total_minor, p.revenue_minor, p.cost_minor, p.profit_minor
      from ${requested(false)}
      join orders o on o.seller_id = ${sellerId} and o.placed_at >= starts and o.placed_at < ends
      join order_profits p on p.seller_id = ${sellerId} and p.order_id = o.id and p.sold_at is not null
        and p.currency = ${currency}
    ) known
    group by step`.execute(db)
  const of = (step: number): Profits => rows.find((row) => row.step === step) ?? none
  const steps = periods.current.map((_, step) => of(step))
  return { current: steps.reduce(plus, none), previous: of(before), steps }
}

const none: Profits = { orders: 0, gross: 0, revenue: 0, cost: 0, profit: 0 }

const plus = (a: Profits, b: Profits): Profits => ({
  orders: a.orders + b.orders,
  gross: a.gross + b.gross,
  revenue: a.revenue + b.revenue,
  cost: a.cost + b.cost,
  profit: a.profit + b.profit,
})
