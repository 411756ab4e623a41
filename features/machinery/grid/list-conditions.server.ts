import { sql, type RawBuilder } from 'kysely'
import { thousandths } from '#lib/grid-query.ts'
import type { Span } from './span.ts'

/** A condition of a `where` clause. The list's rows have the alias `o`. */
export type SqlCondition = RawBuilder<unknown>

const column = (name: string) => sql.ref(`o.${name}`)

/** Condition: the column has one of the values; matches nothing if there are none. */
export function isOneOf(name: string, values: readonly string[]): SqlCondition[] {
  return [values.length > 0 ? sql`${column(name)} in (${sql.join(values)})` : sql`false`]
}

/** Condition: the time is within the span; matches everything if it is null. */
export function within(name: string, span: Span | null): SqlCondition[] {
  return [
    ...(span?.from ? [sql`${column(name)} >= ${span.from}`] : []),
    ...(span?.before ? [sql`${column(name)} < ${span.before}`] : []),
  ]
}

/** Condition: the number is between `from` and `to`; null is unbounded. */
export function between(name: string, { from, to }: { from: number | null; to: number | null }): SqlCondition[] {
  return [
    ...(from === null ? [] : [sql`${column(name)} >= ${from}`]),
    ...(to === null ? [] : [sql`${column(name)} <= ${to}`]),
  ]
}

/**
 * Condition: the amount is between two typed amounts. Compares a column in thousandths (`…_value`), because currencies
 * have different minor units.
 */
export function amountWithin(
  name: `${string}_value`,
  { from, to }: { from: string | null; to: string | null },
): SqlCondition[] {
  return between(name, { from: thousandths(from), to: thousandths(to) })
}

/**
 * Condition: the row's search terms contain a word. Rows need a `terms` column, as in `searched_orders` and
 * `searched_listings`.
 */
export function holdsWord(word: string): SqlCondition {
  return sql`o.terms like search_pattern(${word})`
}
