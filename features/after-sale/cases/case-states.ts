import {
  type CaseFacts,
  type CaseKind,
  type CaseRule,
  type CaseState,
  type CaseStep,
  type EndState,
  type NotReceivedState,
  type ReturnState,
} from '#features/core/order/order-case.ts'
import { takeStep, type StateTable, type Step, type Way } from '#lib/state-table.ts'

/** Why a step in a case is refused. */
export type CaseRefusal =
  | 'not-possible-now'
  /** The seller still has time to answer. */
  | 'too-early'
  | 'no-such-part'
  | 'none-available'
  | 'nothing-to-refund'
  | 'no-tracking'

/** What decides about a step. */
export interface CaseConditions {
  /** Whether the seller pays for the way back, and has given no label yet. */
  owesLabel: boolean
  /** Whether the marketplace lets a seller offer this part of the money. */
  partIsOffered: boolean
  /** Whether as many are in stock as are to be replaced. */
  hasReplacement: boolean
  /** What can go back to the buyer at most, in minor units. */
  refundableMinor: number
  /** Whether the step says a carrier and a number. */
  hasTracking: boolean
  /** Whether the time to answer first of all is over. */
  isLate: boolean
}

/** What has to be done with a step besides. */
export type CaseEffect =
  /** All of it goes back. */
  | 'refund-whole'
  /** The offered part of the price goes back. */
  | 'refund-part'
  /** What did not go back is sent again. */
  | 'refund-again'
  /** What is sent in its place leaves the stock. */
  | 'takes-stock'

type Table<State extends string> = StateTable<State, CaseStep, CaseConditions, CaseRefusal, CaseEffect>
type Ways<State extends string> = Partial<
  Record<CaseStep, readonly Way<State, CaseConditions, CaseRefusal, CaseEffect>[]>
>

const refundable = ({ refundableMinor }: CaseConditions) => (refundableMinor > 0 ? null : 'nothing-to-refund')
const tracked = ({ hasTracking }: CaseConditions) => (hasTracking ? null : 'no-tracking')

const refund = {
  refund: [{ next: 'REFUND_INITIATED', guard: refundable, effects: ['refund-whole'] }],
} as const satisfies Ways<EndState>
const escalate = { escalate: [{ next: 'ESCALATED' }] } as const satisfies Ways<EndState>
const withdraw = { withdraw: [{ next: 'CLOSED' }] } as const satisfies Ways<EndState>

/** How either kind ends. The money is on its way until the payment side says that it came. */
const ends: Record<EndState, Ways<EndState>> = {
  REFUND_INITIATED: { refunded: [{ next: 'CLOSED' }], 'refund-failed': [{ next: 'REFUND_FAILED' }] },
  REFUND_FAILED: {
    refund: [{ next: 'REFUND_INITIATED', guard: refundable, effects: ['refund-again'] }],
    // It was sent again from its order, or all of the order went back another way.
    refunded: [{ next: 'CLOSED' }],
    ...escalate,
  },
  ESCALATED: {
    ...withdraw,
    'decide-for-seller': [{ next: 'CLOSED_SELLER' }],
    'decide-for-buyer': [
      { next: 'CLOSED_BUYER', when: ({ refundableMinor }) => refundableMinor > 0, effects: ['refund-whole'] },
      { next: 'CLOSED_BUYER' },
    ],
  },
  CLOSED: {},
  CLOSED_SELLER: {},
  CLOSED_BUYER: {},
}

const accept = [
  { next: 'RETURN_LABEL_PENDING', when: ({ owesLabel }) => owesLabel },
  { next: 'ITEM_READY_TO_SHIP' },
] as const satisfies readonly Way<ReturnState, CaseConditions, CaseRefusal>[]
const offers = {
  'offer-part': [
    {
      next: 'PARTIAL_REFUND_REQUESTED',
      guard: (facts) => (facts.partIsOffered ? refundable(facts) : 'no-such-part'),
    },
  ],
  'offer-replacement': [
    { next: 'REPLACEMENT_OFFER_PENDING', guard: ({ hasReplacement }) => (hasReplacement ? null : 'none-available') },
  ],
} as const satisfies Ways<ReturnState>
/** The buyer has waited as long as the seller had to answer, or waits on. */
const refused = [
  { next: 'RETURN_REQUEST_TIMEOUT', when: ({ isLate }) => isLate },
  { next: 'RETURN_REQUESTED' },
] as const satisfies readonly Way<ReturnState, CaseConditions, CaseRefusal>[]
const answers: Ways<ReturnState> = { accept, ...offers, ...refund, decline: [{ next: 'RETURN_REJECTED' }], ...withdraw }
const giveLabel: Ways<ReturnState> = {
  'give-label': [{ next: 'ITEM_READY_TO_SHIP', guard: tracked }],
  ...refund,
  ...withdraw,
}
const replace: Ways<ReturnState> = {
  'ship-replacement': [{ next: 'REPLACEMENT_SHIPPED', guard: tracked, effects: ['takes-stock'] }],
  ...refund,
  ...withdraw,
}

/**
 * Returns (seller-hubs 2.6, 5.3): asked for, answered, sent back, refunded. A seller who does not do in time what is theirs to do
 * may still do it, but from then on the buyer may call the marketplace.
 */
const returnTable: Table<ReturnState> = {
  refusalOf: refusalOf,
  ways: {
    ...ends,
    RETURN_REQUESTED: { ...answers, 'time-out': [{ next: 'RETURN_REQUEST_TIMEOUT' }] },
    RETURN_REQUEST_TIMEOUT: { ...answers, ...escalate },
    PARTIAL_REFUND_REQUESTED: {
      'take-offer': [{ next: 'REFUND_INITIATED', guard: refundable, effects: ['refund-part'] }],
      'refuse-offer': refused,
      'time-out': [{ next: 'CLOSED' }],
      accept,
      ...refund,
      ...withdraw,
    },
    REPLACEMENT_OFFER_PENDING: {
      'take-offer': [{ next: 'REPLACEMENT_STARTED' }],
      'refuse-offer': refused,
      'time-out': [{ next: 'CLOSED' }],
      accept,
      ...refund,
      ...withdraw,
    },
    REPLACEMENT_STARTED: { ...replace, 'time-out': [{ next: 'REPLACEMENT_REQUEST_TIMEOUT' }] },
    REPLACEMENT_REQUEST_TIMEOUT: { ...replace, ...escalate },
    REPLACEMENT_SHIPPED: { arrived: [{ next: 'CLOSED' }], 'time-out': [{ next: 'CLOSED' }], ...withdraw, ...escalate },
    RETURN_LABEL_PENDING: { ...giveLabel, 'time-out': [{ next: 'RETURN_LABEL_PENDING_TIMEOUT' }] },
    RETURN_LABEL_PENDING_TIMEOUT: { ...giveLabel, ...escalate },
    ITEM_READY_TO_SHIP: {
      'send-back': [{ next: 'ITEM_SHIPPED' }],
      'mark-delivered': [{ next: 'ITEM_DELIVERED' }],
      'delivered-back': [{ next: 'ITEM_DELIVERED' }],
      'time-out': [{ next: 'CLOSED' }],
      ...refund,
      ...withdraw,
    },
    ITEM_SHIPPED: {
      'mark-delivered': [{ next: 'ITEM_DELIVERED' }],
      'delivered-back': [{ next: 'ITEM_DELIVERED' }],
      ...refund,
      ...escalate,
    },
    ITEM_DELIVERED: {
      ...refund,
      'ask-marketplace': [{ next: 'ESCALATED' }],
      // Nothing is left to give back where the order was refunded otherwise meanwhile.
      'time-out': [
        { next: 'REFUND_INITIATED', when: (facts) => refundable(facts) === null, effects: ['refund-whole'] },
        { next: 'CLOSED' },
      ],
    },
    RETURN_REJECTED: { accept, ...offers, ...refund, ...escalate, ...withdraw, 'time-out': [{ next: 'CLOSED' }] },
  },
}

const inquiryAnswers: Ways<NotReceivedState> = {
  'show-tracking': [{ next: 'WAITING_BUYER_RESPONSE', guard: tracked }],
  arrived: [{ next: 'CLOSED' }],
  ...refund,
  ...withdraw,
}

/** Items that have not come (INR): the seller shows where the parcel is or refunds, the buyer waits or calls the marketplace. */
const notReceivedTable: Table<NotReceivedState> = {
  refusalOf,
  ways: {
    ...ends,
    WAITING_SELLER_RESPONSE: { ...inquiryAnswers, 'time-out': [{ next: 'SELLER_RESPONSE_TIMEOUT' }] },
    SELLER_RESPONSE_TIMEOUT: { ...inquiryAnswers, ...escalate },
    WAITING_BUYER_RESPONSE: { ...inquiryAnswers, ...escalate, 'time-out': [{ next: 'CLOSED' }] },
  },
}

/** The table of each kind of case. */
export const caseTables = { RETURN: returnTable, NOT_RECEIVED: notReceivedTable }

function refusalOf(): CaseRefusal {
  return 'not-possible-now'
}

/** Where a case begins. */
export const firstState = {
  RETURN: 'RETURN_REQUESTED',
  NOT_RECEIVED: 'WAITING_SELLER_RESPONSE',
} as const satisfies Record<CaseKind, CaseState>

/** Where a step leads in a case, or why it is refused. Decides only. */
export function nextCaseState(
  { kind, state }: Pick<CaseFacts, 'kind' | 'state'>,
  event: CaseStep,
  facts: CaseConditions,
): Step<CaseState, CaseRefusal, CaseEffect> {
  const step =
    kind === 'RETURN'
      ? takeStep(returnTable, { state: state as ReturnState, event, facts })
      : takeStep(notReceivedTable, { state: state as NotReceivedState, event, facts })
  // Whoever calls the marketplace while the seller has time is told to wait.
  return !step.ok && event === 'escalate' && whoseTurn[state] === 'SELLER' ? { ok: false, reason: 'too-early' } : step
}

const timed = <State extends CaseState>({ ways }: Table<State>): State[] =>
  (Object.keys(ways) as State[]).filter((state) => 'time-out' in ways[state])

/** States in which something happens by itself at the deadline. */
export const timedStates: readonly CaseState[] = [...timed(returnTable), ...timed(notReceivedTable)]

/** Who has to do something next in a case. */
export const turns = ['SELLER', 'BUYER', 'CARRIER', 'MARKETPLACE', 'PAYMENT', 'NOBODY'] as const
export type Turn = (typeof turns)[number]

/** Whose turn it is. The database's `case_turn` says the same. */
export const whoseTurn: Record<CaseState, Turn> = {
  RETURN_REQUESTED: 'SELLER',
  RETURN_REQUEST_TIMEOUT: 'SELLER',
  PARTIAL_REFUND_REQUESTED: 'BUYER',
  REPLACEMENT_OFFER_PENDING: 'BUYER',
  REPLACEMENT_STARTED: 'SELLER',
  REPLACEMENT_REQUEST_TIMEOUT: 'SELLER',
  REPLACEMENT_SHIPPED: 'CARRIER',
  RETURN_LABEL_PENDING: 'SELLER',
  RETURN_LABEL_PENDING_TIMEOUT: 'SELLER',
  ITEM_READY_TO_SHIP: 'BUYER',
  ITEM_SHIPPED: 'CARRIER',
  ITEM_DELIVERED: 'SELLER',
  RETURN_REJECTED: 'BUYER',
  WAITING_SELLER_RESPONSE: 'SELLER',
  SELLER_RESPONSE_TIMEOUT: 'SELLER',
  WAITING_BUYER_RESPONSE: 'BUYER',
  REFUND_INITIATED: 'PAYMENT',
  REFUND_FAILED: 'SELLER',
  ESCALATED: 'MARKETPLACE',
  CLOSED: 'NOBODY',
  CLOSED_SELLER: 'NOBODY',
  CLOSED_BUYER: 'NOBODY',
}

/** Which rule says by when something is due in a state; `kept`: the deadline that was there goes on. */
export const ruleOf: Record<CaseState, CaseRule | 'kept' | null> = {
  RETURN_REQUESTED: 'returnSellerResponse',
  RETURN_REQUEST_TIMEOUT: 'kept',
  PARTIAL_REFUND_REQUESTED: 'returnAutoClose',
  REPLACEMENT_OFFER_PENDING: 'returnAutoClose',
  REPLACEMENT_STARTED: 'returnSellerResponse',
  REPLACEMENT_REQUEST_TIMEOUT: 'kept',
  REPLACEMENT_SHIPPED: 'returnAutoClose',
  RETURN_LABEL_PENDING: 'returnSellerResponse',
  RETURN_LABEL_PENDING_TIMEOUT: 'kept',
  ITEM_READY_TO_SHIP: 'returnAutoClose',
  ITEM_SHIPPED: null,
  ITEM_DELIVERED: 'returnRefundAfterDelivery',
  RETURN_REJECTED: 'returnAutoClose',
  WAITING_SELLER_RESPONSE: 'inquirySellerResponse',
  SELLER_RESPONSE_TIMEOUT: 'kept',
  WAITING_BUYER_RESPONSE: 'inquiryAutoClose',
  REFUND_INITIATED: null,
  REFUND_FAILED: null,
  ESCALATED: 'caseDecision',
  CLOSED: null,
  CLOSED_SELLER: null,
  CLOSED_BUYER: null,
}

/** Whether the seller has let a deadline pass. */
export const isLate = (state: CaseState) => ruleOf[state] === 'kept'
