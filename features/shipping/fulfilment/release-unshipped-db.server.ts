import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { restock } from '#features/core/listing/restock-db.server.ts'

type Released = Parameters<typeof restock>[1]['lines'][number]

/**
 * Releases the stock of unshipped units of a fully refunded order (seller-hubs 5.5, 2), and relists a listing that had
 * sold out. Imported orders reserve no stock and are skipped. Locks the order and its stock.
 */
export async function releaseUnshipped(
  db: SellerDb,
  { sellerId, orderId, now }: { sellerId: number; orderId: number; now: Date },
): Promise<void> {
  const { rows } = await sql<Released>`
    update line_items l set cancelled_quantity = l.quantity - l.shipped_quantity
    from line_items was join orders o on o.seller_id = ${sellerId} and o.id = was.order_id
    where was.seller_id = ${sellerId} and was.order_id = ${orderId} and o.payment_status = 'FULLY_REFUNDED'
      and o.pushed_as is not null and was.shipped_quantity + was.cancelled_quantity < was.quantity
      and l.seller_id = ${sellerId} and l.id = was.id
    returning l.id, l.listing_id, l.sku, l.variation, l.holds_stock, was.held_quantity - l.held_quantity as quantity`.execute(
    db,
  )
  const lines = rows.filter(({ holds_stock }) => holds_stock)
  if (lines.length > 0) await restock(db, { sellerId, lines, now })
}
