import type { Row } from '#db/schema.ts'
import type { Delivery } from '#features/core/order/delivery.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import type { LineTax } from '#features/core/order/line-tax.ts'
import type { OrderExtra } from '#features/core/order/extra.ts'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import type { Promised } from '#lib/promised-day.ts'
import type { StockRefusal } from '#features/core/listing/shelf.ts'
import type { OrderHistory } from './history-order.ts'
import type { PushedPayment } from './pushed-payment.ts'

export interface PushedLine {
  item: ItemNumber
  /** Title of an item without a listing in the hub: of historical orders, and of those that are sold. */
  title: string | null
  /** What the shop calls its listing, where it may name one that the hub lacks; noted then. */
  names?: UnusableField | null
  /** Identifies the variation, like `values`. */
  sku: string | null
  variation: readonly string[] | null
  /** Id or key of the accepted offer that the line pays. */
  offer?: string | null
  /** Units that the offer holds for it, once it is found. */
  heldUnits?: number
  quantity: number
  unitPriceMinor: number
  discountMinor: number
  shippingMinor: number
  /** Tax added to the amounts above. */
  taxMinor: number
  /** Named taxes, added or included; empty if none are named. */
  taxes: readonly LineTax[]
}

/** A field that could not be used as sent, by JSON pointer, and its text. */
export interface UnusableField {
  field: string
  value: string
}

export interface PushedBuyer {
  id: string | null
  /** Null for guests and buyers known by id only. */
  username: string | null
  name: string
  email: string | null
}

export type PushedAddress = Pick<
  Row<'addresses'>,
  'name' | 'company' | 'line1' | 'line2' | 'line3' | 'city' | 'region' | 'postal_code' | 'country' | 'phone'
>

export interface PushedOrder {
  /** Id in the marketplace. */
  id: string
  /** Hash of its content, to recognize a repeated push. */
  pushedAs: string
  placedAt: Date
  buyer: PushedBuyer
  delivery: Delivery
  /** Null only if nothing is shipped. */
  shipTo: PushedAddress | null
  taxNumbers: readonly TaxNumber[]
  gift: { message: string | null; hidePrices: boolean } | null
  /** Billing address; null if it equals the shipping address. */
  billTo: PushedAddress | null
  metadata: Readonly<Record<string, string>> | null
  /** Id of the checkout, shared with orders of other sellers. */
  group: string | null
  currency: string
  lines: readonly PushedLine[]
  /** Amounts other than items. A reduction that exceeds the other extras is in the lines' discounts. */
  extras: readonly OrderExtra[]
  shippingService: string | null
  buyerNote: string | null
  /** Code of the seller's coupon that the buyer used, in capitals. */
  coupon?: string | null
  /** A day without a time starts or ends in the shop's time zone. */
  deliveryMin: Promised | null
  deliveryMax: Promised | null
  payments: readonly PushedPayment[]
  /** Behaviour if stock is missing; null accepts orders that were placed and paid in time. */
  onShort: 'take' | 'refuse' | null
  /** Outcome of a historical order; null for others. */
  history: OrderHistory | null
  unusable?: readonly UnusableField[]
}

export type IntakeOutcome =
  /** `repeated`: the order already existed. */
  | { ok: true; repeated: boolean; orderId: number }
  | { ok: false; reason: 'order-id-taken' | 'feedback-id-taken' }
  /** `nth`: the payment's position in the order. */
  | (PaymentRefusal & { nth: number })
  | ({ ok: false } & StockRefusal)
  /** The offer that a line names is not accepted, or has another buyer, item, price or quantity. */
  | { ok: false; reason: 'wrong-offer'; at: number }
  | { ok: false; reason: 'wrong-coupon'; why: 'not-on' | 'used-up' }

export interface PaymentRefusal {
  ok: false
  reason: 'payment-currency' | 'payment-too-much' | 'payment-settled'
}
