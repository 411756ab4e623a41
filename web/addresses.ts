import type { TaskDone } from './task-done.ts'
import type { UploadKind } from './upload-kinds.ts'
import { places } from './places.ts'
import { withQuery } from './with-query.ts'
import { recordOf } from '#lib/records.ts'

const listingTabs = ['active', 'drafts', 'scheduled', 'ended'] as const
type ListingTab = (typeof listingTabs)[number]

const byTab = (spell: (tab: ListingTab) => string) => recordOf(listingTabs, spell)

/** The listing form opens a new listing, or the one given by `itemId`, `draftId` or the form's `key`. */
interface ListingFormQuery {
  mode?: 'AddItem' | 'ReviseItem' | 'SellSimilarItem' | 'RelistItem'
  itemId?: string
  draftId?: string
  key?: string
  done?: 'saved'
}

type PublishedAs = 'published' | 'scheduled' | 'revised'

export const home = '/'
export const overview = '/sh/ovw'
export const overviewDone = (done: TaskDone) => withQuery('/sh/ovw', { done })
/** Tasks: filtered by `kind`, sorted by `sort`; `done` reports the last action. */
export const tasks = (query: { kind?: string; sort?: 'money'; done?: TaskDone } = {}) => withQuery('/sh/tasks', query)
export const find = (q?: string) => withQuery('/sh/find', { q })
/** The guides, or one by its name. */
export const guides = (guide?: string) => withQuery('/sh/help', { guide })
export const guidePicture = (name: string) => withQuery('/sh/help/picture', { name })
export const orders = '/sh/ord'
/** Print form for the orders selected in the URL, as list actions do. */
export const ordersPrint = '/sh/ord/print'
/** Bulk shipping of the orders selected in the URL, as list actions do. */
export const ordersShip = '/sh/ord/ship-many'
export const labels = '/sh/ord/labels'
/** Buys labels for the orders selected in the URL, as list actions do. */
export const labelsBuy = '/sh/ord/labels/buy'
export const labelsBuyFor = (orderNumber: string) => withQuery('/sh/ord/labels/buy', { keys: orderNumber })
/** Buys the label of a return. */
export const labelsBuyReturn = (caseNumber: string) => withQuery('/sh/ord/labels/buy', { case: caseNumber })
/** The same from the pack station, to which the page returns. */
export const labelsBuyPacked = (orderNumber: string) =>
  withQuery('/sh/ord/labels/buy', { keys: orderNumber, back: 'pack' })
/** The script that draws PDF labels on pages to print. */
export const pdfReader = '/sh/ord/labels/reader'
/** Labels as one file to print: those selected in the list, or those with these keys. A POST prints their slips too. */
export const labelsPrintOf = '/sh/ord/labels/print'
export const labelsPrint = (...keys: string[]) => withQuery('/sh/ord/labels/print', { keys: keys.join(',') })
/** Voids a label or ships its parcel. */
export const orderLabel = '/sh/ord/label'
/** An account at a provider of labels: its balance, and a month compared with the books. */
export const labelAccount = (account: string) => withQuery('/sh/ord/labels/account', { account })
/** Accounts at providers of labels, and the sender. */
export const labelSettings = '/settings/labels'
/** Rules that choose how parcels are sent; `rule`: the one to edit. */
export const shippingRules = (rule?: string) => withQuery('/settings/shipping-rules', { rule })
/** Sheets of a print run. `from`: query of its list; `open`: opens the print dialog; `labels`: slips with labels. */
export const printRun = (run: string, more: { from?: string; open?: '1'; labels?: '1' } = {}) =>
  withQuery('/sh/ord/print/run', { run, ...more })
export const pack = '/sh/ord/pack'
export const packEvents = '/sh/ord/pack/events'
/** `from`: query of the list the order was opened from. */
export const orderDetails = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/details', { orderid: orderNumber, from })
export const shipOrder = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/ship', { orderid: orderNumber, from })
export const refundOrder = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/refund', { orderid: orderNumber, from })
export const orderAddress = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/address', { orderid: orderNumber, from })
/** Cancels an order, or answers a buyer's request. */
export const cancelOrder = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/cancel', { orderid: orderNumber, from })
export const ordersCancel = '/sh/ord/cancel-unpaid'
export const retryRefund = '/sh/ord/refund/retry'
/** Ships an order in one parcel with the buyer's others to the same address. */
export const shipTogether = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/ship-together', { orderid: orderNumber, from })
/** Marks orders as handed over to buyers who collect them: those selected in the URL, as list actions do. */
export const ordersHandOver = '/sh/ord/hand-over'
/** The same for one order; `from`: query of the list that it was opened from. */
export const handOver = (orderNumber: string, from?: string) =>
  `${ordersHandOver}?${from ? `${from}&` : ''}keys=${orderNumber}`
/** The member's recent shipments, to undo them; `step` selects one. */
export const shippedLately = (step?: string) => withQuery('/sh/ord/shipped', { step })
/** An order with its private note open; saves note and tags. */
export const orderNotes = (orderNumber: string, from?: string) =>
  withQuery('/sh/ord/note', { orderid: orderNumber, from })
/** An order with the reply to its feedback open (index from 0); saves it. */
export const orderFeedback = (orderNumber: string, feedback: number, from?: string) =>
  withQuery('/sh/ord/feedback', { orderid: orderNumber, feedback: String(feedback), from })
export const ordersTag = '/sh/ord/tag'
export const conversations = '/sh/ord/conversations'
export const conversationsMarks = '/sh/ord/conversations/marks'
/** Offers of buyers and to buyers. */
export const offers = '/sh/offers'
/** Offers for a listing, whatever became of them. */
export const offersOfListing = (item: string) => withQuery('/sh/offers', { item })
/** An offer, with its answers; `from`: query of the list that it was opened from. */
export const offer = (offerKey: string, from?: string) => withQuery('/sh/offers/details', { offer: offerKey, from })
export const offerPage = '/sh/offers/details'
/** Answers the offers that are selected in the list. */
export const offersAnswers = '/sh/offers/answers'
/** Sends offers to buyers who are interested in the selected listings. */
export const offersSend = '/sh/offers/send'
/** Rules that answer offers, with what they would have done. */
export const offerRules = '/settings/offers'
const conversationPath = '/sh/ord/conversation'
/**
 * The conversation of an order by its number, or of a question by its key; receives messages and marks. `page`: the page
 * to return to, if not its own; `from`: query of the list it was opened from; `about`: the case of new messages.
 */
export const conversation = (
  thread: string,
  query: { page?: 'order' | 'case' | undefined; from?: string | undefined; about?: string | undefined } = {},
) => withQuery(conversationPath, { [/^\d/.test(thread) ? 'orderid' : 'question']: thread, ...query })
/** A picture of a message or case, for readers with access. */
export const shownPicture = (hash: string, size: 'large' | 'small') =>
  withQuery('/sh/ord/picture', { picture: hash, size })
export const cases = { RETURN: '/sh/ord/returns', NOT_RECEIVED: '/sh/ord/requests' }
const casePath = '/sh/ord/case'
/** `from`: query of the list it was opened from; `done` reports the last action. */
export const caseDetails = (caseNumber: string, from?: string, done?: string) =>
  withQuery('/sh/ord/case', { case: caseNumber, from, done })
/** Automatic answers to cases. */
export const caseRules = '/settings/returns'
/** Seller level: `fault` selects what the listed orders count for, `if` a hypothetical change (see `suppositions`). */
export const sellerLevel = (query: { fault?: string; page?: string; if?: string } = {}) =>
  withQuery(places.sellerLevel, query)
/** Export of the orders that count against the shop. */
export const sellerLevelExport = '/sh/performance/seller-level/export'
export const costs = '/sh/performance/costs'
export const costEdit = '/sh/performance/costs/edit'
/** Enters costs, of one SKU if it is given; `done` reports the last action. */
export const enterCosts = (sku?: string, done?: 'saved' | 'removed') =>
  withQuery('/sh/performance/costs/enter', { sku, done })
/** What stock is worth at its cost, on any day; `days` and its ends `daysFrom` and `daysTo` choose them. */
export const stockValue = '/sh/performance/stock-value'
/** Sales compared: `period` or days `from` and `to`, `compare`, `by`, `currency`. */
export const sales = (query: Record<string, string> = {}) => withQuery('/sh/performance/sales', query)
/** Download of what the page with this query shows; `of: 'books'` is what is left. */
export const salesExport = (query: Record<string, string>) => withQuery('/sh/performance/sales/export', query)
/** What products sell for: keywords, filters, days and compared products (`research-query.ts`). */
export const research = (query: Record<string, string> = {}) => withQuery('/sh/research', query)
export const researchExport = (query: Record<string, string>) => withQuery('/sh/research/export', query)
export const payments = places.payments
export const paymentsIn = (currency: string) => withQuery(places.payments, { currency })
export const transactions = '/sh/fin/transactions'
/** `from`: query of the list it was opened from; without one it returns to the whole list. */
export const transactionDetails = (transactionNumber: string, from?: string) =>
  withQuery('/sh/fin/transactions/details', { transaction: transactionNumber, from: from || null })
export const payouts = '/sh/fin/payouts'
export const payoutDetails = (payoutNumber: string, from?: string) =>
  withQuery('/sh/fin/payouts/details', { payout: payoutNumber, from: from || null })
export const holds = '/sh/fin/holds'
export const disputes = '/sh/fin/disputes'
/** `from`: query of the list it was opened from, if any; `done` reports the last action. */
export const disputeDetails = (disputeNumber: string, from?: string, done?: 'contest' | 'accept') =>
  withQuery('/sh/fin/disputes/details', { dispute: disputeNumber, from: from || null, done })
export const disputeFile = (disputeNumber: string, document: string) =>
  withQuery('/sh/fin/disputes/file', { dispute: disputeNumber, document })
/** Statements of a year by month; of the current year without one. */
export const statements = (year?: string) => withQuery('/sh/fin/statements', { year })
/** The statement of a month such as `2026-10`. */
export const statement = (month: string) => withQuery('/sh/fin/statements/month', { month })
export const statementPrint = (month: string) => withQuery('/sh/fin/statements/print', { month })
export const statementFile = (of: { month: string } | { year: string }) =>
  withQuery('/sh/fin/statements/file', { ...of })
/** Taxes of a month, quarter or year: `2026-10`, `2026-Q4`, `2026`; of the current month without one. */
export const taxes = (period?: string) => withQuery('/sh/fin/taxes', { period })
export const reports = places.reports
/** Form for a file: `kind` is what it is about. */
export const newDownload = (kind?: string) => withQuery('/sh/reports/download', { kind })
/** The form filled by a template; `done` reports the last action. */
export const downloadTemplate = (template: string, done?: 'saved') =>
  withQuery('/sh/reports/download', { template, done })
export const schedules = '/sh/reports/schedules'
export const uploads = '/sh/reports/upload'
/** The page for a file that is probably about `kind`; of a count, one that was begun. */
export const uploadOf = (kind: UploadKind, count?: string) => withQuery(uploads, { kind, count })
/** An uploaded file: `show` is a tab of its rows, `page` one of its pages. */
export const upload = (file: string, show?: string, page?: string) => withQuery(uploads, { file, show, page })
/** The file of a run; of an upload also its rows with problems. */
export const reportFile = (run: string, rows?: 'problems') => withQuery('/sh/reports/file', { run, rows })
export const reconcile = '/sh/fin/reconcile'
/** A compared report: `show` is a verdict, `page` one of its pages. */
export const reconciliation = (report: string, show?: string, page?: string) =>
  withQuery('/sh/fin/reconcile', { report, show, page })
export const reconciliationFile = (report: string) => withQuery('/sh/fin/reconcile/file', { report })
export const taxFile = (period: string) => withQuery('/sh/fin/taxes/file', { period })
export const takeBackParcel = '/sh/ord/take-back'
export const carrierGuess = (number: string) => withQuery('/sh/ord/carrier', { number })
export const listingForm = (query: ListingFormQuery = {}) => withQuery('/sl/list', { ...query })
export const listingDraft = '/sl/list/draft'
export const listingPreview = (draftId: string) => withQuery('/sl/list/preview', { draftId })
export const listings = byTab((tab) => `/sh/lst/${tab}`)
export const listingsBulk = byTab((tab) => `/sh/lst/${tab}/bulk`)
export const listingsSteps = byTab((tab) => `/sh/lst/${tab}/steps`)
export const listingEdit = '/sh/lst/edit'
export const listingCostEdit = '/sh/lst/cost'
/** Adds an answer to its listing, or removes it. */
export const listingAnswers = '/sh/lst/answers'
export const listingPackagingEdit = '/sh/lst/packaging'
/** A bulk edit, or the address that opens one for chosen listings. */
export const bulkEdit = (edit?: string, show?: string, page?: string) =>
  withQuery('/sh/lst/bulk-edit', { edit, show, page })
export const bulkEditSave = '/sh/lst/bulk-edit/save'
export const awayExceptions = '/sh/lst/away'
export const bulkEditFile = (edit: string) => withQuery('/sh/lst/bulk-edit/file', { edit })
/** Bulk edits and uploads of listings; `refused`: nothing or too much was chosen for a bulk edit. */
export const listingChanges = (refused?: 'refused', page?: string) => withQuery('/sh/lst/changes', { refused, page })
/** `from`: tab and query of the list it was opened from: `ended?q=leica`. */
export const listing = (itemNumber: string, from?: string, done?: PublishedAs) =>
  withQuery(places.listing, { item: itemNumber, from, done })
/** Sales with dates. */
export const saleEvents = '/sh/marketing'
/**
 * A sale with dates, or the form of a new one; `from`: query of the list it was opened from, `page` of its listings, `done`
 * reports the last action.
 */
export const saleEvent = (sale?: string, query: { from?: string | undefined; page?: string; done?: string } = {}) =>
  withQuery('/sh/marketing/sale', { sale, ...query, from: query.from || null })
/** Makes a draft of a sale of listings that are chosen in their list. */
export const saleEventOpen = '/sh/marketing/open'
/** Rules by which prices follow sales, and what they changed. */
export const priceRules = '/sh/marketing/rules'
export const priceRuleChanges = '/sh/marketing/rules/changes'
/** The rule of listings: of one, or of those chosen in their list; `done` counts those that were saved. */
export const priceRule = (item?: string, done?: string) => withQuery('/sh/marketing/rule', { keys: item, done })
/** Receives steps of chosen rules (`pause`, `resume`, `remove`) and the undoing of chosen changes. */
export const priceRuleSteps = (step?: string) => withQuery('/sh/marketing/rules/steps', { step })
/** Stops all rules, or lets them change prices again. */
export const priceRulesStop = '/sh/marketing/rules/stop'
export const inventory = '/sh/inv'
export const stockEdit = '/sh/inv/edit'
/**
 * `from`: query of the list it was opened from; `page`: of its movements; `at`: location to correct; `done` reports the
 * last action.
 */
export const stockItem = (
  number: string,
  query: { from?: string; page?: string; at?: string; done?: 'corrected' | 'moved' | 'undone' } = {},
) => withQuery('/sh/inv/item', { item: number, ...query, from: query.from || null })
/** Counts stock; `count` is one that was begun, `done` reports the last action. */
export const stockCount = (count?: string, done?: 'added' | 'applied' | 'partly') =>
  withQuery('/sh/inv/count', { count, done })
export const countEvents = '/sh/inv/count/events'
/** Assigns a scanned code to a SKU; `item`: the SKU, whose codes are shown; `count`, `from`: where it was scanned. */
export const assignCode = (
  query: {
    code?: string
    item?: string
    count?: string | undefined
    from?: 'pack' | undefined
    done?: 'assigned' | 'removed'
  } = {},
) => withQuery('/sh/inv/code', { ...query })
/** Asks what to print of SKUs chosen in the inventory. */
export const productLabels = '/sh/inv/labels'
/** Labels of these SKUs; `units` of each, one if not said. */
export const productLabelsOf = (...stock: readonly { number: string; units?: number }[]) =>
  withQuery(productLabels, {
    keys: stock.map(({ number }) => number).join(),
    ...Object.fromEntries(
      stock.map(({ number, units }) => [`n.${number}`, units === undefined ? null : String(units)]),
    ),
  })
export const productLabelsPrint = '/sh/inv/labels/print'
/** Orders at suppliers. */
export const purchases = '/sh/inv/orders'
/** An order at a supplier; `from`: query of the list it was opened from, `done` reports the last action. */
export const purchase = (number: string, query: { from?: string; done?: string } = {}) =>
  withQuery('/sh/inv/orders/details', { order: number, ...query, from: query.from || null })
export const purchasePrint = (number: string) => withQuery('/sh/inv/orders/print', { order: number })
export const purchaseFile = (number: string) => withQuery('/sh/inv/orders/file', { order: number })
/** Makes drafts of the SKUs selected in the list of what to reorder. */
export const purchasesMake = '/sh/inv/orders/make'
/** SKUs that are worth ordering again. */
export const reorder = '/sh/inv/reorder'
/** Suppliers; `supplier`: the one to edit, with its SKUs. */
export const suppliers = (supplier?: string, done?: string) => withQuery('/sh/inv/suppliers', { supplier, done })
export const stockMoves = (done?: 'moved' | 'undone') => withQuery('/sh/inv/move', { done })
export const undo = '/sh/undo'
export const live = '/sh/live'
export const liveFrame = (at: string) => withQuery('/sh/live/frame', { at })
export const optOut = '/sh/optout'
export const switchTool = '/sh/switch-tool'
/** Made for frames; signed links open it without a session. */
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
export const join = (token: string) => withQuery('/join', { token })
export const switchSeller = '/switch-seller'
/** Arranges the overview and the pinned pages; `page` is one to pin. */
export const arrangeOverview = (page?: string) => withQuery('/sh/ovw/customize', { page })
export const leaveOut = '/sh/ovw/leave-out'
/** All settings; `q` searches them by name. */
export const settings = (q?: string) => withQuery(places.settings, { q })
export const preferences = '/settings/preferences'
export const security = '/settings/security'
export const printSettings = '/settings/printing'
export const payoutSettings = '/sh/fin/settings'
export const costSettings = '/settings/costs'
export const shipCalendar = '/settings/working-days'
export const timeAway = '/settings/time-away'
export const stockLocations = (done?: 'added' | 'renamed' | 'removed' | 'default') =>
  withQuery('/sh/inv/locations', { done })
/** The member's mail settings for tasks. */
export const mailSettings = '/settings/mail'
export const policies = '/settings/policies'
export const policiesDone = withQuery('/settings/policies', { done: 'saved' })
export const packages = (done?: 'saved') => withQuery('/settings/policies/packages', done ? { done } : {})
/** The editor of a shipping policy: the one given, with a version of it open; a copy of one, or a new one. */
export const shippingPolicy = (query: { policy?: string; copy?: string; version?: string } = {}) =>
  withQuery('/settings/policies/shipping', query)
export const templates = '/settings/templates'
export const team = '/settings/team'
export const teamMember = (member: string) => withQuery('/settings/team/member', { member })
export const leaveTeam = '/settings/team/leave'
export const apiKeys = '/settings/api-keys'
export const marketplaceKeys = '/operator/keys'
export const webhooks = '/settings/webhooks'
export const operator = '/operator'
/** Sellers with problems, worst first. */
export const operatorHealth = '/operator/health'
export const operatorWebhooks = '/operator/webhooks'
export const operatorConnections = (done?: 'asked' | 'removed') =>
  withQuery('/operator/connections', { done: done ?? null })
export const operatorEraseBuyer = (done?: 'done') => withQuery('/operator/erase-buyer', { done: done ?? null })
/** A seller's page; `failure` lists the orders behind that figure. */
export const operatorSeller = (username: string, failure?: string) =>
  withQuery('/operator/seller', { seller: username, failure: failure ?? null })
export const operatorSellerWritten = (username: string) =>
  withQuery('/operator/seller', { seller: username, done: 'written' })
export const operatorWrite = (username: string) => withQuery('/operator/write', { seller: username })
/** Development only: see `routes.ts`. */
export const gallery = '/gallery'
export const pictureUpload = '/sl/pictures'

/** Pages of lists, by the names under which they are tracked; each has an export and saved views (`listPaths`). */
export const lists = {
  offers,
  orders,
  conversations,
  labels,
  returns: cases.RETURN,
  'not-received': cases.NOT_RECEIVED,
  transactions,
  payouts,
  holds,
  costs,
  'stock-value': stockValue,
  disputes,
  inventory,
  purchases,
  reorder,
  'sale-events': saleEvents,
  'price-rules': priceRules,
  'price-rule-changes': priceRuleChanges,
  'listings-active': listings.active,
  'listings-drafts': listings.drafts,
  'listings-scheduled': listings.scheduled,
  'listings-ended': listings.ended,
}

export { casePath as case, conversationPath as conversationPage }
