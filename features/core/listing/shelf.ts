import type { Row } from '#db/schema.ts'
import { factsOf, listingStep } from './listing-states.ts'
import type { ItemNumber } from './listing.ts'
import { namedVariation } from './sold-variation.ts'
import { assertDefined } from '#lib/assert-defined.ts'

export interface WantedUnits {
  item: ItemNumber
  sku: string | null
  variation: readonly string[] | null
  quantity: number
  /** Title under which units are sold that are not on the shelf at all; null if they have to be. */
  title: string | null
  /** Units that an accepted offer holds for this line. */
  heldUnits?: number
}

/** A part of a kit: units of one, and the stocks that limit it. */
interface KitPart {
  sku: string
  units: number
  limits: { key: string; most: number }[]
}

interface SoldVariation {
  position: number
  sku: string | null
  values: string[]
  quantity: number
  /** Null or absent for one that is no kit. */
  kit?: KitPart[] | null
}

/** A locked listing that can be sold. */
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
  /** The listing's handling time in days; null for the shop's. */
  handling_days: number | null
  /** Absent in answers of the previous version. */
  shipping_policy?: { id: string; version: number } | null
  /** Since when it is paused by the seller's time away; null if it is not. */
  paused_since: Date | null
  /** Its SKU if it shares its stock with the other listings that have it. */
  shared_sku: string | null
  /** Whether the shop says what is left to sell: its figure lacks the units of its orders. */
  is_counted_by_shop: boolean
  /** Kits that the seller holds back of a kit. */
  buffer?: number
  /** What it is made of; null or absent for one that is no kit. */
  kit?: KitPart[] | null
  variations: SoldVariation[]
}

type Absence = 'no-such-listing' | 'no-such-variation' | 'not-on-offer'

/** Why units are unavailable, by index of the request. */
export type StockRefusal =
  | { reason: Absence; at: number }
  | { reason: 'not-enough-stock'; at: number; available: number }

export type SoldOut = Pick<Row<'listings'>, 'id' | 'state' | 'ended_at' | 'end_reason' | 'out_of_stock_since'>

/** What to do if units are missing: `refuse` the order, or `take` it if `isInTime` or the shop allows it. */
interface ShortRule {
  onShort: 'take' | 'refuse' | null
  placedAt: Date
  isPaid: boolean
}

export interface TakenVariation {
  listing: number
  position: number
  units: number
}

export interface FoundUnits {
  listing: OfferedListing
  variation: SoldVariation | null
}

/** What a sold listing or variation is made of; null if it is no kit. */
export const kitOf = ({ listing, variation }: FoundUnits): KitPart[] | null =>
  (variation ? variation.kit : listing.kit) ?? null

interface Limit {
  key: string
  most: number
  units: number
  back: number
}

/** What can be sold within all limits, of which some is taken; can be below zero. */
const leftOf = (limits: readonly Limit[], takenOf: (key: string) => number) =>
  Math.min(...limits.map(({ key, most, units, back }) => Math.floor((most - takenOf(key)) / units) - back))

export interface Shelf {
  /** Finds the requested variation of a listing; null for units that go by their title alone. */
  find(wanted: WantedUnits): FoundUnits | null
  /** Finds them whether they are on the shelf or not; null if there is no such listing or variation. */
  lookUp(wanted: WantedUnits): FoundUnits | null
  /** Why the request cannot be filled; null if it can. Takes nothing. */
  refusalOf(wanted: readonly WantedUnits[], rule: ShortRule): StockRefusal | null
  /** Takes units that were not refused; returns the number missing for each request. */
  take(wanted: readonly WantedUnits[]): number[]
  soldOut(now: Date): SoldOut[]
  takenVariations(): TakenVariation[]
}

/** Whether an order is accepted although its listings are unknown. */
const isSold = ({ onShort, isPaid }: ShortRule) => onShort === 'take' || (onShort === null && isPaid)

/**
 * Whether an order is accepted without stock: the shop allows it, or it was placed and paid before the listing ended,
 * sold out or was paused.
 */
function mayBeShort(
  { state, ended_at: endedAt, out_of_stock_since: outSince, paused_since: pausedSince }: OfferedListing,
  { onShort, placedAt, isPaid }: ShortRule,
): boolean {
  if (onShort !== null) return onShort === 'take'
  const gone = state === 'ENDED' ? endedAt : state === 'OUT_OF_STOCK' ? outSince : null
  const ends = [gone, pausedSince].flatMap((end) => end?.getTime() ?? [])
  return isPaid && ends.length > 0 && placedAt.getTime() <= Math.min(...ends)
}

/**
 * Loads listings for orders. Checking here lets a refusal name the line and the units left; the database enforces stock
 * for everybody (`move_units`).
 */
export function createShelf(offered: readonly OfferedListing[]): Shelf {
  const listings = new Map<string, OfferedListing>(offered.map((listing) => [listing.item_number, listing]))
  const taken = new Map<string, number>()
  const variations = new Map<string, TakenVariation>()
  const variationOf = (listing: OfferedListing, { sku, variation: values }: WantedUnits) =>
    namedVariation(listing.variations, { sku, values })
  const listingOf = ({ item }: WantedUnits) => assertDefined(listings.get(item), 'what is not on the shelf was refused')
  const keyOf = (listing: OfferedListing, { position }: SoldVariation) => `${listing.item_number} ${position}`

  /** Listings that share their stock have one key. */
  const stockOf = ({ item_number: item, shared_sku: shared }: OfferedListing) =>
    shared === null ? item : `sku ${shared}`
  /**
   * Limits of a listing and its variation, by key: `units` of a stock are sold with each, `back` stay. A kit has those of
   * its parts. None if the shop counts, which took the units before.
   */
  function limitsOf(listing: OfferedListing, variation: SoldVariation | null): Limit[] {
    if (listing.is_counted_by_shop) return []
    const kit = kitOf({ listing, variation })
    if (kit) {
      const back = variation ? 0 : (listing.buffer ?? 0)
      return kit.flatMap(({ units, limits }) => limits.map((limit) => ({ ...limit, units, back })))
    }
    const whole = { units: 1, back: 0 }
    return [
      { key: stockOf(listing), most: listing.quantity_available, ...whole },
      ...(variation ? [{ key: keyOf(listing, variation), most: variation.quantity, ...whole }] : []),
    ]
  }

  /** Why no unit can be sold, however many there are; null if some can. `rule` is absent for those that were not refused. */
  function absenceOf(each: WantedUnits, rule?: ShortRule): Absence | null {
    const listing = listings.get(each.item)
    if (!listing || listing.state === 'DRAFT') return 'no-such-listing'
    const isOther = each.variation !== null || (each.sku !== null && each.sku !== listing.sku)
    if (listing.variations.length > 0 ? !variationOf(listing, each) : isOther) return 'no-such-variation'
    if (each.heldUnits) return null
    const isPaused = listing.paused_since !== null
    if (!isPaused && (listing.state === 'ACTIVE' || listing.state === 'OUT_OF_STOCK')) return null
    const takesShort = rule === undefined || mayBeShort(listing, rule)
    return (isPaused || listing.state === 'ENDED') && takesShort ? null : 'not-on-offer'
  }

  /** Whether units go by their title: the shop has sold what is not on the shelf. */
  const isUnlisted = (each: WantedUnits) => each.title !== null && absenceOf(each) !== null

  /** Simulates taking units, because two lines may want the same. */
  function refusalOf(wanted: readonly WantedUnits[], rule: ShortRule): StockRefusal | null {
    const asked = new Map<string, number>()
    for (const [at, each] of wanted.entries()) {
      if (isSold(rule) && isUnlisted(each)) continue
      const reason = absenceOf(each, rule)
      if (reason) return { reason, at }
      const listing = listingOf(each)
      if (mayBeShort(listing, rule)) continue
      const variation = variationOf(listing, each)
      const limits = limitsOf(listing, variation)
      const left = leftOf(limits, (key) => (taken.get(key) ?? 0) + (asked.get(key) ?? 0))
      const units = each.quantity - (each.heldUnits ?? 0)
      if (units > left) return { reason: 'not-enough-stock', at, available: Math.max(0, left) }
      for (const limit of limits) asked.set(limit.key, (asked.get(limit.key) ?? 0) + units * limit.units)
    }
    return null
  }

  function take(wanted: readonly WantedUnits[]): number[] {
    return wanted.map((each) => {
      if (isUnlisted(each)) return 0
      const listing = listingOf(each)
      const variation = variationOf(listing, each)
      const limits = limitsOf(listing, variation)
      const left = leftOf(limits, (key) => taken.get(key) ?? 0)
      const held = each.heldUnits ?? 0
      const there = Math.max(0, Math.min(each.quantity - held, left))
      for (const { key, units } of limits) taken.set(key, (taken.get(key) ?? 0) + there * units)
      // The database takes the parts of kits, and derives what is left of them.
      if (variation && !variation.kit && held + there > 0 && !listing.is_counted_by_shop) {
        const key = keyOf(listing, variation)
        const units = (variations.get(key)?.units ?? 0) + held + there
        variations.set(key, { listing: listing.id, position: variation.position, units })
      }
      return each.quantity - held - there
    })
  }

  return {
    find: (wanted) => {
      if (isUnlisted(wanted)) return null
      const listing = listingOf(wanted)
      return { listing, variation: variationOf(listing, wanted) }
    },
    lookUp: (wanted) => {
      const listing = listings.get(wanted.item)
      const variation = listing && variationOf(listing, wanted)
      return listing && (variation || listing.variations.length === 0)
        ? { listing, variation: variation ?? null }
        : null
    },
    refusalOf,
    take,
    soldOut: (now) =>
      [...listings.values()].flatMap((listing) => {
        const units = taken.get(stockOf(listing)) ?? 0
        if (listing.kit || units === 0 || units < listing.quantity_available) return []
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
