// What goes wrong after a sale: a thing is to be sent back, or it never came. The names are the marketplace's API's as far as it
// has them (ReturnState, ReturnReason, InquiryStatusFilter).

export const caseKinds = ['RETURN', 'NOT_RECEIVED'] as const
/** A return, or an item that the buyer says has not come (INR, inquiry). */
export type CaseKind = (typeof caseKinds)[number]

/** Why a buyer wants to send something back. */
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
/** Why a case was opened. */
export type CaseReason = ReturnReason | 'ITEM_NOT_RECEIVED'

/** Reasons that lie with the buyer: they pay for the way back, and shipping is not given back. */
const remorse: readonly CaseReason[] = ['ORDERED_WRONG_ITEM', 'NO_LONGER_NEED_ITEM', 'WRONG_SIZE', 'FOUND_BETTER_PRICE']

/** Whether the reason lies with the buyer, who has changed their mind. */
export const isRemorse = (reason: CaseReason) => remorse.includes(reason)

/** Where a return stands. */
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

/** Where an item that has not come stands. */
export const notReceivedStates = [
  'WAITING_SELLER_RESPONSE',
  'SELLER_RESPONSE_TIMEOUT',
  'WAITING_BUYER_RESPONSE',
] as const

/** Where either kind goes in the end. */
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
/** How a case stands, of either kind. */
export type CaseState = ReturnState | NotReceivedState
export const caseStates: readonly CaseState[] = [...returnStates, ...notReceivedStates, ...endStates]

/** Nothing is open any more. */
export const closedStates = ['CLOSED', 'CLOSED_SELLER', 'CLOSED_BUYER'] as const satisfies readonly CaseState[]
/** Whether a case is one of these. */
export const isClosed = (state: CaseState) => (closedStates as readonly CaseState[]).includes(state)

/** Which of the marketplace's deadlines holds; its length is in the policy pack under this name. */
export const caseRules = [
  'returnSellerResponse',
  'returnRefundAfterDelivery',
  'returnAutoClose',
  'inquirySellerResponse',
  'inquiryAutoClose',
  'caseDecision',
] as const
/** A deadline of cases, by its name in the policy pack. */
export type CaseRule = (typeof caseRules)[number]

/** A deadline with what produced it: it stays as it was shown, whatever becomes of rule and calendar (seller-hubs 5.5, 18). */
export interface CaseDeadline {
  /** ISO 8601. */
  at: string
  rule: CaseRule
  /** The calendar that was counted by, by its name. */
  calendar: string
  /** The working days that were counted; none where it is a length of time. */
  days: string[]
}

/** What a seller can do in a case. */
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
/** What the seller does in a case. */
export type SellerStep = (typeof sellerSteps)[number]

/** What the buyer does. */
export type BuyerStep = 'open' | 'take-offer' | 'refuse-offer' | 'send-back' | 'arrived' | 'withdraw' | 'escalate'
/** What the marketplace does, or hears from a carrier. */
export type MarketplaceStep = 'decide-for-seller' | 'decide-for-buyer' | 'delivered-back'
/** What happens by itself. */
export type HubStep = 'time-out' | 'refunded' | 'refund-failed'
/** What anybody can do in a case: seller, buyer, marketplace, or the hub by the clock. */
export type CaseStep = SellerStep | BuyerStep | MarketplaceStep | HubStep

/** A parcel that a case speaks of: the one back, the replacement, the one that does not come. */
export interface CaseParcel {
  carrier: string
  trackingNumber: string
}

/** A case as the timeline of its order keeps it. */
export interface CaseFacts {
  kind: CaseKind
  state: CaseState
  /** The step that led to it. */
  step: CaseStep
  reason: CaseReason
  /** Position of the line in its order, and how many units of it. */
  line: number
  units: number
  /** What is due now; null where nobody has to do anything by a time. */
  deadline: CaseDeadline | null
  /** By when the seller had to answer first of all; it stands again where the buyer refuses an offer. */
  answerBy: CaseDeadline
  /** The part of the money that was offered last. */
  offerPercent: number | null
  /** What goes back to the buyer, in minor units, once that is decided. */
  refundMinor: number | null
  parcel: CaseParcel | null
}

const numberPattern = /^[56]-\d{8}$/

/** A case's number as buyers and sellers know it: `5-20418377` a return, `6-…` an item that has not come. */
export type CaseNumber = string & { readonly __brand: 'CaseNumber' }

/** Reads a case's number; null for anything else. */
export function parseCaseNumber(text: string | null): CaseNumber | null {
  const trimmed = text?.trim() ?? ''
  return numberPattern.test(trimmed) ? (trimmed as CaseNumber) : null
}

/** What kind of case a number is of; null for what is none. */
export function kindOfCase(text: string): CaseKind | null {
  const number = parseCaseNumber(text)
  return number && (number.startsWith('5') ? 'RETURN' : 'NOT_RECEIVED')
}
