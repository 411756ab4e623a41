import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { foundByWords, isDivided } from '#db/shards.ts'
import { exactInteger } from '#lib/exact-sums.ts'
import { holdsWord, type SqlCondition } from './list-conditions.server.ts'
import { setFilters, wordsOf } from './list-query.ts'
import type { List, ListTotal, ListTypes, Reading, SearchUse, Summed } from './list.ts'

/** Source of matching rows: the list's table, or its search view. On a cluster the words are found first, unless it walks. */
export function matching<T extends ListTypes>(list: List<T>, on: Reading<T>, use: SearchUse = {}) {
  const words = searchConditions(list, on, use)
  const found = words.length > 0 && !use.walks && use.db ? foundRows(list, on, { ...use, db: use.db }) : null
  const from = sql.table(list.search && words.length > 0 && !found ? list.search.in : list.table)
  const searched = found ?? words
  return {
    from: sql`${from} o`,
    where: allOf([ofSeller(on), ...ofPage(list, on), ...narrowing(list, on), ...searched]),
  }
}

/** Conditions on the list's table of rows found by the index of words, where a cluster has a function for them; else null. */
function foundRows<T extends ListTypes>(
  list: List<T>,
  on: Reading<T>,
  use: SearchUse & { db: SellerDb },
): SqlCondition[] | null {
  if (list.search?.foundRows) return isDivided(use.db) ? list.search.foundRows(wordsOf(on), on, use) : null
  const found = foundIds(list, use.db, { condition: allOf(searchConditions(list, on, use)) })
  return found && [sql`o.id = any (array(select ${found}))`]
}

/** Ids found by the list's words-only view, where a cluster has a function for them; else null. */
export function foundIds<T extends ListTypes>(
  { search }: Pick<List<T>, 'search'>,
  db: SearchUse['db'],
  of: { condition: SqlCondition; most?: number },
) {
  return db && search?.words ? foundByWords(db, search.words, of) : null
}

export const ofSeller = ({ sellerId }: { sellerId: number }) => sql`o.seller_id = ${sellerId}`
export const allOf = (conditions: SqlCondition[]) => sql.join(conditions, sql` and `)

export function searchConditions<T extends ListTypes>(
  { search }: List<T>,
  on: Reading<T>,
  use: SearchUse = {},
): SqlCondition[] {
  if (!search) return []
  return search.conditions?.(on.query.q, on, use) ?? wordsOf(on).map((word) => holdsWord(word))
}

export const ofPage = <T extends ListTypes>({ base }: List<T>, on: Reading<T>): SqlCondition[] =>
  base?.(on.place, on) ?? []

export function narrowing<T extends ListTypes>(list: List<T>, on: Reading<T>): SqlCondition[] {
  const { table, key } = list
  const all = setFilters(list, on).flatMap(({ filter, value }) => filter.where(value, on))
  if (on.keys)
    all.push(sql`o.id in (select id from ${sql.table(table)} where seller_id = ${on.sellerId}
      and ${sql.ref(key.column)} = any (${on.keys}))`)
  if (on.behind) all.push(isBehind(list, on, on.behind))
  if (on.leftOut) all.push(sql`${sql.ref(`o.${key.column}`)} <> all (${on.leftOut})`)
  return all
}

export const currency = <T extends ListTypes>({ totals }: List<T>) => (totals.money ? sql`o.currency` : sql`''`)

/** Aggregates of the totals. */
export const added = <T extends ListTypes>({ totals }: List<T>, { sellerId }: Pick<Reading<T>, 'sellerId'>) => ({
  units: summed(totals.units?.of, sellerId),
  money: summed(totals.money, sellerId),
})

const summed = (of: Summed | undefined, sellerId: number): RawBuilder<unknown> =>
  typeof of === 'function' ? of(sellerId) : (of ?? sql`0`)

/** A total with its amount as text: JSON numbers are not exact. */
export interface TotalAsText extends Omit<ListTotal, 'minor'> {
  minor: string
}

export const totalOf = (total: TotalAsText): ListTotal => ({ ...total, minor: exactInteger(BigInt(total.minor)) })

const sortedBy = <T extends ListTypes>({ columns }: List<T>, { query }: Reading<T>) =>
  columns[query.sort.column]?.sort?.by ?? []

/** Columns of the sort, with aliases distinct from the aggregated ones. */
export function sortColumns<T extends ListTypes>(list: List<T>, on: Reading<T>): RawBuilder<unknown> {
  return sql.join(sortedBy(list, on).map((key) => sql`${sql.ref(`o.${key}`)} as ${sql.ref(`by_${key}`)}`))
}

/** `order by` columns in one direction; the id makes the order total. */
export function ordering<T extends ListTypes>(list: List<T>, on: Reading<T>, table: 'o' | 'm'): RawBuilder<unknown> {
  const direction = sql.raw(on.query.sort.descending ? 'desc' : 'asc')
  const names = [...sortedBy(list, on).map((key) => (table === 'o' ? key : `by_${key}`)), 'id']
  return sql.join(names.map((key) => sql`${sql.ref(`${table}.${key}`)} ${direction}`))
}

/**
 * Condition: rows after a given one. Compares records, where null is greatest and equal to itself, as in `order by`.
 */
function isBehind<T extends ListTypes>(list: List<T>, on: Reading<T>, key: string): SqlCondition {
  const record = (table: 'o' | 'l') =>
    sql`row(${sql.join([...sortedBy(list, on), 'id'].map((column) => sql.ref(`${table}.${column}`)))})`
  const comparison = sql.raw(on.query.sort.descending ? '>' : '<')
  return sql`(select ${record('l')} from ${sql.table(list.table)} l where l.seller_id = ${on.sellerId}
    and ${sql.ref(`l.${list.key.column}`)} = ${key}) ${comparison} ${record('o')}`
}

export const mostFirst = (a: ListTotal, b: ListTotal) =>
  b.rows - a.rows || (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)
