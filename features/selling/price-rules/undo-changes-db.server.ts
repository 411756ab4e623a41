import { updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { applyPatches, type PatchesOrder } from '#features/selling/listing-changes/apply-patches-db.server.ts'
import { stepRules } from '#features/selling/price-watch/price-rules-db.server.ts'

interface Undoing extends Omit<PatchesOrder, 'patches'> {
  /** Ids of changes. */
  ids: readonly number[]
  by: string
}

/**
 * Gives listings the prices before these changes, and pauses their rules, which would repeat them. Changes after which the
 * price changed again stay. Returns the number of prices.
 */
export async function undoChanges(
  db: SellerDb,
  { ids, by, ...order }: Undoing,
): Promise<{ back: number; left: number }> {
  const { sellerId, now } = order
  const changes = await selectOfSeller(db, 'price_rule_changes', sellerId)
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  // The last of a listing: its price is the present one.
  const last = [...Map.groupBy(changes, (change) => change.listing_id).values()].flatMap(([change]) => change ?? [])
  const outcomes = await applyPatches(db, {
    ...order,
    patches: last.map(({ listing_id: listingId, before_minor: price, after_minor: now_ }) => ({
      listingId,
      expected: { price: now_ },
      patch: { price },
    })),
  })
  const back = last.filter((_change, nth) => outcomes[nth]?.ok)
  await stepRules(db, sellerId, { ids: back.map((change) => change.listing_id), step: 'pause' })
  await updateOfSeller(db, 'price_rule_changes', sellerId)
    .set({ undone_at: now, undone_by: by })
    .where('id', 'in', [0, ...back.map(({ id }) => id)])
    .execute()
  return { back: back.length, left: ids.length - back.length }
}
