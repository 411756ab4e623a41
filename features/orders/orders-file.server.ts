import { sql } from 'kysely'
import {
  amountField,
  numberField,
  textField,
  timeField,
  type ExportColumn,
  type Written,
} from '#features/grid/export-file.ts'
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
  /** Said of an order's first row. */
  is_first: 'first' | null
}

const ofOrders = sql`order_id = any (array(select id from o))`

/**
 * The line items of orders, in their order. Of each table all that belongs to these orders is read at once: looked up one by one,
 * order by order, it takes half as long again, and with the wrong plan a hundred times. Every order has a buyer and an address;
 * outer joins keep the planner from expecting fewer orders.
 */
export const fileRecords: RecordSource<ExportRow> = {
  select: sql`o.order_number, o.status, o.payment_status, o.placed_at, o.paid_at, o.ship_by, o.shipped_at, o.delivered_at,
      o.estimated_delivery_min, o.estimated_delivery_max, o.buyer_username, b.name as buyer_name, a.name as ship_to_name,
      a.line1, a.line2, a.city, a.region, a.postal_code, a.country, a.phone, o.currency, o.subtotal_minor, o.discount_minor,
      o.shipping_minor, o.tax_minor, o.total_minor, coalesce(r.refunded_minor, 0) as refunded_minor, o.shipping_service,
      s.carriers, s.tracking_numbers, o.buyer_note, n.note as private_note, g.tags, l.position, l.item_number, l.title, l.variation, l.sku, l.quantity,
      l.shipped_quantity, l.cancelled_quantity, l.unit_price_minor, l.discount_minor as line_discount_minor,
      l.shipping_minor as line_shipping_minor, l.tax_minor as line_tax_minor`,
  join: ({ sellerId }) => sql`
    left join buyers b on b.seller_id = ${sellerId} and b.id = o.buyer_id and b.id = any (array(select buyer_id from o))
    left join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
      and a.id = any (array(select ship_to_address_id from o))
    left join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id and l.${ofOrders}
    left join (
      select order_id, sum(amount_minor)::bigint as refunded_minor from refunds
      where seller_id = ${sellerId} and ${ofOrders} and state = 'REFUNDED' group by order_id
    ) r on r.order_id = o.id
    left join (
      select order_id, string_agg(distinct carrier, '; ') as carriers,
        string_agg(tracking_number, '; ' order by id) as tracking_numbers
      from shipments where seller_id = ${sellerId} and ${ofOrders} group by order_id
    ) s on s.order_id = o.id
    left join order_notes n on n.seller_id = ${sellerId} and n.order_id = o.id and n.${ofOrders}
    left join (
      select order_id, string_agg(tag, '; ' order by tag) as tags from order_tags
      where seller_id = ${sellerId} and ${ofOrders} group by order_id
    ) g on g.order_id = o.id`,
  order: sql`l.position`,
  finish: (rows) => {
    let before = ''
    for (const row of rows) {
      row.is_first = row.order_number === before ? null : 'first'
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

/** What belongs to the order as a whole stands in its first row only, so that columns can be added up. */
const orderAmount = (key: keyof ExportRow & `${string}_minor`) => {
  const value = amountField(key)
  return (row: Written<ExportRow>) => (row.is_first ? value(row) : noCsv)
}

const columns: readonly OrdersColumn[] = [
  { label: 'orders.export.order', value: textField('order_number') },
  { label: 'orders.export.status', value: (row, { word }) => word(`orders.status.${row.status}`) },
  { label: 'orders.export.payment', value: (row, { word }) => word(`orders.payment.${row.payment_status}`) },
  { label: 'orders.export.placed', value: timeField('placed_at') },
  { label: 'orders.export.paid', value: timeField('paid_at') },
  { label: 'orders.export.shipBy', value: timeField('ship_by') },
  { label: 'orders.export.shipped', value: timeField('shipped_at') },
  { label: 'orders.export.delivered', value: timeField('delivered_at') },
  { label: 'orders.export.deliveryFrom', value: timeField('estimated_delivery_min') },
  { label: 'orders.export.deliveryTo', value: timeField('estimated_delivery_max') },
  { label: 'orders.export.buyer', value: textField('buyer_username') },
  { label: 'orders.export.buyerName', value: textField('buyer_name'), detail: 'full' },
  { label: 'orders.export.shipToName', value: textField('ship_to_name'), detail: 'full' },
  { label: 'orders.export.line1', value: textField('line1'), detail: 'full' },
  { label: 'orders.export.line2', value: textField('line2'), detail: 'full' },
  { label: 'orders.export.postalCode', value: textField('postal_code'), detail: 'full' },
  { label: 'orders.export.city', value: textField('city'), detail: 'masked' },
  { label: 'orders.export.region', value: textField('region'), detail: 'full' },
  { label: 'orders.export.country', value: textField('country'), detail: 'masked' },
  { label: 'orders.export.phone', value: textField('phone'), detail: 'full' },
  { label: 'orders.export.position', value: numberField('position') },
  { label: 'orders.export.itemNumber', value: textField('item_number') },
  { label: 'orders.export.title', value: textField('title') },
  { label: 'orders.export.variation', value: textField('variation') },
  { label: 'orders.export.sku', value: textField('sku') },
  { label: 'orders.export.quantity', value: numberField('quantity') },
  { label: 'orders.export.shippedQuantity', value: numberField('shipped_quantity') },
  { label: 'orders.export.cancelledQuantity', value: numberField('cancelled_quantity') },
  { label: 'orders.export.currency', value: textField('currency') },
  { label: 'orders.export.unitPrice', value: amountField('unit_price_minor') },
  { label: 'orders.export.lineDiscount', value: amountField('line_discount_minor') },
  { label: 'orders.export.lineShipping', value: amountField('line_shipping_minor') },
  { label: 'orders.export.lineTax', value: amountField('line_tax_minor') },
  { label: 'orders.export.subtotal', value: orderAmount('subtotal_minor') },
  { label: 'orders.export.discount', value: orderAmount('discount_minor') },
  { label: 'orders.export.shipping', value: orderAmount('shipping_minor') },
  { label: 'orders.export.tax', value: orderAmount('tax_minor') },
  { label: 'orders.export.total', value: orderAmount('total_minor') },
  { label: 'orders.export.refunded', value: orderAmount('refunded_minor') },
  { label: 'orders.export.service', value: textField('shipping_service') },
  { label: 'orders.export.carrier', value: textField('carriers') },
  { label: 'orders.export.tracking', value: textField('tracking_numbers') },
  { label: 'orders.export.note', value: textField('buyer_note'), detail: 'full' },
  { label: 'orders.export.privateNote', value: textField('private_note'), detail: 'full' },
  { label: 'orders.export.tags', value: textField('tags') },
]

const levels: Record<AddressDetail, number> = { none: 0, masked: 1, full: 2 }

/** The columns of the file. Those of addresses are left out, not emptied, for whoever may not see them. */
export function fileColumns(detail: AddressDetail): readonly ExportColumn<ExportRow>[] {
  return columns.filter((column) => levels[column.detail ?? 'none'] <= levels[detail])
}
