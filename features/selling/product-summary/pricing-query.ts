/** What a listing says of itself, as far as prices depend on it; null where it is not known. */
export interface PricingFields {
  /** The item number of a listing of the seller's own: of this listing, or of the one it is like. */
  listingId?: string | null
  itemId?: string | null
  epid?: string | null
  gtin?: string | null
  title?: string | null
  condition?: string | null
  format?: string | null
  /** The variation whose price is set, as its aspects say it. */
  variation?: string | null
}

const pricingNames = ['listingId', 'itemId', 'epid', 'gtin', 'title', 'condition', 'format', 'variation'] as const

/** The query that asks the product summary for these fields, without `?`. */
export function summaryQuery(fields: PricingFields): string {
  const given = pricingNames.flatMap((name) => {
    const value = fields[name]?.trim()
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(given).toString()
}

/** The fields that a product summary's query asks for. */
export function pricingOf(query: string): PricingFields {
  const params = new URLSearchParams(query)
  return Object.fromEntries(pricingNames.map((name) => [name, params.get(name)]))
}
