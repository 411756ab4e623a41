import { brand } from '#lib/brand.ts'
import type { Row } from '#db/schema.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import { moneyNumber } from '../transactions/transaction.ts'

export type PayoutState = Row<'payouts'>['state']

export type PayoutNumber = string & { readonly __brand: 'PayoutNumber' }

export const parsePayoutNumber = (text: string | null): PayoutNumber | null =>
  text !== null && moneyNumber.test(text) ? brand<PayoutNumber>(text) : null

export const payoutStates = ['INITIATED', 'RETRYABLE_FAILED', 'SUCCEEDED', 'TERMINAL_FAILED', 'REVERSED'] as const

export const payoutTabs = {
  underWay: ['INITIATED', 'RETRYABLE_FAILED'],
  paid: ['SUCCEEDED'],
  failed: ['TERMINAL_FAILED', 'REVERSED'],
} as const satisfies Record<string, readonly PayoutState[]>

/** Whether the money of a payout in this state is back in the seller's funds. */
export const isReturned = (state: PayoutState): boolean => payoutTabs.failed.some((failed) => failed === state)

export const payoutTones: Record<PayoutState, StatusTone> = {
  INITIATED: 'neutral',
  RETRYABLE_FAILED: 'warn',
  SUCCEEDED: 'good',
  TERMINAL_FAILED: 'bad',
  REVERSED: 'bad',
}
