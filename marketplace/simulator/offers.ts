import { parseDecimal } from '#lib/money.ts'
import type { ListingAnswer } from './answers.ts'

export interface Offer {
  /** Marketplace id of the seller. */
  seller: string
  item: string
  variation: readonly string[] | null
  title: string
  currency: string
  priceMinor: number
  /** 32 bits that determine buyers' preference. */
  mark: number
}

/** Offers of a listing: none if it is not active or has no fixed price. */
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
        mark: hashText(`${seller} ${listing.item}${named}`),
      },
    ]
  })
}

/** 32-bit FNV-1a hash. */
export function hashText(text: string): number {
  let mark = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193)
  return mark >>> 0
}

/** 32-bit mixing function (finaliser of MurmurHash3). */
export function hashNumber(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
