import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { LineUnits } from './line-units.ts'

export interface LineRow extends LineUnits {
  id: number
  orderId: number
}

/** Reads the lines of orders, in order of position. */
export async function readLines(db: SellerDb, sellerId: number, orderIds: readonly number[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select id, order_id as "orderId", position as line, quantity as ordered, shipped_quantity as shipped,
      cancelled_quantity as cancelled
    from line_items where seller_id = ${sellerId} and order_id = any(${[...orderIds]}) order by order_id, position`.execute(
    db,
  )
  return rows
}
