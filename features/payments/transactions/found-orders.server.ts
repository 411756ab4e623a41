import { sql } from 'kysely'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { wordsOf } from '#features/machinery/grid/list-query.ts'
import type { ListTypes, Reading } from '#features/machinery/grid/list.ts'

/** Rows of the orders that contain each word searched for, found by the orders' search words. */
export function inFoundOrders<T extends ListTypes>(_typed: string, on: Reading<T>): SqlCondition[] {
  const words = wordsOf(on)
  if (words.length === 0) return []
  const conditions = words.map((word) => sql`w.terms like search_pattern(${word})`)
  return [
    sql`o.order_id = any (array(select w.id from order_words w
      where w.seller_id = ${on.sellerId} and ${sql.join(conditions, sql` and `)}))`,
  ]
}
