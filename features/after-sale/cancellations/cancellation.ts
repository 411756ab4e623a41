import type { Row } from '#db/schema.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import type { RefusedChoice } from './cancel-plan.ts'
import { takeStep, type StateTable, type Step, type Way } from '#lib/state-table.ts'

// Cancellations of orders (seller-hubs 2.5, 5.3): who may when, and what becomes of them. Pure, also in the browser.

export type CancellationState = Row<'cancellations'>['state']
export type CancelReason = Row<'cancellations'>['reason']
export type DeclineReason = NonNullable<Row<'cancellations'>['decline_reason']>

/** By which a cancellation is named in forms and in the timeline: drawn at random by whoever asks for it. */
export type CancelKey = string & { readonly __brand: 'CancelKey' }

/** Reads a cancellation's key; null for anything else. */
export const parseCancelKey = (text: string | null): CancelKey | null =>
  /^[0-9a-z]{12,31}$/.test(text ?? '') ? (text as CancelKey) : null

/** Why a seller cancels. */
export const sellerReasons = [
  'OUT_OF_STOCK_OR_CANNOT_FULFILL',
  'BUYER_ASKED_CANCEL',
  'ADDRESS_ISSUES',
  'ORDER_UNPAID',
] as const satisfies readonly CancelReason[]
export type SellerReason = (typeof sellerReasons)[number]

/** Why units are cancelled whose money the seller has sent back: the seller need not say. */
export const dropReasons = [
  'OTHER',
  'OUT_OF_STOCK_OR_CANNOT_FULFILL',
  'BUYER_ASKED_CANCEL',
  'ADDRESS_ISSUES',
] as const satisfies readonly CancelReason[]

/** Why a seller declines what a buyer asks for. */
export const declineReasons = [
  'ALREADY_SENT',
  'MADE_TO_ORDER',
  'AGREED_WITH_BUYER',
  'OTHER',
] as const satisfies readonly DeclineReason[]

/** What decides about a step of a cancellation. */
export interface CancelFacts {
  placedAt: Date
  now: Date
  reason: CancelReason
  /** Whether it is paid, and not in part alone; where a deadline is over, whether it was by then. */
  isPaid: boolean
  /** Money that goes back with it, in minor units. */
  leftMinor: number
  /** Whether some of the order has left and all the rest has left or been cancelled: nothing can be cancelled any more. */
  isGone: boolean
  /** Whether only units of the order are cancelled: the rest stays. */
  isPart: boolean
  /** Whether a return or a case about the order is open. */
  hasOpenCase: boolean
  /** Until when the seller answers; null where nobody set a time. */
  respondBy: Date | null
  /** The marketplace's. */
  deadlines: Pick<Deadlines, 'buyerCancelWindow' | 'sellerCancelWindow' | 'unpaidCancelableAfter'>
}

/**
 * `drop` takes units off whose money the seller has sent back; `request` by the buyer, answered by `approve` or `decline` or left to `expire`; `cancel` by the seller at once; `lapse` by itself
 * where nobody has paid for longer than the seller could cancel; `refunded` once the money is back.
 */
export type CancelEvent = 'request' | 'approve' | 'decline' | 'expire' | 'cancel' | 'drop' | 'lapse' | 'refunded'

/** Why a step is refused. */
export type CancelRefusal =
  | 'not-possible-now'
  | 'already-shipped'
  | 'too-late'
  | 'too-early'
  | 'is-paid'
  | 'not-paid'
  | 'not-due'
  | 'case-open'

/** What is done beside the new state. */
export type CancelEffect =
  /** No unit is to be shipped any more. */
  | 'cancels-units'
  /** What was paid for them goes back. */
  | 'refunds'

/** An order without a cancellation, or with one that came to nothing or left some of it, is where a new one begins. */
export type From = CancellationState | 'NONE'
type CancelWay = Way<CancellationState, CancelFacts, CancelRefusal, CancelEffect>

/** Units of an order are cancelled once it is paid: before that the buyer would pay for what does not come. */
const notGone = ({ isGone, isPart, isPaid }: CancelFacts) =>
  isGone ? 'already-shipped' : isPart && !isPaid ? 'not-paid' : null
const possible = (facts: CancelFacts) => notGone(facts) ?? (facts.hasOpenCase ? 'case-open' : null)
const age = ({ now, placedAt }: CancelFacts) => now.getTime() - placedAt.getTime()
const isOver = ({ respondBy, now }: CancelFacts) => respondBy !== null && now > respondBy
const answerable = (facts: CancelFacts) => (isOver(facts) ? 'too-late' : null)

function requestable(facts: CancelFacts): CancelRefusal | null {
  return possible(facts) ?? (age(facts) > facts.deadlines.buyerCancelWindow ? 'too-late' : null)
}

function cancellable(facts: CancelFacts): CancelRefusal | null {
  const refusal = possible(facts) ?? (age(facts) > facts.deadlines.sellerCancelWindow ? 'too-late' : null)
  if (refusal || facts.reason !== 'ORDER_UNPAID') return refusal
  if (facts.isPaid) return 'is-paid'
  return age(facts) > facts.deadlines.unpaidCancelableAfter ? null : 'too-early'
}

/** Nobody pays it any more, and nobody may cancel it. */
function lapsed(facts: CancelFacts): CancelRefusal | null {
  const refusal = possible(facts) ?? (facts.isPaid ? 'is-paid' : null)
  return refusal ?? (age(facts) > facts.deadlines.sellerCancelWindow ? null : 'not-due')
}

/** An order, or units of it, are cancelled: with a refund where money has come. */
const cancelled = (guard: CancelWay['guard']): readonly CancelWay[] => [
  {
    next: 'REFUND_PENDING',
    when: ({ leftMinor }) => leftMinor > 0,
    effects: ['cancels-units', 'refunds'],
    ...(guard ? { guard } : {}),
  },
  { next: 'CLOSED_NO_REFUND', effects: ['cancels-units'], ...(guard ? { guard } : {}) },
]

const notDue = (facts: CancelFacts) => (isOver(facts) ? null : 'not-due')

const starting: Partial<Record<CancelEvent, readonly CancelWay[]>> = {
  request: [{ next: 'REQUESTED', guard: requestable }],
  cancel: cancelled(cancellable),
  // The money is under way by its own refund, which closes it.
  drop: [{ next: 'REFUND_PENDING', guard: notGone, effects: ['cancels-units'] }],
  lapse: cancelled(lapsed),
}

/**
 * REQUESTED -> REFUND_PENDING -> CLOSED_WITH_REFUND, or CLOSED_NO_REFUND where nothing was paid; -> REJECTED, the order
 * stands; nobody answers: a paid order stands (CLOSED_FOR_COMMITMENT), an unpaid one is cancelled. A seller cancels at once; one that
 * nobody pays is cancelled in the end by itself.
 */
export const cancelTable: StateTable<From, CancelEvent, CancelFacts, CancelRefusal, CancelEffect> = {
  refusalOf: () => 'not-possible-now',
  ways: {
    NONE: starting,
    REQUESTED: {
      approve: cancelled((facts) => answerable(facts) ?? possible(facts)),
      decline: [{ next: 'REJECTED', guard: answerable }],
      expire: [{ next: 'CLOSED_FOR_COMMITMENT', when: ({ isPaid }) => isPaid, guard: notDue }, ...cancelled(notDue)],
    },
    // Approved elsewhere: the money is on its way there.
    APPROVED: {},
    REFUND_PENDING: { refunded: [{ next: 'CLOSED_WITH_REFUND' }] },
    REJECTED: starting,
    CLOSED_FOR_COMMITMENT: starting,
    CLOSED_WITH_REFUND: {},
    CLOSED_NO_REFUND: {},
  },
}

/** What an event leads to, from the last cancellation of an order: its state and what else is done, or why not. */
export function nextCancellation(
  state: From,
  event: CancelEvent,
  facts: CancelFacts,
): Step<CancellationState, CancelRefusal, CancelEffect> {
  // No way leads back to NONE.
  return takeStep(cancelTable, { state, event, facts }) as Step<CancellationState, CancelRefusal, CancelEffect>
}

/**
 * Where an order stands, by its last cancellation: one of some units that is answered leaves the rest of the order free for the next.
 */
export function standingOf(last: Pick<Row<'cancellations'>, 'state' | 'units'> | null | undefined): From {
  if (!last) return 'NONE'
  return last.units !== null && last.state !== 'REQUESTED' ? 'NONE' : last.state
}

/** Whether nothing is to be done about it any more. */
export const isClosed = (state: CancellationState) =>
  state !== 'REQUESTED' && state !== 'APPROVED' && state !== 'REFUND_PENDING'

/** For which reasons the seller may cancel now; none where they may not at all. */
export function possibleReasons(state: From, facts: Omit<CancelFacts, 'reason'>): SellerReason[] {
  return sellerReasons.filter((reason) => nextCancellation(state, 'cancel', { ...facts, reason }).ok)
}

/** What became of a wish about a cancellation. `unknown`: the seller has no such order. */
export type CancelOutcome =
  /** `repeated`: it was done before, by the same wish. */
  | { ok: true; repeated: boolean; state: CancellationState }
  | { ok: false; reason: 'unknown' | CancelRefusal | RefusedChoice['reason'] }
