import { parseDecimal } from '#lib/money.ts'
import type { ListingAnswer } from './answers.ts'

/** Something that can be bought: a listing, or one of its variations. */
export interface Offer {
  /** The seller's id in the marketplace. */
  seller: string
  item: string
  /** The values that name the variation; null where there are none. */
  variation: readonly string[] | null
  title: string
  currency: string
  priceMinor: number
  /** A number of its own by which buyers take to it, 32 bits. */
  mark: number
}

/** What is to be had of a listing: nothing where it is not on sale, or is no thing with a price. */
export function offersOf(seller: string, listing: ListingAnswer): Offer[] {
  if (listing.state !== 'ACTIVE' || listing.format !== 'FIXED_PRICE') return []
  const sorts =
    listing.variations.length === 0
      ? [{ variation: null, price: listing.price, named: '' }]
      : listing.variations.map(({ price, values }) => ({ variation: values, price, named: ` (${values.join(', ')})` }))
  return sorts.flatMap(({ variation, price, named }) => {
    const amount = parseDecimal(price.value, price.currency)
    if (!amount) return []
    return [
      {
        seller,
        item: listing.item,
        variation,
        title: listing.title + named,
        currency: price.currency,
        priceMinor: amount.minor,
        mark: markOf(`${seller} ${listing.item}${named}`),
      },
    ]
  })
}

/** 32 bits that change altogether with any character (FNV-1a). */
export function markOf(text: string): number {
  let mark = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193)
  return mark >>> 0
}

/** 32 bits that change altogether with any of the number (the end of MurmurHash3). */
export function mix(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
