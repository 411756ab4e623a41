import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { DisputeNumber } from './dispute.ts'

/** A dispute whose order is locked until the transaction ends. */
export interface LockedDispute {
  order: LockedOrder
  dispute: Row<'disputes'>
}

/** Locks the order of a dispute and reads the dispute; null if the seller has none. */
export async function lockDispute(
  db: SellerDb,
  sellerId: number,
  number: DisputeNumber,
): Promise<LockedDispute | null> {
  const { rows } = await sql<{ number: OrderNumber }>`
    select o.order_number as number from disputes d join orders o on o.seller_id = ${sellerId} and o.id = d.order_id
    where d.seller_id = ${sellerId} and d.dispute_number = ${number}`.execute(db)
  const order = rows[0] && (await lockOrders(db, sellerId, [rows[0].number])).get(rows[0].number)
  if (!order) return null
  const dispute = await db
    .selectFrom('disputes')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('dispute_number', '=', number)
    .executeTakeFirstOrThrow()
  return { order, dispute }
}
