import type { CancelReason, ReturnReason, Temper } from './temper.ts'

/** What buyer, bank, carrier or marketplace does about an order. */
export type Deed =
  | { kind: 'pay'; payment: string; state: 'PENDING' | 'PAID' | 'FAILED'; method: Temper['method'] }
  | { kind: 'write'; occasion: Occasion; case: string | null }
  | { kind: 'ask-to-cancel'; reason: CancelReason }
  | { kind: 'track'; parcel: string; event: 'SCANNED' | 'DELIVERED' | 'EXCEPTION' | 'RETURNED_TO_SENDER' }
  | { kind: 'open-return'; reason: ReturnReason; withPhoto: boolean }
  | { kind: 'open-not-received' }
  | { kind: 'step'; case: string; step: CaseStep; isTracked: boolean }
  | { kind: 'rate'; mood: Mood }

/** Why a buyer writes. */
export type Occasion = 'QUESTION' | 'IMPATIENCE' | 'THANKS'
/** How a buyer feels who leaves feedback. */
export type Mood = 'good' | 'late' | 'bad' | 'lost'
/** The steps of a case that are not the seller's. */
export type CaseStep =
  | 'take-offer'
  | 'refuse-offer'
  | 'send-back'
  | 'arrived'
  | 'withdraw'
  | 'escalate'
  | 'delivered-back'
  | 'decide-for-seller'
  | 'decide-for-buyer'

/** A deed and its moment on the wall. */
export interface Act {
  /** Names it within its order: it is done once. */
  key: string
  at: number
  deed: Deed
}
