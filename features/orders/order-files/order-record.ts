import type { FinishedOrder } from '#features/orders/order-intake/finished-order.ts'
import type { AmountForm, AmountQuestion, ToldAmounts } from './order-amounts.ts'
import type { OrderColumnKind } from './order-columns.ts'

/** Why an order of a file cannot be taken. */
export type OrderRule =
  | 'broken'
  | 'noOrder'
  | 'longOrder'
  | 'placed'
  | 'day'
  | 'amount'
  | 'quantity'
  | 'title'
  | 'total'
  | 'refunded'
  | 'currency'
  | 'country'
  | 'open'
  | 'empty'
  | 'note'
  | 'reading'

/** A problem of an order: the column, the cell's text, and the rule. */
export interface OrderProblem {
  column: OrderColumnKind | null
  value: string
  rule: OrderRule
}

/** An order of a file, read from all of its rows. */
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

/** Amounts that can be read in several ways. */
export interface OpenAmounts {
  currency: string
  told: ToldAmounts
  asks: readonly AmountQuestion[]
}

/** How the orders of a file are read. */
export interface OrderReading {
  /** Marketplace of the user names, such as `ebay`. */
  source: string
  /** Currency of amounts without one. */
  currency: string
  /** How the seller says that amounts are written. */
  form?: AmountForm
  /** Time zone of days without a time. */
  zone: string
  now: Date
}
