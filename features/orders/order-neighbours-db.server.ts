import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { matchingOrderIds } from './orders-db.server.ts'
import type { OrdersQuery } from './orders-query.ts'

/** An order beside another in a list, and the offset of the page of the list that it stands on. */
export interface Neighbour {
  orderNumber: string
  offset: number
}

/** The orders before and after one in the list that it was opened from; null at an end. */
export interface Neighbours {
  previous: Neighbour | null
  next: Neighbour | null
}

/**
 * The neighbours of an order in a list. It is looked for on the list's page and one row around it: an order that is no
 * longer there has none.
 */
export async function findNeighbours(
  db: SellerDb,
  sellerId: number,
  query: OrdersQuery,
  orderId: number,
): Promise<Neighbours> {
  const { offset, limit } = query
  const before = Math.min(offset, 1)
  const { rows } = await sql<{ id: number }>`${matchingOrderIds(sellerId, query)}
    offset ${offset - before} limit ${before + limit + 1}`.execute(db)
  const place = rows.findIndex((row) => row.id === orderId)
  if (place < 0) return { previous: null, next: null }
  const numbers = await readNumbers(db, sellerId, [rows[place - 1]?.id, rows[place + 1]?.id])
  const at = (beside: number): Neighbour | null => {
    const orderNumber = numbers.get(rows[beside]?.id ?? 0)
    if (orderNumber === undefined) return null
    if (beside < before) return { orderNumber, offset: Math.max(0, offset - limit) }
    return { orderNumber, offset: beside < before + limit ? offset : offset + limit }
  }
  return { previous: at(place - 1), next: at(place + 1) }
}

async function readNumbers(db: SellerDb, sellerId: number, ids: (number | undefined)[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'order_number'])
    .where('seller_id', '=', sellerId)
    .where('id', 'in', [0, ...ids.filter((id) => id !== undefined)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.order_number]))
}
