import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { readSameParcel, type SameParcelOrder } from '#features/orders/order-list/same-parcel-db.server.ts'
import { readNote } from '#features/orders/order-notes/order-note-db.server.ts'
import { listTags, readTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import { listOrderCases, type OrderCase } from '#features/after-sale/cases/order-cases-db.server.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { readRefundParts } from '#features/after-sale/refunds/order-money-db.server.ts'
import type { RefundPart, WrittenOrderEvent } from '#features/core/order/order-event.ts'
import { isUnshipped, type OrderNumber, type OrderStatus } from '#features/core/order/order.ts'
import { awaitProperties } from '#lib/await-properties.ts'

type OrderRow = Omit<Row<'orders'>, 'status'> & { status: OrderStatus }
type LineRow = Row<'line_items'> & { image_url: string | null }

/** Data of one order. */
export interface OrderDetails {
  order: OrderRow
  buyer: Pick<Row<'buyers'>, 'name'>
  address: Row<'addresses'>
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

/** Reads an order by number; null if the seller has none. */
export async function loadOrder(
  db: SellerDb,
  sellerId: number,
  orderNumber: OrderNumber,
): Promise<OrderDetails | null> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  if (!order) return null
  const { id } = order
  // Sent together, so that there is a single round trip.
  const { person, tags, ...parts } = await awaitProperties({
    person: loadBuyer(db, order),
    lines: loadLines(db, order),
    payments: ofOrder(db, 'payments', order),
    refunds: ofOrder(db, 'refunds', order),
    refundParts: readRefundParts(db, sellerId, id),
    shipments: ofOrder(db, 'shipments', order),
    shipmentLines: loadShipmentLines(db, order),
    cancellations: ofOrder(db, 'cancellations', order),
    feedback: ofOrder(db, 'feedback', order),
    events: readOrderEvents(db, sellerId, id),
    formerAddresses: loadFormerAddresses(db, order),
    prints: loadPrints(db, order),
    note: readNote(db, sellerId, id),
    tags: readTags(db, sellerId, [id]),
    knownTags: listTags(db, sellerId),
    cases: listOrderCases(db, sellerId, id),
    disputes: ofOrder(db, 'disputes', order),
    sameParcel: isUnshipped(order.status as OrderStatus) ? readSameParcel(db, { sellerId, orderId: id }) : [],
    otherOrders: countOtherOrders(db, order),
  })
  return { order: order as OrderRow, ...person, ...parts, tags: tags.get(id) ?? [] }
}

async function loadBuyer(db: SellerDb, order: Row<'orders'>): Promise<Pick<OrderDetails, 'buyer' | 'address'>> {
  const readingBuyer = db
    .selectFrom('buyers')
    .select(['name'])
    .where('seller_id', '=', order.seller_id)
    .where('id', '=', order.buyer_id)
    .executeTakeFirstOrThrow()
  const readingAddress = db
    .selectFrom('addresses')
    .selectAll()
    .where('seller_id', '=', order.seller_id)
    .where('id', '=', order.ship_to_address_id)
    .executeTakeFirstOrThrow()
  const [buyer, address] = await Promise.all([readingBuyer, readingAddress])
  return { buyer, address }
}

function loadLines(db: SellerDb, order: Row<'orders'>): Promise<LineRow[]> {
  return db
    .selectFrom('line_items as l')
    .leftJoin('listings as i', (join) =>
      join.onRef('i.seller_id', '=', 'l.seller_id').onRef('i.id', '=', 'l.listing_id'),
    )
    .leftJoin('products as p', 'p.id', 'l.product_id')
    .selectAll('l')
    .select(sql<string | null>`coalesce(i.image_url, p.image_url)`.as('image_url'))
    .where('l.seller_id', '=', order.seller_id)
    .where('l.order_id', '=', order.id)
    .orderBy('l.position')
    .execute()
}

type OfOrder = 'payments' | 'refunds' | 'shipments' | 'cancellations' | 'disputes' | 'feedback'

/** Rows of an order, oldest first. */
async function ofOrder<T extends OfOrder>(db: SellerDb, table: T, order: Row<'orders'>): Promise<Row<T>[]> {
  const { rows } = await sql<Row<T>>`select * from ${sql.table(table)}
    where seller_id = ${order.seller_id} and order_id = ${order.id} order by id`.execute(db)
  return rows
}

/** Read only if the address has changed, which is rare. */
async function loadFormerAddresses(db: SellerDb, order: Row<'orders'>): Promise<OrderDetails['formerAddresses']> {
  if (order.address_changed_at === null) return new Map()
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('seller_id', '=', order.seller_id)
    .where('buyer_id', '=', order.buyer_id)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function loadPrints(db: SellerDb, order: Row<'orders'>): Promise<OrderDetails['prints']> {
  return db
    .selectFrom('printed_orders as p')
    .innerJoin('print_runs as r', (join) =>
      join.onRef('r.seller_id', '=', 'p.seller_id').onRef('r.id', '=', 'p.run_id'),
    )
    .select(['r.document', 'r.printed_by', 'r.printed_at'])
    .where('p.seller_id', '=', order.seller_id)
    .where('p.order_id', '=', order.id)
    .orderBy('r.printed_at')
    .execute()
}

function loadShipmentLines(db: SellerDb, order: Row<'orders'>): Promise<Row<'shipment_lines'>[]> {
  return db
    .selectFrom('shipment_lines as l')
    .innerJoin('shipments as s', (join) =>
      join.onRef('s.seller_id', '=', 'l.seller_id').onRef('s.id', '=', 'l.shipment_id'),
    )
    .selectAll('l')
    .where('l.seller_id', '=', order.seller_id)
    .where('s.order_id', '=', order.id)
    .orderBy('l.shipment_id')
    .orderBy('l.line_item_id')
    .execute()
}

async function countOtherOrders(db: SellerDb, order: Row<'orders'>): Promise<number> {
  const { n } = await db
    .selectFrom('orders')
    .select((build) => build.fn.countAll<number>().as('n'))
    .where('seller_id', '=', order.seller_id)
    .where('buyer_username', '=', order.buyer_username)
    .where('id', '<>', order.id)
    .executeTakeFirstOrThrow()
  return n
}
