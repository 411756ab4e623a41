import type { Amount, Condition } from '../hub-types.ts'
import { currencyDecimals, toDecimal } from '#lib/money.ts'

export const brandName = 'Lantern Market'

const locale = 'en-GB'

export function price({ value, currency }: Amount): string {
  // Set explicitly: default decimals can be fewer and would show a wrong price.
  const minimumFractionDigits = currencyDecimals(currency)
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits })
  return format.format(value as Intl.StringNumericLiteral)
}

export const priceOf = (minor: number, currency: string) => price({ value: toDecimal({ minor, currency }), currency })

/** Formats a day in UTC: the market knows no time zones. */
export const dayOf = (at: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(at),
  )

/** Formats a time in UTC. */
export const momentOf = (at: string) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(at))

export const conditions: Record<Condition, string> = {
  NEW: 'New',
  LIKE_NEW: 'Used, like new',
  VERY_GOOD: 'Used, very good',
  GOOD: 'Used, good',
  ACCEPTABLE: 'Used, acceptable',
  FOR_PARTS: 'For parts',
}

/** Formats a count: `1 item`, `2 items`. */
export const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString(locale)} ${n === 1 ? one : many}`

export const returnReasons = {
  NOT_AS_DESCRIBED: 'It is not as described',
  DEFECTIVE_ITEM: 'It does not work',
  ARRIVED_DAMAGED: 'It arrived damaged',
  MISSING_PARTS: 'Parts are missing',
  ORDERED_WRONG_ITEM: 'I ordered the wrong thing',
  NO_LONGER_NEED_ITEM: 'I do not need it any more',
  WRONG_SIZE: 'It does not fit',
  FOUND_BETTER_PRICE: 'I found it cheaper',
} as const

export const cancelReasons = {
  ORDER_MISTAKE: 'I ordered it by mistake',
  FOUND_CHEAPER_PRICE: 'I found it cheaper',
  WONT_ARRIVE_IN_TIME: 'It would not arrive in time',
  WRONG_SHIPPING_ADDRESS: 'The address is wrong',
  OTHER: 'Another reason',
} as const

export const orderStates: Record<string, { text: string; tone: 'neutral' | 'good' | 'warn' | 'bad' }> = {
  AWAITING_PAYMENT: { text: 'Waiting for payment', tone: 'warn' },
  AWAITING_SHIPMENT: { text: 'Being prepared', tone: 'neutral' },
  PARTLY_SHIPPED: { text: 'Partly on its way', tone: 'neutral' },
  SHIPPED: { text: 'On its way', tone: 'good' },
  DELIVERED: { text: 'Delivered', tone: 'good' },
  CANCELLATION_REQUESTED: { text: 'Cancellation asked for', tone: 'warn' },
  CANCELLED: { text: 'Cancelled', tone: 'bad' },
  REFUNDED: { text: 'Refunded', tone: 'neutral' },
}

export const parcelStates: Record<string, string> = {
  SHIPPED: 'Handed to the carrier',
  IN_TRANSIT: 'On its way',
  DELIVERED: 'Delivered',
  EXCEPTION: 'The carrier has a problem with it',
  RETURNED_TO_SENDER: 'On its way back to the seller',
}

export const caseStates: Record<string, { text: string; steps?: readonly CaseStepName[] }> = {
  RETURN_REQUESTED: { text: 'The seller has been asked', steps: ['withdraw'] },
  RETURN_REQUEST_TIMEOUT: { text: 'The seller has not answered in time', steps: ['escalate', 'withdraw'] },
  PARTIAL_REFUND_REQUESTED: {
    text: 'The seller offers a part of the price back, and you keep it',
    steps: ['take-offer', 'refuse-offer'],
  },
  REPLACEMENT_OFFER_PENDING: { text: 'The seller offers a replacement', steps: ['take-offer', 'refuse-offer'] },
  REPLACEMENT_STARTED: { text: 'A replacement is being prepared' },
  REPLACEMENT_REQUEST_TIMEOUT: { text: 'The replacement was not sent in time', steps: ['escalate'] },
  REPLACEMENT_SHIPPED: { text: 'The replacement is on its way', steps: ['arrived'] },
  RETURN_LABEL_PENDING: { text: 'Accepted: the seller sends a label', steps: ['withdraw'] },
  RETURN_LABEL_PENDING_TIMEOUT: { text: 'The label has not come in time', steps: ['escalate', 'withdraw'] },
  ITEM_READY_TO_SHIP: { text: 'Accepted: send it back', steps: ['send-back', 'withdraw'] },
  ITEM_SHIPPED: { text: 'On its way back' },
  ITEM_DELIVERED: { text: 'Back at the seller, who refunds it' },
  RETURN_REJECTED: { text: 'The seller has declined', steps: ['escalate'] },
  WAITING_SELLER_RESPONSE: { text: 'The seller has been asked', steps: ['arrived', 'withdraw'] },
  SELLER_RESPONSE_TIMEOUT: { text: 'The seller has not answered in time', steps: ['escalate', 'arrived'] },
  WAITING_BUYER_RESPONSE: { text: 'The seller has answered', steps: ['arrived', 'escalate'] },
  REFUND_INITIATED: { text: 'The refund is on its way' },
  REFUND_FAILED: { text: 'The refund did not go through', steps: ['escalate'] },
  ESCALATED: { text: `${brandName} decides` },
  CLOSED: { text: 'Closed' },
  CLOSED_SELLER: { text: 'Closed for the seller' },
  CLOSED_BUYER: { text: 'Closed for you' },
}

export type CaseStepName = keyof typeof caseSteps

export const caseSteps = {
  'take-offer': 'Take the offer',
  'refuse-offer': 'No, thank you',
  'send-back': 'I have sent it back',
  arrived: 'It has come',
  withdraw: 'Withdraw it',
  escalate: `Ask ${brandName} to decide`,
} as const
