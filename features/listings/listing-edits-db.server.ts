import type { SellerDb } from '#db/client.ts'
import { afterStep, lockListings, storeStates, type Listing } from './listing-actions-db.server.ts'
import type { BestOffer } from '#features/listing/listing-content.ts'
import { factsOf, listingStep } from '#features/listing/listing-states.ts'
import {
  offerChangeProblems,
  type ContentProblem,
  type FieldProblem,
  type PlainOffer,
} from '#features/listing/publish-guards.ts'

/** What can be typed into a row of the list. */
export interface RowEdit {
  sellerId: number
  itemNumber: string
  /** The version that the seller saw. */
  version: number
  now: Date
  change: { priceMinor: number } | { quantity: number }
}

/** What became of an edit. A stale one leaves the listing as it is and says what it is now. */
export type RowEditOutcome =
  | { ok: true; listing: RowValues }
  | { ok: false; reason: 'stale'; listing: RowValues }
  | { ok: false; reason: 'not-found' | 'not-here' | 'has-variations' }
  | { ok: false; reason: 'broken-rule'; problem: ContentProblem }

/** The values of a listing that can be edited in its row. */
export interface RowValues {
  version: number
  priceMinor: number
  currency: string
  quantity: number
}

/** Changes price or quantity of a listing that is on offer, if nobody changed it since. The last one taken off the shelf sells it out, the first one put back puts it on sale. */
export async function editListing(db: SellerDb, edit: RowEdit): Promise<RowEditOutcome> {
  const { sellerId, itemNumber, version, now, change } = edit
  const found = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('item_number', '=', itemNumber)
    .executeTakeFirst()
  const [row] = found ? await lockListings(db, sellerId, [found.id]) : []
  if (!row) return { ok: false, reason: 'not-found' }
  // A draft is edited in its form, which keeps what was typed.
  if (row.state === 'DRAFT' || row.state === 'ENDED') return { ok: false, reason: 'not-here' }
  if (row.version !== version) return { ok: false, reason: 'stale', listing: valuesOf(row) }
  if (await hasVariations(db, row)) return { ok: false, reason: 'has-variations' }
  const next =
    'priceMinor' in change ? { ...row, price_minor: change.priceMinor } : withQuantity(row, change.quantity, now)
  const [broken] = await brokenRules(db, row, next)
  if (broken) return { ok: false, reason: 'broken-rule', problem: broken.problem }
  await db
    .updateTable('listings')
    .set({ price_minor: next.price_minor, quantity_available: next.quantity_available })
    .where('seller_id', '=', sellerId)
    .where('id', '=', row.id)
    .execute()
  await storeStates(db, [next])
  return { ok: true, listing: valuesOf({ ...next, version: row.version + 1 }) }
}

const valuesOf = (row: Listing): RowValues => ({
  version: row.version,
  priceMinor: row.price_minor,
  currency: row.currency,
  quantity: row.quantity_available,
})

/** The rules of publishing that the change would break. What is on sale at a fixed price may sell out. */
async function brokenRules(db: SellerDb, row: Listing, next: Listing): Promise<FieldProblem[]> {
  const bestOffer = await bestOfferOf(db, row)
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

async function bestOfferOf(db: SellerDb, { seller_id, id }: Listing): Promise<BestOffer | null> {
  const content = await db
    .selectFrom('listing_contents')
    .select(['best_offer', 'minimum_offer_minor', 'auto_accept_minor'])
    .where('seller_id', '=', seller_id)
    .where('listing_id', '=', id)
    .executeTakeFirst()
  return content?.best_offer
    ? { minimumMinor: content.minimum_offer_minor, autoAcceptMinor: content.auto_accept_minor }
    : null
}

function withQuantity(row: Listing, quantity: number, now: Date): Listing {
  const changed = { ...row, quantity_available: quantity }
  const event = quantity === 0 ? 'sellOut' : 'restock'
  const step = listingStep(row.state, event, factsOf(changed, now))
  // What is scheduled, or has been empty before, stays where it is.
  if (!step.ok) return changed
  return afterStep(changed, step.next, step.effects, { now }).next
}

async function hasVariations(db: SellerDb, { seller_id, id }: Listing): Promise<boolean> {
  const found = await db
    .selectFrom('listing_variations')
    .select('position')
    .where('seller_id', '=', seller_id)
    .where('listing_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
