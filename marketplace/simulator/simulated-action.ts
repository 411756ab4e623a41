import type { CancelReason, ReturnReason, BuyerBehaviour } from './buyer-behaviour.ts'

/** An action of buyer, bank, carrier or marketplace on an order. */
export type SimulatedAction =
  | { kind: 'pay'; payment: string; state: 'PENDING' | 'PAID' | 'FAILED'; method: BuyerBehaviour['method'] }
  | { kind: 'write'; occasion: MessageReason; case: string | null }
  | { kind: 'ask-to-cancel'; reason: CancelReason }
  | { kind: 'track'; parcel: string; event: 'SCANNED' | 'DELIVERED' | 'EXCEPTION' | 'RETURNED_TO_SENDER' }
  | { kind: 'open-return'; reason: ReturnReason; withPhoto: boolean }
  | { kind: 'open-not-received' }
  | { kind: 'step'; case: string; step: CaseStep; isTracked: boolean }
  | { kind: 'rate'; mood: FeedbackMood }

/** Reasons for a buyer's message. */
export type MessageReason = 'QUESTION' | 'IMPATIENCE' | 'THANKS'
/** A buyer's mood in feedback. */
export type FeedbackMood = 'good' | 'late' | 'bad' | 'lost'
/** Case steps of parties other than the seller. */
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

/** An action with its wall time. */
export interface ScheduledAction {
  /** Key within its order; performed once. */
  key: string
  at: number
  action: SimulatedAction
}
