import type { Mood } from '../demo/words.ts'
import type { CancelReason, ReturnReason, BuyerBehaviour } from './buyer-behaviour.ts'

export type SimulatedAction =
  | { kind: 'pay'; payment: string; state: 'PENDING' | 'PAID' | 'FAILED'; method: BuyerBehaviour['method'] }
  | { kind: 'write'; occasion: MessageReason; case: string | null }
  | { kind: 'ask-to-cancel'; reason: CancelReason }
  | { kind: 'track'; parcel: string; event: 'SCANNED' | 'DELIVERED' | 'EXCEPTION' | 'RETURNED_TO_SENDER' }
  | { kind: 'open-return'; reason: ReturnReason; withPhoto: boolean }
  | { kind: 'open-not-received' }
  | { kind: 'step'; case: string; step: CaseStep; isTracked: boolean }
  | { kind: 'rate'; mood: Mood }

export type MessageReason = 'QUESTION' | 'IMPATIENCE' | 'THANKS'
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

export interface ScheduledAction {
  /** Key within its order; performed once. */
  key: string
  at: number
  action: SimulatedAction
}
