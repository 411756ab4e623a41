import { brand } from '#lib/brand.ts'
import { isOneOf } from '#lib/is-one-of.ts'

// Cases after a sale: returns and items not received. Names follow the marketplace API (ReturnState, ReturnReason,
// InquiryStatusFilter).

export const caseKinds = ['RETURN', 'NOT_RECEIVED'] as const
/** A return, or an inquiry about an item not received (INR). */
export type CaseKind = (typeof caseKinds)[number]

export const returnReasons = [
  'NOT_AS_DESCRIBED',
  'DEFECTIVE_ITEM',
  'ARRIVED_DAMAGED',
  'MISSING_PARTS',
  'ORDERED_WRONG_ITEM',
  'NO_LONGER_NEED_ITEM',
  'WRONG_SIZE',
  'FOUND_BETTER_PRICE',
] as const
export type ReturnReason = (typeof returnReasons)[number]
export type CaseReason = ReturnReason | 'ITEM_NOT_RECEIVED'

/** Buyer's remorse: the buyer pays return shipping, and shipping is not refunded. */
const remorse: readonly CaseReason[] = ['ORDERED_WRONG_ITEM', 'NO_LONGER_NEED_ITEM', 'WRONG_SIZE', 'FOUND_BETTER_PRICE']

export const isRemorse = (reason: CaseReason) => remorse.includes(reason)

export const returnStates = [
  'RETURN_REQUESTED',
  'RETURN_REQUEST_TIMEOUT',
  'PARTIAL_REFUND_REQUESTED',
  'REPLACEMENT_OFFER_PENDING',
  'REPLACEMENT_STARTED',
  'REPLACEMENT_REQUEST_TIMEOUT',
  'REPLACEMENT_SHIPPED',
  'RETURN_LABEL_PENDING',
  'RETURN_LABEL_PENDING_TIMEOUT',
  'ITEM_READY_TO_SHIP',
  'ITEM_SHIPPED',
  'ITEM_DELIVERED',
  'RETURN_REJECTED',
] as const

export const notReceivedStates = [
  'WAITING_SELLER_RESPONSE',
  'SELLER_RESPONSE_TIMEOUT',
  'WAITING_BUYER_RESPONSE',
] as const

export const endStates = [
  'REFUND_INITIATED',
  'REFUND_FAILED',
  'ESCALATED',
  'CLOSED',
  'CLOSED_SELLER',
  'CLOSED_BUYER',
] as const

export type EndState = (typeof endStates)[number]
export type ReturnState = (typeof returnStates)[number] | EndState
export type NotReceivedState = (typeof notReceivedStates)[number] | EndState
export type CaseState = ReturnState | NotReceivedState
export const caseStates: readonly CaseState[] = [...returnStates, ...notReceivedStates, ...endStates]

export const closedStates = ['CLOSED', 'CLOSED_SELLER', 'CLOSED_BUYER'] as const satisfies readonly CaseState[]
export const isClosed = (state: CaseState) => isOneOf(closedStates, state)

/** Deadlines of the marketplace; names as in the policy pack. */
export const caseRules = [
  'returnSellerResponse',
  'returnRefundAfterDelivery',
  'returnAutoClose',
  'inquirySellerResponse',
  'inquiryAutoClose',
  'caseDecision',
] as const
export type CaseRule = (typeof caseRules)[number]

/**
 * A deadline with the facts it was computed from; later changes to rules or calendar do not affect it (seller-hubs 5.5,
 * 18).
 */
export interface CaseDeadline {
  /** ISO 8601. */
  at: string
  rule: CaseRule
  calendar: string
  /** Working days counted; empty for a plain duration. */
  days: string[]
}

export const sellerSteps = [
  'accept',
  'offer-part',
  'offer-replacement',
  'refund',
  'decline',
  'give-label',
  'mark-delivered',
  'ship-replacement',
  'show-tracking',
  'ask-marketplace',
] as const
export type SellerStep = (typeof sellerSteps)[number]

export type BuyerStep = 'open' | 'take-offer' | 'refuse-offer' | 'send-back' | 'arrived' | 'withdraw' | 'escalate'
/** A step of the marketplace, including carrier reports and the buyer's payment dispute. */
export type MarketplaceStep = 'decide-for-seller' | 'decide-for-buyer' | 'delivered-back' | 'disputed'
export type HubStep = 'time-out' | 'refunded' | 'refund-failed'
export type CaseStep = SellerStep | BuyerStep | MarketplaceStep | HubStep

export interface CaseParcel {
  carrier: string
  trackingNumber: string
}

/** Snapshot of a case in the order's timeline. */
export interface CaseFacts {
  kind: CaseKind
  state: CaseState
  step: CaseStep
  reason: CaseReason
  /** Line position and its number of units. */
  line: number
  units: number
  /** Current deadline; null if nobody has to act. */
  deadline: CaseDeadline | null
  /** The seller's first response deadline; applies again if the buyer declines an offer. */
  answerBy: CaseDeadline
  /** Last offered partial refund, in percent. */
  offerPercent: number | null
  /** Refund in minor units, once decided. */
  refundMinor: number | null
  parcel: CaseParcel | null
}

const numberPattern = /^[56]-\d{8}$/

/** Public case number: `5-20418377` for a return, `6-…` for an item not received. */
export type CaseNumber = string & { readonly __brand: 'CaseNumber' }

export function parseCaseNumber(text: string | null): CaseNumber | null {
  const trimmed = text?.trim() ?? ''
  return numberPattern.test(trimmed) ? brand<CaseNumber>(trimmed) : null
}

export function kindOfCase(text: string): CaseKind | null {
  const number = parseCaseNumber(text)
  return number && (number.startsWith('5') ? 'RETURN' : 'NOT_RECEIVED')
}
