import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import { isOfOrder, type OfOrder } from '#features/core/order/of-order-db.server.ts'
import type { RefundPart } from '#features/core/order/order-event.ts'
import { disputedMinorOf } from './disputed-money-db.server.ts'
import { orderMoney, type MoneyRows } from './order-money.ts'
import type { OrderMoney } from './refund.ts'

/** Amounts of an order, with the keys of its lines by position. */
export interface OrderMoneyRow extends OrderMoney {
  lineIds: ReadonlyMap<number, number>
}

export async function readOrderMoney(db: SellerDb, sellerId: number, orderId: number): Promise<OrderMoneyRow> {
  const lines = await selectOfSeller(db, 'line_items', sellerId)
    .select(['id', 'position', 'quantity', 'unit_price_minor', 'discount_minor', 'shipping_minor', 'tax_minor'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const { capturedMinor, ...order } = await oneRow(
    db,
    sql<MoneyRows['order'] & { capturedMinor: number }>`
    select shipping_minor, tax_minor,
      (select coalesce(sum(amount_minor), 0)::bigint from payments
        where seller_id = ${sellerId} and order_id = ${orderId} and state = 'PAID')
        - ${disputedMinorOf({ sellerId: sql`${sellerId}`, id: sql`${orderId}` })} as "capturedMinor"
    from orders where seller_id = ${sellerId} and id = ${orderId}`,
  )
  const refunds = await selectOfSeller(db, 'refunds', sellerId)
    .select(['id', 'state', 'amount_minor', 'line_item_id'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const parts = await readRefundParts(db, sellerId, orderId)
  return {
    ...orderMoney({ order, lines, capturedMinor, refunds, refundParts: parts }),
    lineIds: new Map(lines.map(({ id, position }) => [position, id])),
  }
}

/** Reads the parts of an order's refunds by the refund's id; imported refunds have none. */
export function readRefundParts(
  db: SellerDb,
  sellerId: number,
  orderId: number,
): Promise<ReadonlyMap<number, readonly RefundPart[]>> {
  return readBatchPart(db, refundParts, { sellerId, orderId })
}

/** The parts of an order's refunds by the refund's id. */
export const refundParts: BatchPart<OfOrder, ReadonlyMap<number, readonly RefundPart[]>> = {
  statement: (at) => {
    const sellerId = at((on) => on.sellerId)
    return sql`
      select p.refund_id as "refundId", l.position as line, p.kind, p.amount_minor as minor
      from refunds r
      join refund_parts p on p.seller_id = ${sellerId} and p.refund_id = r.id
      left join line_items l on l.seller_id = ${sellerId} and l.id = p.line_item_id
      where ${isOfOrder(at, 'r')} order by p.refund_id, p.position`
  },
  read: (rows: (RefundPart & { refundId: number })[]) => {
    const byRefund = new Map<number, RefundPart[]>()
    for (const { refundId, ...part } of rows) byRefund.set(refundId, [...(byRefund.get(refundId) ?? []), part])
    return byRefund
  },
}
