import { entryOf, type Entry, type Posting } from '../entry.ts'

/** A payout; its amount is the net of its transactions, which the caller moves. */
export interface PayoutEvent {
  payoutId: number
  at: Date
  currency: string
  amountMinor: number
}

export const postPayoutStarted = (payout: PayoutEvent): Entry =>
  payoutEntry(payout, 'PAYOUT_STARTED', `payout ${payout.payoutId} started`, [
    { account: 'payout_clearing', amountMinor: payout.amountMinor },
    { account: 'funds:available', amountMinor: -payout.amountMinor },
  ])

export const postPayoutPaid = (payout: PayoutEvent): Entry =>
  payoutEntry(payout, 'PAYOUT_PAID', `payout ${payout.payoutId} paid`, [
    { account: 'bank', amountMinor: payout.amountMinor },
    { account: 'payout_clearing', amountMinor: -payout.amountMinor },
  ])

/** Posts a payout that failed for good, or that the bank sent back after it was paid: its money is available again. */
export const postPayoutFailed = (payout: PayoutEvent & { wasPaid: boolean }): Entry =>
  payoutEntry(payout, 'PAYOUT_FAILED', `payout ${payout.payoutId} failed`, [
    { account: 'funds:available', amountMinor: payout.amountMinor },
    { account: payout.wasPaid ? 'bank' : 'payout_clearing', amountMinor: -payout.amountMinor },
  ])

const payoutEntry = (
  { at, currency }: PayoutEvent,
  kind: 'PAYOUT_STARTED' | 'PAYOUT_PAID' | 'PAYOUT_FAILED',
  key: string,
  postings: readonly Posting[],
): Entry => entryOf({ key, kind, at, currency, postings })
