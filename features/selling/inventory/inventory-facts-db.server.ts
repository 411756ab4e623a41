import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { findOfSeller } from '#db/shards.ts'
import type { ListTotal } from '#features/machinery/grid/list.ts'
import { deadBefore } from './stock-item.ts'

/** Number of SKUs in stock that are low, out of stock or dead, or neither. */
export interface StockCount extends ListTotal {
  isLow: boolean
  isOut: boolean
  /** Some are available and none was sold for long. */
  isDead: boolean
}

/** Counts a seller's SKUs by their stored counts, and by index those whose 7 days the limit of dead stock divides. */
export async function countStockItems(
  db: SellerDb,
  { sellerId, now }: { sellerId: number; now: Date },
): Promise<StockCount[]> {
  const before = deadBefore(now)
  const statement = sql<Pick<StockCount, 'isLow' | 'isOut' | 'isDead' | 'rows'>>`
    select is_low as "isLow", is_out as "isOut", is_dead as "isDead", sum(items)::integer as rows
    from (
      select is_low, is_out, not is_out and idle_from < idle_period(${before}) as is_dead, items
      from stock_item_counts where seller_id = ${sellerId}
      union all
      select i.is_low, false, moved.is_dead, moved.sign * i.items
      from (
        select is_low, count(*) as items from stock_items
        where seller_id = ${sellerId} and is_stocked and available > 0
          and idle_since >= idle_period(${before}) and idle_since < ${before}
        group by is_low
      ) i
      cross join (values (true, 1), (false, -1)) moved (is_dead, sign)
    ) counted
    group by 1, 2, 3 having sum(items) <> 0`
  const rows = await findOfSeller(db, sellerId, statement)
  return rows.map((row) => ({ ...row, currency: '', units: 0, minor: 0 }))
}

export const countIn = (counts: readonly StockCount[], matches: (count: StockCount) => boolean): number =>
  counts.reduce((sum, count) => (matches(count) ? sum + count.rows : sum), 0)
