import type { SellerDb } from '#db/client.ts'
import type { KitProblem } from '#features/core/listing/kit.ts'
import { lockStock } from '#features/core/listing/lock-stock-db.server.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import type { Taxonomy } from '#features/core/listing/taxonomy.ts'
import { pairs } from '#lib/pairs.ts'
import { lockSkus } from '#features/selling/listing-form/publish/publish-listing.server.ts'
import {
  changesOf,
  hasValues,
  patched,
  patchFields,
  patchOf,
  targetKey,
  valueOf,
  type ListingPatch,
  type PatchTarget,
} from './listing-patch.ts'
import { patchKitProblems } from './patch-kits-db.server.ts'
import { patchProblems, type PatchFieldProblem } from './patch-problems.ts'
import { readTargets } from './patch-targets-db.server.ts'
import type { StoredPatchable } from './patchable-listings-db.server.ts'
import { readSellerFacts, skusInUse, type SellerFacts } from './patch-facts-db.server.ts'
import { storePatched, type PatchedListing } from './store-patched-db.server.ts'
import { enterCosts, removeCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'

export interface PatchOrder {
  listingId: number
  /** The variation that changes, as in `PatchTarget`; none for the listing itself. */
  variation?: string
  /** Values that it must still have; null changes it whatever it has. */
  expected: ListingPatch | null
  patch: ListingPatch
}

export type PatchOutcome = PatchTarget &
  /** `inverse` restores it; empty if it had these values already. */
  (
    | { ok: true; inverse: ListingPatch }
    /** `now` has the present values of the expected fields. */
    | { ok: false; reason: 'changed-since'; now: ListingPatch }
    | { ok: false; reason: 'problems'; problems: PatchFieldProblem[] }
    | { ok: false; reason: 'gone' }
  )

/** Patches of one seller's listings; one a listing or variation. */
export interface PatchesOrder {
  sellerId: number
  patches: readonly PatchOrder[]
  taxonomy: Taxonomy | undefined
  limits: ListingLimits
  now: Date
  costs?: CostsOrder
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
  const counted = patches.filter(({ patch }) => patch.quantity !== undefined || patch.parts !== undefined)
  await lockStock(
    db,
    sellerId,
    counted.map(({ listingId }) => listingId),
  )
  const withDescription = patches.some(({ patch, expected }) => 'description' in { ...expected, ...patch })
  const targets = patches.map(({ listingId, variation = '' }) => ({ listingId, variation }))
  const stored = await readTargets(db, { sellerId, targets, locks: true, withDescription })
  const facts = await readSellerFacts(db, order)
  const users = await skusInUse(db, sellerId, skus)
  const given = new Map<string, string>()
  const accepted: PatchedListing[] = []
  const kits = await patchKitProblems(
    db,
    sellerId,
    pairs(patches, targets).map(([{ patch }, target]) => ({ patch, stored: stored.byKey.get(targetKey(target)) })),
  )
  const outcomes = pairs(pairs(patches, targets), kits).map(([[each, target], kitProblem]) => {
    const found = stored.byKey.get(targetKey(target))
    const { outcome, after } = planPatch({ ...each, target }, found, { facts: { ...facts, kitProblem }, users, given })
    if (after) accepted.push(after)
    return outcome
  })
  await storePatched(db, { sellerId, listings: accepted, variations: stored.variations, now })
  await storeCosts(db, { sellerId, listings: accepted, now, costs: order.costs })
  return outcomes
}

interface Planning {
  facts: SellerFacts & { kitProblem: KitProblem | null }
  /** Listings by the SKU that they use. */
  users: ReadonlyMap<string, ReadonlySet<number>>
  /** Targets by the SKU that accepted patches gave them. */
  given: Map<string, string>
}

function planPatch(
  { target, expected, patch }: PatchOrder & { target: PatchTarget },
  found: StoredPatchable | undefined,
  { facts, users, given }: Planning,
): { outcome: PatchOutcome; after?: PatchedListing } {
  if (!found) return { outcome: { ...target, ok: false, reason: 'gone' } }
  const { row, listing } = found
  if (expected && !hasValues(listing, expected))
    return { outcome: { ...target, ok: false, reason: 'changed-since', now: valuesNow(listing, expected) } }
  const safe = patch.description === undefined ? patch : { ...patch, description: safeHtml(patch.description) }
  const { before, after } = changesOf(listing, safe)
  const changed = patchFields(after)
  if (changed.length === 0) return { outcome: { ...target, ok: true, inverse: {} } }
  const key = targetKey(target)
  const isSkuTaken =
    [...(users.get(after.sku ?? '') ?? [])].some((id) => id !== listing.id) ||
    (given.get(after.sku ?? '') ?? key) !== key
  const problems = patchProblems(listing, after, { ...facts, isSkuTaken })
  if (problems.length > 0) return { outcome: { ...target, ok: false, reason: 'problems', problems } }
  if (after.sku) given.set(after.sku, key)
  return {
    outcome: { ...target, ok: true, inverse: before },
    after: { row, listing: patched(listing, after), changed, former: listing.content.sku },
  }
}

const valuesNow = (listing: StoredPatchable['listing'], expected: ListingPatch) =>
  patchOf(patchFields(expected).map((field) => [field, valueOf(listing, field)]))

interface CostsOrder {
  /** Names the cost of each SKU: what one change entered, its undo takes back. */
  key: string
  enteredBy: string
  isUndo: boolean
}

interface StoringCosts {
  sellerId: number
  listings: readonly PatchedListing[]
  now: Date
  costs: CostsOrder | undefined
}

/** Enters what a unit of each SKU costs from now on, or takes back what was entered. */
async function storeCosts(db: SellerDb, { sellerId, listings, now, costs }: StoringCosts): Promise<void> {
  const changed = listings.filter((each) => each.changed.includes('unitCost'))
  if (changed.length === 0) return
  const { key, enteredBy, isUndo } = assertDefined(costs, 'costs that change have a key')
  if (isUndo) {
    // Before the undo its SKU may have been another.
    const skus = changed.flatMap(({ former, listing: { content } }) =>
      [former, content.sku].flatMap((sku) => sku ?? []),
    )
    await removeCosts(db, { sellerId, skus, key })
    return
  }
  const entered = changed.flatMap(({ listing: { unitCostMinor, content } }) =>
    content.sku === null || unitCostMinor === null
      ? []
      : { sku: content.sku, key, currency: content.currency, unitCostMinor, quantity: null, since: now },
  )
  await enterCosts(db, { sellerId, costs: entered, source: 'TYPED', enteredBy, now })
}
