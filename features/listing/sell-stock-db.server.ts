import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { factsOf, listingStep } from './listing-states.ts'
import type { ItemNumber } from './listing.ts'
import { namedVariation } from './sold-variation.ts'

/** What is wanted of a listing; one of its variations is named by its SKU or its values. */
export interface WantedUnits {
  item: ItemNumber
  sku: string | null
  variation: readonly string[] | null
  quantity: number
}

/** A listing that is sold, which nobody else changes until the transaction ends. */
export type SoldListing = Pick<
  Row<'listings'>,
  | 'id'
  | 'item_number'
  | 'product_id'
  | 'title'
  | 'sku'
  | 'state'
  | 'format'
  | 'currency'
  | 'quantity_available'
  | 'starts_at'
  | 'ends_at'
  | 'out_of_stock_since'
> & { variations: SoldVariation[] }

interface SoldVariation {
  position: number
  sku: string | null
  values: string[]
  quantity: number
}

/** Why units cannot be had, by their place among what is wanted. */
export type StockRefusal =
  | { reason: 'no-such-listing' | 'no-such-variation' | 'not-on-offer'; at: number }
  | { reason: 'not-enough-stock'; at: number; available: number }

export type StockOutcome = { ok: true; listings: Map<ItemNumber, SoldListing> } | ({ ok: false } & StockRefusal)

/**
 * Locks the listings of an order and says whether there is enough of each. The lines that hold stock then reserve it, and the
 * database takes none that is not there (0027-stock): asked first, the answer says which line and how many are left.
 */
export async function findStock(
  db: SellerDb,
  { sellerId, wanted }: { sellerId: number; wanted: readonly WantedUnits[] },
): Promise<StockOutcome> {
  const items = [...new Set(wanted.map(({ item }) => item))]
  // By id, so that two orders never wait for each other in a ring.
  const { rows } = await sql<Omit<SoldListing, 'variations'>>`
    select id, item_number, product_id, title, sku, state, format, currency, quantity_available, starts_at, ends_at, out_of_stock_since
    from listings where seller_id = ${sellerId} and item_number = any (${items}) order by id for no key update`.execute(
    db,
  )
  const { rows: variations } = await sql<SoldVariation & { listing: number }>`
    select listing_id as listing, position, sku, axis_values as values, quantity from listing_variations
    where seller_id = ${sellerId} and listing_id = any (${rows.map(({ id }) => id)}::bigint[])
    order by listing_id, position`.execute(db)
  const listings = new Map(
    rows.map((row) => [
      row.item_number as ItemNumber,
      { ...row, variations: variations.filter(({ listing }) => listing === row.id) },
    ]),
  )
  const refusal = refusalOf(wanted, listings)
  return refusal ? { ok: false, ...refusal } : { ok: true, listings }
}

/** What is taken of each thing by the lines so far: two lines may want the same. */
function refusalOf(
  wanted: readonly WantedUnits[],
  listings: ReadonlyMap<ItemNumber, SoldListing>,
): StockRefusal | null {
  const taken = new Map<string, number>()
  for (const [at, { item, sku, variation: values, quantity }] of wanted.entries()) {
    const listing = listings.get(item)
    if (!listing || listing.state === 'DRAFT') return { reason: 'no-such-listing', at }
    const variation = namedVariation(listing.variations, { sku, values })
    const isOther = values !== null || (sku !== null && sku !== listing.sku)
    if (listing.variations.length > 0 ? !variation : isOther) return { reason: 'no-such-variation', at }
    if (listing.state !== 'ACTIVE' && listing.state !== 'OUT_OF_STOCK') return { reason: 'not-on-offer', at }
    const available = Math.min(listing.quantity_available, variation?.quantity ?? Infinity)
    const key = `${item} ${variation?.position ?? ''}`
    const left = available - (taken.get(key) ?? 0)
    if (quantity > left) return { reason: 'not-enough-stock', at, available: Math.max(0, left) }
    taken.set(key, (taken.get(key) ?? 0) + quantity)
  }
  return null
}

/** Counts what an order's lines have just reserved as sold; of a listing of which nothing is left, what follows from that. */
export async function countSold(
  db: SellerDb,
  {
    sellerId,
    wanted,
    listings,
    now,
  }: { sellerId: number; wanted: readonly WantedUnits[]; listings: ReadonlyMap<ItemNumber, SoldListing>; now: Date },
): Promise<void> {
  const sold = [...listings.values()].map((listing) => {
    const units = wanted
      .filter(({ item }) => item === listing.item_number)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    const after = { ...listing, quantity_available: listing.quantity_available - units }
    const step =
      after.quantity_available === 0 ? listingStep(after.state, 'sellOut', factsOf(after, now)) : { ok: false as const }
    const state = step.ok ? step.next : listing.state
    return {
      id: listing.id,
      state,
      units,
      ended_at: state === 'ENDED' ? now : null,
      end_reason: state === 'ENDED' ? 'SOLD_OUT' : null,
      out_of_stock_since: state === 'OUT_OF_STOCK' ? now : null,
    }
  })
  await sql`
    update listings l set state = n.state, ended_at = n.ended_at, end_reason = n.end_reason, out_of_stock_since = n.out_of_stock_since,
      quantity_sold = l.quantity_sold + n.units, version = l.version + 1
    from json_to_recordset(${JSON.stringify(sold)}::json)
      n (id bigint, state text, units integer, ended_at timestamptz, end_reason text, out_of_stock_since timestamptz)
    where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
  const ofVariations = wanted.flatMap(({ item, sku, variation: values, quantity }) => {
    const { id, variations } = listings.get(item)!
    const variation = namedVariation(variations, { sku, values })
    return variation ? [{ listing: id, position: variation.position, quantity }] : []
  })
  if (ofVariations.length === 0) return
  await sql`
    update listing_variations v set quantity = v.quantity - sold.units
    from (
      select listing, position, sum(units)::integer as units
      from unnest(${ofVariations.map(({ listing }) => listing)}::bigint[], ${ofVariations.map(({ position }) => position)}::smallint[],
        ${ofVariations.map(({ quantity }) => quantity)}::integer[]) line (listing, position, units)
      group by listing, position
    ) sold
    where v.seller_id = ${sellerId} and v.listing_id = sold.listing and v.position = sold.position`.execute(db)
}
