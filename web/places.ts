export const isAtOrBelow = (place: string, pathname: string): boolean =>
  pathname === place || pathname.startsWith(`${place}/`)

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
