import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'

export interface MovementRow extends Pick<
  Row<'stock_movements'>,
  'moved_at' | 'kind' | 'on_hand_change' | 'reserved_change' | 'on_hand' | 'cause'
> {
  order_number: string | null
  item_number: string
}

const movementsOfPage = 50

/**
 * Reads a page of the movements of all listings that had the SKU, newest first: from the end of each listing, since a
 * bestseller has thousands. Where several share the stock, once, at the listing that moved it.
 */
export async function readMovements(
  db: SellerDb,
  { sellerId, sku, listingId, page }: { sellerId: number; sku: string; listingId: number; page: number },
) {
  const offset = (page - 1) * movementsOfPage
  const limit = movementsOfPage + 1
  const { rows } = await sql<MovementRow>`
    with held as (
      select ${listingId}::bigint as id
      union
      select id as id from listings where seller_id = ${sellerId} and sku = ${sku} and tab in ('active', 'scheduled', 'ended')
    ), moved as (
      select m.id, m.listing_id, m.order_id, m.moved_at, m.kind, m.on_hand_change, m.reserved_change, m.on_hand, m.cause
      from held cross join lateral (
        select * from stock_movements s where s.seller_id = ${sellerId} and s.listing_id = held.id and s.cause ->> 'kind' is distinct from 'SHARED'
        order by s.id desc limit ${offset + limit}
      ) m
      order by m.id desc offset ${offset} limit ${limit}
    )
    select m.moved_at, m.kind, m.on_hand_change, m.reserved_change, m.on_hand, m.cause, o.order_number, l.item_number
    from moved m
    join listings l on l.seller_id = ${sellerId} and l.id = m.listing_id
    left join orders o on o.seller_id = ${sellerId} and o.id = m.order_id
    order by m.id desc`.execute(db)
  return { rows: rows.slice(0, movementsOfPage), hasMore: rows.length > movementsOfPage }
}
