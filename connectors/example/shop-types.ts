/** A product of the example shop. Prices are in pence. */
export interface ShopProduct {
  id: string
  changedAt: string
  seller: string
  name: string
  text: string
  department: string
  photos: string[]
  barcode: string | null
  /** Options in which its variants differ; empty for a product with one variant. */
  options: string[]
  /** `units` are those that buyers can still buy: an order takes its own when it is placed. */
  variants: { id: string; code: string | null; values: string[]; price: number; units: number }[]
  isForSale: boolean
  /** As the hub told it; `prices` are by variant, `was` is to be struck through. */
  sale?: ShopSale | null
}

export interface ShopSale {
  from: string
  to: string
  prices: { variant: string; price: number; was: number | null }[]
}

export interface ShopAddress {
  name: string
  street: string
  city: string
  postcode: string
  country: string
}

/** A parcel or refund reported to the shop. */
export interface ShopParcel {
  id: string
  carrier: string
  trackingNumber: string | null
  lines: { line: string; units: number }[]
}
export interface ShopRefund {
  id: string
  amount: number
  lines: { line: string | null; amount: number }[]
}

/** Units that were cancelled elsewhere, with those that are left of the line; all of the order without lines. */
export interface ShopCancellation {
  lines: readonly { line: string; left: number }[] | null
}

/** An order of the example shop. Amounts are in pence; tax is added to prices. */
export interface ExampleOrder {
  id: string
  changedAt: string
  seller: string
  placedAt: string
  /** Null for guests. */
  customer: { id: string; login: string } | null
  email: string
  address: ShopAddress
  lines: { id: string; product: string; variant: string; units: number; price: number; tax: number }[]
  postage: number
  discount: number
  total: number
  payment: { id: string; paidAt: string } | null
  isCancelled: boolean
  /** Whether everything was shipped. */
  isSent: boolean
  /** As the hub told them. */
  parcels: ShopParcel[]
  refunds: ShopRefund[]
  /** What the shop did itself, and when. */
  own?: { parcels: (ShopParcel & { at: string })[]; refunds: (ShopRefund & { at: string })[] }
}

/** A customer's offer for units of a product. `state` and `agreed` are as the hub told them. */
export interface ExampleOffer {
  id: string
  changedAt: string
  seller: string
  product: string
  login: string
  price: number
  units: number
  madeAt: string
  state: string | null
  agreed: number | null
}
export type OfferAnswer = Pick<ExampleOffer, 'state' | 'agreed'>

/** A customer's question about a product. `answers` are as the hub told them. */
export interface ExampleQuestion {
  id: string
  changedAt: string
  seller: string
  product: string
  login: string
  text: string
  askedAt: string
  answers: string[]
}
export type QuestionAnswer = Pick<ExampleQuestion, 'login' | 'answers'>
