import { z } from 'zod'
import { amount, id, moment, optional } from './fields.ts'

export const paymentMethods = [
  'CARD',
  'DEBIT_CARD',
  'BANK_TRANSFER',
  'WALLET',
  'INVOICE',
  'VOUCHER',
  'UNKNOWN',
] as const
export const paymentStates = ['PENDING', 'PAID', 'FAILED'] as const

/** Whether exactly a paid payment has a date. */
export const isPaidWithDate = ({ state, paidAt }: { state: string; paidAt?: string | null | undefined }) =>
  (state === 'PAID') === Boolean(paidAt)
export const paidWithDate = {
  message: 'is required for a payment that is PAID, and not allowed otherwise',
  path: ['paidAt'],
}

export const paymentFields = {
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  amount: amount.optional().meta({ description: 'Default: the outstanding amount of the order' }),
  paidAt: optional(moment()),
}

const firstPayment = z.strictObject({ id: id(), ...paymentFields }).refine(isPaidWithDate, paidWithDate)

export const firstPayments = {
  payment: firstPayment
    .nullish()
    .meta({ description: 'The first payment, if known; report further payments separately' }),
  payments: z.array(firstPayment).max(20).nullish().meta({
    description:
      'Several payments instead of `payment`, each with its amount. If a historical order has none, it counts as paid when placed, or as unpaid if it was cancelled',
  }),
}

export type FirstPayments = z.output<z.ZodObject<typeof firstPayments>>

export function checkPayments(
  { currency, payment, payments }: FirstPayments & { currency: string },
  wrong: (path: (string | number)[], message: string) => void,
): void {
  const told = payments ?? []
  if (payment && told.length > 0) wrong(['payments'], 'cannot be combined with `payment`')
  if (payment?.amount && payment.amount.currency !== currency)
    wrong(['payment', 'amount', 'currency'], 'is not the order’s currency')
  for (const [index, { id: own, amount: of }] of told.entries()) {
    if (of && of.currency !== currency) wrong(['payments', index, 'amount', 'currency'], 'is not the order’s currency')
    if (!of && told.length > 1) wrong(['payments', index, 'amount'], 'is required if there are several payments')
    if (told.findIndex((other) => other.id === own) < index)
      wrong(['payments', index, 'id'], 'is the id of another payment')
  }
}
