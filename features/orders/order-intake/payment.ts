import type { Row } from '#db/schema.ts'
import type { PaymentRefusal, PushedPayment } from './pushed-order.ts'

/** What an order says of a payment: its currency, what it costs and what of that is still to be paid, in minor units, and the payment where it is known already. */
interface PaidOrder {
  currency: string
  totalMinor: number
  openMinor: number
  known: Pick<Row<'payments'>, 'state' | 'method' | 'amount_minor' | 'paid_at'> | null
}

/**
 * What a payment comes to, in minor units, or why it is not taken: known, it moves on from pending; one that was made, or failed, stays.
 * `repeated` stood so already. One that failed paid nothing. One of which no amount is said pays what is open, which is not nothing.
 */
export function judgePayment(
  payment: PushedPayment,
  { currency, totalMinor, openMinor, known }: PaidOrder,
): { ok: true; amountMinor: number; repeated: boolean } | PaymentRefusal {
  if (payment.currency !== currency) return { ok: false, reason: 'payment-currency' }
  const settledMinor = known && known.state !== 'PENDING' ? known.amount_minor : null
  const amountMinor = payment.amountMinor ?? settledMinor ?? openMinor
  const repeated =
    known !== null &&
    known.state === payment.state &&
    known.method === payment.method &&
    known.amount_minor === amountMinor &&
    known.paid_at?.getTime() === payment.paidAt?.getTime()
  if (repeated) return { ok: true, amountMinor, repeated }
  if (known && known.state !== 'PENDING') return { ok: false, reason: 'payment-settled' }
  const isForNothing = payment.amountMinor === null && openMinor <= 0 && totalMinor > 0
  if (payment.state !== 'FAILED' && (amountMinor > openMinor || isForNothing))
    return { ok: false, reason: 'payment-too-much' }
  return { ok: true, amountMinor, repeated }
}
