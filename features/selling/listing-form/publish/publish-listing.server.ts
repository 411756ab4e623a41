import { updateOfSeller, deleteOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { kitProblems } from '#features/core/listing/kits-db.server.ts'
import { isKit, type ListingContent } from '#features/core/listing/listing-content.ts'
import { customsFields } from '#features/core/listing/customs-details.ts'
import { storeCustoms, type CustomsChange } from '#features/core/listing/customs-details-db.server.ts'
import { isNotStarted, lockedFields, withUnitsOf } from '#features/core/listing/listing-locks.ts'
import type { ListingState } from '#features/core/listing/listing.ts'
import { problemOf } from '#features/core/listing/publish-guards.ts'
import { pairs } from '#lib/pairs.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { Picture } from '#features/core/listing-pictures/picture.ts'
import { keepPictures, setListingPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { otherPicture, readListing, storeContents, takenSkus, type StoredListing } from '../form/content-db.server.ts'
import { storeOwnKit } from '../form/content-kits-db.server.ts'
import { findProduct } from '../form/products-db.server.ts'
import { lockListingForm, productIdOf, type Draft } from '../keep/drafts-db.server.ts'
import { readContent, type ReadSetting } from '../form/read-content.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import { findLeaf, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import { againTyped, typedPictures } from '../form/typed-form.ts'
import {
  planPublication,
  publishRefusal,
  skusOf,
  type FormProblem,
  type ListingChange,
  type PublishFacts,
  type PublishRefusal,
} from './plan-publication.ts'

export type PublishOutcome =
  | { ok: true; itemNumber: string; state: ListingState }
  | { ok: false; reason: 'problems'; problems: FormProblem[] }
  | PublishRefusal

interface PublishOptions {
  sellerId: number
  draft: Draft
  setting: ReadSetting
  taxonomy: Taxonomy
  now: Date
  /** Whether it comes from the marketplace's shop, whose units are taken even if it keeps count of them. */
  byShop?: boolean
}

/**
 * Publishes a saved form in one transaction: a new listing starts or is scheduled, a revised one changes. Nothing
 * changes if validation fails (seller-hubs 5.3; 5.5, 22 to 24).
 */
export async function publishListing(db: SellerDb, options: PublishOptions): Promise<PublishOutcome> {
  const { sellerId, draft } = options
  await lockSkus(db, sellerId)
  await lockListingForm(db, sellerId, draft.itemNumber)
  const listing = await readListing(db, sellerId, draft.itemNumber)
  if (!listing) return { ok: false, reason: 'not-possible-now' }
  const refusal = publishRefusal(listing, draft)
  if (refusal) return refusal
  const { facts, pictures } = await readFacts(db, options, listing)
  const plan = planPublication(facts)
  if (!plan.ok) return plan
  await writePublication(db, { sellerId, draft, content: facts.read.content, pictures, row: plan.row })
  await storeCustoms(
    db,
    sellerId,
    customsChanges(facts.read.content, draft.mode === 'ReviseItem' ? listing.content : null),
  )
  return { ok: true, itemNumber: listing.itemNumber, state: plan.row.state }
}

/** Details that a form changes: a new form has nothing to say of what it leaves empty. */
function customsChanges(
  { customs, sku, variations, currency }: ListingContent,
  before: ListingContent | null,
): CustomsChange[] {
  const parts = Object.values(customsFields)
  const changed = parts.filter((part) => customs[part] !== (before?.sku === sku ? before.customs[part] : null))
  const change = Object.fromEntries(changed.map((part) => [part, customs[part]]))
  const skus = new Set([sku, ...variations.map((each) => each.sku)].flatMap((each) => each ?? []))
  return changed.length === 0 ? [] : [...skus].map((each) => ({ sku: each, currency, change }))
}

/** Reads what the plan depends on, and marks the form's pictures as used. */
async function readFacts(
  db: SellerDb,
  { sellerId, draft, setting, taxonomy, now, byShop = false }: PublishOptions,
  listing: StoredListing,
): Promise<{ facts: PublishFacts; pictures: readonly Picture[] }> {
  const product = draft.typed['epid'] ? await findProduct(db, draft.typed['epid']) : null
  const pictures = await keepPictures(db, { sellerId, chosen: typedPictures(draft.typed), now })
  // Ignores a start typed before the listing began.
  const read = readContent(isNotStarted(listing.state) ? draft.typed : againTyped(draft.typed), setting)
  const keepsUnits = !byShop && lockedFields({ ...listing, format: listing.content.format }, now).quantity !== undefined
  const units = withoutFormerKits(keepsUnits ? withUnitsOf(read.content, listing.content) : read.content, listing)
  const { content, requiredAspects } = contentOnSale({ ...units, pictures: pictures.map(({ hash }) => hash) }, taxonomy)
  const skus = skusOf(content).map(({ sku }) => sku)
  const sharesStock = !listing.isStockOfShop && canShareStock(content) && isSharing(draft, listing)
  const facts = {
    listing,
    read: { content, problems: read.problems },
    requiredAspects,
    otherPicture: otherPicture(listing, product),
    takenSkus: await takenSkus(db, { sellerId, listingId: draft.listingId, skus, shares: sharesStock }),
    sharesStock,
    kitProblems: await problemsOfKits(db, sellerId, { content, listing, sharesStock }),
    policies: await readPolicies(db, sellerId),
    now,
  }
  return { facts, pictures }
}

/** What was a kit and is none any more has nothing: what its parts allowed was never counted. */
function withoutFormerKits(content: ListingContent, { content: former, state }: StoredListing): ListingContent {
  if (state === 'DRAFT') return content
  const wasKit = (values: readonly string[]) =>
    former.variations.some((each) => isKit(each) && each.values.join('\n') === values.join('\n'))
  return {
    ...content,
    quantity: isKit(former) && !isKit(content) && content.axes.length === 0 ? 0 : content.quantity,
    variations: content.variations.map((each) =>
      wasKit(each.values) && !isKit(each) ? { ...each, quantity: 0 } : each,
    ),
  }
}

/** Why the listing or its variations cannot be made of their parts. */
async function problemsOfKits(
  db: SellerDb,
  sellerId: number,
  { content, listing, sharesStock }: { content: ListingContent; listing: StoredListing; sharesStock: boolean },
): Promise<FormProblem[]> {
  const made = [content, ...content.variations].flatMap((each, index) =>
    isKit(each)
      ? [{ field: index === 0 ? 'parts' : `row.${index - 1}.parts`, sku: each.sku, parts: each.parts ?? [] }]
      : [],
  )
  if (made.length === 0) return []
  const owner = {
    isAuction: content.format === 'AUCTION',
    isOfShop: listing.isStockOfShop,
    sharesStock,
    takesOffers: content.bestOffer !== null,
    reserved: content.axes.length === 0 ? listing.reserved : 0,
  }
  const beside = content.variations.flatMap((each) => (isKit(each) ? [] : (each.sku ?? [])))
  const found = await kitProblems(
    db,
    sellerId,
    made.map(({ sku, parts }) => ({ owner: { ...owner, sku }, parts })),
    beside,
  )
  return pairs(made, found).flatMap(([{ field }, problem]) =>
    problem ? [problemOf(field, 'kit', { sku: '', ...problem })] : [],
  )
}

/** Content as buyers get it, and the aspects that its category requires. */
export function contentOnSale(
  content: ListingContent,
  taxonomy: Taxonomy,
): Pick<PublishFacts, 'requiredAspects'> & { content: ListingContent } {
  const leaf = findLeaf(taxonomy, content.category)
  return {
    content: { ...content, category: leaf?.path ?? null, description: safeHtml(content.description) },
    requiredAspects: (leaf?.aspects ?? []).filter((aspect) => aspect.required).map(({ name }) => name),
  }
}

interface Publication {
  sellerId: number
  draft: Draft
  content: ListingContent
  pictures: readonly Picture[]
  row: ListingChange
}

async function writePublication(db: SellerDb, { sellerId, draft, content, pictures, row }: Publication): Promise<void> {
  const { listingId, formKey } = draft
  const shown = await setListingPictures(db, { sellerId, listingId, chosen: pictures })
  if (!shown.ok) throw new Error(`pictures of listing ${listingId}: ${shown.reason}`)
  await storeOwnKit(db, { sellerId, listingId }, content)
  if (row.shares_stock) await beginSharing(db, { sellerId, listingId, sku: row.sku })
  await updateOfSeller(db, 'listings', sellerId)
    .set({
      ...row,
      ...(content.variations.length > 0 ? withoutBuffer(row) : {}),
      product_id: await productIdOf(db, content.epid),
    })
    .where('id', '=', listingId)
    .execute()
  await storeContents(db, sellerId, [{ listingId, content, formKey }])
  await deleteOfSeller(db, 'listing_drafts', sellerId)
    .where('listing_id', '=', listingId)
    // Another form being edited is kept, and is told that the listing has changed.
    .where('form_key', '=', formKey)
    .execute()
}

/** Whether a listing shares its stock with others: the form says so, or it does already. */
const isSharing = ({ typed }: Draft, { state, sharesStock }: StoredListing) =>
  typed['sharesStock'] === 'on' || (sharesStock && state !== 'DRAFT')

/** Whether stock can be shared: an auction sells one item, and variations have stock of their own. */
const canShareStock = ({ sku, format, axes }: ListingContent) =>
  sku !== null && format === 'FIXED_PRICE' && axes.length === 0

/** Lets the other active listings with the SKU share their stock, before the listing itself takes their number. */
async function beginSharing(
  db: SellerDb,
  { sellerId, listingId, sku }: { sellerId: number; listingId: number; sku: string | null },
): Promise<void> {
  await updateOfSeller(db, 'listings', sellerId)
    .set({ shares_stock: true })
    .where('sku', '=', sku)
    .where('id', '<>', listingId)
    .where('state', 'not in', ['DRAFT', 'ENDED'])
    .where('shares_stock', '=', false)
    .execute()
}

/** Ends the buffer of a listing that gets variations, which have none: what is on hand is what they have. */
const withoutBuffer = ({ quantity_available: units }: ListingChange) => ({
  buffer: 0,
  on_hand: sql<number>`case when buffer > 0 then reserved + ${units}::integer else on_hand end`,
})

/**
 * Serialises uses of SKUs in a shop, since each may be active once. Transactions that also lock forms call this first:
 * a fixed order avoids deadlocks.
 */
export async function lockSkus(db: SellerDb, sellerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(lock_number(${`skus ${sellerId}`}))`.execute(db)
}
