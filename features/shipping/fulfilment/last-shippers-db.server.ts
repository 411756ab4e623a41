import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { TakenLine } from './parcel.ts'

/** Lines of an order with fewer unshipped units than requested. */
export interface OverclaimedOrder {
  orderId: number
  lines: readonly Omit<TakenLine, 'taken'>[]
}

/** Returns who shipped these lines last, and when, by order. */
export async function findLastShippers(
  db: SellerDb,
  sellerId: number,
  orders: readonly OverclaimedOrder[],
): Promise<Map<number, readonly TakenLine[]>> {
  if (orders.length === 0) return new Map()
  const { rows } = await sql<{ orderId: number; line: number; by: string; at: Date }>`
    select distinct on (s.order_id, l.position) s.order_id as "orderId", l.position as line, s.member_name as by, s.recorded_at as at
    from shipments s
    join shipment_lines c on c.seller_id = ${sellerId} and c.shipment_id = s.id
    join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
    where s.seller_id = ${sellerId} and s.order_id = any(${orders.map(({ orderId }) => orderId)}) and s.recorded_at is not null
    order by s.order_id, l.position, s.recorded_at desc`.execute(db)
  const last = new Map(rows.map(({ orderId, line, by, at }) => [`${orderId} ${line}`, { by, at }]))
  return new Map(
    orders.map(({ orderId, lines }) => [
      orderId,
      lines.map((line) => ({ ...line, taken: last.get(`${orderId} ${line.line}`) ?? null })),
    ]),
  )
}
