import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'

/** Packaging of each item of a listing; null if none is counted. */
export type ListingPackaging = NonNullable<Awaited<ReturnType<typeof readListingPackaging>>>

/** Reads the packaging of a listing's items; null if none was ever entered. */
export async function readListingPackaging(
  db: SellerDb,
  { sellerId, listingId }: { sellerId: number; listingId: number },
) {
  const row = await selectOfSeller(db, 'listing_packaging', sellerId)
    .select(['packaging_minor as packagingMinor', 'currency', 'since'])
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
  return row ?? null
}

/** Changes the packaging of a listing's items in orders whose first parcel leaves from `since` on. */
export async function changeListingPackaging(
  db: SellerDb,
  { sellerId, listingId, packagingMinor, currency, since }: { sellerId: number; listingId: number } & ListingPackaging,
): Promise<void> {
  await insertRows(db, 'cost_settings', [{ seller_id: sellerId }], { ending: sql`on conflict do nothing` })
  const row = { seller_id: sellerId, listing_id: listingId, packaging_minor: packagingMinor, currency, since }
  await insertRows(db, 'listing_packaging', [row], {
    ending: sql`on conflict (seller_id, listing_id) do update set packaging_minor = excluded.packaging_minor,
      currency = excluded.currency, since = excluded.since`,
  })
}

export async function copyListingPackaging(
  db: SellerDb,
  sellerId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const own = await readListingPackaging(db, { sellerId, listingId: from })
  if (own) await changeListingPackaging(db, { sellerId, listingId: to, ...own })
}
