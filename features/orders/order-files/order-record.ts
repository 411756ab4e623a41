import type { FinishedOrder } from '#features/orders/order-intake/finished-order.ts'
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

/** What is wrong with an order: the column, what the file says, and the rule. */
export interface OrderProblem {
  column: OrderColumnKind | null
  value: string
  rule: OrderRule
}

/** An order of a file: its rows together. */
export interface OrderRecord {
  /** Line of its first row. */
  line: number
  number: string
  /** Null if it has a problem. An order that is still open has one, `open`. */
  order: FinishedOrder | null
  problems: OrderProblem[]
}

/** How the orders of a file are read. */
export interface OrderReading {
  /** Names whose user names they are: `ebay`. */
  source: string
  /** Of amounts that name none. */
  currency: string
  /** Days begin in this zone. */
  zone: string
  now: Date
}
