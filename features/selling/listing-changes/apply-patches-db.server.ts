import type { SellerDb } from '#db/client.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import { lockSkus } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import { changesOf, hasValues, patched, patchFields, patchOf, valueOf, type ListingPatch } from './listing-patch.ts'
import { patchProblems, type PatchFieldProblem } from './patch-problems.ts'
import { readPatchable, type StoredPatchable } from './patchable-listings-db.server.ts'
import { readSellerFacts, skusInUse, type SellerFacts } from './patch-facts-db.server.ts'
import { storePatched, type PatchedListing } from './store-patched-db.server.ts'

/** A listing with its changes. */
export interface PatchOrder {
  listingId: number
  /** Values that it must still have; null changes it whatever it has. */
  expected: ListingPatch | null
  patch: ListingPatch
}

/** The result of a patch. */
export type PatchOutcome = { listingId: number } &
  /** `inverse` restores it; empty if it had these values already. */
  (
    | { ok: true; inverse: ListingPatch }
    /** `now` has the present values of the expected fields. */
    | { ok: false; reason: 'changed-since'; now: ListingPatch }
    | { ok: false; reason: 'problems'; problems: PatchFieldProblem[] }
    | { ok: false; reason: 'gone' }
  )

/** Patches of one seller's listings; one a listing. */
export interface PatchesOrder {
  sellerId: number
  patches: readonly PatchOrder[]
  taxonomy: Taxonomy | undefined
  limits: ListingLimits
  now: Date
}

/**
 * Changes listings in the caller's transaction, in a fixed number of statements; for about 500 at once. Rows are locked
 * in order of their ids. Results are in the order of the patches. Listings without changes are not written.
 */
export async function applyPatches(db: SellerDb, order: PatchesOrder): Promise<PatchOutcome[]> {
  const { sellerId, patches, now } = order
  const skus = patches.flatMap(({ patch }) => patch.sku ?? [])
  // Before the rows, as the form does, to avoid deadlocks.
  if (skus.length > 0) await lockSkus(db, sellerId)
  const withDescription = patches.some(({ patch, expected }) => 'description' in { ...expected, ...patch })
  const ids = patches.map(({ listingId }) => listingId)
  const stored = await readPatchable(db, { sellerId, ids, locks: true, withDescription })
  const facts = await readSellerFacts(db, order)
  const users = await skusInUse(db, sellerId, skus)
  const byId = new Map(stored.map((each) => [each.row.id, each]))
  const accepted: PatchedListing[] = []
  const outcomes = patches.map((each) => {
    const found = byId.get(each.listingId)
    const { outcome, after } = planPatch(each, found, { facts, users })
    if (after) accepted.push(after)
    return outcome
  })
  await storePatched(db, { sellerId, listings: accepted, now })
  return outcomes
}

interface Planning {
  facts: SellerFacts
  /** Listings by the SKU that they use; accepted patches add to it. */
  users: Map<string, Set<number>>
}

function planPatch(
  { listingId, expected, patch }: PatchOrder,
  found: StoredPatchable | undefined,
  { facts, users }: Planning,
): { outcome: PatchOutcome; after?: PatchedListing } {
  if (!found) return { outcome: { listingId, ok: false, reason: 'gone' } }
  const { row, listing } = found
  if (expected && !hasValues(listing, expected))
    return { outcome: { listingId, ok: false, reason: 'changed-since', now: valuesNow(listing, expected) } }
  const safe = patch.description === undefined ? patch : { ...patch, description: safeHtml(patch.description) }
  const { before, after } = changesOf(listing, safe)
  const changed = patchFields(after)
  if (changed.length === 0) return { outcome: { listingId, ok: true, inverse: {} } }
  const isSkuTaken = [...(users.get(after.sku ?? '') ?? [])].some((id) => id !== listingId)
  const problems = patchProblems(listing, after, { ...facts, isSkuTaken })
  if (problems.length > 0) return { outcome: { listingId, ok: false, reason: 'problems', problems } }
  if (after.sku) users.set(after.sku, new Set([...(users.get(after.sku) ?? []), listingId]))
  return {
    outcome: { listingId, ok: true, inverse: before },
    after: { row, listing: patched(listing, after), changed },
  }
}

const valuesNow = (listing: StoredPatchable['listing'], expected: ListingPatch) =>
  patchOf(patchFields(expected).map((field) => [field, valueOf(listing, field)]))
