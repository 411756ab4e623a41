import type { PayoutAccount } from './payout-accounts-db.server.ts'
import type { PayoutFailure } from './payout-states.ts'

export interface PayoutRequest {
  /** Idempotency key: with the same key, the payment side pays once and repeats its answer. */
  key: string
  sellerId: number
  /** The seller's id in the marketplace. */
  seller: string
  payoutNumber: string
  amountMinor: number
  currency: string
  /** The payment side's name of the bank account; null if the hub knows none. */
  account: string | null
  now: Date
}

/** The answer about a payout. If the payment side cannot be reached, the call throws and is repeated later. */
export type PayoutAnswer =
  /** The outcome is reported later. */
  | { state: 'ACCEPTED' }
  | { state: 'PAID'; reference: string | null }
  | { state: 'FAILED'; failure: PayoutFailure; mayBeRetried: boolean }

/** A bank account as a member enters it; the hub keeps nothing of it. */
export interface BankAccount {
  sellerId: number
  /** The seller's id in the marketplace. */
  seller: string
  holder: string
  /** IBAN or account number: letters and digits. */
  number: string
  bankCode: string | null
}

/** The payment side's response to a bank account: the data that the hub may keep, or a refusal. */
export type AccountAnswer = { ok: true; account: PayoutAccount } | { ok: false }

export interface PayoutSide {
  pay(request: PayoutRequest): Promise<PayoutAnswer>
  /** Missing if the marketplace takes bank accounts itself. */
  saveAccount?: (account: BankAccount) => Promise<AccountAnswer>
}

/**
 * Built-in payment side: the marketplace learns of payouts by events, pays them, and reports the outcome through the API
 * (decision 89).
 */
export const reportedPayouts: PayoutSide = { pay: async () => ({ state: 'ACCEPTED' }) }
