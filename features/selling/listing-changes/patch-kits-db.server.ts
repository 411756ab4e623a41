import type { SellerDb } from '#db/client.ts'
import { readKit, type KitProblem } from '#features/core/listing/kit.ts'
import { kitProblems } from '#features/core/listing/kits-db.server.ts'
import type { ListingPatch } from './listing-patch.ts'
import type { StoredPatchable } from './patchable-listings-db.server.ts'

export interface KitPatch {
  patch: ListingPatch
  /** The listing or variation; undefined for one that is created. */
  stored: StoredPatchable | undefined
}

/** Why each patch cannot make a kit of its parts; null if it can, or makes none. SKUs `beside` are created by the same file. */
export async function patchKitProblems(
  db: SellerDb,
  sellerId: number,
  patches: readonly KitPatch[],
  beside: readonly string[] = [],
): Promise<(KitProblem | null)[]> {
  if (!patches.some(({ patch }) => patch.parts)) return patches.map(() => null)
  const wanted = patches.map(({ patch, stored }) => {
    const { content, isStockOfShop: isOfShop = false, sharesStock = false, variation = null } = stored?.listing ?? {}
    const owner = {
      sku: patch.sku === undefined ? (content?.sku ?? null) : patch.sku,
      isAuction: content?.format === 'AUCTION',
      isOfShop,
      sharesStock,
      takesOffers: patch.bestOffer ?? (content?.bestOffer ?? null) !== null,
      reserved: variation === null ? (stored?.row.reserved ?? 0) : 0,
    }
    return { owner, parts: readKit(patch.parts ?? '') ?? [] }
  })
  return kitProblems(db, sellerId, wanted, beside)
}
