import type { LedgerAccount } from '#db/tables/ledger.ts'
import type { Row } from '#db/schema.ts'

// Entries of the ledger before they are written. Signs as in seller-hubs 5.4: a debit is positive, a credit negative.

/** An amount on an account, in minor units of its entry's currency. */
export interface Posting {
  account: LedgerAccount
  amountMinor: number
  lineItemId?: number
}

export type FundsState = 'PROCESSING' | 'AVAILABLE' | 'ON_HOLD'

/** Place of money, with the time since which, or from which, it can be paid out. */
export interface FundsPlace {
  state: FundsState
  availableAt: Date
  holdId: number | null
}

/** A change of the seller's funds: a row of `transactions`. */
export interface NewTransaction extends FundsPlace {
  kind: Row<'transactions'>['kind']
  orderNumber: string | null
  description: string | null
  /** Amount owed to the seller before fees. */
  grossMinor: number
  /** Negative if the seller pays them. */
  feesMinor: number
}

/** A business event in the books. Its postings sum to zero. */
export interface Entry {
  /** Identifies the event, such as `sale 12`: posted again, it is the same entry. */
  key: string
  kind: Row<'ledger_entries'>['kind']
  at: Date
  currency: string
  orderId: number | null
  /** Fee schedule that produced its fees, such as `GB 2026-01-01`; null if none did. */
  feeSchedule: string | null
  reversesId: number | null
  postings: readonly Posting[]
  /** The transaction that it makes; null if the seller's funds only move or do not change. */
  transaction: NewTransaction | null
}

const fundsAccounts = {
  PROCESSING: 'funds:processing',
  AVAILABLE: 'funds:available',
  ON_HOLD: 'funds:hold',
} as const satisfies Record<FundsState, LedgerAccount>

export const fundsAccount = (state: FundsState): LedgerAccount => fundsAccounts[state]

/** Completes an entry: postings of nothing are left out, and what it does not name is none. */
export const entryOf = ({
  postings,
  ...given
}: Pick<Entry, 'key' | 'kind' | 'at' | 'currency' | 'postings'> & Partial<Entry>): Entry => ({
  orderId: null,
  feeSchedule: null,
  reversesId: null,
  transaction: null,
  ...given,
  postings: postings.filter(({ amountMinor }) => amountMinor !== 0),
})

interface FundsChange
  extends
    Omit<Parameters<typeof entryOf>[0], 'postings' | 'transaction'>,
    Pick<Posting, 'account'>,
    Partial<Omit<NewTransaction, 'kind' | keyof FundsPlace>> {
  /** Kind of its transaction, if it is not the entry's. */
  as?: NewTransaction['kind']
  /** Where the money is; if left out, it is available at once. */
  place?: FundsPlace
}

/** Money between the seller's funds and an account, with its transaction: positive if the seller gets it. */
export function fundsEntry({
  account,
  grossMinor = 0,
  feesMinor = 0,
  orderNumber = null,
  description = null,
  as,
  place,
  ...entry
}: FundsChange): Entry {
  const where = place ?? { state: 'AVAILABLE', availableAt: entry.at, holdId: null }
  const net = grossMinor + feesMinor
  return entryOf({
    ...entry,
    postings: [
      { account, amountMinor: -net },
      { account: fundsAccount(where.state), amountMinor: net },
    ],
    transaction: {
      kind: as ?? (entry.kind as NewTransaction['kind']),
      orderNumber,
      description,
      grossMinor,
      feesMinor,
      ...where,
    },
  })
}
