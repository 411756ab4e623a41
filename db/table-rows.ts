import type { RawBuilder } from 'kysely'
import type { BindValue } from './compile-once.ts'
import type { BatchPart } from './read-batch.ts'
import type { Row } from './schema.ts'
import { parseMoments } from './values.ts'

/** Columns of a row with timestamps, which arrive as text in JSON. */
type Moments<R> = { readonly [Column in keyof R as [Extract<R[Column], Date>] extends [never] ? never : Column]: true }

/** Reads rows of a batch that have timestamps in these columns. */
export function readRows<R extends object>(moments: Moments<R>): (rows: R[]) => R[] {
  const columns = Object.keys(moments)
  return (rows) => {
    for (const row of rows) parseMoments(row, columns)
    return rows
  }
}

type ReadTable =
  | 'orders'
  | 'line_items'
  | 'payments'
  | 'refunds'
  | 'shipments'
  | 'shipment_lines'
  | 'labels'
  | 'cancellations'
  | 'disputes'
  | 'feedback'
  | 'order_events'
  | 'order_notes'
  | 'addresses'
  | 'buyers'

const momentsOf: { [T in ReadTable]: Moments<Row<T>> } = {
  orders: {
    placed_at: true,
    paid_at: true,
    ship_by: true,
    estimated_delivery_min: true,
    estimated_delivery_max: true,
    shipped_at: true,
    delivered_at: true,
    parcels_noted_at: true,
    address_changed_at: true,
    lines_changed_at: true,
    history_at: true,
  },
  line_items: { ship_by: true },
  payments: { paid_at: true },
  refunds: { refunded_at: true, requested_at: true, ask_at: true },
  shipments: { shipped_at: true, delivered_at: true, recorded_at: true, scanned_at: true },
  shipment_lines: {},
  labels: { wanted_at: true, bought_at: true, voided_at: true, next_at: true, tracked_at: true },
  cancellations: { requested_at: true, respond_by: true, closed_at: true },
  disputes: { opened_at: true, respond_by: true, answered_at: true, closed_at: true },
  feedback: { left_at: true, replied_at: true },
  order_events: { happened_at: true },
  order_notes: { written_at: true },
  addresses: {},
  buyers: {},
}

/** A part of a batch that reads whole rows of a table, with columns `More` beside its own. */
export function rowsOf<T extends ReadTable, On, More extends object = object>(
  table: T,
  statement: (at: BindValue<On>) => RawBuilder<unknown>,
): BatchPart<On, (Row<T> & More)[]> {
  const columns = Object.keys(momentsOf[table])
  return {
    statement,
    read: (rows: (Row<T> & More)[]) => {
      for (const row of rows) parseMoments(row, columns)
      return rows
    },
  }
}
