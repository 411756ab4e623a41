import { fundsEntry, type Entry } from '../entry.ts'
import type { MadeRefund } from './refund.ts'

/** A refund that the seller paid from money outside the hub. */
export interface OwnPayment extends Pick<
  MadeRefund,
  'refundId' | 'orderId' | 'orderNumber' | 'at' | 'currency' | 'place'
> {
  /** What the refund took from the funds, before its fee credit. */
  minor: number
}

/** Gives back to the funds what a refund took from them: its seller paid it another way, so only earnings fall. */
export const postOwnPayment = ({ refundId, minor, ...payment }: OwnPayment): Entry =>
  fundsEntry({
    ...payment,
    key: `own payment ${refundId}`,
    kind: 'OWN_PAYMENT',
    account: 'buyer_clearing',
    grossMinor: minor,
  })
