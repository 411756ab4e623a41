/** Listing fields that affect prices; null if unknown. */
export interface PricingFields {
  /** Item number of the seller's listing: this one, or its source. */
  listingId?: string | null
  itemId?: string | null
  epid?: string | null
  gtin?: string | null
  title?: string | null
  condition?: string | null
  format?: string | null
  /** The variation whose price is set, by its aspects. */
  variation?: string | null
}

const pricingNames = ['listingId', 'itemId', 'epid', 'gtin', 'title', 'condition', 'format', 'variation'] as const

/** Query of the product summary for these fields, without `?`. */
export function summaryQuery(fields: PricingFields): string {
  const given = pricingNames.flatMap((name) => {
    const value = fields[name]?.trim()
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(given).toString()
}

export function pricingOf(query: string): PricingFields {
  const params = new URLSearchParams(query)
  return Object.fromEntries(pricingNames.map((name) => [name, params.get(name)]))
}
