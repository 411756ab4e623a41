import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { pictureLimits } from '#features/core/listing-pictures/picture.ts'
import { keepPictures, setListingPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { factsOf, listingStep, type ListingRefusal } from '#features/core/listing/listing-states.ts'
import { readListing, relistedAs } from '../form/content-db.server.ts'
import { findDraft, publishedFrom, saveDraft, type Draft, type SaveOutcome } from './drafts-db.server.ts'
import { settingOf, type ShopArgs } from '../form/form-setting.server.ts'
import { readContent } from '../form/read-content.ts'
import { maxFormBytes, type SentForm } from '../form/sent-form.ts'
import { startTyped } from '../form/start-typed.server.ts'
import { sameTyped, typedPictures, type Typed } from '../form/typed-form.ts'
import { refuse } from '#web/refusals.ts'

/** The result of a save; `not-relistable`: the source listing cannot be relisted. */
export type KeepOutcome =
  | SaveOutcome
  | { ok: false; reason: 'not-relistable'; refusal: ListingRefusal }
  /** The form is empty; no draft is created. */
  | { ok: false; reason: 'untouched' }
  | { ok: false; reason: 'too-long' }

/**
 * Saves a submitted form as the seller's draft. A revision is saved even if its listing has ended or become a draft:
 * relisting, or the draft, uses it. Throws 404 if the listing is not the seller's or is deleted.
 */
export async function keepForm(
  db: SellerDb,
  args: ShopArgs,
  { sent, typed }: { sent: SentForm; typed: Typed },
): Promise<KeepOutcome> {
  const { hub, seller } = args
  const { key, revision, on, from } = sent.hidden
  if (JSON.stringify(typed).length > maxFormBytes) return { ok: false, reason: 'too-long' }
  if (sent.hidden.mode === 'AddItem' && revision === 0 && !on && sameTyped(typed, await startTyped(db, seller.id)))
    return { ok: false, reason: 'untouched' }
  const listing = on ? await readListing(db, seller.id, on.itemNumber) : null
  if (on && !listing) throw refuse('not-found')
  const revises = sent.hidden.mode === 'ReviseItem'
  if (on && !revises && listing?.state !== 'DRAFT') return { ok: false, reason: 'published', itemNumber: on.itemNumber }
  // A listing that became a draft again is no longer being revised.
  const mode = revises && listing?.state === 'DRAFT' ? 'AddItem' : sent.hidden.mode
  const source = from === null ? null : await readListing(db, seller.id, from)
  const refusal = mode === 'RelistItem' && source ? await relistRefusal(db, args, { key, sourceId: source.id }) : null
  if (refusal) return { ok: false, reason: 'not-relistable', refusal }
  const outcome = await saveDraft(db, {
    sellerId: seller.id,
    formKey: key,
    mode,
    typed,
    content: readContent(typed, settingOf(args)).content,
    revision,
    on,
    sourceId: source?.id ?? null,
    now: hub.now(),
  })
  if (outcome.ok && mode !== 'ReviseItem') await showPictures(db, seller.id, outcome.draft, hub.now())
  return outcome
}

/**
 * Why no form can relist this listing; null if one can or is doing so. Locks the listing: a second concurrent form is
 * refused.
 */
async function relistRefusal(
  db: SellerDb,
  { hub, seller }: ShopArgs,
  { key, sourceId }: { key: string; sourceId: number },
): Promise<ListingRefusal | null> {
  const source = await selectOfSeller(db, 'listings', seller.id)
    .selectAll()
    .where('id', '=', sourceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOurs = (await findDraft(db, seller.id, { formKey: key })) ?? (await publishedFrom(db, seller.id, key))
  if (isOurs !== null) return null
  const isRelisted = (await relistedAs(db, seller.id, sourceId)) !== null
  const step = listingStep(source.state, 'relist', { ...factsOf(source, hub.now()), isRelisted })
  return step.ok ? null : step.reason
}

/** Lists show a draft by its first picture. */
async function showPictures(db: SellerDb, sellerId: number, { listingId, typed }: Draft, now: Date): Promise<void> {
  const pictures = await keepPictures(db, { sellerId, chosen: typedPictures(typed).slice(0, pictureLimits.count), now })
  await setListingPictures(db, { sellerId, listingId, chosen: pictures })
}
