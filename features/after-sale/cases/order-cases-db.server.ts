import { sql } from 'kysely'
import type { BatchPart } from '#db/read-batch.ts'
import type { Row } from '#db/schema.ts'
import { readRows } from '#db/table-rows.ts'
import { isOfOrder, type OfOrder } from '#features/core/order/of-order-db.server.ts'

export type OrderCase = Pick<Row<'cases'>, 'case_number' | 'kind' | 'state' | 'due_at' | 'closed_at'>

/** The cases of an order, oldest first. */
export const orderCases: BatchPart<OfOrder, OrderCase[]> = {
  statement: (at) =>
    sql`select case_number, kind, state, due_at, closed_at from cases where ${isOfOrder(at)} order by id`,
  read: readRows<OrderCase>({ due_at: true, closed_at: true }),
}
