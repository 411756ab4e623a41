import type { Row } from '#db/schema.ts'
import { factsOf, listingStep } from './listing-states.ts'
import type { ItemNumber } from './listing.ts'
import { namedVariation } from './sold-variation.ts'
import { certain } from '#lib/certain.ts'

/** What is wanted of a listing; one of its variations is named by its SKU or its values. */
export interface WantedUnits {
  item: ItemNumber
  sku: string | null
  variation: readonly string[] | null
  quantity: number
}

interface SoldVariation {
  position: number
  sku: string | null
  values: string[]
  quantity: number
}

/** A listing that may be sold, which nobody else changes meanwhile. */
export type OfferedListing = Pick<
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
  | 'ended_at'
  | 'out_of_stock_since'
> & {
  /** Its own days from payment to hand-over; null is the shop's. */
  handling_days: number | null
  variations: SoldVariation[]
}

/** Why units cannot be had, by their place among what is wanted. */
export type StockRefusal =
  | { reason: 'no-such-listing' | 'no-such-variation' | 'not-on-offer'; at: number }
  | { reason: 'not-enough-stock'; at: number; available: number }

/** A listing of which the last unit was taken, as it stands then. */
export type SoldOut = Pick<Row<'listings'>, 'id' | 'state' | 'ended_at' | 'end_reason' | 'out_of_stock_since'>

/** How an order is taken whose units are not all there: `refuse` it whole, or `take` it, where it `isInTime` or the shop says so. */
interface ShortRule {
  onShort: 'take' | 'refuse' | null
  placedAt: Date
  isPaid: boolean
}

/** Units of a variation that were taken. */
export interface TakenVariation {
  listing: number
  position: number
  units: number
}

/** Listings from which orders take, one after the other. */
export interface Shelf {
  /** The variation that is meant, of a listing that has some. */
  find(wanted: WantedUnits): {
    listing: OfferedListing
    variation: SoldVariation | null
  }
  /** Why this cannot be had of what is left, as it stands now; null takes nothing yet. */
  refusalOf(wanted: readonly WantedUnits[], rule: ShortRule): StockRefusal | null
  /** Takes what was not refused; returns for each how many units are not there. */
  take(wanted: readonly WantedUnits[]): number[]
  /** What follows for listings of which nothing is left. */
  soldOut(now: Date): SoldOut[]
  takenVariations(): TakenVariation[]
}

/** Whether an order may be taken without stock: the shop says so, or it was paid and placed before the listing ended or was sold out. */
function mayBeShort(
  { state, ended_at: endedAt, out_of_stock_since: outSince }: OfferedListing,
  { onShort, placedAt, isPaid }: ShortRule,
): boolean {
  if (onShort !== null) return onShort === 'take'
  const gone = state === 'ENDED' ? endedAt : state === 'OUT_OF_STOCK' ? outSince : null
  return isPaid && gone !== null && placedAt.getTime() <= gone.getTime()
}

/**
 * Puts listings where orders take from them. Asked first, a refusal can say which line it is about and how many are left; the database
 * takes none that is not there, whoever asks (0049-intake).
 */
export function createShelf(offered: readonly OfferedListing[]): Shelf {
  const listings = new Map<string, OfferedListing>(offered.map((listing) => [listing.item_number, listing]))
  const taken = new Map<string, number>()
  const variations = new Map<string, TakenVariation>()
  const variationOf = (listing: OfferedListing, { sku, variation: values }: WantedUnits) =>
    namedVariation(listing.variations, { sku, values })
  const keyOf = (listing: OfferedListing, { position }: SoldVariation) => `${listing.item_number} ${position}`

  /** What may be taken of a listing, and of its variation: each by its key. */
  const limitsOf = (listing: OfferedListing, variation: SoldVariation | null) => [
    { key: listing.item_number, most: listing.quantity_available },
    ...(variation ? [{ key: keyOf(listing, variation), most: variation.quantity }] : []),
  ]

  /** Takes unit by unit in its own reckoning: two lines may want the same. */
  function refusalOf(wanted: readonly WantedUnits[], rule: ShortRule): StockRefusal | null {
    const asked = new Map<string, number>()
    for (const [at, each] of wanted.entries()) {
      const { item, sku, quantity } = each
      const listing = listings.get(item)
      if (!listing || listing.state === 'DRAFT') return { reason: 'no-such-listing', at }
      const variation = variationOf(listing, each)
      const isOther = each.variation !== null || (sku !== null && sku !== listing.sku)
      if (listing.variations.length > 0 ? !variation : isOther) return { reason: 'no-such-variation', at }
      const takesShort = mayBeShort(listing, rule)
      const isOffered = listing.state === 'ACTIVE' || listing.state === 'OUT_OF_STOCK'
      if (!isOffered && !(listing.state === 'ENDED' && takesShort)) return { reason: 'not-on-offer', at }
      if (takesShort) continue
      const limits = limitsOf(listing, variation)
      const left = Math.min(...limits.map(({ key, most }) => most - (taken.get(key) ?? 0) - (asked.get(key) ?? 0)))
      if (quantity > left) return { reason: 'not-enough-stock', at, available: Math.max(0, left) }
      for (const { key } of limits) asked.set(key, (asked.get(key) ?? 0) + quantity)
    }
    return null
  }

  const listingOf = ({ item }: WantedUnits) => certain(listings.get(item), 'what is not on the shelf was refused')

  function take(wanted: readonly WantedUnits[]): number[] {
    return wanted.map((each) => {
      const listing = listingOf(each)
      const variation = variationOf(listing, each)
      const limits = limitsOf(listing, variation)
      const left = Math.min(...limits.map(({ key, most }) => most - (taken.get(key) ?? 0)))
      const there = Math.max(0, Math.min(each.quantity, left))
      for (const { key } of limits) taken.set(key, (taken.get(key) ?? 0) + there)
      if (variation && there > 0) {
        const key = keyOf(listing, variation)
        variations.set(key, { listing: listing.id, position: variation.position, units: taken.get(key) ?? 0 })
      }
      return each.quantity - there
    })
  }

  return {
    find: (wanted) => {
      const listing = listingOf(wanted)
      return { listing, variation: variationOf(listing, wanted) }
    },
    refusalOf,
    take,
    soldOut: (now) =>
      [...listings.values()].flatMap((listing) => {
        const units = taken.get(listing.item_number) ?? 0
        if (units === 0 || units < listing.quantity_available) return []
        const step = listingStep(listing.state, 'sellOut', factsOf({ ...listing, quantity_available: 0 }, now))
        if (!step.ok) return []
        const isEnded = step.next === 'ENDED'
        return {
          id: listing.id,
          state: step.next,
          ended_at: isEnded ? now : null,
          end_reason: isEnded ? 'SOLD_OUT' : null,
          out_of_stock_since: step.next === 'OUT_OF_STOCK' ? now : null,
        }
      }),
    takenVariations: () => [...variations.values()],
  }
}
