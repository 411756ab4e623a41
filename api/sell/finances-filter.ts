import { sql, type RawBuilder } from 'kysely'
import { day } from '#lib/duration.ts'
import { readFilter, readTimeRange, wrongName, wrongValue, type FilterValue } from './filter.ts'
import type { RowRange } from './paging.ts'
import { SellError, type SellErrorId } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'

export interface FinancesFilter {
  error: SellErrorId
  where: (value: FilterValue, on: { sellerId: number; now: Date }) => RawBuilder<unknown>
}

/** Filters by name in lower case. */
export type FinancesFilters = ReadonlyMap<string, FinancesFilter>

export interface FinancesConditions {
  /** Names of the filters that were given, in lower case. */
  names: ReadonlySet<string>
  where: readonly RawBuilder<unknown>[]
  /** Currency of `currency:{GBP}`, which is the hub's own filter: eBay's sellers have one currency. */
  currency: string | null
}

export function readConditions(
  { url, hub, seller }: Pick<SellCall, 'url' | 'hub' | 'seller'>,
  filters: FinancesFilters,
): FinancesConditions {
  const errorOf = (name = ''): SellErrorId => filters.get(name.toLowerCase())?.error ?? 2004
  const given = inFinances(
    () => readFilter(url.searchParams.get('filter') ?? ''),
    ({ details }) => errorOf(details.parameters?.fieldname),
  )
  const on = { sellerId: seller.id, now: hub.now() }
  const where: RawBuilder<unknown>[] = []
  let currency: string | null = null
  for (const [name, value] of given) {
    const filter = filters.get(name)
    const idOf = () => errorOf(name)
    if (filter) where.push(inFinances(() => filter.where(value, on), idOf))
    else if (name === 'currency') currency = inFinances(() => oneCurrency(value), idOf)
    else throw new SellError(2004, { detail: wrongName(name).message })
  }
  return { names: new Set(given.keys()), where, currency }
}

function inFinances<T>(work: () => T, idOf: (error: SellError) => SellErrorId): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof SellError ? new SellError(idOf(error), { detail: error.message }) : error
  }
}

/** Values of a filter that takes one or several; PostgreSQL has no text with a null character. */
export const valuesOf = (value: FilterValue): string[] =>
  (value.kind === 'set' ? value.values : value.kind === 'one' ? [value.value] : []).filter(
    (each) => !each.includes('\0'),
  )

export function knownValues<T extends string>(name: string, value: FilterValue, known: readonly T[]): T[] {
  const given = valuesOf(value)
  const values = known.filter((each) => given.includes(each))
  if (given.length === 0 || !given.every((each) => values.some((one) => one === each)))
    throw wrongValue(name, given.join('|'))
  return values
}

function oneCurrency(value: FilterValue): string {
  const [currency = '', ...others] = valuesOf(value)
  if (!/^[A-Z]{3}$/.test(currency) || others.length > 0) throw wrongValue('currency', valuesOf(value).join('|'))
  return currency
}

export function inRange(name: string, column: RawBuilder<Date>, value: FilterValue, now: Date): RawBuilder<unknown> {
  const { from, to } = readTimeRange(name, value, now)
  return to ? sql`${column} between ${from} and ${to}` : sql`${column} >= ${from}`
}

/** Rows of the last 90 days, which a request without filters reads. */
export const recent = (column: RawBuilder<Date>, now: Date) => sql`${column} >= ${new Date(now.getTime() - 90 * day)}`

/** Whether the newest rows come first. */
export function readOrder({ searchParams }: URL, column: string, usual: 'ascending' | 'descending'): boolean {
  const sort = searchParams.get('sort')
  if (sort === null || sort === '') return usual === 'descending'
  if (sort !== column && sort !== `-${column}`)
    throw new SellError(135005, { detail: `A list is sorted by ${column} or -${column}, not by “${sort}”.` })
  return sort.startsWith('-')
}

export const pagesOf = (most: number) => ({ usual: 20, most, errors: { limit: 135003, offset: 135003 } }) as const

/** The rows of a page, newest or oldest first; `id` orders those of the same moment. */
export const pageOf = (
  { column, id }: { column: RawBuilder<Date>; id: RawBuilder<number> },
  isDescending: boolean,
  { limit, offset }: RowRange,
) =>
  isDescending
    ? sql`order by ${column} desc, ${id} desc limit ${limit} offset ${offset}`
    : sql`order by ${column}, ${id} limit ${limit} offset ${offset}`

export const bookingEntry = (minor: number) => (minor < 0 ? 'DEBIT' : 'CREDIT')
