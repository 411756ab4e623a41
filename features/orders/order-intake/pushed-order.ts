import type { NewRow, Row } from '#db/schema.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import type { Promised } from '#lib/promised-day.ts'
import type { StockRefusal } from '#features/core/listing/shelf.ts'

/** What a buyer pays for one line, in minor units of the order's currency. */
export interface PushedLine {
  item: ItemNumber
  /** Names the variation of a listing that has some; so do its values. */
  sku: string | null
  variation: readonly string[] | null
  quantity: number
  unitPriceMinor: number
  discountMinor: number
  shippingMinor: number
  taxMinor: number
}

/** A buyer as the marketplace knows them. */
export interface PushedBuyer {
  id: string | null
  /** Null is a guest, or a buyer who is known by the id alone. */
  username: string | null
  /** Of this order. */
  name: string
  email: string | null
}

/** Where an order is to go, as the shop says it. */
export type PushedAddress = Pick<
  Row<'addresses'>,
  'name' | 'company' | 'line1' | 'line2' | 'line3' | 'city' | 'region' | 'postal_code' | 'country' | 'phone'
>

/** A payment as the marketplace tells it. */
export interface PushedPayment {
  id: string
  method: NewRow<'payments'>['method']
  state: NewRow<'payments'>['state']
  /** Null is all that the order costs. */
  amountMinor: number | null
  currency: string
  paidAt: Date | null
}

/** An order that a marketplace's shop pushes in. */
export interface PushedOrder {
  /** Its id in the marketplace. */
  id: string
  /** What it says, as a hash: said again, it is the same order. */
  pushedAs: string
  placedAt: Date
  buyer: PushedBuyer
  shipTo: PushedAddress
  taxNumbers: readonly TaxNumber[]
  gift: { message: string | null; hidePrices: boolean } | null
  currency: string
  lines: readonly PushedLine[]
  shippingService: string | null
  buyerNote: string | null
  /** A day without a time begins, or lasts until its end, in the shop's zone. */
  deliveryMin: Promised | null
  deliveryMax: Promised | null
  payment: PushedPayment | null
  /** What to do where stock is lacking; null: what was paid and placed in time is taken. */
  onShort: 'take' | 'refuse' | null
}

/** What became of an order. */
export type IntakeOutcome =
  /** `repeated`: it was here before. */
  | { ok: true; repeated: boolean; orderId: number }
  | { ok: false; reason: 'order-id-taken' }
  | { ok: false; reason: 'wrong-currency'; at: number }
  | PaymentRefusal
  | ({ ok: false } & StockRefusal)

/** Why a payment is not taken. */
export interface PaymentRefusal {
  ok: false
  reason: 'payment-currency' | 'payment-too-much' | 'payment-settled'
}
