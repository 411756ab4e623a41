import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { CancelState, FulfilmentStatus, OrderNumber, OrderStatus, PaymentStatus } from './order.ts'

/** An order that nobody else changes until the transaction ends. */
export interface LockedOrder {
  id: number
  order_number: OrderNumber
  status: OrderStatus
  payment_status: PaymentStatus
  fulfilment_status: FulfilmentStatus
  cancel_state: CancelState
  shipping_service: string | null
  currency: string
  placed_at: Date
}

/** Holds orders until the transaction ends, always in the same order, by number; numbers of which the seller has none are left out. */
export async function lockOrders(
  db: SellerDb,
  sellerId: number,
  numbers: readonly OrderNumber[],
): Promise<Map<OrderNumber, LockedOrder>> {
  const { rows } = await sql<LockedOrder>`
    select id, order_number, status, payment_status, fulfilment_status, cancel_state, shipping_service, currency, placed_at
    from orders
    where seller_id = ${sellerId} and order_number = any(${[...numbers]}) order by id for update`.execute(db)
  return new Map(rows.map((row) => [row.order_number, row]))
}

/**
 * Holds the listings whose stock these orders hold, in the order in which everybody does. Who moves stock does it behind `lockOrders` and
 * before anything else: orders that come in hold their listings before they are counted, and whoever counted first would wait for them
 * in a ring.
 */
export async function lockStockOf(db: SellerDb, sellerId: number, orderIds: readonly number[]): Promise<void> {
  await sql`
    select from listings where seller_id = ${sellerId} and id in (
      select listing_id from line_items where seller_id = ${sellerId} and order_id = any (${[...orderIds]}) and holds_stock
    ) order by id for no key update`.execute(db)
}

/** Someone has worked on these orders here: an import leaves them alone from now on. */
export async function touchOrders(db: SellerDb, sellerId: number, orderIds: readonly number[]): Promise<void> {
  await db
    .updateTable('orders')
    .set((build) => ({ version: build('version', '+', 1) }))
    .where('seller_id', '=', sellerId)
    .where('id', 'in', orderIds)
    .execute()
}
