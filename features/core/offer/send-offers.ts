import { hour } from '#lib/duration.ts'
import { discounted, longestOffer } from './offer.ts'
import type { OfferLimits } from '#features/core/policy-pack/offer-limits.ts'

export type SendRefusal =
  | 'no-such-listing'
  | 'takes-no-offers'
  | 'not-on-sale'
  | 'not-less'
  | 'too-little-discount'
  | 'not-enough-stock'
  | 'wrong-hours'
  | 'nobody-interested'
  | 'offer-open'

/** Either a discount in percent or a price for a unit. */
export type SentPrice = { discountPercent: number } | { priceMinor: number }

export interface ListingToOffer {
  state: string
  format: string
  priceMinor: number
  available: number
  variations: readonly unknown[]
}

/** What a seller asks of a unit in offers to interested buyers. */
export const sentPriceMinor = (listPriceMinor: number, price: SentPrice): number =>
  'priceMinor' in price ? price.priceMinor : discounted(listPriceMinor, price.discountPercent)

/**
 * Why a seller cannot send offers for a listing; null if they can. A listing with variations is not offered, since
 * nobody knows which one interests a buyer.
 */
export function sendRefusal(
  listing: ListingToOffer,
  { price, units, hours }: { price: SentPrice; units: number; hours: number | null },
  { leastDiscount }: Pick<OfferLimits, 'leastDiscount'>,
): SendRefusal | null {
  if (listing.format !== 'FIXED_PRICE' || listing.variations.length > 0) return 'takes-no-offers'
  if (listing.state !== 'ACTIVE') return 'not-on-sale'
  const priceMinor = sentPriceMinor(listing.priceMinor, price)
  if (priceMinor <= 0 || priceMinor >= listing.priceMinor) return 'not-less'
  if (priceMinor > discounted(listing.priceMinor, leastDiscount)) return 'too-little-discount'
  if (units > listing.available) return 'not-enough-stock'
  return hours !== null && (hours < 1 || hours > longestOffer / hour) ? 'wrong-hours' : null
}
