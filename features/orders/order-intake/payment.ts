import type { Row } from '#db/schema.ts'
import type { PaymentRefusal } from './pushed-order.ts'
import type { PushedPayment } from './pushed-payment.ts'

/** The order of a payment: currency, total and open amount in minor units, and the stored payment if there is one. */
interface PaidOrder {
  currency: string
  totalMinor: number
  openMinor: number
  known: Pick<Row<'payments'>, 'state' | 'method' | 'amount_minor' | 'paid_at'> | null
}

/**
 * Validates a payment; returns its amount in minor units or the refusal. Only pending payments change state; `repeated`
 * means no change. A payment without an amount covers the open amount, which must not be zero. Failed payments cover
 * nothing.
 */
export function validatePayment(
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
