import type { Row } from '#db/schema.ts'
import type { CustomsDetails } from './customs-details.ts'
import type { KitPart } from './kit.ts'

// Content of a listing, shared by form, validation, database and buyer's page. Pure.

export type Condition = Row<'listings'>['condition']
export type ListingFormat = Row<'listings'>['format']

/** Conditions, best first. */
export const conditions = [
  'NEW',
  'LIKE_NEW',
  'VERY_GOOD',
  'GOOD',
  'ACCEPTABLE',
  'FOR_PARTS',
] as const satisfies Condition[]
export const listingFormats = ['FIXED_PRICE', 'AUCTION'] as const satisfies ListingFormat[]

export const policyKinds = ['FULFILMENT', 'PAYMENT', 'RETURN'] as const
export type PolicyKind = (typeof policyKinds)[number]

/** Limits of the marketplace (seller-hubs 1.4, 5.5); text in code points. */
export const limits = { title: 80, sku: 50, description: 50_000, axes: 2, rows: 100, aspect: 80 } as const

/** Best offers: below `minimumMinor` they are declined, from `autoAcceptMinor` on accepted. */
export interface BestOffer {
  minimumMinor: number | null
  autoAcceptMinor: number | null
}

/** An aspect that distinguishes variations, with its values in order: `Size`, `S M L`. */
export interface VariationAxis {
  name: string
  values: readonly string[]
}

/** A variation; `values` has one value for each axis. */
export interface Variation {
  values: readonly string[]
  sku: string | null
  priceMinor: number | null
  quantity: number | null
  /** What it is made of; absent or empty if it is no kit. */
  parts?: readonly KitPart[] | undefined
}

/** Parcel weight in grams and dimensions in millimetres; its package, null for the shop's default. */
export interface ParcelSize {
  weightGrams: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  packageId: string | null
}

/** Content of a listing; null for missing values. */
export interface ListingContent {
  title: string
  sku: string | null
  epid: string | null
  /** Path of the category's leaf: `Cameras & Photography > Lenses`. */
  category: string | null
  condition: Condition | null
  format: ListingFormat
  /** Picture ids, in order. */
  pictures: readonly string[]
  /** HTML as typed; sanitized before it is stored or shown. */
  description: string
  aspects: Readonly<Record<string, readonly string[]>>
  currency: string
  priceMinor: number | null
  quantity: number | null
  bestOffer: BestOffer | null
  /** What the listing itself is made of; absent or empty if it is no kit. */
  parts?: readonly KitPart[] | undefined
  /** Empty if the listing has no variations. */
  axes: readonly VariationAxis[]
  variations: readonly Variation[]
  parcel: ParcelSize
  /** Of its SKU; with variations, of the first. */
  customs: CustomsDetails
  /** Handling time in working days. */
  handlingDays: number | null
  policies: Readonly<Record<PolicyKind, string | null>>
  startsAt: Date | null
  /** Cost of goods and postage for the estimate; never shown to buyers. */
  costMinor: number | null
  postageMinor: number | null
}

/** Length in code points, as the marketplace counts it. */
export function codePointLength(text: string): number {
  return [...text].length
}

export function lowestPrice({ axes, variations, priceMinor }: ListingContent): number | null {
  if (axes.length === 0) return priceMinor
  const prices = variations.flatMap((variation) => variation.priceMinor ?? [])
  return prices.length > 0 ? Math.min(...prices) : null
}

export function totalQuantity({ axes, variations, quantity }: ListingContent): number | null {
  if (axes.length === 0) return quantity
  return variations.reduce((sum, variation) => sum + (variation.quantity ?? 0), 0)
}

/** Whether a listing or variation is made of other SKUs. */
export const isKit = ({ parts }: { parts?: readonly KitPart[] | undefined }): boolean => Boolean(parts?.length)
