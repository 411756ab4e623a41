import type { FieldErrors } from '#web/form-answer.ts'
import type { CancelKey, DeclineReason, SellerReason } from './cancellation.ts'

// The forms by which an order is cancelled, and by which a buyer who asks for that is answered: what their page shows.

/** The form of a seller who cancels. */
export interface CancelPanelModel {
  key: CancelKey
  reasons: readonly { value: SellerReason; label: string; hint: string | null }[]
  /** What goes back to the buyer; null where nothing was paid. */
  refund: string | null
  /** Until when the order can be cancelled, and by which rule. */
  until: string
  /** Whether items can go back to the stock. */
  hasStock: boolean
}

/** The form that answers a buyer. */
export interface AnswerPanelModel {
  key: string
  /** Who asks for what, and why. */
  request: string
  /** By when, what happens then, and the rule that says so. */
  deadline: string | null
  rule: string | null
  refund: string | null
  declines: readonly { value: DeclineReason; label: string }[]
  hasStock: boolean
}

/** A form that comes back: what is wrong with it, and what was chosen. */
export interface CancelFormAnswer {
  errors: FieldErrors<'reason'>
  reason: string
  restocks: boolean
}
