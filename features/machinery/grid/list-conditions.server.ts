import { sql, type RawBuilder } from 'kysely'
import { thousandths } from '#lib/grid-query.ts'
import type { Span } from './span.ts'

/** A part of a `where`. Rows of a list are called `o`. */
export type SqlCondition = RawBuilder<unknown>

const column = (name: string) => sql.ref(`o.${name}`)

/** That a column holds one of some values; of none, nothing matches. */
export function isOneOf(name: string, values: readonly string[]): SqlCondition[] {
  return [values.length > 0 ? sql`${column(name)} in (${sql.join(values)})` : sql`false`]
}

/** That a moment lies in a stretch of time; everything does where there is none. */
export function within(name: string, span: Span | null): SqlCondition[] {
  return [
    ...(span?.from ? [sql`${column(name)} >= ${span.from}`] : []),
    ...(span?.before ? [sql`${column(name)} < ${span.before}`] : []),
  ]
}

/** That a number is not below `from` nor above `to`; null is open. */
export function between(name: string, { from, to }: { from: number | null; to: number | null }): SqlCondition[] {
  return [
    ...(from === null ? [] : [sql`${column(name)} >= ${from}`]),
    ...(to === null ? [] : [sql`${column(name)} <= ${to}`]),
  ]
}

/**
 * That money lies between two amounts as they are typed. It is compared by a column of thousandths, as each `…_value` is: of minor
 * units one currency has a hundred, another none.
 */
export function amountWithin(
  name: `${string}_value`,
  { from, to }: { from: string | null; to: string | null },
): SqlCondition[] {
  return between(name, { from: thousandths(from), to: thousandths(to) })
}

/** That a row's search terms hold a word; rows have `terms` as `searched_orders` and `searched_listings` do. */
export function holdsWord(word: string): SqlCondition {
  return sql`o.terms like search_pattern(${word})`
}
