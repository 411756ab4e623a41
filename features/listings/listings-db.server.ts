import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { unsoldDays, type ListingCounts } from './listing.ts'

/** Counts the seller's listings by state. */
export async function countListings(db: SellerDb, sellerId: number, now: Date): Promise<ListingCounts> {
  const { rows } = await sql<ListingCounts>`
    select
      count(*) filter (where state = 'ACTIVE') as active,
      count(*) filter (where state = 'ACTIVE' and ends_at < ${now}::timestamptz + interval '24 hours') as "endingSoon",
      count(*) filter (where state = 'OUT_OF_STOCK') as "outOfStock",
      count(*) filter (where state = 'ON_HOLD') as "onHold",
      count(*) filter (where state = 'SCHEDULED') as scheduled,
      count(*) filter (where state = 'DRAFT') as drafts,
      (select count(*) from listings
        where seller_id = ${sellerId} and state = 'ENDED' and quantity_sold = 0
          and ended_at >= ${now}::timestamptz - make_interval(days => ${unsoldDays})) as "endedUnsold"
    from listings
    where seller_id = ${sellerId} and state <> 'ENDED'
  `.execute(db)
  return rows[0]!
}
