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
  done?: 'saved'
  /** The kind of policy that the page leads to. */
  policy?: 'FULFILMENT' | 'PAYMENT' | 'RETURN'
}

/** What was published just now, for the listing's page to say. */
type PublishedAs = 'published' | 'scheduled' | 'revised'

const tasksDone = ['accepted', 'refunded', 'answered', 'decided'] as const
/** What was done about a task just now, for the page to say. */
export type TaskDone = (typeof tasksDone)[number]

/** Reads what an address says was done; null for anything else. */
export const findTaskDone = (text: string | null): TaskDone | null => tasksDone.find((done) => done === text) ?? null

/** A path with the parameters that are given: `withQuery('/sign-in', { done: 'signed-out', next: null })`. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] != null)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** A path with the query of another address as that spells it, with or without its mark: `status=paid&q=leica`. */
export function withSearch(path: string, search: string | URLSearchParams): string {
  const query = String(search).replace(/^\?/, '')
  return query === '' ? path : `${path}?${query}`
}

/** Whether an address is that of a place, or lies below it. */
export const liesIn = (place: string, pathname: string): boolean =>
  pathname === place || pathname.startsWith(`${place}/`)

/** What pages that belong together lie at or below, whatever their query. */
export const places = {
  listings: '/sh/lst',
  listing: '/sh/lst/item',
  listingForm: '/sl',
  productInsights: '/sh/product-insights',
  settings: '/settings',
} as const

/** The only place that spells the hub's URLs. The map from URL to module is `routes.ts`; a test holds the two together. */
export const paths = {
  home: '/',
  overview: '/sh/ovw',
  overviewDone: (done: TaskDone) => withQuery('/sh/ovw', { done }),
  /** All that is due: of one `kind`, by `sort`; `done` is what was done just now. */
  tasks: (query: { kind?: string; sort?: 'money'; done?: TaskDone } = {}) => withQuery('/sh/tasks', query),
  /** What can be gone to for what was typed. */
  find: (q?: string) => withQuery('/sh/find', { q }),
  orders: '/sh/ord',
  ordersExport: '/sh/ord/export',
  ordersViews: '/sh/ord/views',
  /** What to print for the orders that the address selects, as the list's actions do. */
  ordersPrint: '/sh/ord/print',
  /** The sheet in which the orders that the address selects are shipped, as the list's actions do. */
  ordersShip: '/sh/ord/ship-many',
  /** The sheets of a run. `from` is the query of the list that it was started from; with `open` the print dialog opens. */
  printRun: (run: string, more: { from?: string; open?: '1' } = {}) => withQuery('/sh/ord/print/run', { run, ...more }),
  pack: '/sh/ord/pack',
  packEvents: '/sh/ord/pack/events',
  /** `from` is the query of the list that it was opened from. */
  orderDetails: (orderNumber: string, from?: string) => withQuery('/sh/ord/details', { orderid: orderNumber, from }),
  shipOrder: (orderNumber: string, from?: string) => withQuery('/sh/ord/ship', { orderid: orderNumber, from }),
  refundOrder: (orderNumber: string, from?: string) => withQuery('/sh/ord/refund', { orderid: orderNumber, from }),
  /** Cancels an order, or answers a buyer who asks for it. */
  cancelOrder: (orderNumber: string, from?: string) => withQuery('/sh/ord/cancel', { orderid: orderNumber, from }),
  /** Cancels the orders that the address selects and nobody has paid. */
  ordersCancel: '/sh/ord/cancel-unpaid',
  retryRefund: '/sh/ord/refund/retry',
  /** Ships an order in one parcel with others of the same buyer to the same address. */
  shipTogether: (orderNumber: string, from?: string) =>
    withQuery('/sh/ord/ship-together', { orderid: orderNumber, from }),
  /** What a member shipped in the last day, to take it back; `step` is one of those. */
  shippedLately: (step?: string) => withQuery('/sh/ord/shipped', { step }),
  tracking: '/sh/ord/tracking',
  /** What the rows of an uploaded file will do, or did. */
  trackingUpload: (upload: string, show?: string) => withQuery('/sh/ord/tracking', { upload, show }),
  /** The rows of an upload that have problems, or all of them with what became of each. */
  trackingFile: (upload: string, rows?: 'all') => withQuery('/sh/ord/tracking/file', { upload, rows }),
  /** An order with its private note open; takes changes of note and tags. */
  orderNotes: (orderNumber: string, from?: string) => withQuery('/sh/ord/note', { orderid: orderNumber, from }),
  /** An order with the reply to one of its feedbacks open, the first is 0; takes it. */
  orderFeedback: (orderNumber: string, feedback: number, from?: string) =>
    withQuery('/sh/ord/feedback', { orderid: orderNumber, feedback: String(feedback), from }),
  /** The tags of the orders that the address selects. */
  ordersTag: '/sh/ord/tag',
  conversations: '/sh/ord/conversations',
  conversationsExport: '/sh/ord/conversations/export',
  conversationsViews: '/sh/ord/conversations/views',
  /** Marks the conversations chosen in the list. */
  conversationsMarks: '/sh/ord/conversations/marks',
  /** An order with what its buyer and the seller wrote; takes messages and marks. */
  conversation: (orderNumber: string, from?: string) =>
    withQuery('/sh/ord/conversation', { orderid: orderNumber, from }),
  /** A picture of a message or a case, for whoever may see it there. */
  shownPicture: (hash: string, size: 'large' | 'small') => withQuery('/sh/ord/picture', { picture: hash, size }),
  /** Returns, and what buyers say has not come: the list of each kind, what it exports and where its views are kept. */
  cases: { RETURN: '/sh/ord/returns', NOT_RECEIVED: '/sh/ord/requests' },
  casesExport: { RETURN: '/sh/ord/returns/export', NOT_RECEIVED: '/sh/ord/requests/export' },
  casesViews: { RETURN: '/sh/ord/returns/views', NOT_RECEIVED: '/sh/ord/requests/views' },
  case: '/sh/ord/case',
  /** `from` is the query of the list that it was opened from; `done` what was done just now. */
  caseDetails: (caseNumber: string, from?: string, done?: string) =>
    withQuery('/sh/ord/case', { case: caseNumber, from, done }),
  /** What is done about returns without asking each time. */
  caseRules: '/settings/returns',
  takeBackParcel: '/sh/ord/take-back',
  carrierGuess: (number: string) => withQuery('/sh/ord/carrier', { number }),
  listingForm: (query: ListingFormQuery = {}) => withQuery('/sl/list', { ...query }),
  listingDraft: '/sl/list/draft',
  listingPreview: (draftId: string) => withQuery('/sl/list/preview', { draftId }),
  /** The list of listings, what it exports and where its views are kept, by tab. */
  listings: byTab((tab) => `/sh/lst/${tab}`),
  listingsExport: byTab((tab) => `/sh/lst/${tab}/export`),
  listingsViews: byTab((tab) => `/sh/lst/${tab}/views`),
  listingsBulk: byTab((tab) => `/sh/lst/${tab}/bulk`),
  /** Takes steps with the listings chosen. */
  listingsSteps: byTab((tab) => `/sh/lst/${tab}/steps`),
  listingEdit: '/sh/lst/edit',
  /** `from` is the tab and query of the list that it was opened from: `ended?q=leica`. */
  listing: (itemNumber: string, from?: string, done?: PublishedAs) =>
    withQuery(places.listing, { item: itemNumber, from, done }),
  /** Takes back what was done just now. */
  undo: '/sh/undo',
  live: '/sh/live',
  liveFrame: (at: string) => withQuery('/sh/live/frame', { at }),
  optOut: '/sh/optout',
  switchTool: '/sh/switch-tool',
  /** Made to be framed, and by signed links opened without a session. */
  productSummary: '/sh/product-summary',
  productInsights: (epid: string, condition?: string) => withQuery(places.productInsights, { epid, condition }),
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
  printSettings: '/settings/printing',
  shipCalendar: '/settings/working-days',
  /** What is mailed to the member about what is due. */
  mailSettings: '/settings/mail',
  /** Terms that many listings share: shipping, payment, returns. */
  policies: '/settings/policies',
  /** Texts that are sent often. */
  templates: '/settings/templates',
  apiKeys: '/settings/api-keys',
  marketplaceKeys: '/operator/keys',
  /** Where a seller's events are sent to. */
  webhooks: '/settings/webhooks',
  operator: '/operator',
  operatorWebhooks: '/operator/webhooks',
  operatorSeller: (username: string) => withQuery('/operator/seller', { seller: username }),
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
