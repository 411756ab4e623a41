import { updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Delivery } from './delivery.ts'
import type { CancelState, FulfilmentStatus, OrderNumber, OrderStatus, PaymentStatus } from './order.ts'

export interface LockedOrder {
  id: number
  order_number: OrderNumber
  status: OrderStatus
  delivery: Delivery
  payment_status: PaymentStatus
  fulfilment_status: FulfilmentStatus
  cancel_state: CancelState
  shipping_service: string | null
  currency: string
  placed_at: Date
}

/**
 * Locks orders until the transaction ends, by number to prevent deadlocks; unknown numbers are skipped. The stock of
 * oversold ones comes first: units that arrive cover them, and whoever brings units has locked the stock before.
 */
export async function lockOrders(
  db: SellerDb,
  sellerId: number,
  numbers: readonly OrderNumber[],
): Promise<Map<OrderNumber, LockedOrder>> {
  await sql`select lock_lacking_stock(${sellerId}, ${[...numbers]})`.execute(db)
  const { rows } = await sql<LockedOrder>`${ordersOf(sellerId, numbers)} order by id for update`.execute(db)
  return new Map(rows.map((row) => [row.order_number, row]))
}

const ordersOf = (sellerId: number, numbers: readonly OrderNumber[]) => sql`
  select id, order_number, status, delivery, payment_status, fulfilment_status, cancel_state, shipping_service, currency, placed_at
  from orders where seller_id = ${sellerId} and order_number = any(${[...numbers]})`

/** Reads the same of orders without locking them. */
export async function findOrders(
  db: SellerDb,
  sellerId: number,
  numbers: readonly OrderNumber[],
): Promise<LockedOrder[]> {
  return (await sql<LockedOrder>`${ordersOf(sellerId, numbers)}`.execute(db)).rows
}

/**
 * Locks the listings whose stock these orders reserve, and what `lock_stock` locks with them. Call right after `lockOrders`, before anything else: intake
 * locks listings before it counts orders, and a different sequence would cause deadlocks.
 */
export async function lockStockOf(db: SellerDb, sellerId: number, orderIds: readonly number[]): Promise<void> {
  await sql`select lock_stock_of(${sellerId}, ${[...orderIds]}::bigint[])`.execute(db)
}

/** Marks orders as edited in the hub, so that imports no longer overwrite them. */
export async function touchOrders(db: SellerDb, sellerId: number, orderIds: readonly number[]): Promise<void> {
  await updateOfSeller(db, 'orders', sellerId)
    .set((build) => ({ version: build('version', '+', 1) }))
    .where('id', 'in', orderIds)
    .execute()
}
