import type { OrderStatus } from '#features/core/order/order.ts'
import type { ColumnKind } from './meanings.ts'
import type { KnownLine } from './named-lines.ts'

/** What is wrong with a row, or worth knowing about it. The rule names the words that say it, and how to mend it. */
export type RowRule =
  /** Nobody has said yet what the columns hold. */
  | 'columns'
  | 'broken'
  | 'encoding'
  | 'order-missing'
  | 'order-form'
  | 'order-unknown'
  | 'recipient-none'
  | 'recipient-several'
  | 'recipient-confirm'
  | 'tracking-missing'
  | 'tracking-form'
  | 'several-numbers'
  /** Digits are lost. */
  | 'rounded'
  /** Digits are damaged, and no check digit proves what they were. */
  | 'damaged'
  | 'number-check'
  | 'number-form'
  | 'carrier-form'
  | 'carrier-missing'
  | 'carrier-ask'
  /** By letters of its own the number is another's; by its check digit it may be by chance. */
  | 'carrier-other'
  | 'carrier-check'
  | 'service-form'
  | 'item-unknown'
  | 'units'
  | 'part-inside'
  | 'nothing-left'
  | 'not-possible'
  // Why a row is left out.
  | 'label-void'
  | 'footer'
  | 'summary'
  // Worth knowing about a row that will be applied.
  | 'repaired'
  | 'by-recipient'
  | 'carrier-kept'
  | 'day'
  | 'day-order'

/** What is wrong with a row: in which column, with what value, by which rule. */
export interface RowProblem {
  column: ColumnKind | null
  value: string
  rule: RowRule
  /** What the words of the rule need. */
  facts: Record<string, string | number>
}

/** What a row asks for. Rows of one order with one number are one parcel. */
export interface RowWish {
  carrier: string
  tracking: string
  /** Null: as the buyer paid for. */
  service: string | null
  /** ISO 8601; null: when it is applied. */
  shippedAt: string | null
  /** Units by line; null: all that is left of the order. */
  contents: readonly { line: number; units: number }[] | null
}

/** What will become of a row. */
export type Verdict =
  | { verdict: 'CHANGE'; order: string; wish: RowWish; notes: readonly RowProblem[] }
  /** What it names is in this parcel already. */
  | { verdict: 'SAME'; order: string }
  /** It is no row of a parcel, or its label is void. */
  | { verdict: 'SKIPPED'; order: string | null; problems: readonly RowProblem[] }
  /** All that is wrong with it that can be said at once, at least one thing. */
  | { verdict: 'PROBLEM'; order: string | null; problems: readonly RowProblem[] }

/** An order as rows are judged against it. */
export interface KnownOrder {
  status: OrderStatus
  placedAt: Date
  lines: readonly KnownLine[]
  /** What is in its parcels: units by line, by their plain numbers. */
  parcels: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/** Notes what is wrong; what the row says there is not known then. */
export type Wrong = (column: ColumnKind | null, rule: RowRule, facts?: RowProblem['facts']) => undefined
