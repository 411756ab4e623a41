import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { ItemNumber } from './listing.ts'

export interface DayOfTraffic {
  item: ItemNumber
  /** ISO 8601. */
  day: string
  impressions: number
  views: number
  watchers: number
}

const shownDays = 30

/**
 * Stores daily traffic of a seller's listings; later values replace earlier ones. Updates the listings' 30-day views
 * and watchers. Uses three statements for any number of days.
 * @returns for each entry, whether the seller has that listing; others are skipped
 */
export async function countTraffic(
  db: SellerDb,
  { sellerId, days }: { sellerId: number; days: readonly DayOfTraffic[] },
): Promise<boolean[]> {
  const listings = await selectOfSeller(db, 'listings', sellerId)
    .select(['id', 'item_number'])
    .where(sql<boolean>`item_number = any (${days.map(({ item }) => item)}::text[])`)
    .where('state', '<>', 'DRAFT')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const idOf = new Map<string, number>(listings.map((row) => [row.item_number, row.id]))
  // Keep the last of duplicate days: one statement cannot write a row twice.
  const known = new Map(
    days.flatMap((counted) => {
      const id = idOf.get(counted.item)
      return id === undefined ? [] : [[`${id} ${counted.day}`, { id, ...counted }] as const]
    }),
  )
  if (known.size > 0) {
    await keepDays(db, sellerId, [...known.values()])
    const ids = listings.map(({ id }) => id)
    await sumDays(db, sellerId, ids)
  }
  return days.map(({ item }) => idOf.has(item))
}

async function keepDays(db: SellerDb, sellerId: number, days: readonly (DayOfTraffic & { id: number })[]) {
  const rows = days.map(({ id, day, impressions, views, watchers }) => ({
    seller_id: sellerId,
    listing_id: id,
    day,
    impressions,
    views,
    watchers,
  }))
  const ending = sql`
    on conflict (seller_id, listing_id, day) do update
      set impressions = excluded.impressions, views = excluded.views, watchers = excluded.watchers`
  await insertRows(db, 'listing_traffic', rows, { ending })
}

async function sumDays(db: SellerDb, sellerId: number, ids: readonly number[]) {
  await sql`
    update listings l set views_30d = shown.views, watchers = shown.watchers
    from (
      select named.id, sum(t.views)::integer as views, (array_agg(t.watchers order by t.day desc))[1] as watchers
      from unnest(${[...ids]}::bigint[]) named (id)
      cross join lateral (
        select max(day) as day from listing_traffic where seller_id = ${sellerId} and listing_id = named.id
      ) last
      join listing_traffic t on t.seller_id = ${sellerId} and t.listing_id = named.id and t.day > last.day - ${shownDays}::integer
      group by named.id
    ) shown
    where l.seller_id = ${sellerId} and l.id = shown.id
      and (l.views_30d, l.watchers) is distinct from (shown.views, shown.watchers)`.execute(db)
}
