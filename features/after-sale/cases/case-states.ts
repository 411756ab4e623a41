import {
  type CaseFacts,
  type CaseKind,
  type CaseRule,
  type CaseState,
  type CaseStep,
  type EndState,
  type NotReceivedState,
  type ReturnState,
  isClosed,
} from '#features/core/order/order-case.ts'
import { takeStep, type StateTable, type Step, type Transition } from '#lib/state-table.ts'
import { keysOf, recordOf } from '#lib/records.ts'

export type CaseRefusal =
  | 'not-possible-now'
  /** The seller still has time to answer. */
  | 'too-early'
  | 'no-such-part'
  | 'none-available'
  | 'nothing-to-refund'
  | 'no-tracking'

export interface CaseConditions {
  owesLabel: boolean
  partIsOffered: boolean
  hasReplacement: boolean
  refundableMinor: number
  hasTracking: boolean
  /** Whether the first response deadline has passed. */
  isLate: boolean
}

export type CaseEffect = 'refund-whole' | 'refund-part' | 'refund-again' | 'takes-stock'

type Table<State extends string> = StateTable<State, CaseStep, CaseConditions, CaseRefusal, CaseEffect>
type Ways<State extends string> = Partial<
  Record<CaseStep, readonly Transition<State, CaseConditions, CaseRefusal, CaseEffect>[]>
>

const refundable = ({ refundableMinor }: CaseConditions) => (refundableMinor > 0 ? null : 'nothing-to-refund')
const tracked = ({ hasTracking }: CaseConditions) => (hasTracking ? null : 'no-tracking')

const refund = {
  refund: [{ next: 'REFUND_INITIATED', guard: refundable, effects: ['refund-whole'] }],
} as const satisfies Ways<EndState>
const escalate = { escalate: [{ next: 'ESCALATED' }] } as const satisfies Ways<EndState>
const withdraw = { withdraw: [{ next: 'CLOSED' }] } as const satisfies Ways<EndState>

/** Final states of both kinds. A refund is in progress until the payment provider confirms it. */
const ends: Record<EndState, Ways<EndState>> = {
  REFUND_INITIATED: { refunded: [{ next: 'CLOSED' }], 'refund-failed': [{ next: 'REFUND_FAILED' }] },
  REFUND_FAILED: {
    refund: [{ next: 'REFUND_INITIATED', guard: refundable, effects: ['refund-again'] }],
    // Retried from the order, or the order was refunded otherwise.
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
] as const satisfies readonly Transition<ReturnState, CaseConditions, CaseRefusal>[]
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
/** After the buyer declines an offer: the seller must answer again, and is late if the first deadline has passed. */
const refused = [
  { next: 'RETURN_REQUEST_TIMEOUT', when: ({ isLate }) => isLate },
  { next: 'RETURN_REQUESTED' },
] as const satisfies readonly Transition<ReturnState, CaseConditions, CaseRefusal>[]
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
 * Returns (seller-hubs 2.6, 5.3): requested, answered, shipped back, refunded. A late seller may still act, but the
 * buyer may then escalate.
 */
const returnTable: Table<ReturnState> = {
  refusalOf,
  ways: withDisputes<ReturnState>({
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
      // Nothing is left to refund if the order was refunded otherwise.
      'time-out': [
        { next: 'REFUND_INITIATED', when: (facts) => refundable(facts) === null, effects: ['refund-whole'] },
        { next: 'CLOSED' },
      ],
    },
    RETURN_REJECTED: { accept, ...offers, ...refund, ...escalate, ...withdraw, 'time-out': [{ next: 'CLOSED' }] },
  }),
}

const inquiryAnswers: Ways<NotReceivedState> = {
  'show-tracking': [{ next: 'WAITING_BUYER_RESPONSE', guard: tracked }],
  arrived: [{ next: 'CLOSED' }],
  ...refund,
  ...withdraw,
}

/** Items not received (INR): the seller shows tracking or refunds, the buyer waits or escalates. */
const notReceivedTable: Table<NotReceivedState> = {
  refusalOf,
  ways: withDisputes<NotReceivedState>({
    ...ends,
    WAITING_SELLER_RESPONSE: { ...inquiryAnswers, 'time-out': [{ next: 'SELLER_RESPONSE_TIMEOUT' }] },
    SELLER_RESPONSE_TIMEOUT: { ...inquiryAnswers, ...escalate },
    WAITING_BUYER_RESPONSE: { ...inquiryAnswers, ...escalate, 'time-out': [{ next: 'CLOSED' }] },
  }),
}

export const caseTables = { RETURN: returnTable, NOT_RECEIVED: notReceivedTable }

/** A payment dispute closes the case (seller-hubs 5.5, 8), unless it is closed or its refund is in progress. */
function withDisputes<State extends CaseState>(ways: Record<State, Ways<State>>): Record<State, Ways<State>> {
  const disputed = { disputed: [{ next: 'CLOSED' as State }] } as Ways<State>
  return recordOf(keysOf(ways), (state) =>
    isClosed(state) || state === 'REFUND_INITIATED' ? ways[state] : { ...ways[state], ...disputed },
  )
}

function refusalOf(): CaseRefusal {
  return 'not-possible-now'
}

export const firstState = {
  RETURN: 'RETURN_REQUESTED',
  NOT_RECEIVED: 'WAITING_SELLER_RESPONSE',
} as const satisfies Record<CaseKind, CaseState>

export function nextCaseState(
  { kind, state }: Pick<CaseFacts, 'kind' | 'state'>,
  event: CaseStep,
  facts: CaseConditions,
): Step<CaseState, CaseRefusal, CaseEffect> {
  const step =
    kind === 'RETURN'
      ? takeStep(returnTable, { state: state as ReturnState, event, facts })
      : takeStep(notReceivedTable, { state: state as NotReceivedState, event, facts })
  // Escalating before the seller's deadline is too early.
  return !step.ok && event === 'escalate' && whoseTurn[state] === 'SELLER' ? { ok: false, reason: 'too-early' } : step
}

const timed = <State extends CaseState>({ ways }: Table<State>): State[] =>
  keysOf(ways).filter((state) => 'time-out' in ways[state])

/** States with an automatic step at the deadline. */
export const timedStates: readonly CaseState[] = [...timed(returnTable), ...timed(notReceivedTable)]

export const turns = ['SELLER', 'BUYER', 'CARRIER', 'MARKETPLACE', 'PAYMENT', 'NOBODY'] as const
export type Turn = (typeof turns)[number]

/** Whose turn it is. Must agree with `case_turn` in the database. */
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

/** Deadline rule of a state; `kept`: the previous deadline remains. */
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

export const isLate = (state: CaseState) => ruleOf[state] === 'kept'
