import type { Database } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { day } from '#lib/duration.ts'

/** The demo shop's listing with the most recent sales. */
export function bestSeller(
  db: Pick<Database, 'owner'>,
): Promise<{ item_number: string; condition: Row<'listings'>['condition'] }> {
  return db.owner
    .selectFrom('line_items')
    .innerJoin('orders', (join) =>
      join.onRef('orders.seller_id', '=', 'line_items.seller_id').onRef('orders.id', '=', 'line_items.order_id'),
    )
    .innerJoin('listings', (join) =>
      join.onRef('listings.seller_id', '=', 'line_items.seller_id').onRef('listings.id', '=', 'line_items.listing_id'),
    )
    .innerJoin('sellers', 'sellers.id', 'line_items.seller_id')
    .where('sellers.username', '=', 'harbour-camera')
    .where('orders.placed_at', '>', new Date(Date.now() - 80 * day))
    .select(['listings.item_number', 'listings.condition'])
    .groupBy(['listings.item_number', 'listings.condition'])
    .orderBy((builder) => builder.fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
