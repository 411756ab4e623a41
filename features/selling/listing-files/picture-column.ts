import { plainHeader } from '#lib/match-columns.ts'

const longestAddress = 2_000

/**
 * Parses addresses of pictures: separated by `|`, as by eBay, or by commas, as by WooCommerce. Null if one of them is no
 * address of a web server.
 */
export function readPictures(text: string): string[] | null {
  const parts = text.split(/[|\s]|[,;](?=https?:)/i).map((part) => part.replace(/[,;]$/, ''))
  const addresses = parts.filter((part) => part !== '')
  return addresses.every(isWebAddress) ? [...new Set(addresses)] : null
}

/** Headers of a product's further pictures, as Etsy, Amazon, BigCommerce, Google and Magento write them. */
export const furtherPicture =
  /^(?:[a-z]+ )?(?:image|picture|photo|bild)(?: ?(?:url|src|link|file))? ?\d{1,2}$|^additional ?image(?:s|links?)?(?: links?)?$/

/** Columns whose pictures follow those of the column at `first`. */
export const furtherPictures = (header: readonly string[], first: number | undefined): readonly number[] =>
  first === undefined
    ? []
    : header.flatMap((field, at) => (at !== first && furtherPicture.test(plainHeader(field)) ? [at] : []))

const isWebAddress = (text: string) =>
  /^https?:\/\/./i.test(text) && text.length <= longestAddress && URL.canParse(text)

/** How strongly a value looks like addresses of pictures, 0 to 1. */
export function weighPictures(text: string): number {
  const addresses = readPictures(text)
  if (!addresses || addresses.length === 0) return 0
  return addresses.every((address) => /\.(?:jpe?g|png|webp|gif|heic|avif)(?:[?#]|$)/i.test(address)) ? 1 : 0.3
}
