import type { Random } from '#lib/random.ts'

export type OrderFate =
  | 'ordinary'
  | 'late'
  | 'sent-late'
  | 'split'
  | 'paid-at-second-try'
  | 'unpaid'
  | 'cancelled-unpaid'
  | 'payment-failed'
  | 'cancelled-by-buyer'
  | 'cancelled-by-seller'
  | 'cancel-requested'
  | 'cancel-rejected'
  | 'cancel-unanswered'
  | 'returned'
  | 'partly-refunded'
  | 'refund-pending'
  | 'lost'
  | 'held-up'
  | 'sent-back'
  | 'waiting'
  | 'partly-shipped'

const usual: readonly (readonly [OrderFate, number])[] = [
  ['ordinary', 840],
  ['late', 35],
  ['sent-late', 22],
  ['split', 22],
  ['paid-at-second-try', 10],
  ['cancelled-unpaid', 12],
  ['cancelled-by-buyer', 16],
  ['cancelled-by-seller', 6],
  ['cancel-rejected', 4],
  ['cancel-unanswered', 2],
  ['returned', 15],
  ['partly-refunded', 19],
  ['lost', 4],
  ['sent-back', 2],
]

export function chooseOrderFate(random: Random): OrderFate {
  return random.weighted(usual)
}
