import { entryOf, type Entry } from '../entry.ts'

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

export const postFundsAvailable = ({ of, amountMinor, ...released }: ReleasedFunds): Entry =>
  entryOf({
    ...released,
    key: `available ${of}`,
    kind: 'FUNDS_AVAILABLE',
    postings: [
      { account: 'funds:available', amountMinor },
      { account: 'funds:processing', amountMinor: -amountMinor },
    ],
  })
