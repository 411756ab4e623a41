import type { OrderColumnKind } from './order-columns.ts'
import type { AmountForm } from './order-amounts.ts'
import type { OpenAmounts, OrderRule } from './order-record.ts'

/** Text of a row's cell; empty without the column. */
export type Cell = (kind: OrderColumnKind) => string

/** Cells of an order, parsed; what cannot be read becomes a problem. */
export interface OrderCells {
  line: number
  number: string
  currency: string
  /** The first row with a value. */
  text: Cell
  /** Null if the cell is empty or unreadable. */
  moment: (kind: OrderColumnKind) => Date | null
  /** Amount of the first row with one. */
  amount: (kind: OrderColumnKind) => number | null
  items: readonly ItemCells[]
  /** The order's own row, above those of its items; null without such a row. */
  head: ItemCells | null
  form: AmountForm
  /** Whether the file has a column that says which orders are shipped. */
  saysShipped: boolean
  /** Notes that amounts can be read in several ways. */
  ask: (open: OpenAmounts) => void
  refuse: (column: OrderColumnKind | null, rule: OrderRule, value?: string) => void
}

export interface ItemCells {
  text: Cell
  amount: (kind: OrderColumnKind) => number | null
}
