import type { Row } from '#db/schema.ts'
import { sumExtras } from '#features/core/order/extra.ts'
import { addedMinor, sumTaxes, taxLabel } from '#features/core/order/line-tax.ts'
import { capturedOf, orderMoney } from '#features/after-sale/refunds/order-money.ts'
import { leftOfRefund, refundableOf } from '#features/after-sale/refunds/refund.ts'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { timeModel } from '#features/orders/order-list/order-words.ts'

/** A line of the breakdown; `sum` is a subtotal of those above. */
export interface AmountModel {
  key: string
  label: string
  amount: string
  sum?: boolean
}

export type PaymentModel = ReturnType<typeof paymentsModel>[number]

/** A refund; if refused, with the reason, a remedy, and keys to retry it or record that it was paid another way. */
export interface RefundModel extends PaymentModel {
  problem: string | null
  retry: { key: string; text: string; elsewhere: string } | null
}

/** Refundable amount: paid, less what disputes took, minus refunded or in progress. */
export function refundableMinor({
  payments,
  refunds,
  disputes,
}: Pick<OrderDetails, 'payments' | 'refunds' | 'disputes'>): number {
  return capturedOf(payments, disputes) - sumOf(refunds, 'REFUNDED') - sumOf(refunds, 'PENDING')
}

/** Breakdown from the items to the seller's earnings, minus refunds. */
export function moneyModel({ order, lines, payments, refunds }: OrderDetails, texts: Texts): AmountModel[] {
  const { t } = texts
  const { currency } = order
  const paid = sumOf(payments, 'PAID')
  const refunded = sumOf(refunds, 'REFUNDED')
  const extras = order.extras ?? []
  const { addedMinor: extraMinor, reducedMinor } = sumExtras(extras)
  const discountMinor = order.discount_minor - reducedMinor
  const taxes = sumTaxes([...lines, ...extras])
  const unnamedTax = order.tax_minor - addedMinor(taxes)
  const line = (key: string, label: string, minor: number, sum = false): AmountModel => ({
    key,
    label,
    amount: texts.money({ minor, currency }),
    ...(sum ? { sum } : {}),
  })
  return [
    line('subtotal', t('word.items'), order.subtotal_minor - extraMinor),
    ...extras.map(({ title, minor }, nth) => line(`extra ${nth}`, title, minor)),
    ...(discountMinor > 0 ? [line('discount', t('word.discount'), -discountMinor)] : []),
    line('shipping', t('word.shipping'), order.shipping_minor),
    ...taxes.filter(({ included }) => !included).map((tax, nth) => line(`tax ${nth}`, taxLabel(tax, texts), tax.minor)),
    ...(unnamedTax > 0 ? [line('tax', t('order.money.tax'), unnamedTax)] : []),
    line('total', t('order.money.total'), order.total_minor, true),
    ...taxes
      .filter(({ included }) => included)
      .map((tax, nth) => line(`included ${nth}`, t('order.money.included', { tax: taxLabel(tax, texts) }), tax.minor)),
    line('paid', t('order.money.paid'), paid),
    ...(refunded > 0 ? [line('refunded', t('word.refunded'), -refunded)] : []),
    line('net', t('order.money.net'), paid - refunded, true),
  ]
}

function sumOf(rows: readonly { state: string; amount_minor: number }[], state: string): number {
  return rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.amount_minor, 0)
}

const paymentTones = { PENDING: 'neutral', PAID: 'good', FAILED: 'bad' } as const
const refundTones = { PENDING: 'neutral', REFUNDED: 'good', FAILED: 'bad' } as const

export function paymentsModel({ payments }: OrderDetails, now: Date, texts: Texts) {
  return payments.map(({ method, installments, amount_minor: minor, currency, state, paid_at }, key) => ({
    key,
    label:
      installments > 1
        ? texts.t('order.method.installments', { method: texts.t(`order.method.${method}`), n: installments })
        : texts.t(`order.method.${method}`),
    // Null if the reader may see none.
    amount: texts.money({ minor, currency }),
    state: { tone: paymentTones[state], text: texts.t(`order.paymentState.${state}`) },
    time: paid_at && timeModel(paid_at, now, texts),
  }))
}

/** Refunds with their reasons; a refused one can be retried while its amount is refundable. */
export function refundsModel(
  details: OrderDetails,
  { now, texts, mayRefund }: { now: Date; texts: Texts; mayRefund: boolean },
): RefundModel[] {
  const { refunds, refundParts, payments, disputes } = details
  const refundable = refundableOf(orderMoney({ ...details, capturedMinor: capturedOf(payments, disputes) }))
  const isLeft = ({ id, amount_minor: minor }: Row<'refunds'>) =>
    leftOfRefund(refundParts.get(id) ?? [], refundable) >= minor
  const retriable = new Set(refunds.filter((row) => row.state === 'FAILED' && isLeft(row)).map(({ id }) => id))
  return refunds.map(
    ({ id, reason, amount_minor: minor, currency, state, refusal, settled, refund_key, ...at }, key) => {
      const time = at.refunded_at ?? at.requested_at
      return {
        key,
        label: texts.t(`order.refundReason.${reason}`),
        amount: texts.money({ minor: -minor, currency }),
        state: {
          tone: refundTones[state],
          text: texts.t(settled === 'ELSEWHERE' ? 'order.refundState.elsewhere' : `order.refundState.${state}`),
        },
        time: time && timeModel(time, now, texts),
        problem:
          refusal &&
          texts.t(retriable.has(id) ? `order.refundRefusal.${refusal}` : 'order.refundRefusal.goneOtherwise'),
        retry:
          mayRefund && retriable.has(id)
            ? {
                key: refund_key,
                text: texts.t('order.refund.retry', { amount: texts.money({ minor, currency }) }),
                elsewhere: texts.t('refund.elsewhere.sure', { amount: texts.money({ minor, currency }) }),
              }
            : null,
      }
    },
  )
}
