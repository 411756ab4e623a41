import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OrderStatus, PaymentStatus } from './order.ts'
import { cursorBatches } from '#features/grid/export-db.server.ts'
import { matchingOrderIds } from './orders-db.server.ts'
import type { OrdersQuery } from './orders-query.ts'

/** A line item with all of its order; an order without lines is one row too. */
export interface ExportRow {
  order_number: string
  status: OrderStatus
  payment_status: PaymentStatus
  placed_at: Date
  paid_at: Date | null
  ship_by: Date | null
  shipped_at: Date | null
  delivered_at: Date | null
  estimated_delivery_min: Date | null
  estimated_delivery_max: Date | null
  buyer_username: string
  buyer_name: string
  ship_to_name: string
  line1: string | null
  line2: string | null
  city: string
  region: string | null
  postal_code: string | null
  country: string
  phone: string | null
  currency: string
  subtotal_minor: number
  discount_minor: number
  shipping_minor: number
  tax_minor: number
  total_minor: number
  refunded_minor: number
  shipping_service: string | null
  carriers: string | null
  tracking_numbers: string | null
  buyer_note: string | null
  /** Null where the order has no lines. */
  position: number | null
  item_number: string | null
  title: string | null
  variation: string | null
  sku: string | null
  quantity: number | null
  shipped_quantity: number | null
  cancelled_quantity: number | null
  unit_price_minor: number | null
  line_discount_minor: number | null
  line_shipping_minor: number | null
  line_tax_minor: number | null
  /** Whether it is its order's first row. */
  is_first: boolean
}

/** Reads the line items of all orders that match, in the query's order, whatever its page. */
export function exportBatches(db: SellerDb, sellerId: number, query: OrdersQuery): AsyncGenerator<ExportRow[]> {
  return cursorBatches(db, matchingOrderIds(sellerId, query), (ids) => readLines(db, sellerId, ids))
}

async function readLines(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select o.order_number, o.status, o.payment_status, o.placed_at, o.paid_at, o.ship_by, o.shipped_at, o.delivered_at,
      o.estimated_delivery_min, o.estimated_delivery_max, o.buyer_username, b.name as buyer_name, a.name as ship_to_name,
      a.line1, a.line2, a.city, a.region, a.postal_code, a.country, a.phone, o.currency, o.subtotal_minor, o.discount_minor,
      o.shipping_minor, o.tax_minor, o.total_minor, r.refunded_minor, o.shipping_service, s.carriers, s.tracking_numbers,
      o.buyer_note, l.position, l.item_number, l.title, l.variation, l.sku, l.quantity, l.shipped_quantity,
      l.cancelled_quantity, l.unit_price_minor, l.discount_minor as line_discount_minor,
      l.shipping_minor as line_shipping_minor, l.tax_minor as line_tax_minor,
      row_number() over (partition by page.place order by l.position) = 1 as is_first
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${sellerId} and o.id = page.id
    join buyers b on b.seller_id = o.seller_id and b.id = o.buyer_id
    join addresses a on a.seller_id = o.seller_id and a.id = o.ship_to_address_id
    left join line_items l on l.seller_id = o.seller_id and l.order_id = o.id
    cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as refunded_minor from refunds
      where seller_id = o.seller_id and order_id = o.id and state = 'REFUNDED'
    ) r
    cross join lateral (
      select string_agg(distinct carrier, '; ') as carriers, string_agg(tracking_number, '; ' order by id) as tracking_numbers
      from shipments where seller_id = o.seller_id and order_id = o.id
    ) s
    order by page.place, l.position`.execute(db)
  return rows
}
