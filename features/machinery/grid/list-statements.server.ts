import { sql, type RawBuilder } from 'kysely'
import { holdsWord, type SqlCondition } from './list-conditions.server.ts'
import { setFilters, wordsOf } from './list-query.ts'
import type { List, ListTotal, ListTypes, Reading } from './list.ts'

/** The rows that match: the list's table, or the view with what is searched in it. */
export function matching<T extends ListTypes>(list: List<T>, on: Reading<T>) {
  const words = heldWords(list, on)
  const from = sql.table(list.search && words.length > 0 ? list.search.in : list.table)
  return { from: sql`${from} o`, where: allOf([ofSeller(on), ...ofPage(list, on), ...narrowing(list, on), ...words]) }
}

/** That rows are the seller's. */
export const ofSeller = ({ sellerId }: { sellerId: number }) => sql`o.seller_id = ${sellerId}`
/** That all of some conditions hold; there is at least one. */
export const allOf = (conditions: SqlCondition[]) => sql.join(conditions, sql` and `)

/** That rows hold the words searched for. */
export function heldWords<T extends ListTypes>({ search }: List<T>, on: Reading<T>): SqlCondition[] {
  if (!search) return []
  return search.conditions?.(on.query.q, on) ?? wordsOf(on).map((word) => holdsWord(word))
}

/** What every row of the page is. */
export const ofPage = <T extends ListTypes>({ base }: List<T>, { place }: Reading<T>): SqlCondition[] =>
  base?.(place) ?? []

/** What rows must be besides. */
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

/** The currency of a row's money; of lists without money none. */
export const currency = <T extends ListTypes>({ totals }: List<T>) => (totals.money ? sql`o.currency` : sql`''`)

/** What is added up over rows. */
export const added = <T extends ListTypes>({ totals }: List<T>) => ({
  units: totals.units?.of ?? sql`0`,
  money: totals.money ?? sql`0`,
})

const sortedBy = <T extends ListTypes>({ columns }: List<T>, { query }: Reading<T>) =>
  columns[query.sort.column]?.sort?.by ?? []

/** The columns of a sort, named apart from those that are added up. */
export function sortColumns<T extends ListTypes>(list: List<T>, on: Reading<T>): RawBuilder<unknown> {
  return sql.join(sortedBy(list, on).map((key) => sql`${sql.ref(`o.${key}`)} as ${sql.ref(`by_${key}`)}`))
}

/** The columns that are compared, each in the same direction; the id comes after them and makes the order total. */
export function ordering<T extends ListTypes>(list: List<T>, on: Reading<T>, table: 'o' | 'm'): RawBuilder<unknown> {
  const direction = sql.raw(on.query.sort.descending ? 'desc' : 'asc')
  const names = [...sortedBy(list, on).map((key) => (table === 'o' ? key : `by_${key}`)), 'id']
  return sql.join(names.map((key) => sql`${sql.ref(`${table}.${key}`)} ${direction}`))
}

/** That rows come behind one in the query's order, by records: in these as in an order, empty is greater than all else and equal to itself. */
function isBehind<T extends ListTypes>(list: List<T>, on: Reading<T>, key: string): SqlCondition {
  const record = (table: 'o' | 'l') =>
    sql`row(${sql.join([...sortedBy(list, on), 'id'].map((column) => sql.ref(`${table}.${column}`)))})`
  const comparison = sql.raw(on.query.sort.descending ? '>' : '<')
  return sql`(select ${record('l')} from ${sql.table(list.table)} l where l.seller_id = ${on.sellerId}
    and ${sql.ref(`l.${list.key.column}`)} = ${key}) ${comparison} ${record('o')}`
}

/** The order of sums: of the currency with most rows first. */
export const mostFirst = (a: ListTotal, b: ListTotal) =>
  b.rows - a.rows || (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)
