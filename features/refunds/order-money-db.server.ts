import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Row } from '#db/schema.ts'
import type { RefundPart } from '#features/order/order-event.ts'
import { offShipping, paidLine } from '#features/order/paid-line.ts'
import type { OrderMoney, RefundState } from './refund.ts'

/** The money of an order, with the keys of its lines by their positions. */
export interface OrderMoneyRow extends OrderMoney {
  lineIds: ReadonlyMap<number, number>
}

interface RefundRow {
  id: number
  state: RefundState
  amountMinor: number
  line: number | null
}

/** Reads what was paid for an order and what went back. */
export async function readOrderMoney(db: SellerDb, sellerId: number, orderId: number): Promise<OrderMoneyRow> {
  const { rows: lines } = await sql<Row<'line_items'>>`
    select id, position, quantity, unit_price_minor, discount_minor, shipping_minor, tax_minor
    from line_items where seller_id = ${sellerId} and order_id = ${orderId} order by position`.execute(db)
  const order = await oneRow(
    db,
    sql<Pick<OrderMoney, 'shippingMinor' | 'taxMinor' | 'capturedMinor'>>`
    select shipping_minor as "shippingMinor", tax_minor as "taxMinor",
      (select coalesce(sum(amount_minor), 0)::bigint from payments
        where seller_id = ${sellerId} and order_id = ${orderId} and state = 'PAID') as "capturedMinor"
    from orders where seller_id = ${sellerId} and id = ${orderId}`,
  )
  const refunds = await readRefunds(db, sellerId, orderId)
  const parts = await readRefundParts(db, sellerId, orderId)
  return {
    ...order,
    shippingMinor: lines.reduce((sum, line) => sum - offShipping(line), order.shippingMinor),
    lines: lines.map((line) => ({ line: line.position, ...paidLine(line) })),
    lineIds: new Map(lines.map(({ id, position }) => [position, id])),
    refunds: refunds.map(({ id, ...refund }) => ({ ...refund, parts: parts.get(id) ?? [] })),
  }
}

async function readRefunds(db: SellerDb, sellerId: number, orderId: number): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select r.id, r.state, r.amount_minor as "amountMinor", l.position as line
    from refunds r left join line_items l on l.seller_id = ${sellerId} and l.id = r.line_item_id
    where r.seller_id = ${sellerId} and r.order_id = ${orderId} order by r.id`.execute(db)
  return rows
}

/** The parts of an order's refunds, by the refund's key of the database; those that came with an import have none. */
export async function readRefundParts(
  db: SellerDb,
  sellerId: number,
  orderId: number,
): Promise<ReadonlyMap<number, readonly RefundPart[]>> {
  const { rows } = await sql<RefundPart & { refundId: number }>`
    select p.refund_id as "refundId", l.position as line, p.kind, p.amount_minor as minor
    from refunds r
    join refund_parts p on p.seller_id = ${sellerId} and p.refund_id = r.id
    left join line_items l on l.seller_id = ${sellerId} and l.id = p.line_item_id
    where r.seller_id = ${sellerId} and r.order_id = ${orderId} order by p.refund_id, p.position`.execute(db)
  const byRefund = new Map<number, RefundPart[]>()
  for (const { refundId, ...part } of rows) byRefund.set(refundId, [...(byRefund.get(refundId) ?? []), part])
  return byRefund
}
