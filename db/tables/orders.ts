import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { NumberedRow, SellerRow } from './rows.ts'

export interface OrderTables {
  buyers: NumberedRow & {
    /** Null for a guest, or if another buyer now has the name. */
    username: string | null
    name: string
    external_id: string | null
  }
  addresses: NumberedRow & {
    buyer_id: number
    name: string
    company: string | null
    line1: string | null
    line2: string | null
    line3: string | null
    city: string
    region: string | null
    postal_code: string | null
    country: string
    phone: string | null
  }
  orders: NumberedRow & {
    order_number: string
    external_id: string | null
    external_status: string | null
    buyer_id: number
    buyer_username: string
    // Personal data, to be erased with the buyer: name, e-mail, tax numbers, the gift's message.
    /** Null: use the name of the buyer's row. */
    buyer_name: string | null
    buyer_email: string | null
    tax_numbers: JSONColumnType<TaxNumberRow[]> | null
    gift_message: string | null
    /** Null: not a gift. */
    gift_hides_prices: boolean | null
    delivery: Generated<'SHIP' | 'COLLECT' | 'DIGITAL'>
    /** Null if nothing is shipped. */
    ship_to_address_id: number | null
    /** Destination country; without an address, the country under which the sale is counted. */
    ship_to_country: string
    /** Documents printed before this are outdated; null if the address never changed. */
    address_changed_at: Date | null
    /** The same for lines and their units. */
    lines_changed_at: Date | null
    placed_at: Date
    paid_at: Date | null
    ship_by: Date | null
    ship_rule: 'HANDLING_TIME' | 'IMPORTED' | null
    ship_calendar: number | null
    ship_handling_days: number | null
    estimated_delivery_min: Date | null
    estimated_delivery_max: Date | null
    shipped_at: Date | null
    delivered: Generated<boolean>
    delivered_at: Date | null
    parcels_noted_at: Date | null
    shipping_service: string | null
    buyer_note: string | null
    currency: string
    subtotal_minor: number
    discount_minor: Generated<number>
    shipping_minor: Generated<number>
    tax_minor: Generated<number>
    total_minor: GeneratedAlways<number>
    total_value: GeneratedAlways<number>
    /** Number of lines and units that are not cancelled; if everything is cancelled, of all. Derived. */
    line_count: number
    unit_count: number
    payment_status: Generated<'PENDING' | 'PAID' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'FULLY_REFUNDED'>
    fulfilment_status: Generated<'NOT_STARTED' | 'IN_PROGRESS' | 'FULFILLED'>
    cancel_state: Generated<'NONE_REQUESTED' | 'IN_PROGRESS' | 'CANCELED'>
    status: GeneratedAlways<string>
    version: Generated<number>
    pushed_as: string | null
    /** Billing address; null if it equals the shipping address. Personal data, erased with the buyer. */
    bill_to: JSONColumnType<Pick<OrderTables['addresses'], AddressColumn>> | null
    /** The shop's key–value pairs; may contain personal data. */
    metadata: JSONColumnType<Record<string, string>> | null
    /** Amounts other than items, included in subtotal and discount; null if there are none. */
    extras: JSONColumnType<ExtraRow[]> | null
    /** Id of the checkout. */
    order_group: string | null
    /** Fields that could not be used as sent; null if there are none. Personal data, erased with the buyer. */
    unusable: JSONColumnType<UnusableFieldRow[]> | null
    /** When it was imported as a historical order; null for the hub's own orders. */
    history_at: Date | null
  }
  line_items: NumberedRow & {
    order_id: number
    position: number
    listing_id: number | null
    product_id: number | null
    item_number: string
    sku: string | null
    title: string
    variation: string | null
    currency: string
    quantity: number
    unit_price_minor: number
    discount_minor: Generated<number>
    shipping_minor: Generated<number>
    tax_minor: Generated<number>
    /** Named taxes; those not included in the price add up to `tax_minor`. Null if the shop named none. */
    taxes: JSONColumnType<LineTaxRow[]> | null
    shipped_quantity: Generated<number>
    cancelled_quantity: Generated<number>
    ship_by: Date | null
    holds_stock: Generated<boolean>
    /** Units sold without stock; those neither shipped nor cancelled are `oversold_quantity`. */
    short_quantity: Generated<number>
    held_quantity: GeneratedAlways<number>
    oversold_quantity: GeneratedAlways<number>
    addition: number | null
    policy_id: string | null
    policy_version: number | null
    /** Whether `line_parts` has what it is made of. */
    is_kit: Generated<boolean>
  }
  payments: NumberedRow & {
    order_id: number
    position: Generated<number>
    method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
    state: 'PENDING' | 'PAID' | 'FAILED'
    currency: string
    amount_minor: number
    installments: Generated<number>
    paid_at: Date | null
    external_id: string | null
  }
  order_events: NumberedRow & {
    order_id: number
    happened_at: Date
    actor: 'MEMBER' | 'TOOL' | 'BUYER' | 'MARKETPLACE' | 'HUB'
    member_id: string | null
    member_name: string | null
    kind: string
    subject: string
    before: JSONColumnType<object> | null
    after: JSONColumnType<object> | null
    request_key: string | null
  }
  order_notes: SellerRow & {
    order_id: number
    note: string
    written_by: string
    written_at: Date
  }
  order_tags: SellerRow & {
    order_id: number
    tag: string
  }
  feedback: NumberedRow & {
    order_id: number | null
    buyer_id: number | null
    external_id: string | null
    buyer_username: string
    rating: 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'
    stars: number | null
    title: string | null
    comment: string | null
    left_at: Date | null
    reply: string | null
    replied_at: Date | null
  }
  buyer_erasures: SellerRow & {
    buyer_id: number
    request_key: string
    requested_at: Date
    requested_by: string
    done_at: Date | null
    documents_until: Date | null
  }
}

type AddressColumn =
  | 'name'
  | 'company'
  | 'line1'
  | 'line2'
  | 'line3'
  | 'city'
  | 'region'
  | 'postal_code'
  | 'country'
  | 'phone'

interface UnusableFieldRow {
  /** JSON pointer in the order as sent. */
  field: string
  /** As sent; empty if it was missing. */
  value: string
}

interface TaxNumberRow {
  type: 'VAT' | 'IOSS' | 'EORI' | 'CPF'
  number: string
}

interface LineTaxRow {
  name: string
  rate: string | null
  minor: number
  included: boolean
}

interface ExtraRow {
  kind: 'GIFT_WRAP' | 'TIP' | 'SURCHARGE' | 'FEE' | 'ADJUSTMENT' | 'OTHER'
  title: string
  minor: number
  taxes: LineTaxRow[]
}
