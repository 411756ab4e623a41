import type { TaskDone } from './paths.ts'
import { places } from './places.ts'
import { withQuery } from './with-query.ts'

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

export const home = '/'
export const overview = '/sh/ovw'
export const overviewDone = (done: TaskDone) => withQuery('/sh/ovw', { done })
/** All that is due: of one `kind`, by `sort`; `done` is what was done just now. */
export const tasks = (query: { kind?: string; sort?: 'money'; done?: TaskDone } = {}) => withQuery('/sh/tasks', query)
/** What can be gone to for what was typed. */
export const find = (q?: string) => withQuery('/sh/find', { q })
export const orders = '/sh/ord'
export const ordersExport = '/sh/ord/export'
export const ordersViews = '/sh/ord/views'
/** What to print for the orders that the address selects, as the list's actions do. */
export const ordersPrint = '/sh/ord/print'
/** The sheet in which the orders that the address selects are shipped, as the list's actions do. */
export const ordersShip = '/sh/ord/ship-many'
/** The sheets of a run. `from` is the query of the list that it was started from; with `open` the print dialog opens. */
export const printRun = (run: string, more: { from?: string; open?: '1' } = {}) =>
  withQuery('/sh/ord/print/run', { run, ...more })
export const pack = '/sh/ord/pack'
export const packEvents = '/sh/ord/pack/events'
/** `from` is the query of the list that it was opened from. */
export const orderDetails = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/details', { orderid: orderNumber, from })
export const shipOrder = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/ship', { orderid: orderNumber, from })
export const refundOrder = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/refund', { orderid: orderNumber, from })
/** Changes where an order goes. */
export const orderAddress = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/address', { orderid: orderNumber, from })
/** Cancels an order, or answers a buyer who asks for it. */
export const cancelOrder = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/cancel', { orderid: orderNumber, from })
/** Cancels the orders that the address selects and nobody has paid. */
export const ordersCancel = '/sh/ord/cancel-unpaid'
export const retryRefund = '/sh/ord/refund/retry'
/** Ships an order in one parcel with others of the same buyer to the same address. */
export const shipTogether = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/ship-together', { orderid: orderNumber, from })
/** What a member shipped in the last day, to take it back; `step` is one of those. */
export const shippedLately = (step?: string) => withQuery('/sh/ord/shipped', { step })
export const tracking = '/sh/ord/tracking'
/** What the rows of an uploaded file will do, or did. */
export const trackingUpload = (upload: string, show?: string) => withQuery('/sh/ord/tracking', { upload, show })
/** The rows of an upload that have problems, or all of them with what became of each. */
export const trackingFile = (upload: string, rows?: 'all') => withQuery('/sh/ord/tracking/file', { upload, rows })
/** An order with its private note open; takes changes of note and tags. */
export const orderNotes = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/note', { orderid: orderNumber, from })
/** An order with the reply to one of its feedbacks open, the first is 0; takes it. */
export const orderFeedback = (orderNumber: string, feedback: number, from?: string) =>
  withQuery('/sh/ord/feedback', { orderid: orderNumber, feedback: String(feedback), from })
/** The tags of the orders that the address selects. */
export const ordersTag = '/sh/ord/tag'
export const conversations = '/sh/ord/conversations'
export const conversationsExport = '/sh/ord/conversations/export'
export const conversationsViews = '/sh/ord/conversations/views'
/** Marks the conversations chosen in the list. */
export const conversationsMarks = '/sh/ord/conversations/marks'
/** An order with what its buyer and the seller wrote; takes messages and marks. */
export const conversation = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/conversation', { orderid: orderNumber, from })
/** A picture of a message or a case, for whoever may see it there. */
export const shownPicture = (hash: string, size: 'large' | 'small') =>
  withQuery('/sh/ord/picture', { picture: hash, size })
/** Returns, and what buyers say has not come: the list of each kind, what it exports and where its views are kept. */
export const cases = { RETURN: '/sh/ord/returns', NOT_RECEIVED: '/sh/ord/requests' }
export const casesExport = { RETURN: '/sh/ord/returns/export', NOT_RECEIVED: '/sh/ord/requests/export' }
export const casesViews = { RETURN: '/sh/ord/returns/views', NOT_RECEIVED: '/sh/ord/requests/views' }
const casePath = '/sh/ord/case'
/** `from` is the query of the list that it was opened from; `done` what was done just now. */
export const caseDetails = (caseNumber: string, from?: string, done?: string) =>
  withQuery('/sh/ord/case', { case: caseNumber, from, done })
/** What is done about returns without asking each time. */
export const caseRules = '/settings/returns'
/** How the marketplace rates the shop: `fault` is what the orders below are counted for, `if` what is supposed, by `suppositions`. */
export const sellerLevel = (query: { fault?: string; page?: string; if?: string } = {}) =>
  withQuery(places.sellerLevel, query)
/** The orders that count against the shop. */
export const sellerLevelExport = '/sh/performance/seller-level/export'
export const takeBackParcel = '/sh/ord/take-back'
export const carrierGuess = (number: string) => withQuery('/sh/ord/carrier', { number })
export const listingForm = (query: ListingFormQuery = {}) => withQuery('/sl/list', { ...query })
export const listingDraft = '/sl/list/draft'
export const listingPreview = (draftId: string) => withQuery('/sl/list/preview', { draftId })
/** The list of listings, what it exports and where its views are kept, by tab. */
export const listings = byTab((tab) => `/sh/lst/${tab}`)
export const listingsExport = byTab((tab) => `/sh/lst/${tab}/export`)
export const listingsViews = byTab((tab) => `/sh/lst/${tab}/views`)
export const listingsBulk = byTab((tab) => `/sh/lst/${tab}/bulk`)
/** Takes steps with the listings chosen. */
export const listingsSteps = byTab((tab) => `/sh/lst/${tab}/steps`)
export const listingEdit = '/sh/lst/edit'
/** `from` is the tab and query of the list that it was opened from: `ended?q=leica`. */
export const listing = (itemNumber: string, from?: string, done?: PublishedAs) =>
  withQuery(places.listing, { item: itemNumber, from, done })
/** Takes back what was done just now. */
export const undo = '/sh/undo'
export const live = '/sh/live'
export const liveFrame = (at: string) => withQuery('/sh/live/frame', { at })
export const optOut = '/sh/optout'
export const switchTool = '/sh/switch-tool'
/** Made to be framed, and by signed links opened without a session. */
export const productSummary = '/sh/product-summary'
export const productInsights = (epid: string, condition?: string) =>
  withQuery(places.productInsights, { epid, condition })
export const messages = '/messages'
export const messageEvents = '/messages/events'
export const signIn = '/sign-in'
export const signInWith = (next: string) => withQuery('/sign-in', { next })
export const signInLink = (token: string) => withQuery('/sign-in/link', { token })
export const signInCode = '/sign-in/code'
export const signOut = '/sign-out'
export const forgotPassword = '/forgot-password'
export const resetPassword = (token: string) => withQuery('/reset-password', { token })
/** The page of an invitation to a team. */
export const join = (token: string) => withQuery('/join', { token })
export const switchSeller = '/switch-seller'
export const preferences = '/settings/preferences'
export const security = '/settings/security'
export const printSettings = '/settings/printing'
export const shipCalendar = '/settings/working-days'
/** What is mailed to the member about what is due. */
export const mailSettings = '/settings/mail'
/** Terms that many listings share: shipping, payment, returns. */
export const policies = '/settings/policies'
/** Texts that are sent often. */
export const templates = '/settings/templates'
/** Who works for the shop. */
export const team = '/settings/team'
/** A colleague: role, sessions, removal. */
export const teamMember = (member: string) => withQuery('/settings/team/member', { member })
export const leaveTeam = '/settings/team/leave'
export const apiKeys = '/settings/api-keys'
export const marketplaceKeys = '/operator/keys'
/** Where a seller's events are sent to. */
export const webhooks = '/settings/webhooks'
export const operator = '/operator'
/** Sellers who fail buyers, the worst first. */
export const operatorHealth = '/operator/health'
export const operatorWebhooks = '/operator/webhooks'
export const operatorEraseBuyer = (done?: 'done') => withQuery('/operator/erase-buyer', { done: done ?? null })
/** A seller's page; with `failure` it lists the orders behind that figure. */
export const operatorSeller = (username: string, failure?: string) =>
  withQuery('/operator/seller', { seller: username, failure: failure ?? null })
/** The same once its owners were written to. */
export const operatorSellerWritten = (username: string) =>
  withQuery('/operator/seller', { seller: username, done: 'written' })
/** Writes to a seller's owners. */
export const operatorWrite = (username: string) => withQuery('/operator/write', { seller: username })
/** Only while developing: see `routes.ts`. */
export const gallery = '/gallery'
export const pictureUpload = '/sl/pictures'

export { casePath as case }
