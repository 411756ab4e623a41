// Types of the hub's API that the market uses, after GET /marketplace/v1/openapi.json.

/** Money as an exact decimal text. */
export interface Amount {
  value: string
  currency: string
}

interface HubTimeAway {
  startsAt: string
  endsAt: string
  /** The last day away. */
  to: string
  message: string
  /** The first working day after it. */
  shipsFrom: string | null
}

export interface HubSeller {
  id: string
  username: string
  displayName: string
  country: string
  currency: string
  registeredAt: string
  suspended: boolean
  feedbackScore: number
  level: 'TOP_RATED' | 'ABOVE_STANDARD' | 'BELOW_STANDARD' | null
  away: HubTimeAway | null
}

export interface HubStock {
  available: number
}

interface SalePrices {
  price: Amount
  /** Null: no former price may be shown. */
  was: Amount | null
}

/** The sale that is on, or the next one. */
export interface HubSale extends SalePrices {
  startsAt: string
  endsAt: string
}

/** What is taken off at the checkout, of the price that is then asked. */
export interface HubDiscount {
  id: string
  kind: 'VOLUME' | 'ORDER' | 'COUPON'
  /** Of a coupon, for those who know it. */
  code: string | null
  percent: number | null
  amountOff: Amount | null
  leastOrder: Amount | null
  tiers: { units: number; percent: number }[]
  startsAt: string
  endsAt: string
}

export interface HubVariation {
  values: string[]
  price: Amount
  sale: SalePrices | null
  /** Former price beside the price of a sale that is on; set by the market. */
  was?: Amount | null
  available: number
}

export type Condition = 'NEW' | 'LIKE_NEW' | 'VERY_GOOD' | 'GOOD' | 'ACCEPTABLE' | 'FOR_PARTS'

export interface HubListing {
  item: string
  state: string
  title: string
  sku: string | null
  category: string
  condition: Condition
  format: 'FIXED_PRICE' | 'AUCTION'
  price: Amount
  sale: HubSale | null
  discounts: HubDiscount[]
  /** As a variation's. */
  was?: Amount | null
  takesOffers: boolean
  description: string
  aspects: Record<string, string[]>
  epid: string | null
  pictures: string[]
  axes: { name: string; values: string[] }[]
  variations: HubVariation[]
  postage: { name: string; price: Amount; terms: string } | null
  returns: { days: number; terms: string } | null
  questions: { question: string; answer: string }[]
  stock: HubStock
  startsAt: string | null
}

export interface QuoteBody {
  to: { country: string; postalCode: string | null }
  items: { item: string; quantity: number; unitPrice: Amount }[]
}

/** What shipping costs; without services, why there is no price. */
export interface HubQuote {
  services: { policy: string; service: string | null; price: Amount }[]
  problem: string | null
}

export interface HubParcel {
  id: string
  carrier: string
  service: string | null
  trackingNumber: string | null
  state: 'SHIPPED' | 'IN_TRANSIT' | 'DELIVERED' | 'EXCEPTION' | 'RETURNED_TO_SENDER'
  shippedAt: string | null
  deliveredAt: string | null
  contents: { line: number; quantity: number }[]
}

export interface HubRefund {
  id: string
  reason: string
  state: 'PENDING' | 'REFUNDED' | 'FAILED'
  amount: Amount
  refundedAt: string | null
}

export interface HubOrder {
  id: string
  number: string
  status: string
  paymentStatus: string
  fulfilmentStatus: string
  cancelState: string
  placedAt: string
  paidAt: string | null
  shipBy: string | null
  subtotal: Amount
  discount: Amount
  shipping: Amount
  total: Amount
  lines: {
    line: number
    item: string
    title: string
    variation: string | null
    quantity: number
    shipped: number
    cancelled: number
    unitPrice: Amount
  }[]
  parcels: HubParcel[]
  refunds: HubRefund[]
  cancellation: { state: string; initiator: string; respondBy: string | null; closedAt: string | null } | null
}

export interface OrderBody {
  id: string
  placedAt: string
  buyer: { id: string; username: string; name: string }
  shipTo: { name: string; line1: string; city: string; postalCode: string | null; country: string }
  currency: string
  lines: {
    item: string
    variation?: string[]
    quantity: number
    unitPrice: Amount
    discount?: Amount
    shipping?: Amount
    /** The accepted offer that the line pays. */
    offer?: string
  }[]
  shippingService: string | null
  /** Code of a coupon that was used. */
  coupon?: string
  onShort?: 'refuse'
  payment: { id: string; method: 'CARD'; state: 'PAID'; paidAt: string }
}

export interface HubMessage {
  key: string
  order: string
  case: string | null
  from: 'BUYER' | 'SELLER'
  text: string
  sentAt: string
  pictures: string[]
}

/** A buyer's conversation about a listing, before the sale. */
export interface HubQuestion {
  id: string
  item: string
  buyer: { id: string | null; username: string | null }
  messages: Pick<HubMessage, 'key' | 'from' | 'text' | 'sentAt'>[]
}

export interface HubCase {
  number: string
  order: string
  kind: 'RETURN' | 'NOT_RECEIVED'
  state: string
  turn: string
  reason: string
  line: number
  quantity: number
  message: string
  photos: { picture: string; description: string }[]
  amount: Amount
  refund: Amount | null
  offerPercent: number | null
  openedAt: string
  dueAt: string | null
  closedAt: string | null
}

export interface HubFeedback {
  order: string | null
  reply: string | null
  repliedAt: string | null
}

export interface HubPayout {
  id: string
  state: string
  amount: Amount
  /** Idempotency key of this attempt. */
  key: string
}

export type PayoutReport = { key: string } & (
  | { state: 'PAID'; reference: string }
  | { state: 'FAILED'; failure: 'BANK_UNREACHABLE'; mayBeRetried: boolean }
)

export interface DisputeBody {
  order: string
  reason: 'UNAUTHORIZED' | 'NOT_RECEIVED'
  message?: string
  state?: 'WON' | 'LOST'
}

export interface HubDispute {
  id: string
  order: string
  reason: DisputeBody['reason']
  state: string
}

export interface HubOffer {
  /** The market's, or the hub's of one that the seller sent. */
  id: string
  item: string
  variation: string | null
  /** User name. */
  buyer: string
  begunBy: 'BUYER' | 'SELLER'
  state:
    | 'OPEN'
    | 'COUNTERED_BY_SELLER'
    | 'COUNTERED_BY_BUYER'
    | 'ACCEPTED'
    | 'DECLINED'
    | 'EXPIRED'
    | 'WITHDRAWN'
    | 'LISTING_ENDED'
    | 'PAID'
    | 'NOT_PAID'
  turn: 'BUYER' | 'SELLER' | null
  /** For a unit. */
  price: Amount
  units: number
  listPrice: Amount
  message: string | null
  mayCounter: boolean
  madeAt: string
  changedAt: string
  /** Until when to answer, or to pay. */
  dueAt: string | null
  seenAt: string | null
  order: string | null
}

export interface OfferBody {
  item: string
  variation?: string[]
  buyer: string
  price: Amount
  units: number
  message: string | null
  madeAt: string
}

export interface OfferStepBody {
  step: 'ACCEPT' | 'DECLINE' | 'COUNTER' | 'WITHDRAW' | 'SEEN'
  price?: Amount
  takenAt: string
}

export interface HubEvent {
  id: string
  type: string
  timestamp: string
  data: {
    seller: string
    order?: HubOrder
    message?: HubMessage
    question?: HubQuestion
    case?: HubCase
    feedback?: HubFeedback
    listing?: HubListing
    item?: string
    stock?: HubStock
    payout?: HubPayout
    dispute?: HubDispute
    offer?: HubOffer
  }
}

/** A problem response of the hub (RFC 9457). */
export interface HubProblem {
  type: string
  title: string
  status: number
  detail?: string
  errors?: { pointer?: string; detail: string }[]
  available?: number
}
