import type { Row } from '#db/schema.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import type { RefusedChoice } from './cancel-plan.ts'
import { takeStep, type StateTable, type Step, type Transition } from '#lib/state-table.ts'
import { brand } from '#lib/brand.ts'

// Cancellations of orders (seller-hubs 2.5, 5.3): permissions and states. Pure, also used in the browser.

export type CancellationState = Row<'cancellations'>['state']
export type CancelReason = Row<'cancellations'>['reason']
export type DeclineReason = NonNullable<Row<'cancellations'>['decline_reason']>

/**
 * Identifies a cancellation in forms and the timeline. The client generates it at random, which makes requests
 * idempotent.
 */
export type CancelKey = string & { readonly __brand: 'CancelKey' }

export const parseCancelKey = (text: string | null): CancelKey | null =>
  text !== null && /^[0-9a-z]{12,31}$/.test(text) ? brand<CancelKey>(text) : null

export const sellerReasons = [
  'OUT_OF_STOCK_OR_CANNOT_FULFILL',
  'BUYER_ASKED_CANCEL',
  'ADDRESS_ISSUES',
  'ORDER_UNPAID',
] as const satisfies readonly CancelReason[]
export type SellerReason = (typeof sellerReasons)[number]

/** Reasons for cancelling refunded units; no explicit reason is required. */
export const dropReasons = [
  'OTHER',
  'OUT_OF_STOCK_OR_CANNOT_FULFILL',
  'BUYER_ASKED_CANCEL',
  'ADDRESS_ISSUES',
] as const satisfies readonly CancelReason[]

export const declineReasons = [
  'ALREADY_SENT',
  'MADE_TO_ORDER',
  'AGREED_WITH_BUYER',
  'OTHER',
] as const satisfies readonly DeclineReason[]

export interface CancelFacts {
  placedAt: Date
  now: Date
  reason: CancelReason
  /** Whether it is fully paid; for an expired deadline, whether it was by then. */
  isPaid: boolean
  leftMinor: number
  isGone: boolean
  isPart: boolean
  hasOpenCase: boolean
  respondBy: Date | null
  deadlines: Pick<Deadlines, 'buyerCancelWindow' | 'sellerCancelWindow' | 'unpaidCancelableAfter'>
}

/**
 * `request` by the buyer, then `approve`, `decline` or `expire`; `cancel` by the seller; `drop` for units already
 * refunded; `decide` by the marketplace, or `repaid` for units that its shop has refunded already; `lapse` for orders unpaid past the seller's cancellation window; `refunded`
 * when the refund completes.
 */
export type CancelEvent =
  | 'request'
  | 'approve'
  | 'decline'
  | 'expire'
  | 'cancel'
  | 'drop'
  | 'decide'
  | 'repaid'
  | 'lapse'
  | 'refunded'

export type CancelRefusal =
  | 'not-possible-now'
  | 'already-shipped'
  | 'too-late'
  | 'too-early'
  | 'is-paid'
  | 'not-paid'
  | 'not-due'
  | 'case-open'

export type CancelEffect = 'cancels-units' | 'refunds'

/** State in which a new cancellation starts: none, or the last one. */
export type From = CancellationState | 'NONE'
type CancelWay = Transition<CancellationState, CancelFacts, CancelRefusal, CancelEffect>

/** Units can be cancelled only after payment, or the buyer would pay for them. */
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

/** For unpaid orders that nobody can cancel any more. */
function lapsed(facts: CancelFacts): CancelRefusal | null {
  const refusal = possible(facts) ?? (facts.isPaid ? 'is-paid' : null)
  return refusal ?? (age(facts) > facts.deadlines.sellerCancelWindow ? null : 'not-due')
}

/** Cancels with a refund if anything was paid. */
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
  // The refund already exists and closes the cancellation.
  drop: [{ next: 'REFUND_PENDING', guard: notGone, effects: ['cancels-units'] }],
  decide: cancelled(possible),
  repaid: [{ next: 'CLOSED_WITH_REFUND', guard: possible, effects: ['cancels-units'] }],
  lapse: cancelled(lapsed),
}

/**
 * REQUESTED -> REFUND_PENDING -> CLOSED_WITH_REFUND, or CLOSED_NO_REFUND if unpaid; -> REJECTED if declined. Unanswered
 * requests: a paid order stands (CLOSED_FOR_COMMITMENT), an unpaid one is cancelled.
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
    // Approved elsewhere, where the refund is handled too.
    APPROVED: {},
    REFUND_PENDING: { refunded: [{ next: 'CLOSED_WITH_REFUND' }] },
    REJECTED: starting,
    CLOSED_FOR_COMMITMENT: starting,
    CLOSED_WITH_REFUND: {},
    CLOSED_NO_REFUND: {},
  },
}

export function nextCancellation(
  state: From,
  event: CancelEvent,
  facts: CancelFacts,
): Step<CancellationState, CancelRefusal, CancelEffect> {
  // No transition leads back to NONE.
  return takeStep(cancelTable, { state, event, facts }) as Step<CancellationState, CancelRefusal, CancelEffect>
}

/** State of an order by its last cancellation. A completed partial one allows another. */
export function standingOf(last: Pick<Row<'cancellations'>, 'state' | 'units'> | null | undefined): From {
  if (!last) return 'NONE'
  return last.units !== null && last.state !== 'REQUESTED' ? 'NONE' : last.state
}

export const isClosed = (state: CancellationState) =>
  state !== 'REQUESTED' && state !== 'APPROVED' && state !== 'REFUND_PENDING'

export function possibleReasons(state: From, facts: Omit<CancelFacts, 'reason'>): SellerReason[] {
  return sellerReasons.filter((reason) => nextCancellation(state, 'cancel', { ...facts, reason }).ok)
}

/** Outcome of a cancellation request. `unknown`: the seller has no such order. */
export type CancelOutcome =
  /** `repeated`: an identical request was processed before. */
  | { ok: true; repeated: boolean; state: CancellationState }
  | { ok: false; reason: 'unknown' | CancelRefusal | RefusedChoice['reason'] }
