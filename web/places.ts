/** Whether an address is that of a place, or lies below it. */
export const liesIn = (place: string, pathname: string): boolean =>
  pathname === place || pathname.startsWith(`${place}/`)

/** What pages that belong together lie at or below, whatever their query. */
export const places = {
  listings: '/sh/lst',
  listing: '/sh/lst/item',
  listingForm: '/sl',
  productInsights: '/sh/product-insights',
  sellerLevel: '/sh/performance/seller-level',
  settings: '/settings',
} as const
