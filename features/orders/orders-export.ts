import { toDecimal } from '#lib/money.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { csvRecord, type CsvField } from './csv.ts'
import type { ExportRow } from './orders-export-db.server.ts'

/** How much of a buyer's address the reader may see. */
type AddressDetail = 'full' | 'masked' | 'none'

/** How values are written for one file. */
interface Reader {
  texts: Texts
  /** `2026-11-20 14:30:00` by the clocks of the file's zone. */
  clock: (at: Date) => string
}

interface ExportColumn {
  /** Header; `{zone}` is the zone of the times. */
  label: TextKey
  value: (row: ExportRow, reader: Reader) => CsvField
  /** The least that the reader must be allowed to see; everything else is for all. */
  detail?: 'full' | 'masked'
}

type Amount = keyof ExportRow & `${string}_minor`
type Time = keyof ExportRow & `${string}_${'at' | 'by' | 'min' | 'max'}`

const text =
  (key: keyof ExportRow) =>
  (row: ExportRow): CsvField => {
    const value = row[key]
    return value === null ? null : typeof value === 'number' ? { number: String(value) } : String(value)
  }

/** The wall clock of the zone that the header names: sorts as text, and every spreadsheet reads it as a time. */
const time =
  (key: Time) =>
  (row: ExportRow, { clock }: Reader): CsvField => {
    const at = row[key]
    return at instanceof Date ? { number: clock(at) } : null
  }

const amount =
  (key: Amount) =>
  (row: ExportRow): CsvField => {
    const minor = row[key]
    return typeof minor === 'number' ? { number: toDecimal({ minor, currency: row.currency }) } : null
  }

/** What belongs to the order as a whole stands in its first row only, so that columns can be added up. */
const orderAmount = (key: Amount) => (row: ExportRow) => (row.is_first ? amount(key)(row) : null)

const exportColumns: readonly ExportColumn[] = [
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
  { label: 'orders.export.note', value: text('buyer_note') },
]

const levels: Record<AddressDetail, number> = { none: 0, masked: 1, full: 2 }

/** A file of orders: its header, and its records in the reader's language, without what the reader may not see. */
export interface OrdersFile {
  header: string
  record: (row: ExportRow) => string
}

/** Columns of addresses are left out, not emptied, for whoever may not see them. */
export function ordersFile(detail: AddressDetail, texts: Texts): OrdersFile {
  const columns = exportColumns.filter((column) => levels[column.detail ?? 'none'] <= levels[detail])
  const reader = { texts, clock: zoneClock(texts.timeZone) }
  return {
    header: csvRecord(columns.map(({ label }) => texts.t(label, { zone: texts.timeZone }))),
    record: (row) => csvRecord(columns.map(({ value }) => value(row, reader))),
  }
}

/** `orders-2026-11-20-1430-Europe-London.csv` */
export function ordersFileName(now: Date, texts: Texts): string {
  const { date, time: clock } = wallClockAt(now, texts.timeZone)
  const zone = texts.timeZone.replaceAll(/[^A-Za-z0-9+-]+/g, '-')
  return `${texts.t('orders.export.file')}-${date}-${clock.slice(0, 5).replace(':', '')}-${zone}.csv`
}

const day = 86_400_000

/**
 * A clock that asks the calendar once a day and not once a time: a file has a million times, of few days. Where the
 * clocks of the zone change, that day is asked each time.
 */
export function zoneClock(zone: string): (at: Date) => string {
  const offsets = new Map<number, number | null>()
  const asked = (at: Date) => {
    const { date, time: clock } = wallClockAt(at, zone)
    return `${date} ${clock}`
  }
  const offsetAt = (ms: number) => Date.parse(`${asked(new Date(ms)).replace(' ', 'T')}Z`) - ms
  return (at) => {
    const number = Math.floor(at.getTime() / day)
    let offset = offsets.get(number)
    if (offset === undefined) {
      const start = offsetAt(number * day)
      offset = start === offsetAt((number + 1) * day) ? start : null
      offsets.set(number, offset)
    }
    if (offset === null) return asked(at)
    return new Date(at.getTime() + offset).toISOString().slice(0, 19).replace('T', ' ')
  }
}
