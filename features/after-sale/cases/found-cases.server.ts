import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { foundByWords } from '#db/shards.ts'
import { holdsWord, type SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'

/** Orders with a word. Where there are more, the words of the cases' own orders are read, which are fewer. */
const mostOrders = 1_000

/** Cases `o` on a cluster whose number or order contains each word. */
export function inFoundCases(
  words: readonly string[],
  { sellerId }: { sellerId: number },
  { db, most = mostOrders }: { db: SellerDb; most?: number },
): SqlCondition[] {
  return words.map((word) => {
    const found = foundByWords(db, 'order_words', { condition: holdsWord(word), most: most + 1 })
    const orders = sql`array(select ${found})`
    // An offset keeps PostgreSQL from reading the words of all orders.
    return sql`(o.order_id = any (${orders}) or o.case_number like search_pattern(${word})
      or cardinality(${orders}) > ${most} and exists (select from order_words w
        where w.seller_id = ${sellerId} and w.id = o.order_id and w.terms like search_pattern(${word}) offset 0))`
  })
}
