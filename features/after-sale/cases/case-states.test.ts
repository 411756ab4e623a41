import { describe, expect, it } from 'vitest'
import {
  endStates,
  notReceivedStates,
  returnStates,
  type CaseDeadline,
  type CaseFacts,
  type CaseKind,
  type CaseRule,
  type CaseState,
  type CaseStep,
} from '#features/core/order/order-case.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { caseSetting, openedCase, stepCase, type Circumstances } from './case-course.ts'
import { whoseTurn } from './case-states.ts'
import { allSteps as steps } from './testing-steps.ts'

const at = new Date('2026-11-18T19:26:00Z')
const setting = caseSetting(testPolicyPack, { timeZone: 'Europe/London' })
const deadline = (rule: CaseRule, day: string): CaseDeadline => ({
  at: `${day}T12:00:00.000Z`,
  rule,
  calendar: 'then',
  days: [],
})
const parcel = { carrier: 'Royal Mail', trackingNumber: 'RN473124829GB' }

/** Every state of every kind of case. */
const places: readonly (readonly [CaseKind, CaseState])[] = [
  ...[...returnStates, ...endStates].map((state) => ['RETURN', state] as const),
  ...[...notReceivedStates, ...endStates].map((state) => ['NOT_RECEIVED', state] as const),
]

/** Circumstances; by default everything a step may need is available. */
interface Given extends Partial<Circumstances> {
  reason?: CaseFacts['reason']
  percent?: number
  parcel?: typeof parcel | null
}

function take(kind: CaseKind, state: CaseState, step: CaseStep, { reason, percent = 20, ...given }: Given = {}) {
  const before: CaseFacts = {
    ...openedCase({ kind, reason: reason ?? 'NO_LONGER_NEED_ITEM', line: 1, units: 1, at }, setting),
    state,
    deadline: deadline('caseDecision', '2026-11-20'),
    answerBy: deadline('returnSellerResponse', '2026-11-19'),
  }
  const { parcel: named = parcel, ...circumstances } = given
  const there = { available: 1, itemMinor: 100, shippingMinor: 0, ...circumstances }
  const outcome = stepCase(before, { step, at, percent, parcel: named }, there, setting)
  return outcome.ok ? told(before, outcome) : { refused: outcome.reason }
}

/** Summary of a step: next state, effects, and the rule of the next deadline. */
function told(before: CaseFacts, { after, effects }: { after: CaseFacts; effects: readonly string[] }): string {
  const due = {
    none: after.deadline === null,
    'as before': after.deadline === before.deadline,
    'as at first': after.deadline === before.answerBy,
  }
  const known = Object.entries(due).find(([, isSo]) => isSo)?.[0]
  return [after.state, ...effects, known ?? after.deadline!.rule].join(', ')
}

const isTaken = (outcome: ReturnType<typeof take>) => typeof outcome === 'string'

const end = { withdraw: 'CLOSED, none', disputed: 'CLOSED, none' }
const refundOrEnd = { refund: 'REFUND_INITIATED, refund-whole, none', ...end }
const offers = {
  accept: 'ITEM_READY_TO_SHIP, returnAutoClose',
  'offer-part': 'PARTIAL_REFUND_REQUESTED, returnAutoClose',
  'offer-replacement': 'REPLACEMENT_OFFER_PENDING, returnAutoClose',
}

/** All steps possible in each state if nothing prevents them; all others are refused. */
const course: Record<CaseState, Partial<Record<CaseStep, string>>> = {
  RETURN_REQUESTED: {
    ...offers,
    ...refundOrEnd,
    decline: 'RETURN_REJECTED, returnAutoClose',
    'time-out': 'RETURN_REQUEST_TIMEOUT, as before',
  },
  RETURN_REQUEST_TIMEOUT: {
    ...offers,
    ...refundOrEnd,
    decline: 'RETURN_REJECTED, returnAutoClose',
    escalate: 'ESCALATED, caseDecision',
  },
  PARTIAL_REFUND_REQUESTED: {
    ...refundOrEnd,
    accept: 'ITEM_READY_TO_SHIP, returnAutoClose',
    'take-offer': 'REFUND_INITIATED, refund-part, none',
    'refuse-offer': 'RETURN_REQUESTED, as at first',
    'time-out': 'CLOSED, none',
  },
  REPLACEMENT_OFFER_PENDING: {
    ...refundOrEnd,
    accept: 'ITEM_READY_TO_SHIP, returnAutoClose',
    'take-offer': 'REPLACEMENT_STARTED, returnSellerResponse',
    'refuse-offer': 'RETURN_REQUESTED, as at first',
    'time-out': 'CLOSED, none',
  },
  REPLACEMENT_STARTED: {
    ...refundOrEnd,
    'ship-replacement': 'REPLACEMENT_SHIPPED, takes-stock, returnAutoClose',
    'time-out': 'REPLACEMENT_REQUEST_TIMEOUT, as before',
  },
  REPLACEMENT_REQUEST_TIMEOUT: {
    ...refundOrEnd,
    'ship-replacement': 'REPLACEMENT_SHIPPED, takes-stock, returnAutoClose',
    escalate: 'ESCALATED, caseDecision',
  },
  REPLACEMENT_SHIPPED: {
    ...end,
    arrived: 'CLOSED, none',
    escalate: 'ESCALATED, caseDecision',
    'time-out': 'CLOSED, none',
  },
  RETURN_LABEL_PENDING: {
    ...refundOrEnd,
    'give-label': 'ITEM_READY_TO_SHIP, returnAutoClose',
    'time-out': 'RETURN_LABEL_PENDING_TIMEOUT, as before',
  },
  RETURN_LABEL_PENDING_TIMEOUT: {
    ...refundOrEnd,
    'give-label': 'ITEM_READY_TO_SHIP, returnAutoClose',
    escalate: 'ESCALATED, caseDecision',
  },
  ITEM_READY_TO_SHIP: {
    ...refundOrEnd,
    'mark-delivered': 'ITEM_DELIVERED, returnRefundAfterDelivery',
    'send-back': 'ITEM_SHIPPED, none',
    'delivered-back': 'ITEM_DELIVERED, returnRefundAfterDelivery',
    'time-out': 'CLOSED, none',
  },
  ITEM_SHIPPED: {
    refund: 'REFUND_INITIATED, refund-whole, none',
    'mark-delivered': 'ITEM_DELIVERED, returnRefundAfterDelivery',
    escalate: 'ESCALATED, caseDecision',
    'delivered-back': 'ITEM_DELIVERED, returnRefundAfterDelivery',
    disputed: 'CLOSED, none',
  },
  ITEM_DELIVERED: {
    refund: 'REFUND_INITIATED, refund-whole, none',
    'ask-marketplace': 'ESCALATED, caseDecision',
    'time-out': 'REFUND_INITIATED, refund-whole, none',
    disputed: 'CLOSED, none',
  },
  RETURN_REJECTED: {
    ...offers,
    ...refundOrEnd,
    escalate: 'ESCALATED, caseDecision',
    'time-out': 'CLOSED, none',
  },
  REFUND_INITIATED: {
    refunded: 'CLOSED, none',
    'refund-failed': 'REFUND_FAILED, none',
  },
  REFUND_FAILED: {
    refund: 'REFUND_INITIATED, refund-again, none',
    refunded: 'CLOSED, none',
    escalate: 'ESCALATED, caseDecision',
    disputed: 'CLOSED, none',
  },
  ESCALATED: {
    ...end,
    'decide-for-seller': 'CLOSED_SELLER, none',
    'decide-for-buyer': 'CLOSED_BUYER, refund-whole, none',
  },
  CLOSED: {},
  CLOSED_SELLER: {},
  CLOSED_BUYER: {},
  WAITING_SELLER_RESPONSE: {
    ...refundOrEnd,
    'show-tracking': 'WAITING_BUYER_RESPONSE, inquiryAutoClose',
    arrived: 'CLOSED, none',
    'time-out': 'SELLER_RESPONSE_TIMEOUT, as before',
  },
  SELLER_RESPONSE_TIMEOUT: {
    ...refundOrEnd,
    'show-tracking': 'WAITING_BUYER_RESPONSE, inquiryAutoClose',
    arrived: 'CLOSED, none',
    escalate: 'ESCALATED, caseDecision',
  },
  WAITING_BUYER_RESPONSE: {
    ...refundOrEnd,
    'show-tracking': 'WAITING_BUYER_RESPONSE, inquiryAutoClose',
    arrived: 'CLOSED, none',
    escalate: 'ESCALATED, caseDecision',
    'time-out': 'CLOSED, none',
  },
}

const courseOf = (kind: CaseKind, state: CaseState, given: Given = {}) =>
  Object.fromEntries(
    steps.flatMap((step) => {
      const outcome = take(kind, state, step, given)
      return isTaken(outcome) ? [[step, outcome]] : []
    }),
  )

describe('a case', () => {
  it.each(places)('of kind %s in %s can take exactly these steps', (kind, state) => {
    expect(courseOf(kind, state)).toEqual(course[state])
  })

  it('refuses every other step, and says so if it is too early', () => {
    for (const [kind, state] of places)
      for (const step of steps.filter((each) => !(each in course[state]))) {
        const isEarly = step === 'escalate' && whoseTurn[state] === 'SELLER'
        const refused = isEarly ? 'too-early' : 'not-possible-now'
        expect(take(kind, state, step), `${step} in ${state}`).toEqual({ refused })
      }
  })

  /** For each missing circumstance: refused steps with reasons, and steps with another result. */
  const lacks: [
    string,
    Given,
    Partial<Record<CaseStep, string>>,
    Partial<Record<`${CaseState} ${CaseStep}`, string>>,
  ][] = [
    ['a part that the marketplace lets nobody offer', { percent: 22 }, { 'offer-part': 'no-such-part' }, {}],
    ['nothing in stock', { available: 0 }, { 'offer-replacement': 'none-available' }, {}],
    [
      'nothing that could go back',
      { itemMinor: 0 },
      { refund: 'nothing-to-refund', 'offer-part': 'nothing-to-refund', 'take-offer': 'nothing-to-refund' },
      {
        // A replacement refunds nothing.
        'REPLACEMENT_OFFER_PENDING take-offer': course.REPLACEMENT_OFFER_PENDING['take-offer']!,
        'ITEM_DELIVERED time-out': 'CLOSED, none',
        'ESCALATED decide-for-buyer': 'CLOSED_BUYER, none',
      },
    ],
    [
      'no parcel named',
      { parcel: null },
      { 'give-label': 'no-tracking', 'ship-replacement': 'no-tracking', 'show-tracking': 'no-tracking' },
      {},
    ],
  ]
  it.each(lacks)('with %s is blocked at these steps only', (_, given, stops, otherwise) => {
    for (const [kind, state] of places)
      for (const [step, usual] of Object.entries(course[state]) as [CaseStep, string][]) {
        const expected = otherwise[`${state} ${step}`] ?? (stops[step] ? { refused: stops[step] } : usual)
        expect(take(kind, state, step, given), `${step} in ${state}`).toEqual(expected)
      }
  })

  it('accepted without a label waits for one if the seller pays for the return', () => {
    for (const state of returnStates.filter((each) => 'accept' in course[each])) {
      const without = { parcel: null }
      expect(take('RETURN', state, 'accept', { ...without, reason: 'DEFECTIVE_ITEM' })).toBe(
        'RETURN_LABEL_PENDING, returnSellerResponse',
      )
      expect(take('RETURN', state, 'accept', { reason: 'DEFECTIVE_ITEM' })).toBe(course[state].accept)
      expect(take('RETURN', state, 'accept', without)).toBe(course[state].accept)
    }
  })
})
