import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'

export const fetchAttempts = 7

interface NamedPictures {
  /** Number of addresses. */
  named: number
  /** Addresses that could not be fetched, in order; none while attempts are left. */
  lost: string[]
}

/**
 * Finds pictures that a file named for a listing and that could not be fetched; null if it named none. The hub's own
 * pictures need no fetching.
 */
export async function findLostPictures(
  db: SellerDb,
  { sellerId, listingId }: { sellerId: number; listingId: number },
): Promise<NamedPictures | null> {
  const { rows } = await sql<NamedPictures>`
    select cardinality(f.image_urls) as named, array(
      select u.url from unnest(f.image_urls) with ordinality u (url, place)
      where f.fetch_at is null and f.fetches >= ${fetchAttempts}
        and not exists (
          select from fetched_pictures d
          where d.seller_id = ${sellerId} and d.address_hash = encode(sha256(convert_to(u.url, 'UTF8')), 'hex'))
        and not exists (
          select from pictures p where p.seller_id = ${sellerId} and strpos(u.url, '/pictures/' || p.hash || '-') > 0)
      order by u.place
    ) as lost
    from picture_fetches f where f.seller_id = ${sellerId} and f.listing_id = ${listingId}`.execute(db)
  return rows[0] ?? null
}
