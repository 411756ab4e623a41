import type { Operations } from './hub-api.ts'

/** A listing as the hub takes it. */
export type ListingBody = Operations['saveListing']['body']
/** An order as the hub takes it. */
export type OrderBody = Operations['placeOrder']['body']
/** Exact decimals with their currency. */
export type Amount = OrderBody['lines'][number]['unitPrice']

/** Something that a seller has in the shop, by the shop's ids. */
export interface Named {
  /** The seller's id in the marketplace. */
  seller: string
  id: string
}

/** A listing of the shop. */
export interface ShopListing extends Named {
  /** When the shop changed it last: where the next reading begins. */
  changedAt: string
  listing: ListingBody
}

/** An order of the shop; its id is `order.id`. */
export interface ShopOrder extends Named {
  changedAt: string
  /** As an open order. The `title` of lines is sent with history only, for what the hub does not list. */
  order: OrderBody
  /** Ids of its lines in the shop, in the order of `order.lines`. */
  lineIds: readonly string[]
  /** What the buyer pays, as the shop says. An order that adds up to something else is not sent. */
  total: Amount
  /** Whether it was cancelled in the shop. One that was never in the hub does not get there. */
  isCancelled?: boolean
  /** How it ended, if it is over in the shop. One that the hub does not have comes there as history. */
  finished?: 'SHIPPED' | 'DELIVERED'
  /** Parcels that left from the shop, without those that it was told by `applyShipment`. */
  shipments?: readonly ShopShipment[]
  /** Money that the shop gave back, without what it was told by `applyRefund`. */
  refunds?: readonly ShopRefund[]
}

/** A parcel that left from the shop, by the shop's id. */
export interface ShopShipment {
  id: string
  carrier: string
  trackingNumber: string | null
  shippedAt: string
  contents: readonly LineUnits[]
}

/** Money that the shop gave back, by the shop's id. */
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

/** A parcel that the seller has handed over. */
export interface Shipment {
  /** The hub's id, by which the shop knows it when it is told again. */
  id: string
  carrier: string
  service: string | null
  trackingNumber: string | null
  shippedAt: string | null
  contents: readonly LineUnits[]
}

/** Money that went back to the buyer. */
export interface Refund {
  /** The hub's id, by which the shop knows it when it is told again. */
  id: string
  reason: string
  amount: Amount
  /** What it gives back, of which line; null is the order as a whole. */
  parts: readonly { line: string | null; kind: string; amount: Amount }[]
}

/** Units that are left for buyers. */
export interface StockLevel {
  /** Null for a listing without variations. */
  variation: string | null
  available: number
}

/** A webhook as it came. */
export interface ReceivedWebhook {
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/**
 * A shop, as its connector sees it. `since` is a moment: all that changed then or later, in any order, and everything if
 * it is null. What a method throws means that the shop is away, and the call comes again; ShopRefusal means no.
 */
export interface Source {
  /** Its name, for messages and for the hub's list of connections. */
  name: string
  /** Its version, for the same list, if it tells one. */
  version?: () => Promise<string | null>
  listings: (since: string | null) => AsyncIterable<ShopListing>
  /** Whether `listings` yields all of them whatever `since` is, as of a shop that notes no times. */
  listsAll?: boolean
  /** A listing as it is now; null if the shop has none with this id. Without it, deleted ones stay on sale in the hub. */
  listing?: (of: Named) => Promise<ShopListing | null>
  orders: (since: string | null) => AsyncIterable<ShopOrder>
  /** An order as it is now; null if the shop has none with this id. */
  order: (of: Named) => Promise<ShopOrder | null>
  /** Records a parcel. After a crash it comes again: the shop must keep one of each `shipment.id`. */
  applyShipment: (order: Named, shipment: Shipment) => Promise<void>
  /** Records a refund, as `applyShipment` does a parcel. */
  applyRefund: (order: Named, refund: Refund) => Promise<void>
  /** Sets the units on sale, where the hub owns the stock. */
  applyStock: (listing: Named, stock: StockLevel) => Promise<void>
  /** Whether a webhook is the shop's. It only wakes the connector: what it says is not read. */
  verifyWebhook: (webhook: ReceivedWebhook) => boolean
}

/** The shop refuses; it would refuse again. The message is the reason. */
export class ShopRefusal extends Error {}
