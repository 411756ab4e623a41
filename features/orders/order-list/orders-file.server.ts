import { buyerField } from '#features/core/order/buyer-field.ts'
import { sql, type RawBuilder } from 'kysely'
import {
  amountField,
  numberField,
  percentField,
  textField,
  timeField,
  type ExportColumn,
} from '#features/machinery/grid/export-file.ts'
import type { RecordSource } from '#features/machinery/grid/list-source.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { joinOffer, offerName } from '#features/core/offer/offer-of-line.server.ts'
import { giftKey } from '#features/core/order/gift.ts'
import type { Delivery } from '#features/core/order/delivery.ts'
import type { OrderStatus } from '#features/core/order/order.ts'

const ofOrders = sql`order_id = any (array(select id from o))`

/** Sum of some of an order's extras; most orders have none. */
const extrasSum = (which: RawBuilder<unknown>) => sql`case when o.extras is null then 0 else (
  select coalesce(sum(x.minor), 0)::bigint from jsonb_to_recordset(o.extras) as x (minor bigint) where ${which}) end`

/**
 * Line items of orders for the export. Reads each table for all orders at once, which is faster than lookups per order;
 * outer joins keep row estimates right. Derived tables join on the order, or the planner compares all pairs. An order
 * without lines has one row. Each line has only its own tracking numbers, so that the file can be filled in and
 * uploaded.
 */
const lineRecords = rowSource('orders', {
  columns: `
    order_number, external_id, payment_status, placed_at, paid_at, ship_by, shipped_at, delivered_at, estimated_delivery_min,
    estimated_delivery_max, buyer_username, currency, shipping_minor, tax_minor, total_minor, shipping_service, buyer_note,
    buyer_email, gift_message, order_group`,
  others: () => ({
    status: sql<OrderStatus>`o.status`,
    delivery: sql<Delivery>`o.delivery`,
    buyer_name: sql<string>`coalesce(o.buyer_name, b.name)`,
    ship_to_name: sql<string | null>`a.name`,
    line1: sql<string | null>`a.line1`,
    line2: sql<string | null>`a.line2`,
    company: sql<string | null>`a.company`,
    line3: sql<string | null>`a.line3`,
    gift: sql<
      'PRICES' | 'NO_PRICES' | null
    >`case o.gift_hides_prices when true then 'NO_PRICES' when false then 'PRICES' end`,
    tax_list: sql<string | null>`(
      select string_agg(concat_ws(' ', x.type, x.number), '; ' order by x.place)
      from rows from (jsonb_to_recordset(o.tax_numbers) as (type text, number text)) with ordinality as x (type, number, place))`,
    // Extras are part of these two in the table, and have columns of their own in the file.
    subtotal_minor: sql<number>`o.subtotal_minor - ${extrasSum(sql`x.minor > 0`)}`,
    discount_minor: sql<number>`o.discount_minor + ${extrasSum(sql`x.minor < 0`)}`,
    extras_minor: sql<number>`${extrasSum(sql`true`)}`,
    extra_titles: sql<string | null>`(
      select string_agg(x.title, '; ' order by x.place)
      from rows from (jsonb_to_recordset(o.extras) as (title text)) with ordinality as x (title, place))`,
    bill_to_text: sql<
      string | null
    >`nullif(concat_ws(', ', o.bill_to ->> 'name', o.bill_to ->> 'company', o.bill_to ->> 'line1', o.bill_to ->> 'line2',
      o.bill_to ->> 'line3', o.bill_to ->> 'postal_code', o.bill_to ->> 'city', o.bill_to ->> 'region', o.bill_to ->> 'country'), '')`,
    shop_notes: sql<string | null>`(
      select string_agg(concat(m.key, ': ', m.value), '; ' order by m.key) from jsonb_each_text(o.metadata) m)`,
    city: sql<string | null>`a.city`,
    region: sql<string | null>`a.region`,
    postal_code: sql<string | null>`a.postal_code`,
    country: sql<string | null>`a.country`,
    phone: sql<string | null>`a.phone`,
    refunded_minor: sql<number>`coalesce(r.refunded_minor, 0)`,
    carriers: sql<string | null>`s.carriers`,
    tracking_numbers: sql<string | null>`s.tracking_numbers`,
    private_note: sql<string | null>`n.note`,
    tags: sql<string | null>`g.tags`,
    position: sql<number | null>`l.position`,
    item_number: sql<string | null>`l.item_number`,
    title: sql<string | null>`l.title`,
    variation: sql<string | null>`l.variation`,
    sku: sql<string | null>`l.sku`,
    quantity: sql<number | null>`l.quantity`,
    shipped_quantity: sql<number | null>`l.shipped_quantity`,
    cancelled_quantity: sql<number | null>`l.cancelled_quantity`,
    unit_price_minor: sql<number | null>`l.unit_price_minor`,
    line_discount_minor: sql<number | null>`l.discount_minor`,
    line_shipping_minor: sql<number | null>`l.shipping_minor`,
    line_tax_minor: sql<number | null>`l.tax_minor`,
    line_taxes: sql<string | null>`(
      select string_agg(concat_ws(' ', x.name, x.rate || '%'), '; ' order by x.place)
      from rows from (jsonb_to_recordset(l.taxes) as (name text, rate text)) with ordinality as x (name, rate, place))`,
    line_included_tax_minor: sql<number | null>`(
      select sum(x.minor)::bigint from jsonb_to_recordset(l.taxes) as x (minor bigint, included boolean) where x.included)`,
    offer: offerName,
    offer_list_minor: sql<number | null>`f.list_price_minor`,
    line_cost_minor: sql<number | null>`z.cost_minor`,
    line_profit_minor: sql<number | null>`z.profit_minor`,
    cost_minor: sql<number | null>`y.cost_minor`,
    profit_minor: sql<number | null>`y.profit_minor`,
    margin_bps: sql<number | null>`y.margin_bps`,
    /** Set by `fileRecords` on an order's first row. */
    is_first: sql<'first' | null>`null`,
  }),
  join: ({ sellerId }) => sql`
    left join buyers b on b.seller_id = ${sellerId} and b.id = o.buyer_id and b.id = any (array(select buyer_id from o))
    left join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
      and a.id = any (array(select ship_to_address_id from o))
    left join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id and l.${ofOrders} ${joinOffer(sellerId)}
    left join (
      select order_id, sum(amount_minor)::bigint as refunded_minor from refunds
      where seller_id = ${sellerId} and ${ofOrders} and state = 'REFUNDED' group by order_id
    ) r on r.order_id = o.id
    left join (
      select p.order_id, c.line_item_id, string_agg(distinct p.carrier, '; ') as carriers,
        string_agg(distinct p.tracking_number, '; ') as tracking_numbers
      from shipments p join shipment_lines c on c.seller_id = ${sellerId} and c.shipment_id = p.id
      where p.seller_id = ${sellerId} and p.${ofOrders} group by p.order_id, c.line_item_id
    ) s on s.order_id = o.id and s.line_item_id = l.id
    left join order_profits y on y.seller_id = ${sellerId} and y.order_id = o.id and y.${ofOrders}
    left join line_profits z on z.seller_id = ${sellerId} and z.order_id = o.id and z.line_item_id = l.id and z.${ofOrders}
      and z.is_complete
    left join order_notes n on n.seller_id = ${sellerId} and n.order_id = o.id and n.${ofOrders}
    left join (
      select order_id, string_agg(tag, '; ' order by tag) as tags from order_tags
      where seller_id = ${sellerId} and ${ofOrders} group by order_id
    ) g on g.order_id = o.id`,
})

export type ExportRow = RowOf<typeof lineRecords>

export const fileRecords: RecordSource<ExportRow> = {
  ...lineRecords,
  order: sql`l.position`,
  finish: (rows) => {
    let before = ''
    for (const row of rows) {
      row.is_first = row.order_number === before ? null : 'first'
      before = row.order_number
    }
  },
}

export type AddressDetail = 'full' | 'masked' | 'none'

interface OrdersColumn extends ExportColumn<ExportRow> {
  /** Minimum permission to see the column; absent: everybody. */
  detail?: 'full' | 'masked'
  /** Only for readers who may see prices and totals, or costs and profit. */
  for?: 'amounts' | 'money'
}

/** Order totals appear in the order's first row only, so that columns can be summed. */
const onceAnOrder =
  (value: OrdersColumn['value']): OrdersColumn['value'] =>
  (row, reader) =>
    row.is_first ? value(row, reader) : reader.none

const orderAmount = (key: keyof ExportRow & `${string}_minor`) => onceAnOrder(amountField(key))

const columns: readonly OrdersColumn[] = [
  { label: 'orders.export.order', value: textField('order_number') },
  { label: 'word.status', value: (row, { word }) => word(`orders.status.${row.status}`) },
  { label: 'orders.export.payment', value: (row, { word }) => word(`orders.payment.${row.payment_status}`) },
  { label: 'orders.export.placed', value: timeField('placed_at') },
  { label: 'orders.export.paid', value: timeField('paid_at') },
  { label: 'orders.export.shipBy', value: timeField('ship_by') },
  { label: 'orders.export.shipped', value: timeField('shipped_at') },
  { label: 'orders.export.delivered', value: timeField('delivered_at') },
  { label: 'orders.export.deliveryFrom', value: timeField('estimated_delivery_min') },
  { label: 'orders.export.deliveryTo', value: timeField('estimated_delivery_max') },
  { label: 'orders.export.buyer', value: buyerField },
  { label: 'orders.export.buyerName', value: textField('buyer_name'), detail: 'full' },
  { label: 'orders.export.shipToName', value: textField('ship_to_name'), detail: 'full' },
  { label: 'orders.export.company', value: textField('company'), detail: 'full' },
  { label: 'orders.export.line1', value: textField('line1'), detail: 'full' },
  { label: 'orders.export.line2', value: textField('line2'), detail: 'full' },
  { label: 'orders.export.line3', value: textField('line3'), detail: 'full' },
  { label: 'orders.export.postalCode', value: textField('postal_code'), detail: 'full' },
  { label: 'orders.export.city', value: textField('city'), detail: 'masked' },
  { label: 'orders.export.region', value: textField('region'), detail: 'full' },
  { label: 'word.country', value: textField('country'), detail: 'masked' },
  { label: 'word.phone', value: textField('phone'), detail: 'full' },
  { label: 'orders.export.email', value: textField('buyer_email'), detail: 'full' },
  { label: 'orders.export.taxNumbers', value: textField('tax_list'), detail: 'full' },
  { label: 'order.billTo', value: textField('bill_to_text'), detail: 'full' },
  { label: 'order.shopNotes', value: textField('shop_notes'), detail: 'full' },
  { label: 'orders.export.position', value: numberField('position') },
  { label: 'word.itemNumber', value: textField('item_number') },
  { label: 'orders.export.title', value: textField('title') },
  { label: 'word.variation', value: textField('variation') },
  { label: 'word.sku', value: textField('sku') },
  { label: 'word.quantity', value: numberField('quantity') },
  { label: 'orders.export.shippedQuantity', value: numberField('shipped_quantity') },
  { label: 'orders.export.cancelledQuantity', value: numberField('cancelled_quantity') },
  { label: 'orders.export.currency', value: textField('currency'), for: 'amounts' },
  { label: 'orders.export.unitPrice', value: amountField('unit_price_minor'), for: 'amounts' },
  { label: 'offers.export.offer', value: textField('offer') },
  { label: 'offers.export.asked', value: amountField('offer_list_minor'), for: 'amounts' },
  { label: 'orders.export.lineDiscount', value: amountField('line_discount_minor'), for: 'amounts' },
  { label: 'orders.export.lineShipping', value: amountField('line_shipping_minor'), for: 'amounts' },
  { label: 'orders.export.lineTax', value: amountField('line_tax_minor'), for: 'amounts' },
  { label: 'orders.export.lineTaxes', value: textField('line_taxes') },
  { label: 'orders.export.lineIncludedTax', value: amountField('line_included_tax_minor'), for: 'amounts' },
  { label: 'orders.export.subtotal', value: orderAmount('subtotal_minor'), for: 'amounts' },
  { label: 'orders.export.discount', value: orderAmount('discount_minor'), for: 'amounts' },
  { label: 'order.extras', value: orderAmount('extras_minor'), for: 'amounts' },
  { label: 'order.extraTitles', value: onceAnOrder(textField('extra_titles')) },
  { label: 'orders.export.shipping', value: orderAmount('shipping_minor'), for: 'amounts' },
  { label: 'orders.export.tax', value: orderAmount('tax_minor'), for: 'amounts' },
  { label: 'orders.export.total', value: orderAmount('total_minor'), for: 'amounts' },
  { label: 'orders.export.refunded', value: orderAmount('refunded_minor'), for: 'amounts' },
  { label: 'orders.export.lineCost', value: amountField('line_cost_minor'), for: 'money' },
  { label: 'orders.export.lineProfit', value: amountField('line_profit_minor'), for: 'money' },
  { label: 'orders.export.cost', value: orderAmount('cost_minor'), for: 'money' },
  { label: 'orders.export.profit', value: orderAmount('profit_minor'), for: 'money' },
  { label: 'orders.export.margin', value: onceAnOrder(percentField('margin_bps')), for: 'money' },
  { label: 'orders.export.service', value: textField('shipping_service') },
  { label: 'word.carrier', value: textField('carriers') },
  { label: 'word.trackingNumber', value: textField('tracking_numbers') },
  { label: 'orders.export.note', value: textField('buyer_note'), detail: 'full' },
  {
    label: 'word.gift',
    value: (row, { word, none }) => (row.gift === null ? none : word(giftKey(row.gift === 'NO_PRICES'))),
  },
  { label: 'orders.export.giftMessage', value: textField('gift_message'), detail: 'full' },
  { label: 'orders.export.privateNote', value: textField('private_note'), detail: 'full' },
  { label: 'orders.export.tags', value: textField('tags') },
  { label: 'word.marketplaceNumber', value: textField('external_id') },
  { label: 'order.group', value: textField('order_group') },
  { label: 'orders.filter.delivery', value: (row, { word }) => word(`orders.delivery.${row.delivery}`) },
]

const levels: Record<AddressDetail, number> = { none: 0, masked: 1, full: 2 }

interface FileReader {
  detail: AddressDetail
  seesMoney?: boolean
  hidesAmounts?: boolean
}

/** Columns of the file, without those of addresses and money that the reader may not see. */
export function fileColumns({ detail, seesMoney, hidesAmounts }: FileReader): readonly ExportColumn<ExportRow>[] {
  const hidden = { amounts: hidesAmounts, money: !seesMoney }
  return columns.filter(
    (column) => levels[column.detail ?? 'none'] <= levels[detail] && !(column.for && hidden[column.for]),
  )
}
