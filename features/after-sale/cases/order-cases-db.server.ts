import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'

/** A case as listed on its order's page. */
export type OrderCase = Pick<Row<'cases'>, 'case_number' | 'kind' | 'state' | 'due_at' | 'closed_at'>

/** Lists the cases of an order, oldest first. */
export function listOrderCases(db: SellerDb, sellerId: number, orderId: number): Promise<OrderCase[]> {
  return db
    .selectFrom('cases')
    .select(['case_number', 'kind', 'state', 'due_at', 'closed_at'])
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}
