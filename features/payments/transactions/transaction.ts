import { brand } from '#lib/brand.ts'

// Transactions: what changes a seller's funds. Names follow the tables (`db/tables/ledger.ts`).

export const transactionKinds = [
  'SALE',
  'REFUND',
  'OWN_PAYMENT',
  'FEE_CREDIT',
  'LABEL',
  'CHARGE',
  'ADJUSTMENT',
  'DISPUTE',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** Kinds of which net earnings are the sum: what a seller pays from other money changes the funds only. */
export const earningKinds: readonly TransactionKind[] = transactionKinds.filter((kind) => kind !== 'OWN_PAYMENT')

/** Places of a transaction's money, in sequence. */
export const transactionStates = ['PROCESSING', 'AVAILABLE', 'ON_HOLD', 'IN_PAYOUT', 'PAID_OUT'] as const
export type TransactionState = (typeof transactionStates)[number]

export type TransactionNumber = string & { readonly __brand: 'TransactionNumber' }

/** The number of a transaction, payout or hold. */
export const moneyNumber = /^[0-9a-z]{12}$/

export const parseTransactionNumber = (text: string | null): TransactionNumber | null =>
  text !== null && moneyNumber.test(text) ? brand<TransactionNumber>(text) : null
