/** Whether a path is a place or below it. */
export const isAtOrBelow = (place: string, pathname: string): boolean =>
  pathname === place || pathname.startsWith(`${place}/`)

/** Common paths of related pages, without their queries. */
export const places = {
  listings: '/sh/lst',
  listing: '/sh/lst/item',
  listingForm: '/sl',
  productInsights: '/sh/product-insights',
  payments: '/sh/fin',
  reports: '/sh/reports',
  performance: '/sh/performance',
  sellerLevel: '/sh/performance/seller-level',
  settings: '/settings',
} as const
