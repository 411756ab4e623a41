import { fundsAccount, nonZero, type Entry } from '../entry.ts'
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
export function postOwnPayment(payment: OwnPayment): Entry {
  const { refundId, orderId, orderNumber, at, currency, place, minor } = payment
  return {
    key: `own payment ${refundId}`,
    kind: 'OWN_PAYMENT',
    at,
    currency,
    orderId,
    feeSchedule: null,
    reversesId: null,
    postings: nonZero([
      { account: fundsAccount(place.state), amountMinor: minor },
      { account: 'buyer_clearing', amountMinor: -minor },
    ]),
    transaction: { kind: 'OWN_PAYMENT', orderNumber, description: null, grossMinor: minor, feesMinor: 0, ...place },
  }
}
