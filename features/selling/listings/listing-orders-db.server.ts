import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OrderStatus } from '#features/core/order/order.ts'

export interface ListingOrder {
  order_number: string
  placed_at: Date
  status: OrderStatus
  buyer_username: string
  /** Of this listing, without cancelled ones unless all are. */
  units: number
}

export async function latestOrders(
  db: SellerDb,
  { sellerId, listingId, most }: { sellerId: number; listingId: number; most: number },
): Promise<ListingOrder[]> {
  const { rows } = await sql<ListingOrder>`
    select o.order_number, o.placed_at, o.status, o.buyer_username,
      coalesce(nullif(sum(l.quantity - l.cancelled_quantity), 0), sum(l.quantity))::integer as units
    from line_items l
    join orders o on o.seller_id = l.seller_id and o.id = l.order_id
    where l.seller_id = ${sellerId} and o.seller_id = ${sellerId} and l.listing_id = ${listingId}
    group by o.id, o.order_number, o.placed_at, o.status, o.buyer_username
    order by o.placed_at desc, o.id desc
    limit ${most}`.execute(db)
  return rows
}
