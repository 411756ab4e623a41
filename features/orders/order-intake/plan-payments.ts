import { validatePayment } from './payment.ts'
import type { PaymentRefusal, PushedOrder } from './pushed-order.ts'
import type { PushedPayment } from './pushed-payment.ts'

interface PlannedPayment extends Omit<PushedPayment, 'id' | 'amountMinor'> {
  id: string | null
  amountMinor: number
}

export interface PlannedPayments {
  ok: true
  payments: readonly PlannedPayment[]
  /** A partial payment leaves the order pending; null without payments. */
  state: PushedPayment['state'] | null
  paidMinor: number
  /** Null until fully paid. */
  paidAt: Date | null
}

type PaymentsRefusal = PaymentRefusal & { nth: number }

/**
 * Plans the initial payments of an order; together they never exceed its total. A free order counts as paid when
 * placed, because no payment may ever arrive.
 */
export function planPayments(
  { payments, currency, placedAt }: Pick<PushedOrder, 'payments' | 'currency' | 'placedAt'>,
  totalMinor: number,
): PlannedPayments | PaymentsRefusal {
  if (payments.length === 0 && totalMinor === 0) {
    const free = { id: null, method: 'UNKNOWN', state: 'PAID', amountMinor: 0, currency, paidAt: placedAt } as const
    return { ok: true, payments: [free], state: 'PAID', paidMinor: 0, paidAt: placedAt }
  }
  const planned: PlannedPayment[] = []
  let openMinor = totalMinor
  for (const [nth, payment] of payments.entries()) {
    const validated = validatePayment(payment, { currency, totalMinor, openMinor, known: null })
    if (!validated.ok) return { ...validated, nth }
    planned.push({ ...payment, amountMinor: validated.amountMinor })
    if (payment.state !== 'FAILED') openMinor -= validated.amountMinor
  }
  const paid = planned.filter(({ state }) => state === 'PAID')
  const paidMinor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const isOpen = planned.some(({ state }) => state === 'PENDING') || (paid.length > 0 && paidMinor < totalMinor)
  const settled = paid.length > 0 ? 'PAID' : 'FAILED'
  const state = planned.length === 0 ? null : isOpen ? 'PENDING' : settled
  return { ok: true, payments: planned, state, paidMinor, paidAt: state === 'PAID' ? latest(paid) : null }
}

const latest = (paid: readonly PlannedPayment[]) =>
  paid.reduce<Date | null>((at, { paidAt }) => (paidAt && (!at || paidAt > at) ? paidAt : at), null)
