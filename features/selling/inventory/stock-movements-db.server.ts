import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'

/** A movement of stock, with the order that caused it. */
export interface MovementRow extends Pick<
  Row<'stock_movements'>,
  'moved_at' | 'kind' | 'on_hand_change' | 'reserved_change' | 'on_hand' | 'cause'
> {
  order_number: string | null
  item_number: string
}

/** Movements on a page. */
const movementsOfPage = 50

/** A page of movements, and whether there are older ones. */
export interface Movements {
  rows: MovementRow[]
  hasMore: boolean
}

/** Reads a page of the movements of all listings that had the SKU, newest first. */
export async function readMovements(
  db: SellerDb,
  { sellerId, sku, listingId, page }: { sellerId: number; sku: string; listingId: number; page: number },
): Promise<Movements> {
  const { rows } = await sql<MovementRow>`
    select m.moved_at, m.kind, m.on_hand_change, m.reserved_change, m.on_hand, m.cause, o.order_number, l.item_number
    from stock_movements m
    join listings l on l.seller_id = ${sellerId} and l.id = m.listing_id
    left join orders o on o.seller_id = ${sellerId} and o.id = m.order_id
    where m.seller_id = ${sellerId} and m.listing_id = any (${listingId}::bigint || array(
        select id from listings where seller_id = ${sellerId} and sku = ${sku} and tab in ('active', 'scheduled', 'ended')
      ))
    order by m.id desc offset ${(page - 1) * movementsOfPage} limit ${movementsOfPage + 1}`.execute(db)
  return { rows: rows.slice(0, movementsOfPage), hasMore: rows.length > movementsOfPage }
}
