import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { BindValue } from '#db/compile-once.ts'
import { firstRow } from '#db/one-row.ts'
import { readBatch, type BatchParts } from '#db/read-batch.ts'
import type { Row } from '#db/schema.ts'
import { readRows, rowsOf } from '#db/table-rows.ts'
import { sameParcel, type SameParcelOrder } from '#features/orders/order-list/same-parcel-db.server.ts'
import { tagsOfOrders } from '#features/orders/order-notes/order-tags-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { orderCases, type OrderCase } from '#features/after-sale/cases/order-cases-db.server.ts'
import { joinOffer } from '#features/core/offer/offer-of-line.server.ts'
import { isOfOrder, orderIdOf, partsByNumber, type OfOrder } from '#features/core/order/of-order-db.server.ts'
import { orderEvents } from '#features/core/order/order-events-db.server.ts'
import { refundParts } from '#features/after-sale/refunds/order-money-db.server.ts'
import type { RefundPart, WrittenOrderEvent } from '#features/core/order/order-event.ts'
import type { OrderNumber, OrderStatus } from '#features/core/order/order.ts'

type OrderRow = Omit<Row<'orders'>, 'status'> & { status: OrderStatus }
type OfferRow = Row<'buyer_offers'>
/** With the offer that agreed its price, if any, and who accepted it when. */
type LineRow = Row<'line_items'> & {
  image_url: string | null
  /** Name of its shipping policy as it was; whether the policy is still there. */
  policy_name: string | null
  has_policy: boolean
  /** What a kit was made of; empty for other lines. */
  parts: Pick<Row<'line_parts'>, 'sku' | 'title' | 'units'>[]
  offer:
    | (Pick<OfferRow, 'offer_key' | 'price_minor' | 'list_price_minor' | 'currency'> & {
        accepted: (Pick<Row<'buyer_offer_steps'>, 'actor' | 'member_name'> & { at: string }) | null
      })
    | null
}

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
  labels: Row<'labels'>[]
  cancellations: Row<'cancellations'>[]
  feedback: Row<'feedback'>[]
  /** Actions recorded in the hub. */
  events: WrittenOrderEvent[]
  /** Former addresses by id, for the timeline. */
  formerAddresses: ReadonlyMap<number, Row<'addresses'>>
  /** Print runs, oldest first. */
  prints: Pick<Row<'print_runs'>, 'document' | 'printed_by' | 'printed_at'>[]
  note: Row<'order_notes'> | null
  tags: string[]
  knownTags: string[]
  cases: OrderCase[]
  disputes: Row<'disputes'>[]
  /** Open orders that can ship in the same parcel. */
  sameParcel: SameParcelOrder[]
  otherOrders: number
}

export async function loadOrder(
  db: SellerDb,
  sellerId: number,
  orderNumber: OrderNumber,
): Promise<OrderDetails | null> {
  const { order, buyer, ...others } = await readBatch(db, partsOfDetails, { sellerId, orderNumber })
  return order && { order, buyer: buyerOf(buyer), ...others }
}

export const buyerOf = (buyer: OrderDetails['buyer'] | null) => assertDefined(buyer, 'an order has a buyer')

type At = BindValue<OfOrder>

const ofSeller = (at: At) => at((on) => on.sellerId)

/** Rows of an order, oldest first. */
const ofOrder = <T extends 'payments' | 'refunds' | 'shipments' | 'cancellations' | 'disputes' | 'feedback' | 'labels'>(
  table: T,
) => rowsOf(table, (at: At) => sql`select * from ${sql.table(table)} where ${isOfOrder(at)} order by id`)

const isOrder = (at: At) => sql`o.seller_id = ${ofSeller(at)} and o.id = ${at(orderIdOf)}`

const orders = rowsOf<'orders', OfOrder, Pick<OrderRow, 'status'>>(
  'orders',
  (at) => sql`select o.* from orders o where ${isOrder(at)}`,
)
const addresses = rowsOf(
  'addresses',
  (at: At) => sql`
    select a.* from orders o join addresses a on a.seller_id = ${ofSeller(at)} and a.id = o.ship_to_address_id
    where ${isOrder(at)}`,
)
/** Former ones are there only if the address has changed, which is rare. */
const formerAddresses = rowsOf(
  'addresses',
  (at: At) => sql`
    select a.* from orders o join addresses a on a.seller_id = ${ofSeller(at)} and a.buyer_id = o.buyer_id
    where ${isOrder(at)} and o.address_changed_at is not null`,
)
const notes = rowsOf('order_notes', (at: At) => sql`select * from order_notes where ${isOfOrder(at)}`)

/** An order and all that belongs to it, as parts of a batch. The order and the buyer are null if there is no such order. */
export const detailParts = {
  order: { ...orders, read: (rows: never[]) => orders.read(rows)[0] ?? null },
  buyer: {
    statement: (at: At) => sql`
      select b.name from orders o join buyers b on b.seller_id = ${ofSeller(at)} and b.id = o.buyer_id
      where ${isOrder(at)}`,
    read: (rows: OrderDetails['buyer'][]) => rows[0] ?? null,
  },
  address: { ...addresses, read: (rows: never[]) => addresses.read(rows)[0] ?? null },
  lines: rowsOf<'line_items', OfOrder, Pick<LineRow, 'image_url' | 'offer' | 'parts' | 'policy_name' | 'has_policy'>>(
    'line_items',
    (at) => sql`
      select l.*, coalesce(i.image_url, p.image_url) as image_url, v.name as policy_name, n.id is not null as has_policy,
        case when f.id is not null then json_build_object('offer_key', f.offer_key, 'price_minor', f.price_minor,
          'list_price_minor', f.list_price_minor, 'currency', f.currency, 'accepted', (
            select json_build_object('actor', s.actor, 'member_name', s.member_name, 'at', s.taken_at) from buyer_offer_steps s
            where s.seller_id = ${ofSeller(at)} and s.offer_id = f.id and s.step = 'accept')) end as offer,
        case when l.is_kit then coalesce((
          select json_agg(json_build_object('sku', k.sku, 'title', k.title, 'units', k.units) order by k.nth) from line_parts k
          where k.seller_id = ${ofSeller(at)} and k.line_item_id = l.id), '[]') else '[]' end as parts
      from line_items l ${joinOffer(ofSeller(at))}
      left join listings i on i.seller_id = ${ofSeller(at)} and i.id = l.listing_id
      left join products p on p.id = l.product_id
      left join policy_versions v on v.seller_id = ${ofSeller(at)} and v.policy_id = l.policy_id and v.version = l.policy_version
      left join seller_policies n on n.seller_id = ${ofSeller(at)} and n.id = l.policy_id
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
  labels: ofOrder('labels'),
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
      select count(*) as n from orders o
      join orders other on other.seller_id = ${ofSeller(at)} and other.buyer_username = o.buyer_username and other.id <> o.id
      where ${isOrder(at)}`,
    read: (rows: { n: number }[]) => firstRow({ rows }).n,
  },
} satisfies BatchParts<OfOrder, Found<OrderDetails>>

type Found<Details extends OrderDetails> = {
  [Name in keyof Details]: Name extends 'order' | 'buyer' ? Details[Name] | null : Details[Name]
}

const partsOfDetails = partsByNumber(detailParts)
