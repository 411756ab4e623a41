import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'

/** Parts of an order that several tables hold, each by the order's id. */
export interface OrderParts {
  lines: Row<'line_items'>[]
  payments: Row<'payments'>[]
  refunds: Row<'refunds'>[]
  parcels: (Row<'shipments'> & { contents: { line: number; quantity: number }[] })[]
  cancellation: Row<'cancellations'> | null
  shipTo: Row<'addresses'>
  buyer: Row<'buyers'>
}

/** An order with its parts. */
export type WholeOrder = Row<'orders'> & OrderParts

/** The database's id of an order by its id in the marketplace, or by its number; null for anything else. */
export async function findOrderId(db: SellerDb, sellerId: number, id: string): Promise<number | null> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'external_id'])
    .where('seller_id', '=', sellerId)
    .where((where) => where.or([where('external_id', '=', id), where('order_number', '=', id)]))
    .execute()
  return (rows.find((row) => row.external_id === id) ?? rows[0])?.id ?? null
}

/** Orders with their parts, in the order of their ids: as many statements for a page as for one. */
export async function readWholeOrders(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<WholeOrder[]> {
  const of = <T extends 'orders' | 'line_items' | 'payments' | 'refunds' | 'cancellations'>(table: T, by: string) =>
    sql<
      Row<T>
    >`select * from ${sql.ref(table)} where seller_id = ${sellerId} and ${sql.ref(by)} = any (${[...ids]}::bigint[]) order by id`.execute(
      db,
    )
  const { rows: orders } = await of('orders', 'id')
  const { rows: lines } = await of('line_items', 'order_id')
  const { rows: payments } = await of('payments', 'order_id')
  const { rows: refunds } = await of('refunds', 'order_id')
  const { rows: cancellations } = await of('cancellations', 'order_id')
  const { rows: parcels } = await sql<OrderParts['parcels'][number]>`
    select s.*, (
        select coalesce(json_agg(json_build_object('line', l.position, 'quantity', c.quantity) order by l.position), '[]')
        from shipment_lines c join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
        where c.seller_id = ${sellerId} and c.shipment_id = s.id
      ) as contents
    from shipments s where s.seller_id = ${sellerId} and s.order_id = any (${[...ids]}::bigint[]) order by s.id`.execute(
    db,
  )
  const { rows: addresses } = await sql<Row<'addresses'>>`
    select * from addresses where seller_id = ${sellerId} and id = any (${orders.map((row) => row.ship_to_address_id)}::bigint[])`.execute(
    db,
  )
  const { rows: buyers } = await sql<Row<'buyers'>>`
    select * from buyers where seller_id = ${sellerId} and id = any (${orders.map((row) => row.buyer_id)}::bigint[])`.execute(
    db,
  )
  const own = <T extends { order_id: number }>(rows: readonly T[], id: number) =>
    rows.filter((row) => row.order_id === id)
  return orders.map((order) => ({
    ...order,
    lines: own(lines, order.id),
    payments: own(payments, order.id),
    refunds: own(refunds, order.id),
    parcels: own(parcels, order.id),
    cancellation: own(cancellations, order.id).at(-1) ?? null,
    shipTo: addresses.find((row) => row.id === order.ship_to_address_id)!,
    buyer: buyers.find((row) => row.id === order.buyer_id)!,
  }))
}
