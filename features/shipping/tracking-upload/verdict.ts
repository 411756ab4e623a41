import type { Delivery } from '#features/core/order/delivery.ts'
import type { RowProblem as FileRowProblem } from '#features/machinery/file-runs/row-problem.ts'
import type { OrderStatus } from '#features/core/order/order.ts'
import type { ColumnKind } from './meanings.ts'
import type { KnownLine } from './named-lines.ts'

/** A problem with a row, or a note on it. Each rule has a text and a remedy. */
export type RowRule =
  /** Not checked yet. */
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
  /** Digits are damaged, and no check digit proves the original. */
  | 'damaged'
  | 'number-check'
  | 'number-form'
  | 'carrier-form'
  | 'carrier-missing'
  | 'carrier-ask'
  /** The number belongs to another carrier: certain by its letters, or possibly by chance by its check digit. */
  | 'carrier-other'
  | 'carrier-check'
  | 'service-form'
  | 'item-unknown'
  | 'units'
  | 'part-inside'
  | 'nothing-left'
  | 'not-possible'
  /** The buyer collects the order, or downloads it. */
  | 'no-parcel'
  // Reasons for skipping a row.
  | 'label-void'
  | 'footer'
  | 'summary'
  // Notes on a row that will be applied.
  | 'repaired'
  | 'by-recipient'
  | 'carrier-kept'
  | 'day'
  | 'day-order'

export type RowProblem = FileRowProblem<ColumnKind, RowRule>

/** Request of a row. Rows of one order and number are one parcel. */
export interface RowRequest {
  carrier: string
  tracking: string
  /** Null: the service the buyer paid for. */
  service: string | null
  /** ISO 8601; null: when the upload is applied. */
  shippedAt: string | null
  /** Units by line; null: all unshipped units of the order. */
  contents: readonly { line: number; units: number }[] | null
}

export type Verdict =
  | { verdict: 'CHANGE'; order: string; request: RowRequest; notes: readonly RowProblem[] }
  /** The parcel already contains what the row names. */
  | { verdict: 'SAME'; order: string }
  /** Not a parcel, or a voided label. */
  | { verdict: 'SKIPPED'; order: string | null; problems: readonly RowProblem[] }
  /** All problems found at once; at least one. */
  | { verdict: 'PROBLEM'; order: string | null; problems: readonly RowProblem[] }

export interface KnownOrder {
  status: OrderStatus
  delivery: Delivery
  placedAt: Date
  lines: readonly KnownLine[]
  /** Units by line and normalized tracking number. */
  parcels: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/** Records a problem; the cell's value is then treated as unknown. */
export type ReportProblem = (column: ColumnKind | null, rule: RowRule, values?: RowProblem['values']) => undefined
