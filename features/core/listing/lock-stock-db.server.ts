import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/**
 * Locks listings and those that share their stock, by id as orders do. Before a change of stock that locks a listing by
 * itself, so that it does not deadlock with orders of the others.
 */
export async function lockStock(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`select lock_stock(${sellerId}, ${[...ids]}::bigint[])`.execute(db)
}
