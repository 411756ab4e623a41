import type { Row } from '#db/schema.ts'
import type { PayoutRules } from '#features/core/policy-pack/payout-rules.ts'
import { hour, minute } from '#lib/duration.ts'
import type { TransactionKind } from '../transactions/transaction.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'

// Payouts: states, what a payout consists of, and when to ask again. Pure.

export type PayoutState = Row<'payouts'>['state']
export const payoutStates = [
  'INITIATED',
  'RETRYABLE_FAILED',
  'SUCCEEDED',
  'TERMINAL_FAILED',
  'REVERSED',
] as const satisfies readonly PayoutState[]
export type PayoutFailure = NonNullable<Row<'payouts'>['failure']>
export const payoutFailures = [
  'ACCOUNT_CLOSED',
  'ACCOUNT_UNKNOWN',
  'BANK_REFUSED',
  'BANK_UNREACHABLE',
  'OTHER',
] as const satisfies readonly PayoutFailure[]

/**
 * `pay`: the seller's bank has it. `fail-for-now`: may be tried again. `fail`: for good. `retry`: the next attempt begins.
 * `reverse`: the bank sent it back.
 */
export type PayoutEvent = 'pay' | 'fail-for-now' | 'fail' | 'retry' | 'reverse'

export type PayoutEffect = 'settles-rows' | 'returns-rows'

export interface PayoutFacts {
  /** Attempts that have begun. */
  attempts: number
  /** Attempts in all. */
  most: number
}

const hasAttemptsLeft = ({ attempts, most }: PayoutFacts) => attempts < most

/** INITIATED -> SUCCEEDED | RETRYABLE_FAILED | TERMINAL_FAILED; RETRYABLE_FAILED -> INITIATED; SUCCEEDED -> REVERSED. */
export const payoutTable: StateTable<PayoutState, PayoutEvent, PayoutFacts, 'not-possible-now', PayoutEffect> = {
  refusalOf: () => 'not-possible-now',
  ways: {
    INITIATED: {
      pay: [{ next: 'SUCCEEDED', effects: ['settles-rows'] }],
      'fail-for-now': [
        { next: 'RETRYABLE_FAILED', when: hasAttemptsLeft },
        { next: 'TERMINAL_FAILED', effects: ['returns-rows'] },
      ],
      fail: [{ next: 'TERMINAL_FAILED', effects: ['returns-rows'] }],
    },
    RETRYABLE_FAILED: { retry: [{ next: 'INITIATED' }] },
    SUCCEEDED: { reverse: [{ next: 'REVERSED', effects: ['returns-rows'] }] },
    TERMINAL_FAILED: {},
    REVERSED: {},
  },
}

export const nextPayoutState = (state: PayoutState, event: PayoutEvent, facts: PayoutFacts) =>
  takeStep(payoutTable, { state, event, facts })

/** Idempotency key for the payment side: asked again without an answer, it is the same; each attempt has its own. */
export const payoutKey = ({ number, attempt }: { number: string; attempt: number }) => `${number}-${attempt}`

/** When an unanswered request is sent again: after half of its age, between two minutes and six hours. */
export const askPayoutAgainAt = (begunAt: Date, now: Date) =>
  new Date(now.getTime() + Math.min(Math.max((now.getTime() - begunAt.getTime()) / 2, 2 * minute), 6 * hour))

export const retryPayoutAt = (now: Date, { after }: PayoutRules['retry']) => new Date(now.getTime() + after)

export interface PayableRow {
  kind: TransactionKind
  netMinor: number
  availableAt: Date
}

/**
 * Whether a payout contains a transaction: money that was available before `coversUntil`, and whatever the seller owes,
 * so that a payout is never more than what is available. What the seller paid himself goes with the refund that he owes.
 */
export const isCovered = ({ kind, netMinor, availableAt }: PayableRow, coversUntil: Date) =>
  netMinor < 0 || kind === 'OWN_PAYMENT' || availableAt < coversUntil
