import type { Operations } from './hub-api.ts'

export type ListingBody = Operations['saveListing']['body']
export type OfferBody = Operations['placeOffer']['body']
export type OfferStep = Operations['addOfferStep']['body']
export type HubOffer = Operations['getOffer']['answer']
export type HubQuestion = Operations['getQuestion']['answer']
export type QuestionBody = Operations['addQuestion']['body']
export type OrderBody = Operations['placeOrder']['body']
/** Exact decimals with their currency. */
export type Amount = OrderBody['lines'][number]['unitPrice']

/** An item of a seller, by the shop's ids. */
export interface Named {
  /** The seller's id in the marketplace. */
  seller: string
  id: string
}

export interface ShopListing extends Named {
  /** Time of the last change in the shop, of its units too; the next reading starts there. */
  changedAt: string
  /**
   * Its `quantity`, or that of each variation, is what buyers can still buy: it lacks the units of all orders of the shop,
   * paid or not, sent to the hub or not. A shop that takes units later, as with the payment, subtracts its open orders here.
   */
  listing: ListingBody
}

/** An order of the shop; its id is `order.id`. */
export interface ShopOrder extends Named {
  changedAt: string
  /** Its number as the shop's staff know it, if that is not its id. */
  number?: string
  /** The order as an open one. Line titles are for items that are not on sale in the hub. */
  order: OrderBody
  /** Ids of its lines in the shop, in the order of `order.lines`. */
  lineIds: readonly string[]
  /** The total that the shop charged. An order whose parts add up to another total is not sent. */
  total: Amount
  /** Whether it was cancelled in the shop; such an order is not sent if the hub does not have it. */
  isCancelled?: boolean
  /** Final status of an order completed in the shop; if the hub does not have it, it is sent as history. */
  finished?: 'SHIPPED' | 'DELIVERED'
  /** Parcels that left from the shop, without those that it was told by `applyShipment`. */
  shipments?: readonly ShopShipment[]
  /** Money that the shop gave back, without what it was told by `applyRefund`. */
  refunds?: readonly ShopRefund[]
  /** Whether the shop has begun a refund that is not made yet. Units that it took away wait for it. */
  isRefunding?: boolean
}

/** A buyer's offer for less than a listing asks, with all that the buyer did with it since, oldest first. */
export interface ShopOffer extends Named {
  changedAt: string
  offer: OfferBody
  steps?: readonly OfferStep[]
}

/** Offers of shops that have them. */
export interface SourceOffers {
  /** As `orders`. */
  list: (since: string | null) => AsyncIterable<ShopOffer>
  /** Records an offer as the hub has it: answered, sent by the seller, or ended. Repeated after a crash. */
  apply: (offer: Named, told: HubOffer) => Promise<void>
  /** Records that the hub did not take an offer, as of an ended listing. Repeated with each reading. */
  refuse: (offer: Named, why: Why & { reason: string }) => Promise<void>
}

/** A message of a buyer about a listing, before the sale; `listing` is its id in the shop. */
export interface ShopQuestion extends Named {
  changedAt: string
  listing: string
  question: Omit<QuestionBody, 'id'>
}

/** Questions before the sale, of shops that have them. */
export interface SourceQuestions {
  /** As `orders`: buyers' messages. */
  list: (since: string | null) => AsyncIterable<ShopQuestion>
  /** Records the seller's messages of a buyer's conversation about a listing, each once by its `key`. Repeated after a crash. */
  apply: (listing: Named, told: HubQuestion) => Promise<void>
  /** Records that the hub did not take a message. Repeated with each reading. */
  refuse: (question: Named, why: Why & { reason: string }) => Promise<void>
}

/** An order as people name it: by its number in the shop, and its id. */
export const nameOfOrder = ({ id, number }: { id: string; number?: string | null }): string =>
  number && number !== id ? `${number} (${id})` : id

export interface ShopShipment {
  id: string
  carrier: string
  trackingNumber: string | null
  shippedAt: string
  contents: readonly LineUnits[]
}

export interface ShopRefund {
  id: string
  amount: Amount
  refundedAt: string
  /** What it gives back, where the shop knows; adds up to the amount. */
  parts?: { lines: readonly { line: string; amount: Amount }[]; shipping?: Amount }
}

/** Units of a line, by its id in the shop. */
export interface LineUnits {
  line: string
  quantity: number
}

export interface Shipment {
  /** Id in the hub, by which the shop recognises a repetition. */
  id: string
  carrier: string
  service: string | null
  trackingNumber: string | null
  shippedAt: string | null
  contents: readonly LineUnits[]
  /** Parcels of the order that the seller has taken back, and that the shop still has because it cannot. */
  replaces: readonly TakenParcel[]
}

export interface TakenParcel {
  /** Id in the hub, or the shop's own if the parcel left from there. */
  id: string
  isOwn: boolean
}

export interface Refund {
  /** Id in the hub, by which the shop recognises a repetition. */
  id: string
  reason: string
  amount: Amount
  /** Refunded amounts by line; null for the order as a whole. */
  parts: readonly { line: string | null; kind: string; amount: Amount }[]
}

export interface Cancellation {
  id: string
  reason: string
  /** Cancelled units, and those that are left of the line: where the shop has no more, nothing is to be done. Null: all. */
  lines: readonly (LineUnits & { left: number })[] | null
}

export interface StockLevel {
  /** Null for a listing without variations. */
  variation: string | null
  available: number
}

/** A sale of a listing with dates, which may be still to come. Outside of them buyers pay the listing's usual price. */
export interface Sale {
  startsAt: string
  endsAt: string
  prices: readonly SalePrice[]
}

export interface SalePrice {
  /** Null for a listing without variations. */
  variation: string | null
  price: Amount
  /** Former price that may be shown beside it; null: show none. */
  was: Amount | null
}

export interface ReceivedWebhook {
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/**
 * A shop. `since` is a moment: return everything that changed then or later, in any order, or everything if it is null.
 * Yield what `mapThing` makes of each order and listing, so that one that cannot be read holds up no other. Throw
 * ShopRefusal for a permanent refusal; any other error means that the shop is unavailable, and the call is repeated.
 */
export interface Source {
  name: string
  version?: () => Promise<string | null>
  listings: (since: string | null) => AsyncIterable<ShopListing | Unmapped>
  /** Whether `listings` ignores `since`, because the shop records no times, or none when its units change. */
  listsAll?: boolean
  /** The current listing; null if it does not exist. Without this method, deleted listings stay on sale in the hub. */
  listing?: (of: Named) => Promise<ShopListing | null>
  orders: (since: string | null) => AsyncIterable<ShopOrder | Unmapped>
  /** Whether the shop records no time when an order changes: then `orders` is called with null once an hour, too. */
  listsAllOrders?: boolean
  /** The current order; null if it does not exist. */
  order: (of: Named) => Promise<ShopOrder | null>
  /**
   * Records a parcel. Repeated after a crash: the shop must keep one per `shipment.id`. Returns those of `replaces` that it
   * now stands for, as with a corrected number; they are listed no more.
   */
  applyShipment: (order: Named, shipment: Shipment) => Promise<{ replaced: readonly TakenParcel[] } | void>
  /** Records a refund; repeated like `applyShipment`. */
  applyRefund: (order: Named, refund: Refund) => Promise<void>
  /**
   * Cancels an order or units of it, after their refund was applied; may be repeated. Without this method, cancellations
   * made in the hub are repeated in the shop by hand.
   */
  applyCancellation?: (order: Named, cancellation: Cancellation) => Promise<void>
  /** Records that the buyer collected the order; repeated, and by hand without this method, in the same way. */
  applyHandOver?: (order: Named, handOver: { at: string }) => Promise<void>
  /**
   * Takes back a parcel that `applyShipment` recorded, or one of the shop's own; may be repeated, and need not find it.
   * Without this method, and by ByHand, parcels that sellers take back are listed until somebody says that they are removed
   * in the shop.
   */
  undoShipment?: (order: Named, shipment: TakenParcel) => Promise<void>
  /** Takes back what `applyHandOver` recorded; repeated, and by hand without this method, in the same way. */
  undoHandOver?: (order: Named) => Promise<void>
  /** Without this part, the shop takes no offers, and the hub hides them from its sellers. */
  offers?: SourceOffers
  /** Without this part, buyers of the shop ask no questions. */
  questions?: SourceQuestions
  /** Sets what buyers can still buy, as `listings` says it, if the hub owns the stock. */
  applyStock: (listing: Named, stock: StockLevel) => Promise<void>
  /**
   * Has buyers pay the prices of a sale between its times, in place of the sale told before; null: the usual prices. Repeated
   * after a crash. `listings` keep saying the usual price. Without this method, people set sale prices in the shop by hand.
   */
  applySale?: (listing: Named, sale: Sale | null) => Promise<void>
  /** Verifies a webhook. It only wakes the connector; its content is ignored. */
  verifyWebhook: (webhook: ReceivedWebhook) => boolean
}

/** What a reason says, for the hub's page, which words it in its reader's language: a code of the hub's, and its values. */
export interface Why {
  code: string
  params?: Readonly<Record<string, string | number>>
}

/** Why something is not sent: in English, and as the hub words it. */
export interface Reason extends Why {
  reason: string
}

/** What an order or listing is called in the shop, as `ShopOrder` has it. */
export interface NamedThing extends Named {
  changedAt: string
  number?: string
}

/** An order or listing of the shop that its mapping could not read: it is held back, and nothing else. */
export class Unmapped implements Named {
  readonly seller: string
  readonly id: string
  readonly changedAt: string
  readonly number?: string
  readonly reason: Reason
  constructor({ seller, id, changedAt, number }: NamedThing, reason: Reason) {
    this.seller = seller
    this.id = id
    this.changedAt = changedAt
    this.number = number
    this.reason = reason
  }
}

/** A permanent refusal by the shop; the message is the reason. Without `why` it is shown as it is. */
export class ShopRefusal extends Error {
  readonly why: Why | null
  constructor(message: string, why: Why | null = null) {
    super(message)
    this.why = why
  }
}

/** What only people can do in the shop; the message says what. Sent again, it counts as done. */
export class ByHand extends ShopRefusal {}
