import type { FeesOfMarketplace } from '#features/core/fees/fee.ts'
import type { OfferLimits } from './offer-limits.ts'
import type { PayoutRules } from './payout-rules.ts'
import type { WasPriceRule } from './was-price-rule.ts'

/** Rules of payment disputes (seller-hubs 2.6). */
interface DisputeRules {
  /** Milliseconds within which the seller answers. */
  respondWithin: number
  /** Fee of a lost dispute in minor units by currency; none in other currencies. */
  fee: Readonly<Record<string, number>>
  pictures: number
}

/** A deadline: working days up to the end of the last one, or a duration. */
export type Term = { workingDays: number } | { milliseconds: number }

/** Deadlines of a marketplace, in milliseconds or as a term (seller-hubs 2.5, 2.6). */
export interface Deadlines {
  /** How long after purchase the buyer may request cancellation. */
  buyerCancelWindow: number
  sellerRespondsToCancel: number
  /** How long after the sale the seller may cancel. */
  sellerCancelWindow: number
  unpaidCancelableAfter: number
  /** How long a refund to the original payment is possible. */
  refundWindow: number
  returnSellerResponse: Term
  /** How long the seller has to refund a returned item; then it is refunded automatically. */
  returnRefundAfterDelivery: Term
  /** When a return closes because the buyer does not ship or respond. */
  returnAutoClose: Term
  inquirySellerResponse: Term
  /** When an inquiry closes because the buyer does not respond. */
  inquiryAutoClose: Term
  caseDecision: Term
  /** How long after delivery an item not as described can be returned, regardless of the seller's policy. */
  notAsDescribedWindow: number
  outOfStockAutoEnd: number
  /** How long before that the seller is warned. */
  outOfStockWarning: number
}

/** Allowed partial refunds in place of a return, in percent. */
export interface PartRefund {
  least: number
  most: number
  step: number
}

/** A limit that fails only if both the count and the rate are exceeded, so that few sales do no harm. */
export interface StandardLimit {
  /** Basis points of all evaluated orders. */
  maxBps: number
  max: number
}

/** Top Rated requirements in addition to the standard (seller-hubs 2.1). */
export interface TopRated {
  /** `max` counts distinct buyers. */
  defects: StandardLimit
  cases: StandardLimit
  late: StandardLimit
  /** Minimum share, in basis points, of due orders shipped on time with a valid tracking number. */
  trackingMinBps: number
  days: number
  /** Orders in the last twelve full months. */
  orders: number
  /** Sales in the same period, in minor units by currency; one is enough. Not required in other currencies. */
  sales: Readonly<Record<string, number>>
}

export interface LevelRules {
  /** Day of the month. */
  evaluatedOn: number
  /** Cases decided for the buyer. */
  cases: StandardLimit
  topRated: TopRated
}

/**
 * Seller standards (seller-hubs 2.1). A measure fails only if both limits are exceeded, so that few sales do no harm.
 */
export interface SellerStandards {
  /**
   * Maximum share of defects, in basis points of all orders: cancelled because of stock, or with a case decided for the
   * buyer.
   */
  defectMaxBps: number
  /** Distinct buyers of such orders. */
  defectMaxBuyers: number
  /** Evaluation period, in milliseconds. */
  lookBack: number
  /** Sellers with this many orders in this many full months are evaluated on those months only. Omitted: none. */
  busy?: { orders: number; months: number } | undefined
  /** Omitted if the marketplace has no seller levels. */
  levels?: LevelRules | undefined
  countHistory?: boolean | undefined
  /** Whether sellers see how soon they answer questions before the sale. */
  responseTime?: boolean | undefined
  /** Orders with a buyer's message not answered within a time in milliseconds, of those with messages. */
  unanswered: StandardLimit & { within: number }
  /** Limits of a marketplace without levels, of all orders. */
  withoutLevels: { late: StandardLimit; cases: StandardLimit }
}

/** Limits of listings; the database's checks are the same or wider. */
export interface ListingLimits {
  /** Price of one unit, in minor units of the listing's currency. */
  priceMinor: number
  quantity: number
}

/**
 * Rules of a marketplace as of a date. Operators can replace the data (`POLICY_PACK`), in the format of `rules.json` in
 * the reference.
 */
export interface PolicyPack extends FeesOfMarketplace {
  id: string
  deadlines: Deadlines
  /** Working days of the marketplace, Monday 1 to Sunday 7. */
  businessDays: readonly number[]
  partRefund: PartRefund
  limits: ListingLimits
  /** Whether e-mail addresses, phone numbers and links in questions before the sale are hidden. */
  maskContactData?: boolean | undefined
  standards: SellerStandards
  payout: PayoutRules
  dispute: DisputeRules
  offers: OfferLimits
  /** Null if a reduction may be shown against the price just before it. */
  wasPrice: WasPriceRule | null
}
