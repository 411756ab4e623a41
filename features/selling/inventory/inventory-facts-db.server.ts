import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { ListTotal } from '#features/machinery/grid/list.ts'
import { deadBefore } from './stock-item.ts'

/** Number of SKUs that are low, out of stock, both or neither. */
export interface StockCount extends ListTotal {
  isLow: boolean
  isOut: boolean
}

/** Counts of the seller's SKUs in stock. */
export interface StockCounts {
  counts: readonly StockCount[]
  /** SKUs of which some are available and none was sold for long. */
  dead: number
}

/** Counts a seller's SKUs, each by its own index. */
export async function countStockItems(
  db: SellerDb,
  { sellerId, now }: { sellerId: number; now: Date },
): Promise<StockCounts> {
  const { items, low, out, both, dead } = await oneRow(
    db,
    sql<Record<'items' | 'low' | 'out' | 'both' | 'dead', number>>`
    select (select count(*) from stock_items where seller_id = ${sellerId} and is_stocked) as items,
      (select count(*) from stock_items where seller_id = ${sellerId} and is_stocked and is_low) as low,
      (select count(*) from stock_items where seller_id = ${sellerId} and is_stocked and available = 0) as out,
      (select count(*) from stock_items where seller_id = ${sellerId} and is_stocked and is_low and available = 0) as both,
      (select count(*) from stock_items where seller_id = ${sellerId} and is_stocked and available > 0
        and idle_since < ${deadBefore(now)}) as dead`,
  )
  const count = (isLow: boolean, isOut: boolean, rows: number): StockCount => ({
    isLow,
    isOut,
    rows,
    currency: '',
    units: 0,
    minor: 0,
  })
  return {
    counts: [
      count(true, true, both),
      count(true, false, low - both),
      count(false, true, out - both),
      count(false, false, items - low - out + both),
    ],
    dead,
  }
}

/** Number of SKUs whose count matches. */
export const countIn = ({ counts }: StockCounts, matches: (count: StockCount) => boolean): number =>
  counts.reduce((sum, count) => (matches(count) ? sum + count.rows : sum), 0)
