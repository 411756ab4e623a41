import { sql, type RawBuilder } from 'kysely'

/** SQL: the time to answer or pay an offer, by its alias, is over; the job closes it within a minute. As in `stateAt`. */
export function isOver(now: unknown, alias: 'o' | 'b' = 'o'): RawBuilder<boolean> {
  const offer = sql.raw(alias)
  return sql`(${offer}.due_at <= ${now} and ${offer}.order_id is null)`
}

/** SQL: the state of an offer at a moment, as in `stateAt`. */
export const stateNow = (now: unknown): RawBuilder<unknown> => sql`
  case when ${isOver(now)} then case o.state when 'ACCEPTED' then 'NOT_PAID' else 'EXPIRED' end else o.state end`
