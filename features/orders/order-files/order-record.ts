import type { FinishedOrder } from '#features/orders/order-intake/finished-order.ts'
import type { AmountForm, AmountQuestion, ToldAmounts } from './order-amounts.ts'
import type { OrderColumnKind } from './order-columns.ts'

export const shippedAnswers = ['YES', 'NO'] as const
export type ShippedAnswer = (typeof shippedAnswers)[number]

export type OrderRule =
  | 'broken'
  | 'noOrder'
  | 'longOrder'
  /** A number of which a spreadsheet kept only the first digits. */
  | 'shortened'
  | 'placed'
  | 'day'
  | 'amount'
  | 'quantity'
  | 'title'
  | 'total'
  | 'refunded'
  | 'currency'
  | 'open'
  | 'shipped'
  | 'empty'
  | 'note'
  | 'reading'

export interface OrderProblem {
  column: OrderColumnKind | null
  value: string
  rule: OrderRule
}

export interface OrderRecord {
  /** Line of its first row. */
  line: number
  number: string
  /** Null if it has a problem. An order that is still open has one, `open`. */
  order: FinishedOrder | null
  problems: OrderProblem[]
  /** What the file does not say of its amounts, with the amounts; null if it says all. */
  open: OpenAmounts | null
}

export interface OpenAmounts {
  currency: string
  told: ToldAmounts
  asks: readonly AmountQuestion[]
}

export interface OrderReading {
  /** Marketplace of the user names, such as `ebay`. */
  source: string
  /** Currency of amounts without one. */
  currency: string
  form?: AmountForm
  /** Whether orders are shipped of which the file says nothing; missing until it is answered. */
  shipped?: ShippedAnswer | undefined
  /** Time zone of days without a time. */
  zone: string
  now: Date
}
