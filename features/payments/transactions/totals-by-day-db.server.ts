import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { ListTotal, ListTypes, Reading } from '#features/machinery/grid/list.ts'
import { spanOfDays } from '#features/machinery/grid/span.ts'
import { dayParts } from '#lib/day-parts.ts'
import { filterRange, filterValues } from '#lib/grid-query.ts'

/** Filters that sums by day can tell apart. */
const told: readonly string[] = ['time', 'until', 'kind', 'currency']

/**
 * Totals of the transactions of a period, by kind and currency: whole days of UTC from `transaction_days`, the ends from
 * their transactions. Null without a first and last day, and with other filters.
 */
export function totalsByDay<T extends ListTypes>(db: SellerDb, on: Reading<T>): Promise<ListTotal[]> | null {
  const { query, sellerId, zone } = on
  const period = spanOfDays(filterRange(query, 'time'), zone)
  if (!period?.from || !period.before) return null
  if (Object.keys(query.filters).some((name) => !told.includes(name) && filterValues(query, name).length > 0))
    return null
  const ends = [period.before, ...filterValues(query, 'until').map((until) => new Date(until))]
  const end = new Date(Math.min(...ends.map((each) => each.getTime())))
  const parts = dayParts({ from: period.from, before: end }, () => true)
  const [kinds, currencies] = [filterValues(query, 'kind'), filterValues(query, 'currency')]
  const chosen = sql`${kinds.length === 0 ? sql`true` : sql`kind = any (${[...kinds]}::text[])`}
    and ${currencies.length === 0 ? sql`true` : sql`currency = any (${[...currencies]}::text[])`}`
  const spans = (whole: boolean) => {
    const own = parts.filter((part) => part.whole === whole)
    return sql`unnest(${own.map(({ from }) => from)}::timestamptz[], ${own.map(({ before }) => before)}::timestamptz[]) as span (starts, ends)`
  }
  return sql<ListTotal>`
    select currency, sum(transactions)::bigint as rows, 0 as units, sum(net_minor)::bigint as minor
    from (
      select currency, transactions, net_minor from ${spans(true)}
      join transaction_days on seller_id = ${sellerId} and day >= starts and day < ends where ${chosen}
      union all
      select currency, 1 as transactions, net_minor from ${spans(false)}
      join transactions on seller_id = ${sellerId} and happened_at >= starts and happened_at < ends where ${chosen}
    ) found
    group by currency having sum(transactions) > 0`
    .execute(db)
    .then(({ rows }) => rows)
}
