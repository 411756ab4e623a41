import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { compileOnce, type BindValue, type OfSeller } from '#db/compile-once.ts'
import { firstRow } from '#db/one-row.ts'
import { readBatch, type BatchParts } from '#db/read-batch.ts'
import type { Row } from '#db/schema.ts'
import { readRows, rowsOf } from '#db/table-rows.ts'
import { sameParcel, type SameParcelOrder } from '#features/orders/order-list/same-parcel-db.server.ts'
import { tagsOfOrders } from '#features/orders/order-notes/order-tags-db.server.ts'
import { orderCases, type OrderCase } from '#features/after-sale/cases/order-cases-db.server.ts'
import { isOfOrder, type OfOrder } from '#features/core/order/of-order-db.server.ts'
import { orderEvents } from '#features/core/order/order-events-db.server.ts'
import { refundParts } from '#features/after-sale/refunds/order-money-db.server.ts'
import type { RefundPart, WrittenOrderEvent } from '#features/core/order/order-event.ts'
import type { OrderNumber, OrderStatus } from '#features/core/order/order.ts'

type OrderRow = Omit<Row<'orders'>, 'status'> & { status: OrderStatus }
type LineRow = Row<'line_items'> & { image_url: string | null }

/** Data of one order. */
export interface OrderDetails {
  order: OrderRow
  buyer: Pick<Row<'buyers'>, 'name'>
  /** Null if it goes to no address. */
  address: Row<'addresses'> | null
  lines: LineRow[]
  payments: Row<'payments'>[]
  refunds: Row<'refunds'>[]
  /** Parts of each refund by its id; imported refunds have none. */
  refundParts: ReadonlyMap<number, readonly RefundPart[]>
  shipments: Row<'shipments'>[]
  shipmentLines: Row<'shipment_lines'>[]
  cancellations: Row<'cancellations'>[]
  feedback: Row<'feedback'>[]
  /** Actions recorded in the hub. */
  events: WrittenOrderEvent[]
  /** Former addresses by id, for the timeline. */
  formerAddresses: ReadonlyMap<number, Row<'addresses'>>
  /** Print runs, oldest first. */
  prints: Pick<Row<'print_runs'>, 'document' | 'printed_by' | 'printed_at'>[]
  /** The team's private note. */
  note: Row<'order_notes'> | null
  tags: string[]
  /** All tags of the seller's orders. */
  knownTags: string[]
  /** Returns and inquiries. */
  cases: OrderCase[]
  disputes: Row<'disputes'>[]
  /** Open orders that can ship in the same parcel. */
  sameParcel: SameParcelOrder[]
  /** Number of the buyer's other orders. */
  otherOrders: number
}

/** Reads an order by number, with all that belongs to it; null if the seller has none. */
export async function loadOrder(
  db: SellerDb,
  sellerId: number,
  orderNumber: OrderNumber,
): Promise<OrderDetails | null> {
  const order = await findOrderRow(db, sellerId, orderNumber)
  return order && { order, ...(await readBatch(db, detailParts, { sellerId, orderId: order.id, order })) }
}

/** Finds an order by number; null if the seller has none. */
export async function findOrderRow(db: SellerDb, sellerId: number, orderNumber: OrderNumber): Promise<OrderRow | null> {
  const [order] = await ordersByNumber(db, { sellerId, orderNumber })
  return order ?? null
}

const ordersByNumber = compileOnce(
  (at: BindValue<OfSeller & { orderNumber: OrderNumber }>) => sql<OrderRow>`
    select * from orders where seller_id = ${at((on) => on.sellerId)} and order_number = ${at((on) => on.orderNumber)}`,
)

interface OfRow extends OfOrder {
  order: OrderRow
}
type At = BindValue<OfRow>

const ofSeller = (at: At) => at((on) => on.sellerId)

/** Rows of an order, oldest first. */
const ofOrder = <T extends 'payments' | 'refunds' | 'shipments' | 'cancellations' | 'disputes' | 'feedback'>(
  table: T,
) => rowsOf(table, (at: At) => sql`select * from ${sql.table(table)} where ${isOfOrder(at)} order by id`)

const addresses = rowsOf(
  'addresses',
  (at: At) => sql`
    select * from addresses where seller_id = ${ofSeller(at)} and id = ${at(({ order }) => order.ship_to_address_id)}`,
)
/** Former ones are there only if the address has changed, which is rare. */
const formerAddresses = rowsOf(
  'addresses',
  (at: At) => sql`
    select * from addresses where seller_id = ${ofSeller(at)} and buyer_id = ${at(({ order }) => order.buyer_id)}
      and ${at(({ order }) => order.address_changed_at !== null)}::boolean`,
)
const notes = rowsOf('order_notes', (at: At) => sql`select * from order_notes where ${isOfOrder(at)}`)

/** All that belongs to an order, as parts of a batch. */
export const detailParts = {
  buyer: {
    statement: (at: At) =>
      sql`select name from buyers where seller_id = ${ofSeller(at)} and id = ${at(({ order }) => order.buyer_id)}`,
    read: (rows: OrderDetails['buyer'][]) => firstRow({ rows }),
  },
  address: { ...addresses, read: (rows: never[]) => addresses.read(rows)[0] ?? null },
  lines: rowsOf<'line_items', OfRow, Pick<LineRow, 'image_url'>>(
    'line_items',
    (at) => sql`
      select l.*, coalesce(i.image_url, p.image_url) as image_url from line_items l
      left join listings i on i.seller_id = ${ofSeller(at)} and i.id = l.listing_id
      left join products p on p.id = l.product_id
      where ${isOfOrder(at, 'l')} order by l.position`,
  ),
  payments: ofOrder('payments'),
  refunds: ofOrder('refunds'),
  refundParts,
  shipments: ofOrder('shipments'),
  shipmentLines: rowsOf(
    'shipment_lines',
    (at: At) => sql`
      select l.* from shipment_lines l join shipments s on s.seller_id = ${ofSeller(at)} and s.id = l.shipment_id
      where l.seller_id = ${ofSeller(at)} and ${isOfOrder(at, 's')} order by l.shipment_id, l.line_item_id`,
  ),
  cancellations: ofOrder('cancellations'),
  feedback: ofOrder('feedback'),
  events: orderEvents,
  formerAddresses: {
    ...formerAddresses,
    read: (rows: never[]) => new Map(formerAddresses.read(rows).map((row) => [row.id, row])),
  },
  prints: {
    statement: (at: At) => sql`
      select r.document, r.printed_by, r.printed_at
      from printed_orders p join print_runs r on r.seller_id = ${ofSeller(at)} and r.id = p.run_id
      where ${isOfOrder(at, 'p')} order by r.printed_at`,
    read: readRows<OrderDetails['prints'][number]>({ printed_at: true }),
  },
  note: { ...notes, read: (rows: never[]) => notes.read(rows)[0] ?? null },
  tags: {
    statement: (at: At) => sql`select tag from order_tags where ${isOfOrder(at)}`,
    read: (rows: { tag: string }[]) => rows.map(({ tag }) => tag).toSorted(),
  },
  knownTags: tagsOfOrders,
  cases: orderCases,
  disputes: ofOrder('disputes'),
  sameParcel,
  otherOrders: {
    statement: (at: At) => sql`
      select count(*) as n from orders where seller_id = ${ofSeller(at)}
        and buyer_username = ${at(({ order }) => order.buyer_username)} and id <> ${at((on) => on.orderId)}`,
    read: (rows: { n: number }[]) => firstRow({ rows }).n,
  },
} satisfies BatchParts<OfRow, Omit<OrderDetails, 'order'>>
