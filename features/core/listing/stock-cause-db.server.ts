import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { StockCause } from './stock-cause.ts'

/** Names what moves stock in the rest of the transaction; movements by orders name their order. */
export async function nameStockCause(db: SellerDb, cause: StockCause): Promise<void> {
  await sql`select name_stock_cause(${JSON.stringify(cause)})`.execute(db)
}

/** Names what moves the stock of each of these listings, by id, in the rest of the transaction. */
export async function nameStockCauses(db: SellerDb, causes: ReadonlyMap<number, StockCause>): Promise<void> {
  await sql`select name_stock_cause(${JSON.stringify({ each: Object.fromEntries(causes) })})`.execute(db)
}
