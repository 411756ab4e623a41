import { sql } from 'kysely'
import { amountField, plainField, timeField, type ExportColumn } from '#features/grid/export-file.ts'
import type { RecordSource } from '#features/grid/list.ts'
import { noCsv } from '#lib/csv.ts'
import type { OrderStatus, PaymentStatus } from '#features/order/order.ts'

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
  private_note: string | null
  tags: string | null
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

/** The line items of orders, in their order. Refunds and parcels are added up once for all orders: looked up for each line they took a third of the time. */
export const fileRecords: RecordSource<ExportRow> = {
  select: sql`o.order_number, o.status, o.payment_status, o.placed_at, o.paid_at, o.ship_by, o.shipped_at, o.delivered_at,
      o.estimated_delivery_min, o.estimated_delivery_max, o.buyer_username, b.name as buyer_name, a.name as ship_to_name,
      a.line1, a.line2, a.city, a.region, a.postal_code, a.country, a.phone, o.currency, o.subtotal_minor, o.discount_minor,
      o.shipping_minor, o.tax_minor, o.total_minor, coalesce(r.refunded_minor, 0) as refunded_minor, o.shipping_service,
      s.carriers, s.tracking_numbers, o.buyer_note, n.note as private_note, g.tags, l.position, l.item_number, l.title, l.variation, l.sku, l.quantity,
      l.shipped_quantity, l.cancelled_quantity, l.unit_price_minor, l.discount_minor as line_discount_minor,
      l.shipping_minor as line_shipping_minor, l.tax_minor as line_tax_minor`,
  join: ({ sellerId, ids }) => sql`join buyers b on b.seller_id = ${sellerId} and b.id = o.buyer_id
    join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
    left join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id
    left join (
      select order_id, sum(amount_minor)::bigint as refunded_minor from refunds
      where seller_id = ${sellerId} and order_id = any (${ids}::bigint[]) and state = 'REFUNDED' group by order_id
    ) r on r.order_id = o.id
    left join (
      select order_id, string_agg(distinct carrier, '; ') as carriers,
        string_agg(tracking_number, '; ' order by id) as tracking_numbers
      from shipments where seller_id = ${sellerId} and order_id = any (${ids}::bigint[]) group by order_id
    ) s on s.order_id = o.id
    left join order_notes n on n.seller_id = ${sellerId} and n.order_id = o.id
    left join (
      select order_id, string_agg(tag, '; ' order by tag) as tags from order_tags
      where seller_id = ${sellerId} and order_id = any (${ids}::bigint[]) group by order_id
    ) g on g.order_id = o.id`,
  order: sql`l.position`,
  finish: (rows) => {
    let before = ''
    for (const row of rows) {
      row.is_first = row.order_number !== before
      before = row.order_number
    }
  },
}

/** How much of a buyer's address the reader may see. */
type AddressDetail = 'full' | 'masked' | 'none'

interface OrdersColumn extends ExportColumn<ExportRow> {
  /** The least that the reader must be allowed to see; everything else is for all. */
  detail?: 'full' | 'masked'
}

const text = plainField<ExportRow>
const time = timeField<ExportRow>
const amount = amountField<ExportRow>

/** What belongs to the order as a whole stands in its first row only, so that columns can be added up. */
const orderAmount = (key: keyof ExportRow & `${string}_minor`) => {
  const value = amount(key)
  return (row: ExportRow) => (row.is_first ? value(row) : noCsv)
}

const columns: readonly OrdersColumn[] = [
  { label: 'orders.export.order', value: text('order_number') },
  { label: 'orders.export.status', value: (row, { word }) => word(`orders.status.${row.status}`) },
  { label: 'orders.export.payment', value: (row, { word }) => word(`orders.payment.${row.payment_status}`) },
  { label: 'orders.export.placed', value: time('placed_at') },
  { label: 'orders.export.paid', value: time('paid_at') },
  { label: 'orders.export.shipBy', value: time('ship_by') },
  { label: 'orders.export.shipped', value: time('shipped_at') },
  { label: 'orders.export.delivered', value: time('delivered_at') },
  { label: 'orders.export.deliveryFrom', value: time('estimated_delivery_min') },
  { label: 'orders.export.deliveryTo', value: time('estimated_delivery_max') },
  { label: 'orders.export.buyer', value: text('buyer_username') },
  { label: 'orders.export.buyerName', value: text('buyer_name'), detail: 'full' },
  { label: 'orders.export.shipToName', value: text('ship_to_name'), detail: 'full' },
  { label: 'orders.export.line1', value: text('line1'), detail: 'full' },
  { label: 'orders.export.line2', value: text('line2'), detail: 'full' },
  { label: 'orders.export.postalCode', value: text('postal_code'), detail: 'full' },
  { label: 'orders.export.city', value: text('city'), detail: 'masked' },
  { label: 'orders.export.region', value: text('region'), detail: 'full' },
  { label: 'orders.export.country', value: text('country'), detail: 'masked' },
  { label: 'orders.export.phone', value: text('phone'), detail: 'full' },
  { label: 'orders.export.position', value: text('position') },
  { label: 'orders.export.itemNumber', value: text('item_number') },
  { label: 'orders.export.title', value: text('title') },
  { label: 'orders.export.variation', value: text('variation') },
  { label: 'orders.export.sku', value: text('sku') },
  { label: 'orders.export.quantity', value: text('quantity') },
  { label: 'orders.export.shippedQuantity', value: text('shipped_quantity') },
  { label: 'orders.export.cancelledQuantity', value: text('cancelled_quantity') },
  { label: 'orders.export.currency', value: text('currency') },
  { label: 'orders.export.unitPrice', value: amount('unit_price_minor') },
  { label: 'orders.export.lineDiscount', value: amount('line_discount_minor') },
  { label: 'orders.export.lineShipping', value: amount('line_shipping_minor') },
  { label: 'orders.export.lineTax', value: amount('line_tax_minor') },
  { label: 'orders.export.subtotal', value: orderAmount('subtotal_minor') },
  { label: 'orders.export.discount', value: orderAmount('discount_minor') },
  { label: 'orders.export.shipping', value: orderAmount('shipping_minor') },
  { label: 'orders.export.tax', value: orderAmount('tax_minor') },
  { label: 'orders.export.total', value: orderAmount('total_minor') },
  { label: 'orders.export.refunded', value: orderAmount('refunded_minor') },
  { label: 'orders.export.service', value: text('shipping_service') },
  { label: 'orders.export.carrier', value: text('carriers') },
  { label: 'orders.export.tracking', value: text('tracking_numbers') },
  { label: 'orders.export.note', value: text('buyer_note'), detail: 'full' },
  { label: 'orders.export.privateNote', value: text('private_note'), detail: 'full' },
  { label: 'orders.export.tags', value: text('tags') },
]

const levels: Record<AddressDetail, number> = { none: 0, masked: 1, full: 2 }

/** The columns of the file. Those of addresses are left out, not emptied, for whoever may not see them. */
export function fileColumns(detail: AddressDetail): readonly ExportColumn<ExportRow>[] {
  return columns.filter((column) => levels[column.detail ?? 'none'] <= levels[detail])
}
