import type { ListingFormat } from '#features/core/listing/listing-content.ts'

const words: Readonly<Record<string, ListingFormat>> = {
  fixedprice: 'FIXED_PRICE',
  fixedpriceitem: 'FIXED_PRICE',
  storesfixedprice: 'FIXED_PRICE',
  festpreis: 'FIXED_PRICE',
  auction: 'AUCTION',
  chinese: 'AUCTION',
  auktion: 'AUCTION',
}

export function readFormat(text: string): ListingFormat | null {
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '')
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}
