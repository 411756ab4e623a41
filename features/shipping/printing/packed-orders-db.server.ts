import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { OrderExtra } from '#features/core/order/extra.ts'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import type { Delivery } from '#features/core/order/delivery.ts'
import type { OrderStatus } from '#features/core/order/order.ts'
import type { PackedLine, SentParcel } from './parcels.ts'

type Address = Omit<Row<'addresses'>, 'seller_id' | 'id' | 'buyer_id'>

export interface PackedOrderLine extends PackedLine {
  title: string
  variation: string | null
  sku: string | null
  bin: string | null
  /** What a kit is made of; null for other lines. */
  parts: KitPartLine[] | null
}

export interface KitPartLine {
  title: string
  variation: string | null
  sku: string
  bin: string | null
  /** Units of one kit. */
  units: number
}

export interface OrderParcel extends SentParcel {
  carrier: string
  service: string | null
  tracking: string | null
  waits: boolean
  /** The label that the hub bought for it; null if it has none. */
  labelKey: string | null
}

export interface PackedOrder {
  id: number
  number: string
  marketplaceNumber: string | null
  status: OrderStatus
  delivery: Delivery
  buyer: string
  buyerName: string
  paidAt: Date | null
  service: string | null
  note: string | null
  giftMessage: string | null
  /** Null if the order is not a gift. */
  giftHidesPrices: boolean | null
  taxNumbers: TaxNumber[]
  extras: OrderExtra[] | null
  /** Null if it goes to no address. */
  address: Address | null
  lines: PackedOrderLine[]
  parcels: OrderParcel[]
}

type LineRow = PackedOrderLine & { orderId: number; orderNumber: string }
type OrderRow = Omit<PackedOrder, 'lines' | 'parcels'>

/** Reads orders for packing, in the order of the given ids. */
export async function readPackedOrders(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<PackedOrder[]> {
  if (ids.length === 0) return []
  const { rows: orders } = await sql<OrderRow>`
    select o.id, o.order_number as number, o.external_id as "marketplaceNumber", o.status, o.delivery, o.buyer_username as buyer,
      coalesce(o.buyer_name, b.name) as "buyerName", o.paid_at as "paidAt",
      o.shipping_service as service, o.buyer_note as note, o.gift_message as "giftMessage", o.gift_hides_prices as "giftHidesPrices",
      coalesce(o.tax_numbers, '[]') as "taxNumbers", o.extras,
      case when a.id is not null then json_build_object('name', a.name, 'company', a.company, 'line1', a.line1, 'line2', a.line2, 'line3', a.line3, 'city', a.city, 'region', a.region,
        'postal_code', a.postal_code, 'country', a.country, 'phone', a.phone) end as address
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${sellerId} and o.id = page.id
    join buyers b on b.seller_id = ${sellerId} and b.id = o.buyer_id
    left join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
    order by page.place`.execute(db)
  const lines = Map.groupBy(await readPackedLines(db, sellerId, ids), ({ orderId }) => orderId)
  const parcels = Map.groupBy(await readParcels(db, sellerId, ids), ({ orderId }) => orderId)
  return orders.map((order) => ({
    ...order,
    lines: lines.get(order.id) ?? [],
    parcels: parcels.get(order.id) ?? [],
  }))
}

/** Reads the lines of orders with their bins, in order of position. */
export async function readPackedLines(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.order_id as "orderId", o.order_number as "orderNumber", l.id, l.title, l.variation, l.sku, b.bin, l.quantity,
      l.cancelled_quantity as cancelled, l.shipped_quantity as shipped, (
        select json_agg(json_build_object('title', k.title, 'variation', k.variation, 'sku', k.sku, 'bin', c.bin, 'units', k.units) order by k.nth)
        from line_parts k left join bins c on c.seller_id = ${sellerId} and c.sku = k.sku
        where k.seller_id = ${sellerId} and k.line_item_id = l.id
      ) as parts
    from line_items l
    join orders o on o.seller_id = ${sellerId} and o.id = l.order_id
    left join bins b on b.seller_id = ${sellerId} and b.sku = l.sku
    where l.seller_id = ${sellerId} and l.order_id = any (${ids}::bigint[]) order by l.order_id, l.position`.execute(db)
  return rows
}

async function readParcels(
  db: SellerDb,
  sellerId: number,
  ids: readonly number[],
): Promise<(OrderParcel & { orderId: number; nth: number })[]> {
  const { rows } = await sql<OrderParcel & { orderId: number; nth: number }>`
    select s.order_id as "orderId", s.id as nth, s.carrier, s.service, s.tracking_number as tracking, false as waits,
      l.label_key as "labelKey", coalesce((
        select json_agg(json_build_object('lineId', p.line_item_id, 'quantity', p.quantity) order by p.line_item_id)
        from shipment_lines p where p.seller_id = ${sellerId} and p.shipment_id = s.id
      ), '[]') as lines
    from shipments s
    left join labels l on l.seller_id = ${sellerId} and l.label_key = s.parcel_key and l.state = 'BOUGHT'
    where s.seller_id = ${sellerId} and s.order_id = any (${ids}::bigint[])
    union all
    select l.order_id, l.id, l.carrier, l.service, l.tracking_number, true, l.label_key, (
        select json_agg(json_build_object('lineId', u.line_item_id, 'quantity', u.quantity) order by u.line_item_id)
        from label_lines u where u.seller_id = ${sellerId} and u.label_id = l.id)
    from labels l
    where l.seller_id = ${sellerId} and l.order_id = any (${ids}::bigint[]) and l.case_id is null and l.state = 'BOUGHT'
      and not exists (select from shipments s where s.seller_id = ${sellerId} and s.parcel_key = l.label_key)
    order by "orderId", waits, nth`.execute(db)
  return rows
}
