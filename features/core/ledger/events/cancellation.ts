import { fundsEntry, type Entry, type FundsPlace } from '../entry.ts'

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
export const postCancellation = ({ fixedFeeMinor, ...cancelled }: CancelledOrder): Entry =>
  fundsEntry({
    ...cancelled,
    key: `cancellation ${cancelled.orderId}`,
    kind: 'CANCELLATION',
    as: 'FEE_CREDIT',
    account: 'fees:fvf_fixed',
    feesMinor: fixedFeeMinor,
  })
