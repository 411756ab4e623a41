import type { SellerDb } from '#db/client.ts'
import { readListing } from '../form/content-db.server.ts'
import { findDraft, lockListingForm, type Draft } from '../keep/drafts-db.server.ts'
import { settingOf, type ShopArgs } from '../form/form-setting.server.ts'
import { keepForm } from '../keep/keep-form.server.ts'
import { typedOf } from '../keep/open-form.server.ts'
import type { FormProblem } from './plan-publication.ts'
import { publishListing, lockSkus } from './publish-listing.server.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import type { ListingState } from '#features/core/listing/listing.ts'

export type DraftResult = { id: number; itemNumber: string; title: string } & (
  | { ok: true; state: ListingState }
  | { ok: false; problems: FormProblem[] }
)

/**
 * Publishes or schedules drafts through their forms, with the same validation. Invalid drafts remain, with all errors;
 * deleted drafts are left out.
 */
export async function publishDrafts(
  db: SellerDb,
  args: ShopArgs,
  { itemNumbers, startsAt }: { itemNumbers: readonly string[]; startsAt: Date | null },
): Promise<DraftResult[]> {
  const { hub, seller } = args
  const clock = startsAt && wallClockAt(startsAt, seller.timeZone)
  const start = { startDate: clock?.date ?? '', startTime: clock?.time.slice(0, 5) ?? '' }
  // Same lock order as for a single form, to avoid deadlocks.
  await lockSkus(db, seller.id)
  const drafts: Draft[] = []
  for (const itemNumber of itemNumbers) {
    const draft = await draftOf(db, args, itemNumber)
    if (draft) drafts.push(draft)
  }
  const results: DraftResult[] = []
  for (const draft of drafts) {
    const outcome = await publishListing(db, {
      sellerId: seller.id,
      draft: { ...draft, typed: { ...draft.typed, ...start } },
      setting: settingOf(args),
      taxonomy: hub.config.taxonomy,
      now: hub.now(),
    })
    const named = { id: draft.listingId, itemNumber: draft.itemNumber, title: draft.typed['title'] ?? '' }
    if (outcome.ok) results.push({ ...named, ok: true, state: outcome.state })
    else results.push({ ...named, ok: false, problems: outcome.reason === 'problems' ? outcome.problems : [] })
  }
  return results
}

/**
 * A draft's form; created from the listing if it has none. Null if it is not a draft. Waits for concurrent saves and
 * blocks them until the transaction ends, so that what was reported as saved is published.
 */
export async function draftOf(db: SellerDb, args: ShopArgs, itemNumber: string): Promise<Draft | null> {
  await lockListingForm(db, args.seller.id, itemNumber)
  const kept = await findDraft(db, args.seller.id, { itemNumber })
  if (kept) return kept.mode === 'ReviseItem' ? null : kept
  const listing = await readListing(db, args.seller.id, itemNumber)
  if (!listing || listing.state !== 'DRAFT') return null
  const typed = typedOf(args, listing)
  const on = { itemNumber, version: listing.version }
  const hidden = { mode: 'AddItem' as const, key: crypto.randomUUID(), revision: 0, on, from: null }
  const outcome = await keepForm(db, args, { sent: { hidden, typed, intent: 'save', search: '' }, typed })
  return outcome.ok ? outcome.draft : null
}
