import type { FeesOfMarketplace } from '#features/core/fees/fee.ts'

/** How long something may take: so many working days, to the end of the last one, or a length of time. */
export type Term = { workingDays: number } | { milliseconds: number }

/** How long things may take in a marketplace, in milliseconds or as a term (seller-hubs 2.5, 2.6). */
export interface Deadlines {
  /** The buyer may ask to cancel this long after buying. */
  buyerCancelWindow: number
  /** The seller answers such a request within this time. */
  sellerRespondsToCancel: number
  /** The seller may cancel this long after the sale. */
  sellerCancelWindow: number
  /** An order that nobody has paid may be cancelled after this time. */
  unpaidCancelableAfter: number
  /** Money can go back to the payment that it came with for this time. */
  refundWindow: number
  /** The seller answers the wish to return something. */
  returnSellerResponse: Term
  /** The seller refunds what has come back; then it is refunded by itself. */
  returnRefundAfterDelivery: Term
  /** A return ends where the buyer does not send the thing back, or does not answer. */
  returnAutoClose: Term
  /** The seller answers that something has not come. */
  inquirySellerResponse: Term
  /** That ends where the buyer does not answer. */
  inquiryAutoClose: Term
  /** The marketplace decides what was brought before it. */
  caseDecision: Term
  /** A thing that is not as described may be sent back this long after its delivery, whatever the seller's terms say. */
  notAsDescribedWindow: number
  /** A listing that is out of stock this long ends by itself. */
  outOfStockAutoEnd: number
  /** Its seller is warned this long before. */
  outOfStockWarning: number
}

/** Which part of the money a seller may offer in place of a return, in percent. */
export interface PartRefund {
  least: number
  most: number
  step: number
}

/** The most of something that does no harm; it does where both are exceeded, so that few sales do none. */
export interface StandardLimit {
  /** In basis points of all orders that are looked at. */
  maxBps: number
  max: number
}

/** What the best sellers are asked for beside the standard (seller-hubs 2.1). */
export interface TopRated {
  /** `max` are different buyers. */
  defects: StandardLimit
  cases: StandardLimit
  late: StandardLimit
  /** At least so many basis points of what had to leave did so in time, with a number that its carrier knows. */
  trackingMinBps: number
  /** Days on the marketplace. */
  days: number
  /** In the last full year of months. */
  orders: number
  /** Likewise, in minor units by currency; one of them is enough. A seller in none of these is not asked. */
  sales: Readonly<Record<string, number>>
}

/** By what a marketplace rates its sellers once a month. */
export interface LevelRules {
  /** The day of the month. */
  evaluatedOn: number
  /** Cases that the marketplace decided for the buyer. */
  cases: StandardLimit
  topRated: TopRated
}

/** What a seller is measured by (seller-hubs 2.1). A measure fails where both are exceeded, so that few sales do no harm. */
export interface SellerStandards {
  /** Orders that the seller cancelled since they could not deliver, or of which a case was decided for the buyer, in basis points of all orders. */
  defectMaxBps: number
  /** Different buyers of such orders. */
  defectMaxBuyers: number
  /** How far back it looks, in milliseconds. */
  lookBack: number
  /** Whoever had so many orders in so many full months is measured by those alone; nobody where it is left out. */
  busy?: { orders: number; months: number } | undefined
  /** Left out where the marketplace does not rate its sellers. */
  levels?: LevelRules | undefined
}

/** From when a seller fails buyers, for the operator: each limit is of the orders of the last days. */
export interface HealthRules {
  /** How far back it looks, in milliseconds. */
  lookBack: number
  /** A buyer's message is answered within this time. */
  answerWithin: number
  /** Orders that left after their ship-by time or are overdue, of those that had to leave. */
  late: StandardLimit
  /** Orders with a case that the seller did not answer in time or lost. */
  cases: StandardLimit
  /** Orders that the seller cancelled for want of stock. */
  cancelled: StandardLimit
  /** Orders with a message that was not answered in time, of those whose buyer wrote. */
  unanswered: StandardLimit
}

/** The most that a listing may ask and have. What the database's checks let through is wider or the same. */
export interface ListingLimits {
  /** Of one unit, in minor units of the listing's currency. */
  priceMinor: number
  /** Units of a listing, or of one of its variations. */
  quantity: number
}

/**
 * The numbers of one marketplace as of a day: data that an operator replaces (`POLICY_PACK`), never constants of ours.
 * In the shape of the reference's `rules.json`.
 */
export interface PolicyPack extends FeesOfMarketplace {
  /** The pack's own name. */
  id: string
  deadlines: Deadlines
  /** Weekdays that count as working days of the marketplace, Monday 1 to Sunday 7. */
  businessDays: readonly number[]
  partRefund: PartRefund
  limits: ListingLimits
  standards: SellerStandards
  health: HealthRules
}
