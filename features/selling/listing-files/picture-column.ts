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

const isWebAddress = (text: string) =>
  /^https?:\/\/./i.test(text) && text.length <= longestAddress && URL.canParse(text)

/** How strongly a value looks like addresses of pictures, 0 to 1. */
export function weighPictures(text: string): number {
  const addresses = readPictures(text)
  if (!addresses || addresses.length === 0) return 0
  return addresses.every((address) => /\.(?:jpe?g|png|webp|gif|heic|avif)(?:[?#]|$)/i.test(address)) ? 1 : 0.3
}
