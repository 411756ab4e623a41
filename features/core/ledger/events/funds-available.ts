import { nonZero, type Entry } from '../entry.ts'

/** Money whose processing has ended; the caller moves its transactions to AVAILABLE. */
export interface ReleasedFunds {
  /** Identifies the move, such as `12`: a transaction's id, or a moment for several. */
  of: string
  at: Date
  currency: string
  /** Null if it is of several orders. */
  orderId: number | null
  /** Net of all of its transactions. */
  amountMinor: number
}

export function postFundsAvailable({ of, at, currency, orderId, amountMinor }: ReleasedFunds): Entry {
  return {
    key: `available ${of}`,
    kind: 'FUNDS_AVAILABLE',
    at,
    currency,
    orderId,
    feeSchedule: null,
    reversesId: null,
    postings: nonZero([
      { account: 'funds:available', amountMinor },
      { account: 'funds:processing', amountMinor: -amountMinor },
    ]),
    transaction: null,
  }
}
