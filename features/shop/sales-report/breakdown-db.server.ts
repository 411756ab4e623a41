import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { dayParts } from '#lib/day-parts.ts'
import type { ReportPeriods } from './report-period.ts'
import { comparedSpans, type Which } from './report-spans.server.ts'
import { extrasKey, namedSpans, soldParts, type NamedSpan, type SoldPart } from './sold-parts.server.ts'

/** Sales of one category, listing, country or kind of buyers, and of it in the period before. */
export interface BreakdownRow {
  /** A category, item number or country code, `new`, `returning` or `extrasKey`; empty for items without a listing. */
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

/** Rows with the most sales and, last, the extras of orders; and sums of all rows. */
export interface BreakdownRows {
  rows: BreakdownRow[]
  all: AllRows & { rows: number }
}

interface BreakdownOf {
  sellerId: number
  periods: ReportPeriods
  currency: string
  by: SoldPart
  limit: number
}

/**
 * Divides the sales of both periods, those with the most sales first. By category and listing, an order counts once in
 * each, with what was paid for its items and their shipping and tax; its extras are a row of their own. Whole days come from `sold_days`; the ends of the
 * periods, and days whose sums are due, from their orders.
 */
export async function readBreakdown(
  db: SellerDb,
  { sellerId, periods, currency, by, limit }: BreakdownOf,
): Promise<BreakdownRows> {
  const { kept, counted } = await divideSpans(db, sellerId, periods)
  // Each period is read by itself: sums with a filter of the period cost three times as much.
  const sold = (period: Which) => sql`(
    select key, title, orders, units, gross_minor as gross, known_minor as known, revenue_minor as revenue,
      cost_minor as cost, profit_minor as profit
    from ${namedSpans(kept.filter(({ name }) => name === period))}
    join sold_days on seller_id = ${sellerId} and part = ${by} and currency = ${currency} and day >= starts and day < ends
    union all
    select key, title, orders, units, gross, known, revenue, cost, profit from counted where span = ${period}
  ) sold`
  const { rows } = await sql<BreakdownRow & { all: BreakdownRows['all'] }>`
    with counted as (${soldParts({ sellerId, part: by, spans: counted, currency })}),
      now as (
        select key, ${titles}, ${sums(['orders', 'units', 'gross', 'known', 'revenue', 'cost', 'profit'])}
        from ${sold('current')} group by key
      ),
      earlier as (select key, ${titles}, ${sums(['orders', 'units', 'gross'])} from ${sold('previous')} group by key),
      summed as (
        select coalesce(n.key, e.key) as key, coalesce(n.title, e.title) as title, ${orZero('n', ['orders', 'units', 'gross'])},
          coalesce(e.orders, 0) as "ordersBefore", coalesce(e.units, 0) as "unitsBefore", coalesce(e.gross, 0) as "grossBefore",
          ${orZero('n', ['known', 'revenue', 'cost', 'profit'])}
        from now n full join earlier e on e.key = n.key
      ),
      whole as (
        select count(*) as rows, sum(units) as units, sum(gross) as gross, sum("grossBefore") as "grossBefore", sum(known) as known,
          sum(revenue) as revenue, sum(cost) as cost, sum(profit) as profit
        from summed
      )
    select most.*, to_json(whole) as all
    from (select * from summed order by key = ${extrasKey} desc, gross desc, "grossBefore" desc, key limit ${limit}) most
    cross join whole
    order by key = ${extrasKey}, gross desc, "grossBefore" desc, key`.execute(db)
  return { rows, all: rows[0]?.all ?? nothing }
}

const nothing = { rows: 0, units: 0, gross: 0, grossBefore: 0, known: 0, revenue: 0, cost: 0, profit: 0 }

/** Divides both periods into whole days whose sums are kept, and the rest. */
async function divideSpans(
  db: SellerDb,
  sellerId: number,
  periods: ReportPeriods,
): Promise<Record<'kept' | 'counted', NamedSpan[]>> {
  const due = await db.selectFrom('sold_days_due').select('day').distinct().where('seller_id', '=', sellerId).execute()
  const days = new Set(due.map(({ day }) => day?.getTime() ?? null))
  const isKept = (day: Date) => !days.has(null) && !days.has(day.getTime())
  const spans = Object.entries(comparedSpans(periods)).flatMap(([name, span]) =>
    dayParts(span, isKept).map((part) => ({ name, ...part })),
  )
  return { kept: spans.filter(({ whole }) => whole), counted: spans.filter(({ whole }) => !whole) }
}

type Summed = 'orders' | 'units' | 'gross' | 'known' | 'revenue' | 'cost' | 'profit'

const sums = (names: readonly Summed[]) =>
  sql.join(names.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`))

const orZero = (of: 'n', names: readonly Summed[]) =>
  sql.join(names.map((name) => sql`coalesce(${sql.ref(`${of}.${name}`)}, 0) as ${sql.ref(name)}`))

/** One of the titles; compared by bytes, which is faster than by language. */
const titles = sql`max(title collate "C") as title`
