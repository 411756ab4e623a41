import { sql } from 'kysely'
import { foundByWords } from '#db/shards.ts'
import { holdsWord, type SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { wordsOf } from '#features/machinery/grid/list-query.ts'
import type { ListTypes, Reading, SearchUse } from '#features/machinery/grid/list.ts'

/** Rows of the table whose orders contain each word searched for, found by the orders' search words. */
export const inFoundOrders =
  (table: 'transactions' | 'disputes') =>
  <T extends ListTypes>(_typed: string, on: Reading<T>, { walks = false, most, db }: SearchUse): SqlCondition[] => {
    const words = wordsOf(on)
    if (words.length === 0) return []
    const byFunction =
      db && !walks ? foundByWords(db, 'order_words', { condition: sql.join(words.map(holdsWord), sql` and `) }) : null
    const found = byFunction
      ? sql`from ${byFunction} as w (id) where true`
      : sql`from order_words w where w.seller_id = ${on.sellerId} and ${sql.join(
          words.map((word) => sql`w.terms like search_pattern(${word})`),
          sql` and `,
        )}`
    // An offset keeps PostgreSQL from finding all orders first.
    if (walks) return [sql`exists (select ${found} and w.id = o.order_id offset 0)`]
    // Each order has a row, so that many orders have as many rows.
    const some =
      most === undefined
        ? sql``
        : sql`and exists (select from ${sql.table(table)} t where t.seller_id = ${on.sellerId} and t.order_id = w.id offset 0)
          limit ${most}`
    return [sql`o.order_id = any (array(select w.id ${found} ${some}))`]
  }
