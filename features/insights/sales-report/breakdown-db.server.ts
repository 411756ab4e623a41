import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { dayParts } from '#lib/day-parts.ts'
import type { ReportPeriods } from './report-period.ts'
import { comparedSpans, type Which } from './report-spans.server.ts'
import { extrasKey, namedSpans, soldParts, type NamedSpan, type SoldPart } from './sold-parts.server.ts'

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

type AllRows = Pick<BreakdownRow, 'units' | 'gross' | 'grossBefore' | 'known' | 'revenue' | 'cost' | 'profit'>

/** Rows with the most sales and, last, the extras of orders; and sums of all rows. */
export interface BreakdownRows {
  rows: BreakdownRow[]
  all: AllRows & { rows: number }
}

/** Most rows that are found one by one; a file has all of them. */
const mostByKey = 100

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
  const keptDays = (period: Which, part: SoldPart) => sql`${namedSpans(kept.filter(({ name }) => name === period))}
    join sold_days on seller_id = ${sellerId} and part = ${part} and currency = ${currency} and day >= starts and day < ends`
  const sold = (period: Which, part: SoldPart, of: RawBuilder<unknown>) => sql`(
    select key, title, orders, units, gross_minor as gross, known_minor as known, revenue_minor as revenue,
      cost_minor as cost, profit_minor as profit
    from ${keptDays(period, part)}
    union all
    select key, title, orders, units, gross, known, revenue, cost, profit from ${of} where span = ${period}
  ) sold`
  // A year may have a hundred thousand rows by listing: they are ranked by one sum, and the others found by key for a page.
  const ofMost = (period: Which, columns: RawBuilder<unknown>) =>
    by === 'listing' && limit <= mostByKey
      ? sql`select m.key, found.* from most m
          cross join lateral (select ${columns} from ${sold(period, by, sql`counted`)} where key = m.key) found`
      : sql`select key, ${columns} from ${sold(period, by, sql`counted`)} where key in (select key from most) group by key`
  // Listings and categories are made of the same lines, so their sums are equal.
  const coarse = by === 'listing' ? 'category' : by
  const { rows } = await sql<BreakdownRow & { all: BreakdownRows['all'] }>`
    with counted as (${soldParts({ sellerId, part: by, spans: counted, currency })}),
      coarse as (${coarse === by ? sql`select * from counted` : soldParts({ sellerId, part: coarse, spans: counted, currency })}),
      ranked as (
        select key, ${exactSum('gross')} as gross, ${exactSum('before')} as before
        from (
          select key, gross_minor as gross, 0::bigint as before from ${keptDays('current', by)}
          union all
          select key, 0::bigint as gross, gross_minor as before from ${keptDays('previous', by)}
          union all
          select key, case span when 'current' then gross else 0 end as gross, case span when 'previous' then gross else 0 end as before
          from counted
        ) sold group by key
      ),
      most as materialized (
        select key, gross, before from ranked order by key = ${extrasKey} desc, gross desc, before desc, key limit ${limit}
      ),
      now as (${ofMost('current', sql`${titles}, ${sums(['orders', 'units', 'known', 'revenue', 'cost', 'profit'])}`)}),
      earlier as (${ofMost('previous', sql`${titles}, ${sums(['orders', 'units'])}`)}),
      whole as (
        select (select count(*) from ranked) as rows,
          (select coalesce(sum(gross), 0) from ${sold('previous', coarse, sql`coarse`)}) as "grossBefore", coalesce(sum(gross), 0) as gross,
          coalesce(sum(units), 0) as units, coalesce(sum(known), 0) as known, coalesce(sum(revenue), 0) as revenue, coalesce(sum(cost), 0) as cost,
          coalesce(sum(profit), 0) as profit
        from ${sold('current', coarse, sql`coarse`)}
      )
    select m.key, coalesce(n.title, e.title) as title, ${orZero('n', ['orders', 'units'])}, m.gross, coalesce(e.orders, 0) as "ordersBefore",
      coalesce(e.units, 0) as "unitsBefore", m.before as "grossBefore", ${orZero('n', ['known', 'revenue', 'cost', 'profit'])},
      to_json(whole) as all
    from most m left join now n on n.key = m.key left join earlier e on e.key = m.key cross join whole
    order by m.key = ${extrasKey}, m.gross desc, m.before desc, m.key`.execute(db)
  return { rows, all: rows[0]?.all ?? nothing }
}

/** SQL: the sum of a bigint by floats, several times as fast for many groups as by numerics. Exact below 2^53, as amounts are. */
const exactSum = (name: string): RawBuilder<number> => sql`sum(${sql.ref(name)}::float8)::bigint`

const nothing = { rows: 0, units: 0, gross: 0, grossBefore: 0, known: 0, revenue: 0, cost: 0, profit: 0 }

/** Divides both periods into whole days whose sums are kept, and the rest. */
async function divideSpans(
  db: SellerDb,
  sellerId: number,
  periods: ReportPeriods,
): Promise<Record<'kept' | 'counted', NamedSpan[]>> {
  const due = await selectOfSeller(db, 'sold_days_due', sellerId).select('day').distinct().execute()
  const days = new Set(due.map(({ day }) => day.getTime()))
  const isKept = (day: Date) => !days.has(day.getTime())
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
