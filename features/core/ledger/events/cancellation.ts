import { fundsAccount, nonZero, type Entry, type FundsPlace } from '../entry.ts'

/** An order that was cancelled as a whole and paid back. */
export interface CancelledOrder {
  orderId: number
  orderNumber: string
  at: Date
  currency: string
  fixedFeeMinor: number
  feeSchedule: string | null
  /** The place of the sale's money; available if it was paid out. */
  place: FundsPlace
}

/** Credits the fixed fee of a cancelled order. Its refund credits the percentage fee. */
export function postCancellation(cancelled: CancelledOrder): Entry {
  const { orderId, orderNumber, at, currency, fixedFeeMinor, feeSchedule, place } = cancelled
  return {
    key: `cancellation ${orderId}`,
    kind: 'CANCELLATION',
    at,
    currency,
    orderId,
    feeSchedule,
    reversesId: null,
    postings: nonZero([
      { account: fundsAccount(place.state), amountMinor: fixedFeeMinor },
      { account: 'fees:fvf_fixed', amountMinor: -fixedFeeMinor },
    ]),
    transaction: {
      kind: 'FEE_CREDIT',
      orderNumber,
      description: null,
      grossMinor: 0,
      feesMinor: fixedFeeMinor,
      ...place,
    },
  }
}
