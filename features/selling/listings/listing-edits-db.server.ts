import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { afterStep, listingColumns, type Listing } from './listing-actions-db.server.ts'
import { listingBefore, type ListingBefore } from './listing-undo.ts'
import type { BestOffer } from '#features/core/listing/listing-content.ts'
import { factsOf, listingStep } from '#features/core/listing/listing-states.ts'
import { isNotStarted, type LockProblem } from '#features/core/listing/listing-locks.ts'
import { takesOffers } from '#features/core/offer/takes-offers-db.server.ts'
import { isOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import {
  offerChangeProblems,
  type ContentProblem,
  type FieldProblem,
  type PlainOffer,
} from '#features/core/listing/publish-guards.ts'

export interface RowEdit {
  sellerId: number
  itemNumber: string
  /** The version the seller saw. */
  version: number
  now: Date
  /** Whether it comes from the marketplace's shop, which may be the one to count units. */
  byShop?: boolean
  /** Parses the input, prices in the listing's currency; null if invalid. */
  read: (currency: string) => { priceMinor?: number; quantity?: number } | null
}

/** An edit of a listing's variations: one row each, in order. */
export interface VariationsEdit extends Pick<RowEdit, 'sellerId' | 'itemNumber' | 'version' | 'now' | 'byShop'> {
  rows: readonly { priceMinor: number; quantity: number }[]
}

/** The result of an edit. A stale edit changes nothing and returns the current values. */
export type RowEditOutcome =
  | { ok: true; listing: RowValues; was: RowValues; before: ListingBefore }
  | { ok: false; reason: 'stale'; listing: RowValues }
  | { ok: false; reason: 'not-found' | 'unreadable' | 'not-here' | 'has-variations' }
  | { ok: false; reason: 'broken-rule'; problem: ContentProblem | LockProblem }

export type RowValues = ReturnType<typeof valuesOf>

/**
 * Changes price or quantity of an active listing unless it changed since (optimistic locking by version). Quantity zero
 * makes it out of stock; a positive quantity activates it again.
 */
export async function editListing(db: SellerDb, edit: RowEdit): Promise<RowEditOutcome> {
  const { version, now, read } = edit
  const row = await lockForEdit(db, edit)
  if (!row) return { ok: false, reason: 'not-found' }
  const change = read(row.currency)
  if (!change) return { ok: false, reason: 'unreadable' }
  // Drafts are edited in their form, which holds the input.
  if (row.state === 'DRAFT' || row.state === 'ENDED') return { ok: false, reason: 'not-here' }
  if (row.version !== version) return { ok: false, reason: 'stale', listing: valuesOf(row) }
  if (row.has_variations) return { ok: false, reason: 'has-variations' }
  if (change.quantity !== undefined && change.quantity !== row.quantity_available) {
    if (isUncounted(row, edit)) return { ok: false, reason: 'broken-rule', problem: 'stockOfShop' }
    if (row.is_kit) return { ok: false, reason: 'broken-rule', problem: 'stockOfKit' }
  }
  return storeEdit(db, row, planOffer(row, change, now))
}

/** Changes prices and quantities of variations, like `editListing`. The listing shows the lowest price and the total quantity. */
export async function editVariations(db: SellerDb, edit: VariationsEdit): Promise<RowEditOutcome> {
  const { sellerId, version, now, rows } = edit
  const row = await lockForEdit(db, edit)
  if (!row) return { ok: false, reason: 'not-found' }
  if (row.state === 'DRAFT' || row.state === 'ENDED') return { ok: false, reason: 'not-here' }
  if (row.version !== version) return { ok: false, reason: 'stale', listing: valuesOf(row) }
  const own = { sellerId, listingId: row.id }
  const variations = await readVariations(db, own)
  if (rows.length === 0 || rows.length !== variations.length) return { ok: false, reason: 'unreadable' }
  if (rows.some(({ priceMinor }) => priceMinor <= 0)) return { ok: false, reason: 'broken-rule', problem: 'rowPrice' }
  if (rows.some(({ quantity }, index) => quantity !== variations[index]?.quantity) && isUncounted(row, edit))
    return { ok: false, reason: 'broken-rule', problem: 'stockOfShop' }
  if (rows.some(({ quantity }, index) => variations[index]?.is_kit && quantity !== variations[index].quantity))
    return { ok: false, reason: 'broken-rule', problem: 'stockOfKit' }
  const priceMinor = Math.min(...rows.map((each) => each.priceMinor))
  const quantity = rows.reduce((sum, each) => sum + each.quantity, 0)
  const outcome = await storeEdit(db, row, planOffer(row, { priceMinor, quantity }, now))
  if (!outcome.ok) return outcome
  await storeVariations(db, own, rows)
  return { ...outcome, before: { ...outcome.before, variations } }
}

const readVariations = (db: SellerDb, { sellerId, listingId }: OwnListing) =>
  selectOfSeller(db, 'listing_variations', sellerId)
    .select(['position', 'price_minor', 'quantity', 'is_kit'])
    .where('listing_id', '=', listingId)
    .orderBy('position')
    .execute()

/** Whether the editor may not change units: the marketplace's shop keeps count of them. */
const isUncounted = (row: EditedListing, { byShop = false }: Pick<RowEdit, 'byShop'>) =>
  row.is_stock_of_shop && !byShop && !isNotStarted(row.state)

interface OwnListing {
  sellerId: number
  listingId: number
}

async function storeVariations(
  db: SellerDb,
  { sellerId, listingId }: OwnListing,
  rows: VariationsEdit['rows'],
): Promise<void> {
  await sql`
    update listing_variations v set price_minor = given.price, quantity = given.quantity
    from unnest(${rows.map((row) => row.priceMinor)}::bigint[], ${rows.map((row) => row.quantity)}::integer[])
      with ordinality as given (price, quantity, position)
    where v.seller_id = ${sellerId} and v.listing_id = ${listingId} and v.position = given.position`.execute(db)
}

/** The listing with a new price or quantity; an unchanged quantity has no effect on its state. */
function withOffer(row: EditedListing, change: { priceMinor?: number; quantity?: number }, now: Date): Listing {
  const priced = { ...row, price_minor: change.priceMinor ?? row.price_minor }
  const { quantity = row.quantity_available } = change
  return quantity === row.quantity_available ? priced : withQuantity(priced, quantity, now)
}

/** The listing with another price or quantity, or the rule that this breaks. Pure. */
export function planOffer(
  row: EditedListing,
  change: { priceMinor?: number; quantity?: number },
  now: Date,
): { ok: true; next: Listing } | { ok: false; problem: ContentProblem | LockProblem } {
  const next = withOffer(row, change, now)
  const [broken] = brokenRules(row, next)
  return broken ? { ok: false, problem: broken.problem } : { ok: true, next }
}

async function storeEdit(
  db: SellerDb,
  row: EditedListing,
  plan: ReturnType<typeof planOffer>,
): Promise<RowEditOutcome> {
  if (!plan.ok) return { ok: false, reason: 'broken-rule', problem: plan.problem }
  const { next } = plan
  const { price_minor, quantity_available, state, out_of_stock_since } = next
  // One statement, so that sums are updated in one order and concurrent edits do not deadlock (0007-sums).
  const stored = await updateOfSeller(db, 'listings', row.seller_id)
    .set({ price_minor, quantity_available, state, out_of_stock_since, version: sql`version + 1` })
    .where('id', '=', row.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  const listing = valuesOf({ ...next, version: stored.version })
  return { ok: true, listing, was: valuesOf(row), before: listingBefore(row, stored.version) }
}

export interface EditedListing extends Listing {
  has_variations: boolean
  is_stock_of_shop: boolean
  is_kit: boolean
  /** Null without content, and where the shop takes no offers: limits that nobody sees refuse no price. */
  offer: { best_offer: boolean; minimum_offer_minor: number | null; auto_accept_minor: number | null } | null
}

async function lockForEdit(
  db: SellerDb,
  { sellerId, itemNumber }: Pick<RowEdit, 'sellerId' | 'itemNumber'>,
): Promise<EditedListing | null> {
  return (await lockForEdits(db, sellerId, [itemNumber]))[0] ?? null
}

/** Locks and reads listings by their item numbers, in order of their ids. */
export async function lockForEdits(
  db: SellerDb,
  sellerId: number,
  itemNumbers: readonly string[],
): Promise<EditedListing[]> {
  const { rows } = await sql<EditedListing>`
    select ${listingColumns},
      exists (select from listing_variations where seller_id = ${sellerId} and listing_id = l.id) as has_variations,
      ${isOfShop(sellerId, sql`l.shop_counts`)} as is_stock_of_shop, l.is_kit,
      (select json_build_object('best_offer', best_offer, 'minimum_offer_minor', minimum_offer_minor, 'auto_accept_minor', auto_accept_minor)
        from listing_contents where seller_id = ${sellerId} and listing_id = l.id) as offer
    from listings l where seller_id = ${sellerId} and item_number = any (${[...itemNumbers]}::text[])
    order by id for update`.execute(db)
  return (await takesOffers(db, sellerId)) ? rows : rows.map((row) => ({ ...row, offer: null }))
}

const valuesOf = (row: Listing) => ({
  version: row.version,
  priceMinor: row.price_minor,
  currency: row.currency,
  quantity: row.quantity_available,
})

/** Validation rules the change would break. An active fixed-price listing may have quantity zero. */
function brokenRules(row: EditedListing, next: Listing): FieldProblem[] {
  const bestOffer = bestOfferOf(row)
  const offer = ({ format, price_minor, quantity_available }: Listing): PlainOffer => ({
    format,
    priceMinor: price_minor,
    quantity: quantity_available,
    bestOffer,
  })
  const maySellOut = row.format === 'FIXED_PRICE' && row.state !== 'SCHEDULED'
  return offerChangeProblems(offer(row), offer(next)).filter(
    ({ problem }) => !(maySellOut && problem === 'quantityMissing'),
  )
}

function bestOfferOf({ offer }: EditedListing): BestOffer | null {
  return offer?.best_offer
    ? { minimumMinor: offer.minimum_offer_minor, autoAcceptMinor: offer.auto_accept_minor }
    : null
}

/** The row with another quantity, and the state that follows: zero makes it out of stock, more activates it again. */
export function withQuantity(row: Listing, quantity: number, now: Date): Listing {
  const changed = { ...row, quantity_available: quantity }
  const event = quantity === 0 ? 'sellOut' : 'restock'
  const step = listingStep(row.state, event, factsOf(changed, now))
  // Scheduled and out-of-stock listings keep their state.
  if (!step.ok) return changed
  return afterStep(changed, step.next, step.effects, { now }).next
}
