import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import type { ItemNumber } from './listing.ts'

/** How often a listing was shown and opened on a day, and how many watch it. */
export interface DayOfTraffic {
  sellerId: number
  item: ItemNumber
  /** ISO 8601. */
  day: string
  impressions: number
  views: number
  watchers: number
}

/** Days that are counted together in lists. */
const shownDays = 30

/**
 * Takes what the marketplace counted on a day; said again, it is what is said last. What lists show of a listing follows: its views in
 * the thirty days up to the last one that is known, and how many watch it since then. False where the seller has no such listing.
 */
export async function countTraffic(
  db: SellerDb,
  { sellerId, item, day, impressions, views, watchers }: DayOfTraffic,
): Promise<boolean> {
  const listing = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('item_number', '=', item)
    .where('state', '<>', 'DRAFT')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!listing) return false
  await sql`
    insert into listing_traffic as t (seller_id, listing_id, day, impressions, views, watchers)
    values (${sellerId}, ${listing.id}, ${day}, ${impressions}, ${views}, ${watchers})
    on conflict (seller_id, listing_id, day) do update
      set impressions = excluded.impressions, views = excluded.views, watchers = excluded.watchers`.execute(db)
  const sums = await oneRow(
    db,
    sql<{ views: number; watchers: number }>`
    select sum(t.views)::integer as views, (array_agg(t.watchers order by t.day desc))[1] as watchers
    from listing_traffic t
    where t.seller_id = ${sellerId} and t.listing_id = ${listing.id}
      and t.day > (select max(day) from listing_traffic where seller_id = ${sellerId} and listing_id = ${listing.id}) - ${shownDays}::integer`,
  )
  await db
    .updateTable('listings')
    .set({ views_30d: sums.views, watchers: sums.watchers })
    .where('seller_id', '=', sellerId)
    .where('id', '=', listing.id)
    .where((where) => where.or([where('views_30d', '<>', sums.views), where('watchers', '<>', sums.watchers)]))
    .execute()
  return true
}
