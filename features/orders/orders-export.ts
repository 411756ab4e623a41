import {
  amountField,
  exportFile,
  plainField,
  timeField,
  type ExportColumn,
  type ExportFile,
} from '#features/grid/export-file.ts'
import type { Texts } from '#texts/texts.ts'
import type { ExportRow } from './orders-export-db.server.ts'

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
const orderAmount = (key: keyof ExportRow & `${string}_minor`) => (row: ExportRow) =>
  row.is_first ? amount(key)(row) : null

const exportColumns: readonly OrdersColumn[] = [
  { label: 'orders.export.order', value: text('order_number') },
  { label: 'orders.export.status', value: (row, { texts }) => texts.t(`orders.status.${row.status}`) },
  { label: 'orders.export.payment', value: (row, { texts }) => texts.t(`orders.payment.${row.payment_status}`) },
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
]

const levels: Record<AddressDetail, number> = { none: 0, masked: 1, full: 2 }

/** Columns of addresses are left out, not emptied, for whoever may not see them. */
export function ordersFile(detail: AddressDetail, texts: Texts): ExportFile<ExportRow> {
  return exportFile(
    exportColumns.filter((column) => levels[column.detail ?? 'none'] <= levels[detail]),
    texts,
  )
}
