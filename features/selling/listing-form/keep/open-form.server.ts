import { redirect, replace } from '#web/router/router.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { SellerDb } from '#db/client.ts'
import { findLostPictures } from '#features/core/listing-pictures/lost-pictures-db.server.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import { isNotStarted, lockedFields } from '#features/core/listing/listing-locks.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import { otherPicture, readListing, relistedAs, type StoredListing } from '../form/content-db.server.ts'
import { findDraft, type Draft } from './drafts-db.server.ts'
import { isFormKey, readMode, type FormMode } from '../form/form-mode.ts'
import { viewOf, type FormArgs, type ShopArgs } from '../form/form-setting.server.ts'
import type { FieldErrorModel, FormView, HiddenFields } from '../form/form-view.ts'
import { typedDescription } from '#features/core/listing/safe-html.server.ts'
import { findLeaf, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import { startTyped } from '../form/start-typed.server.ts'
import { againTyped, similarTyped, typedFrom, typedPictures, withPictures, type Typed } from '../form/typed-form.ts'
import { refuse } from '#web/refusals.ts'

/**
 * The form's initial view: the saved draft, else the revised or source listing, else empty. A new form redirects to a
 * URL with its key, so that reloads and resubmissions are the same form. Throws 404 for other sellers' listings, 400
 * for an invalid mode, 409 if the listing cannot be revised.
 */
export async function openForm(db: SellerDb, args: FormArgs, url: URL): Promise<FormView> {
  const mode = readMode(url.searchParams.get('mode'))
  if (!mode) throw refuse('malformed')
  const { searchParams } = url
  const [key, draftId, itemId] = [searchParams.get('key'), searchParams.get('draftId'), searchParams.get('itemId')]
  const { seller } = args
  if (draftId) return openDraft(db, args, draftId)
  if (mode === 'ReviseItem') return openRevision(db, args, { itemId: itemId ?? '', key: newKey(key) })
  if (!isFormKey(key)) throw redirect(withKey(url, mode))
  const draft = await findDraft(db, seller.id, { formKey: key })
  if (draft) return viewOfDraft(db, args, draft, null)
  const hidden: HiddenFields = { mode, key, revision: 0, on: null, from: null }
  if (mode === 'AddItem' || !itemId)
    return viewOf(db, args, { typed: await startTyped(db, seller.id), hidden: { ...hidden, mode: 'AddItem' } })
  const source = await listingOf(db, args, itemId)
  if (mode === 'RelistItem') {
    // An ended listing is relisted once; further requests redirect to the new one.
    const again = await relistedAs(db, seller.id, source.id)
    if (again) throw replace(paths.listingForm({ draftId: again }))
    if (source.state !== 'ENDED') throw replace(paths.listingForm({ mode: 'ReviseItem', itemId: source.itemNumber }))
  }
  const original = (await typedInto(db, args, source)) ?? typedOf(args, source)
  const typed = mode === 'RelistItem' ? againTyped(original) : similarTyped(original)
  return viewOf(db, args, { typed, hidden: { ...hidden, from: source.itemNumber } })
}

/** Unpublished input: of a draft, or of a revision of a listing that ended. Null if there is none. */
async function typedInto(
  db: SellerDb,
  { seller }: FormArgs,
  { state, itemNumber }: StoredListing,
): Promise<Typed | null> {
  const draft = state === 'DRAFT' || state === 'ENDED' ? await findDraft(db, seller.id, { itemNumber }) : null
  return draft?.typed ?? null
}

function newKey(key: string | null): string {
  return isFormKey(key) ? key : crypto.randomUUID()
}

function withKey(url: URL, mode: FormMode): string {
  return withQuery(paths.listingForm(), { ...Object.fromEntries(url.searchParams), mode, key: crypto.randomUUID() })
}

async function openDraft(db: SellerDb, args: FormArgs, draftId: string): Promise<FormView> {
  const draft = await findDraft(db, args.seller.id, { itemNumber: draftId })
  const listing = await listingOf(db, args, draftId)
  if (draft) return viewOfDraft(db, args, draft, draft.mode === 'ReviseItem' ? listing : null)
  // A draft created outside the form.
  if (listing.state !== 'DRAFT') throw replace(paths.listingForm({ mode: 'ReviseItem', itemId: listing.itemNumber }))
  const on = { itemNumber: listing.itemNumber, version: listing.version }
  const hidden: HiddenFields = { mode: 'AddItem', key: crypto.randomUUID(), revision: 0, on, from: null }
  return viewOf(db, args, { typed: typedOf(args, listing), hidden })
}

async function openRevision(db: SellerDb, args: FormArgs, { itemId, key }: { itemId: string; key: string }) {
  const listing = await listingOf(db, args, itemId)
  if (listing.state === 'ENDED') throw replace(paths.listingForm({ mode: 'RelistItem', itemId: listing.itemNumber }))
  if (listing.state === 'DRAFT') throw replace(paths.listingForm({ draftId: listing.itemNumber }))
  const draft = await findDraft(db, args.seller.id, { itemNumber: listing.itemNumber })
  if (draft) return viewOfDraft(db, args, draft, listing)
  const on = { itemNumber: listing.itemNumber, version: listing.version }
  const hidden: HiddenFields = { mode: 'ReviseItem', key, revision: 0, on, from: null }
  const view = await viewOf(db, args, { typed: typedOf(args, listing), hidden })
  return { ...view, ...listedOf(args, view, listing) }
}

export async function viewOfDraft(
  db: SellerDb,
  args: FormArgs,
  draft: Draft,
  listing: StoredListing | null,
): Promise<FormView> {
  const on = draft.mode === 'ReviseItem' ? { itemNumber: draft.itemNumber, version: draft.baseVersion ?? 0 } : null
  const hidden: HiddenFields = { mode: draft.mode, key: draft.formKey, revision: draft.revision, on, from: null }
  const view = await viewOf(db, args, { typed: draft.typed, hidden })
  const errors = await lostPictureErrors(db, args, draft)
  return { ...view, errors, savedAt: draft.savedAt, ...(listing ? listedOf(args, view, listing) : {}) }
}

const mostAddresses = 3

/** Says that pictures that a file named could not be fetched, until the draft has as many pictures as the file named. */
async function lostPictureErrors(
  db: SellerDb,
  { seller, texts }: FormArgs,
  { listingId, typed }: Draft,
): Promise<FieldErrorModel[]> {
  const pictures = await findLostPictures(db, { sellerId: seller.id, listingId })
  if (!pictures || pictures.lost.length === 0 || typedPictures(typed).length >= pictures.named) return []
  const { lost } = pictures
  const addresses = lost.slice(0, mostAddresses).join(', ')
  const text = texts.t('listingForm.lostPictures', {
    n: lost.length,
    addresses: lost.length > mostAddresses ? `${addresses}, …` : addresses,
  })
  return [{ field: 'pictures', fieldId: fieldId('pictures'), text }]
}

async function listingOf(db: SellerDb, { seller }: FormArgs, listing: string): Promise<StoredListing> {
  const found = /^\d{1,15}$/.test(listing) ? await readListing(db, seller.id, listing) : null
  if (!found) throw refuse('not-found')
  return found
}

/**
 * What the form shows of the revised listing: locked fields with their current value and the reason. Drops a start
 * typed while it was scheduled if it is active by now.
 */
export function listedOf({ hub, texts }: FormArgs, view: FormView, listing: StoredListing): Partial<FormView> {
  const { itemNumber, state, content } = listing
  const locked = lockedFields({ ...listing, format: content.format }, hub.now())
  return {
    listing: { itemNumber, state },
    hasOtherPicture: otherPicture(listing, view.product) !== null,
    typed: {
      ...(isNotStarted(state) ? view.typed : againTyped(view.typed)),
      ...(locked.title ? { title: content.title } : {}),
      ...(locked.format ? { format: content.format } : {}),
      ...(locked.quantity ? { quantity: String(content.quantity ?? '') } : {}),
      ...(locked.sku && content.sku ? { sku: content.sku, sharesStock: 'on' } : {}),
    },
    locks: {
      title: locked.title ? texts.t(`listingForm.problem.${locked.title}`) : null,
      format: locked.format ? texts.t(`listingForm.problem.${locked.format}`) : null,
      quantity: locked.quantity ? texts.t(`listingForm.problem.${locked.quantity}`) : null,
      sku: locked.sku ? texts.t(`listingForm.problem.${locked.sku}`) : null,
    },
  }
}

/** Converts a listing to input, with the taxonomy's category name. */
export function typedOf({ hub, seller, texts }: ShopArgs, { content, pictures, sharesStock }: StoredListing): Typed {
  const start = content.startsAt ? wallClockAt(content.startsAt, seller.timeZone) : null
  const category = knownCategory(hub.config.taxonomy, content.category)
  const description = typedDescription(content.description)
  const typed = typedFrom({ ...content, category, description }, start, texts)
  return withPictures(sharesStock ? { ...typed, sharesStock: 'on' } : typed, pictures)
}

function knownCategory(taxonomy: Taxonomy, category: string | null): string | null {
  return findLeaf(taxonomy, category)?.path ?? null
}
