import { takeStep, type StateTable, type Step, type Transition } from '#lib/state-table.ts'
import type { FulfilmentStatus, PaymentStatus } from './order.ts'

/** Why a step is refused. */
export type Refusal = 'not-possible-now' | 'refund-exceeds-payment' | 'more-than-ordered' | 'nothing-to-ship'

type OrderTable<State extends string, Event extends string, Facts> = StateTable<State, Event, Facts, Refusal>
const refusalOf = () => 'not-possible-now' as const

export type StepOutcome<State> = Step<State, Refusal>

/** Payment amounts in minor units; `refundedMinor` after the step. */
export interface PaymentFacts {
  paidMinor: number
  refundedMinor: number
}
export type PaymentEvent = 'pay' | 'fail' | 'refund'

const withinPayment = ({ paidMinor, refundedMinor }: PaymentFacts) =>
  refundedMinor > paidMinor ? 'refund-exceeds-payment' : null

const refunding = [
  { next: 'PARTIALLY_REFUNDED', when: (facts) => facts.refundedMinor < facts.paidMinor },
  { next: 'FULLY_REFUNDED', guard: withinPayment },
] as const satisfies readonly Transition<PaymentStatus, PaymentFacts, Refusal>[]

/** PENDING -> PAID -> PARTIALLY_REFUNDED -> FULLY_REFUNDED; PENDING -> FAILED, which a new attempt can still pay. */
const paymentTable: OrderTable<PaymentStatus, PaymentEvent, PaymentFacts> = {
  refusalOf,
  ways: {
    PENDING: { pay: [{ next: 'PAID' }], fail: [{ next: 'FAILED' }] },
    FAILED: { pay: [{ next: 'PAID' }] },
    PAID: { refund: refunding },
    PARTIALLY_REFUNDED: { refund: refunding },
    FULLY_REFUNDED: {},
  },
}

/** Applies a payment event. */
export function nextPayment(
  state: PaymentStatus,
  event: PaymentEvent,
  facts: PaymentFacts,
): StepOutcome<PaymentStatus> {
  return takeStep(paymentTable, { state, event, facts })
}

/** Units of an order over all lines; `shipped` after the step. */
export interface FulfilmentFacts {
  ordered: number
  shipped: number
  cancelled: number
}
/** `ship` hands units to the carrier, `void` cancels a shipment. */
export type FulfilmentEvent = 'ship' | 'void'

const withinOrder = ({ ordered, shipped, cancelled }: FulfilmentFacts) => {
  if (shipped <= 0) return 'nothing-to-ship'
  return shipped + cancelled > ordered ? 'more-than-ordered' : null
}

const shipping = [
  { next: 'IN_PROGRESS', when: (facts) => facts.shipped + facts.cancelled < facts.ordered, guard: withinOrder },
  { next: 'FULFILLED', guard: withinOrder },
] as const satisfies readonly Transition<FulfilmentStatus, FulfilmentFacts, Refusal>[]

const voiding = [
  { next: 'NOT_STARTED', when: (facts) => facts.shipped === 0 },
  { next: 'IN_PROGRESS', when: (facts) => facts.shipped + facts.cancelled < facts.ordered },
  { next: 'FULFILLED' },
] as const satisfies readonly Transition<FulfilmentStatus, FulfilmentFacts, Refusal>[]

/** NOT_STARTED -> IN_PROGRESS -> FULFILLED by shipped units; voiding a shipment moves back. */
const fulfilmentTable: OrderTable<FulfilmentStatus, FulfilmentEvent, FulfilmentFacts> = {
  refusalOf,
  ways: {
    NOT_STARTED: { ship: shipping },
    IN_PROGRESS: { ship: shipping, void: voiding },
    FULFILLED: { void: voiding },
  },
}

/** Applies a fulfilment event. */
export function nextFulfilment(
  state: FulfilmentStatus,
  event: FulfilmentEvent,
  facts: FulfilmentFacts,
): StepOutcome<FulfilmentStatus> {
  return takeStep(fulfilmentTable, { state, event, facts })
}
