const listingTabs = ['active', 'drafts', 'scheduled', 'ended'] as const
type ListingTab = (typeof listingTabs)[number]

const byTab = (spell: (tab: ListingTab) => string) =>
  Object.fromEntries(listingTabs.map((tab) => [tab, spell(tab)])) as Record<ListingTab, string>

/** The only place that spells the hub's URLs. The map from URL to module is `routes.ts`; a test holds the two together. */
export const paths = {
  home: '/',
  overview: '/sh/ovw',
  orders: '/sh/ord',
  ordersExport: '/sh/ord/export',
  ordersViews: '/sh/ord/views',
  orderDetails: (orderNumber: string) => `/sh/ord/details?orderid=${encodeURIComponent(orderNumber)}`,
  /** Its query is `mode`, and `key`, `draftId` or `itemId`. */
  listingForm: '/sl/list',
  listingDraft: '/sl/list/draft',
  listingPreview: (draftId: string) => `/sl/list/preview?draftId=${encodeURIComponent(draftId)}`,
  /** The list of listings, what it exports and where its views are kept, by tab. */
  listings: byTab((tab) => `/sh/lst/${tab}`),
  listingsExport: byTab((tab) => `/sh/lst/${tab}/export`),
  listingsViews: byTab((tab) => `/sh/lst/${tab}/views`),
  listingsBulk: byTab((tab) => `/sh/lst/${tab}/bulk`),
  listingEdit: '/sh/lst/edit',
  listing: (itemNumber: string) => `/sh/lst/item?item=${encodeURIComponent(itemNumber)}`,
  optOut: '/sh/optout',
  switchTool: '/sh/switch-tool',
  /** Made to be framed, and by signed links opened without a session. */
  productSummary: '/sh/product-summary',
  productInsights: (epid: string) => `/sh/product-insights?epid=${encodeURIComponent(epid)}`,
  messages: '/messages',
  messageEvents: '/messages/events',
  signIn: '/sign-in',
  signInWith: (next: string) => `/sign-in?next=${encodeURIComponent(next)}`,
  signInLink: (token: string) => `/sign-in/link?token=${encodeURIComponent(token)}`,
  signInCode: '/sign-in/code',
  signOut: '/sign-out',
  forgotPassword: '/forgot-password',
  resetPassword: (token: string) => `/reset-password?token=${encodeURIComponent(token)}`,
  switchSeller: '/switch-seller',
  preferences: '/settings/preferences',
  security: '/settings/security',
  operator: '/operator',
  /** Only while developing: see `routes.ts`. */
  gallery: '/gallery',
  pictureUpload: '/sl/pictures',
} as const

/** What `server/http.ts` answers by itself, before the router is asked. */
export const serverPaths = {
  /** Whether the process lives. */
  health: '/healthz',
  /** Whether it reaches its database. */
  ready: '/readyz',
  /** Takes beacons of site speed. */
  track: '/track',
  /** A listing's picture by its hash, for everybody. What it leads to never changes. */
  picture: (hash: string, size: 'large' | 'small') => `/pictures/${hash}-${size}.webp`,
} as const
