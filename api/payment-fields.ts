import { z } from 'zod'
import { amount, moment, optional } from './fields.ts'

/** How a payment was made. */
export const paymentMethods = [
  'CARD',
  'DEBIT_CARD',
  'BANK_TRANSFER',
  'WALLET',
  'INVOICE',
  'VOUCHER',
  'UNKNOWN',
] as const
/** States of a payment. */
export const paymentStates = ['PENDING', 'PAID', 'FAILED'] as const

/** Whether exactly a paid payment has a date. */
export const isPaidWithDate = ({ state, paidAt }: { state: string; paidAt?: string | null | undefined }) =>
  (state === 'PAID') === Boolean(paidAt)
/** What is wrong if not. */
export const paidWithDate = { message: 'is said of a payment that is PAID, and only of one', path: ['paidAt'] }

/** Fields of a payment as the marketplace tells it. */
export const paymentFields = {
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  amount: amount.optional().meta({ description: 'All that is still to be paid, where it is left out' }),
  paidAt: optional(moment()),
}
