import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { copyListingPackaging } from '#features/core/costs/listing-packaging-db.server.ts'
import { lowestPrice, totalQuantity, type ListingContent } from '#features/core/listing/listing-content.ts'
import { releasePictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { refuse } from '#web/refusals.ts'
import type { FormMode } from '../form/form-mode.ts'
import { sameTyped, typedPictures, type Typed } from '../form/typed-form.ts'
import { continueRules } from '#features/selling/price-watch/price-rules-db.server.ts'

export interface Draft {
  listingId: number
  itemNumber: string
  formKey: string
  mode: FormMode
  typed: Typed
  revision: number
  /** The listing version a revision started from. */
  baseVersion: number | null
  /** The source listing of a new one. */
  sourceId: number | null
  savedAt: Date
}

export type DraftName = { formKey: string } | { itemNumber: string }

export async function findDraft(db: SellerDb, sellerId: number, name: DraftName): Promise<Draft | null> {
  const found = db
    .selectFrom('listing_drafts as d')
    .innerJoin('listings as l', (join) =>
      join.onRef('l.seller_id', '=', 'd.seller_id').onRef('l.id', '=', 'd.listing_id'),
    )
    .select([
      'd.listing_id as listingId',
      'l.item_number as itemNumber',
      'd.form_key as formKey',
      'd.mode',
      'd.typed',
      'd.revision',
      'd.base_version as baseVersion',
      'd.source_id as sourceId',
      'd.saved_at as savedAt',
    ])
    .where('d.seller_id', '=', sellerId)
  const row = await (
    'formKey' in name
      ? found.where('d.form_key', '=', name.formKey)
      : found.where('l.item_number', '=', name.itemNumber)
  ).executeTakeFirst()
  return row ?? null
}

/** Waits for concurrent saves, publishing or discarding of a listing's form, and blocks them until the transaction ends. */
export async function lockListingForm(db: SellerDb, sellerId: number, itemNumber: string): Promise<void> {
  await selectOfSeller(db, 'listings', sellerId)
    .select('id')
    .where('item_number', '=', itemNumber)
    .forUpdate()
    .execute()
}

export interface DraftToSave {
  sellerId: number
  formKey: string
  mode: FormMode
  typed: Typed
  /** The parsed content, for lists. */
  content: ListingContent
  /** The revision the form started from; 0 if never saved. */
  revision: number
  /** The revised listing, or a draft listing without a form, with its initial version. */
  on: { itemNumber: string; version: number } | null
  sourceId: number | null
  now: Date
}

export type SaveOutcome =
  | { ok: true; draft: Draft }
  | { ok: false; reason: 'conflict'; draft: Draft }
  | { ok: false; reason: 'published'; itemNumber: string }

/**
 * Saves a form as a draft; idempotent. Refuses a form started from an older state. Throws 404 if its listing has just
 * been deleted, 400 if the form key belongs to another listing.
 */
export async function saveDraft(db: SellerDb, given: DraftToSave): Promise<SaveOutcome> {
  const { sellerId, formKey, on } = given
  // Serialises requests of one form, such as an autosave and the save on leaving.
  await sql`select pg_advisory_xact_lock(lock_number(${`draft ${sellerId} ${on?.itemNumber ?? formKey}`}))`.execute(db)
  const isThere = await lockListing(db, given)
  if (on && !isThere) throw refuse('not-found')
  if (isThere === 'published' && on) return { ok: false, reason: 'published', itemNumber: on.itemNumber }
  const itemNumber = await publishedFrom(db, sellerId, formKey)
  if (itemNumber !== null) return { ok: false, reason: 'published', itemNumber }
  const kept = await findDraft(db, sellerId, on ? { itemNumber: on.itemNumber } : { formKey })
  if (!kept && on && (await findDraft(db, sellerId, { formKey }))) throw refuse('malformed')
  if (!kept) return { ok: true, draft: await insertDraft(db, given) }
  // Saving the same input again is no conflict, for instance after a page was left and restored.
  if (sameTyped(kept.typed, given.typed) && sameBase(kept, given)) return { ok: true, draft: kept }
  if (kept.revision !== given.revision) return { ok: false, reason: 'conflict', draft: kept }
  return { ok: true, draft: await updateDraft(db, kept, given) }
}

/**
 * Waits for concurrent publishing or discarding of the form's listing and locks it. Returns its state; null if there is
 * none. `published`: the listing is no longer a draft, although the form expects one.
 */
async function lockListing(
  db: SellerDb,
  { sellerId, formKey, on, mode }: DraftToSave,
): Promise<'kept' | 'published' | null> {
  const listings = selectOfSeller(db, 'listings', sellerId).select('state')
  const drafts = selectOfSeller(db, 'listing_drafts', sellerId).select('listing_id').where('form_key', '=', formKey)
  const named = on ? listings.where('item_number', '=', on.itemNumber) : listings.where('id', 'in', drafts)
  const row = await named.forNoKeyUpdate().executeTakeFirst()
  if (!row) return null
  return mode === 'ReviseItem' || row.state === 'DRAFT' ? 'kept' : 'published'
}

function sameBase(kept: Draft, { mode, on }: DraftToSave): boolean {
  return mode !== 'ReviseItem' || kept.baseVersion === on?.version
}

/** Item number under which a form was published; null if it was not. */
export async function publishedFrom(db: SellerDb, sellerId: number, formKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('listing_contents as c')
    .innerJoin('listings as l', (join) =>
      join.onRef('l.seller_id', '=', 'c.seller_id').onRef('l.id', '=', 'c.listing_id'),
    )
    .select('l.item_number')
    .where('c.seller_id', '=', sellerId)
    .where('c.form_key', '=', formKey)
    .executeTakeFirst()
  return row?.item_number ?? null
}

/** Discards a form and the draft listing of a new one. */
export async function discardDraft(db: SellerDb, sellerId: number, draft: Draft): Promise<void> {
  await deleteOfSeller(db, 'listing_drafts', sellerId).where('listing_id', '=', draft.listingId).execute()
  if (draft.mode !== 'ReviseItem')
    await deleteOfSeller(db, 'listings', sellerId)
      .where('id', '=', draft.listingId)
      .where('state', '=', 'DRAFT')
      .execute()
}

async function insertDraft(db: SellerDb, given: DraftToSave): Promise<Draft> {
  const { sellerId, formKey, mode, typed, on, sourceId, now } = given
  const listing = on
    ? await selectOfSeller(db, 'listings', sellerId)
        .select(['id', 'item_number'])
        .where('item_number', '=', on.itemNumber)
        .executeTakeFirstOrThrow()
    : await insertDraftListing(db, given)
  const draft: Draft = {
    listingId: listing.id,
    itemNumber: listing.item_number,
    formKey,
    mode,
    typed,
    revision: 1,
    baseVersion: mode === 'ReviseItem' ? (on?.version ?? null) : null,
    sourceId,
    savedAt: now,
  }
  await db
    .insertInto('listing_drafts')
    .values({
      seller_id: sellerId,
      listing_id: listing.id,
      form_key: formKey,
      mode,
      typed,
      base_version: draft.baseVersion,
      source_id: sourceId,
      saved_at: now,
    })
    .execute()
  if (on) await showDraft(db, draft, given)
  return draft
}

async function updateDraft(db: SellerDb, kept: Draft, given: DraftToSave): Promise<Draft> {
  const { sellerId, typed, on, now } = given
  const revision = kept.revision + 1
  // A user who has seen the listing's change continues from it.
  const baseVersion = kept.mode === 'ReviseItem' ? (on?.version ?? kept.baseVersion) : null
  const named = new Set(typedPictures(typed).map(({ hash }) => hash))
  const former = typedPictures(kept.typed).map(({ hash }) => hash)
  await releasePictures(
    db,
    sellerId,
    former.filter((hash) => !named.has(hash)),
  )
  await updateOfSeller(db, 'listing_drafts', sellerId)
    .set({ typed, revision, base_version: baseVersion, saved_at: now })
    .where('listing_id', '=', kept.listingId)
    .execute()
  await showDraft(db, kept, given)
  return { ...kept, typed, revision, baseVersion, savedAt: now }
}

/** Lists show a draft as its form says, and a revised listing as buyers see it. */
async function showDraft(
  db: SellerDb,
  { listingId, mode }: Pick<Draft, 'listingId' | 'mode'>,
  { sellerId, content }: Pick<DraftToSave, 'sellerId' | 'content'>,
): Promise<void> {
  if (mode === 'ReviseItem') return
  await updateOfSeller(db, 'listings', sellerId)
    .set(draftColumns(content, await productIdOf(db, content.epid)))
    .where('id', '=', listingId)
    .where('state', '=', 'DRAFT')
    .execute()
}

async function insertDraftListing(db: SellerDb, { sellerId, mode, sourceId, content, now }: DraftToSave) {
  const relistedFrom = mode === 'RelistItem' ? sourceId : null
  const draft = await db
    .insertInto('listings')
    .values({
      ...draftColumns(content, await productIdOf(db, content.epid)),
      seller_id: sellerId,
      state: 'DRAFT',
      relisted_from: relistedFrom,
      created_at: now,
    })
    .returning(['id', 'item_number'])
    .executeTakeFirstOrThrow()
  if (relistedFrom !== null) {
    await continueOffer(db, sellerId, { from: relistedFrom, to: draft.id })
    await continueRules(db, sellerId, [{ from: relistedFrom, to: draft.id, item: draft.item_number }])
  }
  if (sourceId !== null) await copyListingPackaging(db, sellerId, { from: sourceId, to: draft.id })
  return draft
}

/** A relisted item is the same item, so its tool's offer is carried over (as in `copyListings`). */
async function continueOffer(
  db: SellerDb,
  sellerId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const offer = await selectOfSeller(db, 'tool_offers', sellerId)
    .select(['location_key', 'item_description'])
    .where('listing_id', '=', from)
    .executeTakeFirst()
  if (offer)
    await db
      .insertInto('tool_offers')
      .values({ seller_id: sellerId, listing_id: to, ...offer })
      .execute()
}

/** The list columns of a draft. Without a condition it is shown as new, since lists need one. */
export function draftColumns(content: ListingContent, productId: number | null) {
  return {
    title: [...content.title].slice(0, 80).join(''),
    sku: content.sku === null ? null : [...content.sku].slice(0, 50).join(''),
    product_id: productId,
    category: content.category ?? '',
    condition: content.condition ?? ('NEW' as const),
    format: content.format,
    price_minor: lowestPrice(content) ?? 0,
    currency: content.currency,
    quantity_available: Math.min(totalQuantity(content) ?? 0, 1_000_000_000),
    starts_at: content.startsAt,
  }
}

export async function productIdOf(db: SellerDb, epid: string | null): Promise<number | null> {
  if (epid === null) return null
  const row = await db.selectFrom('products').select('id').where('epid', '=', epid).executeTakeFirst()
  return row?.id ?? null
}
