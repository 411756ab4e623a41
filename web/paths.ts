const listingTabs = ['active', 'drafts', 'scheduled', 'ended'] as const
type ListingTab = (typeof listingTabs)[number]

const byTab = (spell: (tab: ListingTab) => string) =>
  Object.fromEntries(listingTabs.map((tab) => [tab, spell(tab)])) as Record<ListingTab, string>

/** What the listing form is opened for: a new listing, or the one that `itemId`, `draftId` or the form's `key` names. */
interface ListingFormQuery {
  mode?: 'AddItem' | 'ReviseItem' | 'SellSimilarItem' | 'RelistItem'
  itemId?: string
  draftId?: string
  key?: string
  /** What was done just now, for the page to say. */
  done?: 'saved' | 'published' | 'scheduled' | 'revised'
}

/** A path with the parameters that are given: `withQuery('/sign-in', { done: 'signed-out', next: null })`. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] != null)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** The only place that spells the hub's URLs. The map from URL to module is `routes.ts`; a test holds the two together. */
export const paths = {
  home: '/',
  overview: '/sh/ovw',
  orders: '/sh/ord',
  ordersExport: '/sh/ord/export',
  ordersViews: '/sh/ord/views',
  /** `from` is the query of the list that it was opened from. */
  orderDetails: (orderNumber: string, from?: string) => withQuery('/sh/ord/details', { orderid: orderNumber, from }),
  listingForm: (query: ListingFormQuery = {}) => withQuery('/sl/list', { ...query }),
  listingDraft: '/sl/list/draft',
  listingPreview: (draftId: string) => withQuery('/sl/list/preview', { draftId }),
  /** The list of listings, what it exports and where its views are kept, by tab. */
  listings: byTab((tab) => `/sh/lst/${tab}`),
  listingsExport: byTab((tab) => `/sh/lst/${tab}/export`),
  listingsViews: byTab((tab) => `/sh/lst/${tab}/views`),
  listingsBulk: byTab((tab) => `/sh/lst/${tab}/bulk`),
  listingEdit: '/sh/lst/edit',
  /** `from` is the tab and query of the list that it was opened from: `ended?q=leica`. */
  listing: (itemNumber: string, from?: string) => withQuery('/sh/lst/item', { item: itemNumber, from }),
  optOut: '/sh/optout',
  switchTool: '/sh/switch-tool',
  /** Made to be framed, and by signed links opened without a session. */
  productSummary: '/sh/product-summary',
  productInsights: (epid: string, condition?: string) => withQuery('/sh/product-insights', { epid, condition }),
  messages: '/messages',
  messageEvents: '/messages/events',
  signIn: '/sign-in',
  signInWith: (next: string) => withQuery('/sign-in', { next }),
  signInLink: (token: string) => withQuery('/sign-in/link', { token }),
  signInCode: '/sign-in/code',
  signOut: '/sign-out',
  forgotPassword: '/forgot-password',
  resetPassword: (token: string) => withQuery('/reset-password', { token }),
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
