import { fundsAccount, type Entry, type FundsPlace } from '../entry.ts'

export interface MistakenEntry {
  id: number
  entry: Entry
  at: Date
  /** The present place of its transaction's money; available if it was paid out. */
  place: FundsPlace
}

/** Posts the opposite of an entry, which itself stays as it is. */
export function postReversal({ id, entry, at, place }: MistakenEntry): Entry {
  const { key, currency, orderId, feeSchedule, postings, transaction } = entry
  return {
    key: `reversal ${key}`,
    kind: 'REVERSAL',
    at,
    currency,
    orderId,
    feeSchedule,
    reversesId: id,
    postings: postings.map((posting) => ({
      ...posting,
      account: posting.account.startsWith('funds:') ? fundsAccount(place.state) : posting.account,
      amountMinor: -posting.amountMinor,
    })),
    transaction: transaction && {
      ...transaction,
      grossMinor: -transaction.grossMinor,
      feesMinor: -transaction.feesMinor,
      ...place,
    },
  }
}
