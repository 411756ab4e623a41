import type { Row } from '#db/schema.ts'

// What a listing says and offers, as the form, the guards, the database and the buyer's page know it. Pure.

/** The state of the thing itself. */
export type Condition = Row<'listings'>['condition']
/** How it is sold. */
export type ListingFormat = Row<'listings'>['format']

/** The conditions from the best to the worst. */
export const conditions = [
  'NEW',
  'LIKE_NEW',
  'VERY_GOOD',
  'GOOD',
  'ACCEPTABLE',
  'FOR_PARTS',
] as const satisfies Condition[]
/** The ways to sell. */
export const listingFormats = ['FIXED_PRICE', 'AUCTION'] as const satisfies ListingFormat[]

/** The kinds of reusable policies of which a listing needs one each. */
export const policyKinds = ['FULFILMENT', 'PAYMENT', 'RETURN'] as const
export type PolicyKind = (typeof policyKinds)[number]

/** Code points in a title, a SKU: limits of the marketplace (seller-hubs 1.4, 5.5). */
export const limits = { title: 80, sku: 50, description: 50_000, axes: 2, rows: 100, aspect: 80 } as const

/** Offers below the price: none are heard below `minimumMinor`, and from `autoAcceptMinor` on they are taken at once. */
export interface BestOffer {
  minimumMinor: number | null
  autoAcceptMinor: number | null
}

/** An aspect in which the variations differ, with its values in order: `Size`, `S M L`. */
export interface VariationAxis {
  name: string
  values: readonly string[]
}

/** One thing of a listing with variations; `values` has one for each axis. */
export interface Variation {
  values: readonly string[]
  sku: string | null
  priceMinor: number | null
  quantity: number | null
}

/** The parcel; grams and millimetres. */
export interface ParcelSize {
  weightGrams: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
}

/** All that a listing says and offers. Null where nothing is given yet. */
export interface ListingContent {
  title: string
  sku: string | null
  epid: string | null
  /** The leaf of the taxonomy, by its path: `Cameras & Photography > Lenses`. */
  category: string | null
  condition: Condition | null
  format: ListingFormat
  /** Ids of pictures in order. */
  pictures: readonly string[]
  /** HTML as typed; it is made safe before it is stored or shown. */
  description: string
  aspects: Readonly<Record<string, readonly string[]>>
  currency: string
  priceMinor: number | null
  quantity: number | null
  bestOffer: BestOffer | null
  /** The axes are empty where the listing has no variations. */
  axes: readonly VariationAxis[]
  variations: readonly Variation[]
  parcel: ParcelSize
  /** Working days until it is handed to the carrier. */
  handlingDays: number | null
  /** Ids of the seller's policies. */
  policies: Readonly<Record<PolicyKind, string | null>>
  startsAt: Date | null
  /** What the seller paid for one and pays the carrier, for the estimate; never shown to buyers. */
  costMinor: number | null
  postageMinor: number | null
}

/** Length as the marketplace counts it: a letter outside the basic plane is one, not two. */
export function codePointLength(text: string): number {
  return [...text].length
}

/** What a buyer pays at least: the price, or that of the cheapest variation. */
export function lowestPrice({ axes, variations, priceMinor }: ListingContent): number | null {
  if (axes.length === 0) return priceMinor
  const prices = variations.flatMap((variation) => variation.priceMinor ?? [])
  return prices.length > 0 ? Math.min(...prices) : null
}

/** How many things are offered, over all variations. */
export function totalQuantity({ axes, variations, quantity }: ListingContent): number | null {
  if (axes.length === 0) return quantity
  return variations.reduce((sum, variation) => sum + (variation.quantity ?? 0), 0)
}
