import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { unshippedStatuses, type DueBounds, type OrderStatus } from '#features/orders/order.ts'

/** How many orders there are of each status; statuses without orders are absent. */
export interface OrderCounts {
  byStatus: Partial<Record<OrderStatus, number>>
  /** Of those that await shipment. */
  overdue: number
  dueToday: number
}

/** Counts the seller's orders: by status as the database keeps them, what is due by ship-by time. */
export async function countOrders(db: SellerDb, sellerId: number, { now, tomorrow }: DueBounds): Promise<OrderCounts> {
  const { rows } = await sql<{ key: OrderStatus | 'overdue' | 'today'; orders: number }>`
    select status as key, sum(orders)::bigint as orders from order_counts where seller_id = ${sellerId} group by status
    union all
    select case when ship_by < ${now} then 'overdue' else 'today' end, count(*)
    from orders
    where seller_id = ${sellerId} and status = any(${[...unshippedStatuses]}) and ship_by < ${tomorrow}
    group by 1
  `.execute(db)
  const counts = Object.fromEntries(rows.map(({ key, orders }) => [key, orders]))
  const { overdue = 0, today = 0, ...byStatus } = counts
  return { byStatus, overdue, dueToday: today }
}

/** Whether the seller has anything at all yet: an order or a listing. */
export async function hasBusiness(db: SellerDb, sellerId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from order_counts where seller_id = ${sellerId} and orders > 0)
      or exists (select from listings where seller_id = ${sellerId}) as found
  `.execute(db)
  return rows[0]!.found
}
