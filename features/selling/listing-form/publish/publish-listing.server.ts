import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { lowestPrice, policyKinds, totalQuantity, type ListingContent } from '#features/core/listing/listing-content.ts'
import { isNotStarted, lockedFields, type LockProblem } from '#features/core/listing/listing-locks.ts'
import { listingStep, type ListingEvent } from '#features/core/listing/listing-states.ts'
import type { ListingState } from '#features/core/listing/listing.ts'
import {
  problemOf,
  publishProblems,
  type ContentProblem,
  type FieldProblem,
} from '#features/core/listing/publish-guards.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { Picture } from '#features/core/listing-pictures/picture.ts'
import { keepPictures, setListingPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { otherPicture, readListing, storeContent, takenSkus, type StoredListing } from '../form/content-db.server.ts'
import { findProduct } from '../form/products-db.server.ts'
import { lockListingForm, productIdOf, type Draft } from '../keep/drafts-db.server.ts'
import { readContent, type ReadProblem, type ReadSetting } from '../form/read-content.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import { findLeaf, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import { againTyped, typedPictures } from '../form/typed-form.ts'
import { day } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'

/** All kinds of form errors. */
export type FormProblem = FieldProblem<ContentProblem | ReadProblem | LockProblem>

/** The result of publishing a form. */
export type PublishOutcome =
  | { ok: true; itemNumber: string; state: ListingState }
  | { ok: false; reason: 'problems'; problems: FormProblem[] }
  /** The listing has changed since the revision began. */
  | { ok: false; reason: 'stale'; version: number }
  /** It ended, or was discarded. */
  | { ok: false; reason: 'not-possible-now' }

interface PublishOptions {
  sellerId: number
  draft: Draft
  setting: ReadSetting
  taxonomy: Taxonomy
  now: Date
}

/** Validates a form; returns errors in field order, or the content. */
async function checkForm(
  db: SellerDb,
  { sellerId, draft, setting, taxonomy, now }: PublishOptions,
  { state, hasOtherPicture }: { state: ListingState; hasOtherPicture: boolean },
): Promise<{ content: ListingContent; pictures: readonly Picture[]; problems: FormProblem[] }> {
  const pictures = await keepPictures(db, { sellerId, chosen: typedPictures(draft.typed), now })
  // Ignores a start typed before the listing began.
  const read = readContent(isNotStarted(state) ? draft.typed : againTyped(draft.typed), setting)
  const leaf = findLeaf(taxonomy, read.content.category)
  const content: ListingContent = {
    ...read.content,
    category: leaf?.path ?? null,
    description: safeHtml(read.content.description),
    pictures: pictures.map(({ hash }) => hash),
  }
  const required = (leaf?.aspects ?? []).filter((aspect) => aspect.required).map(({ name }) => name)
  const unreadable = new Set(read.problems.map(({ field }) => field))
  const guards = publishProblems(content, {
    requiredAspects: required,
    hasOtherPicture,
    now,
  }).filter(({ field }) => !unreadable.has(field))
  const own = { sellerId, listingId: draft.listingId }
  return {
    content,
    pictures,
    problems: [
      ...read.problems,
      ...guards,
      ...(await skuProblems(db, content, own)),
      ...(await policyProblems(db, content, sellerId)),
    ],
  }
}

/**
 * Publishes a saved form in one transaction: a new listing starts or is scheduled, a revised one changes. Nothing
 * changes if validation fails (seller-hubs 5.3; 5.5, 22 to 24).
 */
export async function publishListing(db: SellerDb, options: PublishOptions): Promise<PublishOutcome> {
  const { sellerId, draft, now } = options
  await lockSkus(db, sellerId)
  await lockListingForm(db, sellerId, draft.itemNumber)
  const listing = await readListing(db, sellerId, draft.itemNumber)
  const revises = draft.mode === 'ReviseItem'
  if (!listing || listing.state === 'ENDED' || (listing.state === 'DRAFT') === revises)
    return { ok: false, reason: 'not-possible-now' }
  if (revises && listing.version !== draft.baseVersion) return { ok: false, reason: 'stale', version: listing.version }
  const product = draft.typed['epid'] ? await findProduct(db, draft.typed['epid']) : null
  const other = otherPicture(listing, product)
  const facts = { state: listing.state, hasOtherPicture: other !== null }
  const { content, pictures, problems: broken } = await checkForm(db, options, facts)
  const problems = [...lockProblems(listing, content, now), ...broken]
  if (problems.length > 0) return { ok: false, reason: 'problems', problems }

  const whole = 'the form has no problems'
  const quantity = assertDefined(totalQuantity(content), whole)
  const step = listingStep(listing.state, eventOf(listing.state, content), {
    now,
    format: content.format,
    quantity,
    startsAt: content.startsAt,
    endsAt: null,
    outOfStockSince: null,
    emptyUntil: null,
    problems: 0,
    isRelisted: false,
  })
  if (!step.ok) return { ok: false, reason: 'not-possible-now' }
  const shown = await setListingPictures(db, { sellerId, listingId: draft.listingId, chosen: pictures })
  if (!shown.ok) throw new Error(`pictures of listing ${draft.listingId}: ${shown.reason}`)
  await db
    .updateTable('listings')
    .set({
      title: content.title,
      sku: content.sku,
      product_id: await productIdOf(db, content.epid),
      ...(pictures.length === 0 ? { image_url: other } : {}),
      category: assertDefined(content.category, whole),
      condition: assertDefined(content.condition, whole),
      format: content.format,
      price_minor: assertDefined(lowestPrice(content), whole),
      quantity_available: quantity,
      state: step.next,
      version: listing.version + 1,
      ...(step.effects.includes('starts-now') ? spanFrom(now, content) : {}),
      ...(step.effects.includes('keeps-start')
        ? spanFrom(assertDefined(content.startsAt, 'what keeps its start has one'), content)
        : {}),
    })
    .where('seller_id', '=', sellerId)
    .where('id', '=', draft.listingId)
    .execute()
  await storeContent(db, { sellerId, listingId: draft.listingId, content, formKey: draft.formKey })
  await db
    .deleteFrom('listing_drafts')
    .where('seller_id', '=', sellerId)
    .where('listing_id', '=', draft.listingId)
    // Another form being edited is kept, and is told that the listing has changed.
    .where('form_key', '=', draft.formKey)
    .execute()
  return { ok: true, itemNumber: listing.itemNumber, state: step.next }
}

/**
 * Serialises uses of SKUs in a shop, since each may be active once. Transactions that also lock forms call this first:
 * a fixed order avoids deadlocks.
 */
export async function lockSkus(db: SellerDb, sellerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(lock_number(${`skus ${sellerId}`}))`.execute(db)
}

/** Locked fields that a revision changes. */
function lockProblems(listing: StoredListing, content: ListingContent, now: Date): FormProblem[] {
  const locked = lockedFields({ ...listing, format: listing.content.format }, now)
  return (['title', 'format'] as const).flatMap((field) => {
    const problem = locked[field]
    return problem && listing.content[field] !== content[field] ? [problemOf(field, problem)] : []
  })
}

/** The event that publishing triggers in a state; an active listing is changed in place. */
function eventOf(state: ListingState, { startsAt }: ListingContent): ListingEvent {
  if (state !== 'DRAFT' && state !== 'SCHEDULED') return 'restock'
  return startsAt ? 'schedule' : 'publish'
}

/** Duration of auctions in days; fixed-price listings run until sold out or ended. */
const auctionDays = 7

function spanFrom(start: Date, { format }: ListingContent) {
  const days = format === 'AUCTION' ? auctionDays : null
  return {
    starts_at: start,
    duration_days: days,
    ends_at: days === null ? null : new Date(start.getTime() + days * day),
  }
}

async function skuProblems(
  db: SellerDb,
  content: ListingContent,
  own: { sellerId: number; listingId: number },
): Promise<FormProblem[]> {
  const named: [string, string | null][] = [
    ['sku', content.sku],
    ...content.variations.map(({ sku }, index): [string, string | null] => [`row.${index}.sku`, sku]),
  ]
  const taken = new Set(await takenSkus(db, { ...own, skus: named.flatMap(([, sku]) => sku ?? []) }))
  return named.flatMap(([field, sku]) =>
    sku !== null && taken.has(sku) ? [problemOf(field, 'skuTaken', { sku })] : [],
  )
}

async function policyProblems(db: SellerDb, content: ListingContent, sellerId: number): Promise<FormProblem[]> {
  const known = new Set((await readPolicies(db, sellerId)).map(({ kind, id }) => `${kind} ${id}`))
  return policyKinds
    .filter((kind) => content.policies[kind] !== null && !known.has(`${kind} ${content.policies[kind]}`))
    .map((kind) => problemOf(`policy.${kind}`, 'policyGone'))
}
