import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { storeNewContents } from '#features/selling/listing-form/form/content-db.server.ts'
import { draftColumns } from '#features/selling/listing-form/keep/drafts-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import { firstVersion, pictureOf, type PlannedListing } from './plan-pushed.server.ts'
import { variationRows } from './shop-listings-db.server.ts'

interface ToldListing extends PlannedListing {
  told: readonly { pointer: string; detail: string }[]
}

interface Adding {
  sellerId: number
  listings: readonly ToldListing[]
  now: Date
}

/** Stores new listings of the shop, all at once; returns their item numbers in the same order. */
export async function addListings(db: SellerDb, { sellerId, listings, now }: Adding): Promise<string[]> {
  if (listings.length === 0) return []
  const rows = listings.map(({ pushed, typed, content, onSale }) => ({
    ...draftColumns(content, null),
    seller_id: sellerId,
    state: 'DRAFT' as const,
    image_url: pictureOf(pushed, typed),
    version: firstVersion,
    duration_days: null,
    ends_at: null,
    created_at: now,
    shop_counts: pushed.shopCounts ?? false,
    ...onSale?.row,
  }))
  const inserted = await db.insertInto('listings').values(rows).returning(['id', 'item_number']).execute()
  // Ids are drawn in the order of the rows.
  const made = pairs(
    listings,
    inserted.toSorted((a, b) => a.id - b.id),
  ).map(([listing, { id, item_number: itemNumber }]) => ({ ...listing, listingId: id, itemNumber }))
  const onSale = made.flatMap((each) =>
    each.onSale ? { listingId: each.listingId, content: each.onSale.content } : [],
  )
  await storeNewContents(db, sellerId, onSale)
  const drafts = made.filter((each) => each.onSale === null)
  const forms = drafts.map(({ listingId, typed }) => ({
    seller_id: sellerId,
    listing_id: listingId,
    form_key: crypto.randomUUID(),
    mode: 'AddItem',
    typed,
    saved_at: now,
  }))
  await insertRows(db, 'listing_drafts', forms, { json: ['typed'] })
  const sent = made.map(({ pushed, listingId, told }) => ({
    seller_id: sellerId,
    external_id: pushed.id,
    listing_id: listingId,
    pushed_as: pushed.pushedAs,
    image_urls: [...pushed.imageUrls],
    problems: told,
    as_of: pushed.asOf,
    fetch_at: pushed.imageUrls.length > 0 ? now : null,
    fetches: 0,
  }))
  await insertRows(db, 'shop_listings', sent, { json: ['problems'] })
  const variations = made.flatMap(({ pushed, listingId }) => variationRows(sellerId, listingId, pushed))
  await insertRows(db, 'shop_variations', variations)
  return made.map(({ itemNumber }) => itemNumber)
}
