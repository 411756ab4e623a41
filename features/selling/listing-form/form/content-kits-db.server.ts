import type { SellerDb } from '#db/client.ts'
import { readKits, storeKits } from '#features/core/listing/kits-db.server.ts'
import type { ListingContent } from '#features/core/listing/listing-content.ts'

/** Stores what listings and their variations are made of, and that others are no kits any more. */
export async function storeKitsOf(
  db: SellerDb,
  sellerId: number,
  listings: readonly { listingId: number; content: ListingContent }[],
): Promise<void> {
  const stored = await readKits(
    db,
    sellerId,
    listings.map(({ listingId }) => listingId),
  )
  const kits = listings.flatMap(({ listingId, content }) => {
    const parts = new Map([content, ...content.variations].map((each, position) => [position, each.parts ?? []]))
    const former = stored.filter((kit) => kit.listingId === listingId).map(({ position }) => [position, []] as const)
    const all = new Map([...former, ...[...parts].filter(([, some]) => some.length > 0)])
    return [...all].map(([position, some]) => ({ listingId, position, parts: some }))
  })
  await storeKits(db, sellerId, kits)
}

/** Stores whether a listing itself is a kit, before its row is written: what a kit has is not typed. */
export const storeOwnKit = (
  db: SellerDb,
  { sellerId, listingId }: { sellerId: number; listingId: number },
  { parts = [] }: ListingContent,
): Promise<void> => storeKits(db, sellerId, [{ listingId, position: 0, parts }])
