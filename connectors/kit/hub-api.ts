// Written by `npm run build:kit-types` from the OpenAPI document of the hub: what the kit uses of it.

/** Lines that are added to an order */
export interface AddedLinesBody {
  /** The addition’s id in the marketplace. Sending it again adds nothing */
  id: string
  lines: OrderLineBody[]
  /** Shipping for the whole order, in addition to that of its lines. Divided among the lines in proportion to their cost */
  shipping?: Amount
  /** Discount on the whole order, in addition to that of its lines. Divided the same way */
  discount?: Amount
  /** Payments for what is added. Required if the order is paid: they are PAID and add up to the price of the addition */
  payments?:
    | {
        id: string
        method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
        state: 'PENDING' | 'PAID' | 'FAILED'
        /** Default: the outstanding amount of the order */
        amount?: Amount
        paidAt?: string | null
      }[]
    | null
  /** What to do if stock is insufficient: `take` the units as oversold, or `refuse` them. Default: refuse */
  onShort?: 'take' | 'refuse' | null
  /** Data that has no place in the hub, by JSON pointer or a name of yours: kept as text and shown to the seller, who is asked to check the order. The hub adds what it cannot use of an order that is sold */
  unusable?:
    | {
        field: string
        value: string
      }[]
    | null
}

/** An amount of money. The value is an exact decimal string, never a number */
export interface Amount {
  value: string
  currency: string
}

/** A cancellation of all or part of an order, or a request for one */
export interface Cancellation {
  /** Id, given as `subject` in its events */
  id: string
  state: string
  initiator: string
  reason: string
  /** Units by line; null means the whole order */
  lines:
    | {
        line: number
        quantity: number
      }[]
    | null
  /** Id of the resulting refund */
  refund: string | null
}

/** A buyer’s request to cancel, or a cancellation already decided */
export interface CancellationRequestBody {
  /** The request’s id in the marketplace, its idempotency key: sending it again changes nothing */
  id: string
  reason:
    | 'BUYER_ASKED_CANCEL'
    | 'ORDER_MISTAKE'
    | 'FOUND_CHEAPER_PRICE'
    | 'WONT_ARRIVE_IN_TIME'
    | 'WRONG_SHIPPING_ADDRESS'
    | 'OTHER'
  /** Units to cancel, by line item. Default: all units that have not been shipped */
  lines?: {
    /** Position of the line item in the order */
    line: number
    quantity: number
  }[]
  /** Whether buyer and marketplace have already agreed: the order is cancelled at once, and the seller is notified */
  decided?: boolean | null
  /** The refund’s id in the marketplace, if the shop has paid these units back. The hub makes no refund of them, and records this one, unless it was reported before. Requires `decided` */
  refund?: string | null
}

/** A category of listings and products */
export interface Category {
  /** Identifies the category in this API and in listings */
  path: string
}

/** Mapping of the shop’s categories, by name, to the hub’s */
export interface CategoryMap {
  categories: {
    shop: string
    category: string
  }[]
}

/** Mapping of the shop’s categories to the hub’s */
export interface CategoryMapBody {
  categories: {
    /** Name of a category in the shop’s listings */
    shop: string
    /** Path of a category of the hub */
    category: string
  }[]
}

/** A shop connected to the hub, as its connector last reported */
export interface Connection {
  /** What operators ask the connector to send again. Repeated until the connector reports it as done */
  sendAgain: {
    /** Time of the latest request: report it as `sentAgain` once carried out */
    askedAt: string
    /** Whether to send everything that was refused, listed or not */
    all: boolean
    items: {
      direction: string
      kind: string
      seller: string
      id: string
    }[]
  } | null
}

/** A connector’s report of itself */
export interface ConnectionBody {
  /** The connected shop */
  shop: {
    /** Name of the shop system */
    kind: string
    /** Version of the shop system */
    version?: string | null
  }
  /** The program that reports */
  connector?: {
    /** Version of the connector */
    version?: string | null
    /** Version of the connector kit */
    kit?: string | null
  } | null
  /** Seconds between reports. The connection counts as silent after three times as long without one, and after five minutes at the earliest. Default: 180 */
  reportsEvery?: number | null
  /** When the shop was last read to the end. Default: never */
  shopReadAt?: string | null
  /** When events were last read to the end. Default: never */
  hubReadAt?: string | null
  /** Cursor of `GET /events` up to which events are processed: the `next` value of the last page */
  after?: string | null
  /** Why the last round failed. Default: it succeeded */
  failure?: string | null
  /** The failure for programs, as `code` of a refused item */
  failureCode?: string | null
  /** Values of the failure */
  failureParams?: Record<string, number | string> | null
  counts: {
    /** Listings of the shop that are in the hub */
    listings: number
    /** Orders of the shop that are in the hub */
    orders: number
    /** Parcels, refunds and stock levels of the hub that are in the shop */
    told: number
    /** Items held back until something else happens, such as orders of a listing that is a draft */
    waiting: number
    /** Items that one side refused */
    refused: number
  }
  /** Items refused or held back, the newest 200 of them */
  refused: {
    /** Where the item was sent */
    direction: 'TO_HUB' | 'TO_SHOP'
    kind: 'LISTING' | 'ORDER' | 'PARCEL' | 'REFUND' | 'STOCK' | 'CANCELLATION' | 'HAND_OVER'
    /** The seller’s id in the marketplace */
    seller: string
    /** The item’s id: the shop’s for listings and orders, the hub’s for parcels and refunds */
    id: string
    /** The shop’s id of the order or listing to which a parcel, refund or stock level belongs */
    about?: string | null
    /** Why it was refused or is held back, for people */
    reason: string
    /** The reason for programs: a problem type without its prefix, or a code of the connector kit. The hub’s page words codes that it knows in its reader’s language */
    code?: string | null
    /** Values of the reason */
    params?: Record<string, number | string> | null
    /** When this reason was first reported for the item */
    since: string
  }[]
  /** The `askedAt` of the last `sendAgain` that the connector has carried out. Earlier requests end, too */
  sentAgain?: string | null
}

/** The address of an order, in place of the former one */
export interface CorrectedAddressBody {
  name: string
  company?: string | null
  line1?: string | null
  line2?: string | null
  line3?: string | null
  city: string
  region?: string | null
  postalCode?: string | null
  /** ISO 3166 code, or `ZZ` if it is unknown */
  country: string
  phone?: string | null
  /** Data that has no place in the hub, by JSON pointer or a name of yours: kept as text and shown to the seller, who is asked to check the order. The hub adds what it cannot use of an order that is sold */
  unusable?:
    | {
        field: string
        value: string
      }[]
    | null
}

/** An event */
export interface Event {
  /** The event’s id, the same in every delivery */
  id: string
  type: string
  /** What the event is about, in its state when the event is sent or read, with the schemas of this API */
  data: {
    seller: string
    order?: Order
    /** Id of the order’s parcel, refund, message, case, feedback, hold or dispute that the event is about */
    subject?: string
    listing?: Listing
    item?: string
  }
}

/** When the buyer collected the order */
export interface HandOverBody {
  at: string
}

/** A tax on a line */
export interface LineTaxBody {
  name: string
  /** Rate in percent */
  rate?: string | null
  /** Total for all units of the line */
  amount: Amount
  /** Whether the line’s amounts include the tax, as with VAT; otherwise it is added */
  included?: boolean | null
}

/** A listing as buyers see it */
export interface Listing {
  /** The listing’s id in the marketplace; null if the marketplace did not send it, or another listing replaced it */
  id: string | null
  /** The listing’s item number */
  item: string
  /** Item number of the listing that this one replaced */
  relistedFrom: string | null
  /** PAUSED: the listing would be on sale if the seller were not away */
  state: string
  title: string
  sku: string | null
  category: string
  price: Money
  aspects: Record<string, string[]>
  /** Attributes in which the variations differ; empty if the listing has no variations */
  axes: {
    name: string
  }[]
  variations: {
    /** The variation’s id in the marketplace */
    id: string | null
    values: string[]
    sku: string | null
    price: Money
    available: number
  }[]
  stock: Stock
  /** Reasons why the listing is still a draft, with JSON pointers into the body that the marketplace sent */
  problems: {
    pointer: string
    detail: string
    /** The broken rule of listings, for programs */
    rule?: string
    /** Values of the rule */
    values?: Record<string, string | number>
  }[]
}

/** A listing of the marketplace’s shop */
export interface ListingBody {
  /** With more than 80 characters, the listing stays a draft */
  title: string
  /** HTML. Unsafe parts are removed */
  description?: string | null
  sku?: string | null
  /** The shop’s name of the category, or the path of the hub’s category */
  category: string
  /** Default: `NEW` */
  condition?: 'NEW' | 'LIKE_NEW' | 'VERY_GOOD' | 'GOOD' | 'ACCEPTABLE' | 'FOR_PARTS' | null
  /** Price of a listing without variations */
  price?: Amount
  /** Units that buyers can still buy: without those of all orders, paid or not, also of orders that the hub does not have yet. Default: unchanged; unchanged also if the hub counts the stock (`stockOwner`) */
  quantity?: number | null
  /** Names of the aspects in which the variations differ */
  axes?: string[] | null
  variations?:
    | {
        /** The variation’s id in the marketplace */
        id: string
        /** One value per axis */
        values: string[]
        sku?: string | null
        price: Amount
        /** Units that buyers can still buy: without those of all orders, paid or not, also of orders that the hub does not have yet. Default: unchanged; unchanged also if the hub counts the stock (`stockOwner`) */
        quantity?: number | null
      }[]
    | null
  aspects?: Record<string, string[]> | null
  /** URLs in display order */
  pictures?: string[] | null
  /** Names of the seller’s policies. Default: unchanged; for a new listing, the policy last used, or the only one of its kind */
  policies?: {
    shipping?: string | null
    payment?: string | null
    returns?: string | null
  } | null
  handlingDays?: number | null
  /** Which side counts this listing from now on. `SHOP`: `quantity` is what is left to sell until the next one, and orders, cancellations and returns in the hub do not change it. `HUB`: they do. Default: `SHOP` if the shop counts all stock of the seller, otherwise `HUB` */
  stockOwner?: 'HUB' | 'SHOP' | null
  /** When the shop read what it sends. A message with an earlier moment than the last one changes nothing: it is late */
  asOf?: string | null
  /** False ends the listing, or keeps a new one as a draft. Default: true */
  onSale?: boolean | null
}

/** An amount of money. The value is an exact decimal string, with all decimals of the currency */
export interface Money {
  value: string
  currency: string
}

/** A listing of the marketplace’s shop, with its id */
export interface NamedListingBody {
  /** The listing’s id in the marketplace */
  listing: string
  /** With more than 80 characters, the listing stays a draft */
  title: string
  /** HTML. Unsafe parts are removed */
  description?: string | null
  sku?: string | null
  /** The shop’s name of the category, or the path of the hub’s category */
  category: string
  /** Default: `NEW` */
  condition?: 'NEW' | 'LIKE_NEW' | 'VERY_GOOD' | 'GOOD' | 'ACCEPTABLE' | 'FOR_PARTS' | null
  /** Price of a listing without variations */
  price?: Amount
  /** Units that buyers can still buy: without those of all orders, paid or not, also of orders that the hub does not have yet. Default: unchanged; unchanged also if the hub counts the stock (`stockOwner`) */
  quantity?: number | null
  /** Names of the aspects in which the variations differ */
  axes?: string[] | null
  variations?:
    | {
        /** The variation’s id in the marketplace */
        id: string
        /** One value per axis */
        values: string[]
        sku?: string | null
        price: Amount
        /** Units that buyers can still buy: without those of all orders, paid or not, also of orders that the hub does not have yet. Default: unchanged; unchanged also if the hub counts the stock (`stockOwner`) */
        quantity?: number | null
      }[]
    | null
  aspects?: Record<string, string[]> | null
  /** URLs in display order */
  pictures?: string[] | null
  /** Names of the seller’s policies. Default: unchanged; for a new listing, the policy last used, or the only one of its kind */
  policies?: {
    shipping?: string | null
    payment?: string | null
    returns?: string | null
  } | null
  handlingDays?: number | null
  /** Which side counts this listing from now on. `SHOP`: `quantity` is what is left to sell until the next one, and orders, cancellations and returns in the hub do not change it. `HUB`: they do. Default: `SHOP` if the shop counts all stock of the seller, otherwise `HUB` */
  stockOwner?: 'HUB' | 'SHOP' | null
  /** When the shop read what it sends. A message with an earlier moment than the last one changes nothing: it is late */
  asOf?: string | null
  /** False ends the listing, or keeps a new one as a draft. Default: true */
  onSale?: boolean | null
}

/** An order, with its payments, parcels, refunds and cancellations */
export interface Order {
  /** The order’s id in the marketplace, or its number if it has none */
  id: string
  /** Number shown to buyers and sellers */
  number: string
  /** Whether the order was completed before it was imported */
  history: boolean
  status: string
  paymentStatus: string
  /** How it reaches its buyer: in parcels, collected from the seller, or as something to download */
  delivery: string
  /** When all of it was delivered: by the last parcel, handed over to the buyer who collects it, or paid if it is digital */
  deliveredAt: string | null
  /** `subtotal` less `discount`, plus `shipping` and `tax` */
  total: Money
  lines: {
    /** Line number in the order, starting at 1 */
    line: number
    /** The listing’s id in the marketplace, if it has one */
    listing: string | null
    /** The variation’s id in the marketplace, if it has one */
    variationId: string | null
    quantity: number
    shipped: number
    cancelled: number
    unitPrice: Money
    /** Total for all units, as are the amounts below */
    discount: Money
    /** Tax added to the amounts above */
    tax: Money
  }[]
  parcels: {
    id: string
    /** Its id in the marketplace, if the shop reported it */
    external: string | null
    carrier: string
    service: string | null
    trackingNumber: string | null
    shippedAt: string | null
    contents: {
      line: number
      quantity: number
    }[]
  }[]
  refunds: {
    id: string
    /** Its id in the marketplace, if the shop reported it */
    external: string | null
    reason: string
    state: string
    amount: Money
    /** Whether the seller paid the buyer another way: do not pay it again */
    paidElsewhere: boolean
    /** Refunded amounts by line; a null `line` means the order as a whole, such as its extras. Empty if an imported refund has no breakdown */
    parts: {
      line: number | null
      kind: string
      amount: Money
    }[]
  }[]
  /** All cancellations, oldest first */
  cancellations: Cancellation[]
}

/** An order placed by a buyer */
export interface OrderBody {
  /** The order’s id in the marketplace. Sending the same id again creates no second order */
  id: string
  placedAt: string
  buyer: {
    /** The buyer’s id in the marketplace. It identifies the buyer even if the user name changes; `0` stands for a guest, as if omitted */
    id?: string | null
    /** Omit for a guest: the hub then generates one. `guest` without an id counts as omitted */
    username?: string | null
    /** The buyer’s name on this order */
    name: string
    email?: string | null
  }
  /** How the order reaches its buyer: `SHIP` in parcels, `COLLECT` if the buyer collects it from the seller, `DIGITAL` if it is a download, code or service. A digital order is delivered once it is paid. Default: `SHIP` */
  delivery?: 'SHIP' | 'COLLECT' | 'DIGITAL' | null
  /** Shipping address. Required unless `delivery` is `COLLECT` or `DIGITAL` */
  shipTo?: ShipToBody | null
  /** Billing address, if it differs from the shipping address */
  billTo?: ShipToBody | null
  currency: string
  /** Shipping for the whole order, in addition to that of its lines. Divided among the lines in proportion to their cost */
  shipping?: Amount
  /** Discount on the whole order, in addition to that of its lines. Divided the same way */
  discount?: Amount
  /** Id of the checkout, if it placed orders with several sellers */
  group?: string | null
  /** Key–value pairs of your own, included in responses. Erased with the buyer’s data */
  metadata?: Record<string, string> | null
  lines: OrderLineBody[]
  /** Amounts that are no items. They have no stock and no place in a parcel. One below zero reduces the other extras first, then the lines, in proportion to their cost */
  extras?: OrderExtraBody[] | null
  shippingService?: string | null
  buyerNote?: string | null
  /** Tax numbers required by carriers and customs */
  taxNumbers?:
    | {
        type: 'VAT' | 'IOSS' | 'EORI' | 'CPF'
        number: string
      }[]
    | null
  /** Marks the order as a gift: the message is printed on the packing slip, and prices are hidden if `hidePrices` is true */
  gift?: {
    message?: string | null
    hidePrices?: boolean | null
  } | null
  /** Earliest delivery promised to the buyer. A date without a time means the start of that day in the shop’s time zone */
  deliveryFrom?: string | null
  /** Latest delivery promised to the buyer. A date without a time means the end of that day in the shop’s time zone */
  deliveryTo?: string | null
  /** What to do if stock is insufficient or the listing has ended: `take` the order as oversold, or `refuse` it. Default: take an order that is PAID and was placed before the listing ended or sold out. Unless `refuse`, an order that is PAID is also taken if the hub lacks its listing */
  onShort?: 'take' | 'refuse' | null
  /** The first payment, if known; report further payments separately */
  payment?: {
    id: string
    method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
    state: 'PENDING' | 'PAID' | 'FAILED'
    /** Default: the outstanding amount of the order */
    amount?: Amount
    paidAt?: string | null
  } | null
  /** Marks a historical order, completed before it was imported: it reserves no stock, sets no deadlines, sends no notifications, and its funds were paid out elsewhere. The fields below describe its outcome */
  history?: boolean | null
  /** Historical orders only: final status. SHIPPED or DELIVERED: all units were shipped or cancelled. REFUNDED: everything was refunded */
  status?: 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | 'REFUNDED' | null
  /** Historical orders only: deadline for shipping */
  shipBy?: string | null
  /** Several payments instead of `payment`, each with its amount. If a historical order has none, it counts as paid when placed, or as unpaid if it was cancelled */
  payments?:
    | {
        id: string
        method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
        state: 'PENDING' | 'PAID' | 'FAILED'
        /** Default: the outstanding amount of the order */
        amount?: Amount
        paidAt?: string | null
      }[]
    | null
  /** Historical orders only */
  parcels?:
    | {
        carrier: string
        service?: string | null
        trackingNumber?: string | null
        shippedAt?: string | null
        deliveredAt?: string | null
        /** Default: all units that were not cancelled */
        contents?:
          | {
              /** Line number in the order, starting at 1 */
              line: number
              quantity: number
            }[]
          | null
      }[]
    | null
  /** Historical orders only */
  refunds?:
    | {
        amount: Amount
        refundedAt: string
        /** Default: `OTHER_ADJUSTMENT` */
        reason?:
          | 'BUYER_CANCEL'
          | 'SELLER_CANCEL'
          | 'ITEM_NOT_RECEIVED'
          | 'BUYER_RETURN'
          | 'ITEM_NOT_AS_DESCRIBED'
          | 'SHIPPING_DISCOUNT'
          | 'OTHER_ADJUSTMENT'
          | null
        /** Number of the refunded line */
        line?: number | null
      }[]
    | null
  /** Historical orders only */
  cancellations?:
    | {
        initiator: 'BUYER' | 'SELLER' | 'MARKETPLACE'
        /** Default: `OTHER` */
        reason?:
          | 'ADDRESS_ISSUES'
          | 'BUYER_ASKED_CANCEL'
          | 'ORDER_MISTAKE'
          | 'ORDER_UNPAID'
          | 'OUT_OF_STOCK_OR_CANNOT_FULFILL'
          | 'FOUND_CHEAPER_PRICE'
          | 'WONT_ARRIVE_IN_TIME'
          | 'WRONG_SHIPPING_ADDRESS'
          | 'OTHER'
          | null
        cancelledAt: string
        /** Cancelled units. Default: the whole order */
        lines?:
          | {
              /** Line number in the order, starting at 1 */
              line: number
              quantity: number
            }[]
          | null
      }[]
    | null
  /** Historical orders only: the buyer’s feedback */
  feedback?: {
    id: string
    rating: 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'
    stars?: number | null
    title?: string | null
    comment?: string | null
    leftAt: string
    reply?: string | null
    repliedAt?: string | null
  } | null
  /** Data that has no place in the hub, by JSON pointer or a name of yours: kept as text and shown to the seller, who is asked to check the order. The hub adds what it cannot use of an order that is sold */
  unusable?:
    | {
        field: string
        value: string
      }[]
    | null
}

/** An amount of an order that is no item, such as gift wrap, a tip, a surcharge or an adjustment */
export interface OrderExtraBody {
  /** GIFT_WRAP is printed on the packing slip; the others only where prices are. Default: OTHER */
  kind?: 'GIFT_WRAP' | 'TIP' | 'SURCHARGE' | 'FEE' | 'ADJUSTMENT' | 'OTHER' | null
  title: string
  amount: SignedAmount
  /** Named taxes on the amount. Not for an amount below zero */
  taxes?: LineTaxBody[] | null
}

/** A line item: units of a listing, and their price */
export interface OrderLineBody {
  /** The listing’s item number, unless `listing` is given */
  item?: string | null
  /** The listing’s id in the marketplace, instead of `item` */
  listing?: string | null
  /** The variation’s id in the marketplace; requires `listing` */
  variationId?: string | null
  /** Title of the item, under which an order that is sold is taken if the hub has no such listing: such a line reserves no stock. A listing’s own title takes precedence */
  title?: string | null
  /** Identifies the variation of a listing with variations */
  sku?: string | null
  /** Identifies the variation by its values instead of its SKU, in the order of the listing’s axes */
  variation?: string[] | null
  quantity: number
  unitPrice: Amount
  discount?: Amount
  shipping?: Amount
  /** Tax added to the total, without a name. Cannot be combined with `taxes` */
  tax?: Amount
  /** Named taxes. Those that are not `included` are added to the total */
  taxes?: LineTaxBody[] | null
}

/** A payment, as reported by the payment provider */
export interface PaymentBody {
  method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
  state: 'PENDING' | 'PAID' | 'FAILED'
  /** Default: the outstanding amount of the order */
  amount?: Amount
  paidAt?: string | null
  /** Data that has no place in the hub, by JSON pointer or a name of yours: kept as text and shown to the seller, who is asked to check the order. The hub adds what it cannot use of an order that is sold */
  unusable?:
    | {
        field: string
        value: string
      }[]
    | null
}

/** Why a request was refused (RFC 9457) */
export interface Problem {
  /** Problem type: urn:seller-hub:problem: followed by its code */
  type: string
  /** Summary of the problem type */
  title: string
  /** HTTP status code */
  status: number
  /** Explanation of this occurrence */
  detail?: string
  /** Invalid fields and parameters, up to a limit */
  errors?: {
    /** JSON pointer (RFC 6901) to the invalid field in the body, or to its nearest ancestor if the pointer would be too long */
    pointer?: string
    /** Invalid path or query parameter */
    parameter?: string
    detail: string
    /** The broken rule of listings, for programs */
    rule?: string
    /** Values of the rule */
    values?: Record<string, string | number>
  }[]
}

/** A refund that the shop has made */
export interface RefundBody {
  /** Amount of the whole order, instead of the parts below */
  amount?: Amount | null
  lines?:
    | {
        /** Line number in the order, starting at 1 */
        line: number
        /** Amount of the line’s items, with their tax */
        amount: Amount
      }[]
    | null
  /** Amount of the shipping */
  shipping?: Amount | null
  /** Amount of the extras, with their tax */
  extras?: Amount | null
  /** Default: `OTHER_ADJUSTMENT` */
  reason?:
    | 'ITEM_NOT_AS_DESCRIBED'
    | 'BUYER_RETURN'
    | 'ITEM_NOT_RECEIVED'
    | 'SHIPPING_DISCOUNT'
    | 'OTHER_ADJUSTMENT'
    | null
  refundedAt: string
}

/** A postal address */
export interface ShipToBody {
  name: string
  company?: string | null
  line1?: string | null
  line2?: string | null
  line3?: string | null
  city: string
  region?: string | null
  postalCode?: string | null
  /** ISO 3166 code, or `ZZ` if it is unknown */
  country: string
  phone?: string | null
}

/** A parcel that left from the shop, and not from the hub */
export interface ShipmentBody {
  carrier: string
  service?: string | null
  trackingNumber?: string | null
  shippedAt: string
  /** Units by line. Default: all units that are neither shipped nor cancelled */
  contents?:
    | {
        /** Line number in the order, starting at 1 */
        line: number
        quantity: number
      }[]
    | null
}

/** An amount of money, which may be below zero. The value is an exact decimal string, never a number */
export interface SignedAmount {
  value: string
  currency: string
}

/** Stock of a listing */
export interface Stock {
  /** Units available to buyers */
  available: number
}

/** Operations of the hub by name. */
export interface Operations {
  /** Create an order */
  placeOrder: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
    }
    query: {
      /** Stores nothing, and answers what it would answer: the problems of each one, too */
      dryRun?: 'true'
    }
    body: OrderBody
    answer: Order
  }
  /** Retrieve an order */
  getOrder: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
    }
    query: null
    body: null
    answer: Order
  }
  /** Report a payment’s status */
  savePayment: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
      /** The payment’s id in the marketplace */
      payment: string
    }
    query: null
    body: PaymentBody
    answer: Order
  }
  /** Cancel an order or request its cancellation */
  requestCancellation: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
    }
    query: null
    body: CancellationRequestBody
    answer: Order
  }
  /** Update an order’s address */
  correctShipTo: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
    }
    query: null
    body: CorrectedAddressBody
    answer: Order
  }
  /** Add lines to an order */
  addLines: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
    }
    query: null
    body: AddedLinesBody
    answer: Order
  }
  /** Report a parcel shipped by the shop */
  saveShipment: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
      /** The parcel’s id in the marketplace */
      shipment: string
    }
    query: null
    body: ShipmentBody
    answer: Order
  }
  /** Take back a parcel reported by the shop */
  removeShipment: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
      /** The parcel’s id in the marketplace */
      shipment: string
    }
    query: null
    body: null
    answer: Order
  }
  /** Report that an order was collected */
  saveHandOver: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
    }
    query: null
    body: HandOverBody
    answer: Order
  }
  /** Report a refund made by the shop */
  saveRefund: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The order’s id in the marketplace, or its number */
      order: string
      /** The refund’s id in the marketplace */
      refund: string
    }
    query: null
    body: RefundBody
    answer: Order
  }
  /** List listings by last change */
  listListings: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
    }
    query: {
      /** Number of items per page, 1 to 200. Default: 50 */
      limit?: number
      /** Cursor: the `next` value of the previous page */
      after?: string
    }
    body: null
    answer: {
      items: Listing[]
      /** `after` of the next page. If `more` is false, keep it: a later request with it returns the changes since */
      next: string
      /** Whether more items are available now */
      more: boolean
    }
  }
  /** Create, update or end many listings */
  saveListings: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
    }
    query: {
      /** Stores nothing, and answers what it would answer: the problems of each one, too */
      dryRun?: 'true'
    }
    body: NamedListingBody
    answer: Listing
  }
  /** Retrieve a listing */
  getListing: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The listing’s id in the marketplace, or its item number */
      item: string
    }
    query: null
    body: null
    answer: Listing
  }
  /** Create, update or end a listing */
  saveListing: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
      /** The listing’s id in the marketplace, or its item number */
      item: string
    }
    query: null
    body: ListingBody
    answer: Listing
  }
  /** List events */
  listEvents: {
    path: null
    query: {
      /** Number of items per page, 1 to 200. Default: 50 */
      limit?: number
      /** Cursor: the `next` value of the previous page */
      after?: string
    }
    body: null
    answer: {
      items: Event[]
      /** `after` of the next page, for events that follow now or later */
      next: string
      /** Whether more events are available now */
      more: boolean
    }
  }
  /** List categories */
  listCategories: {
    path: null
    query: null
    body: null
    answer: {
      items: Category[]
    }
  }
  /** Retrieve the category map */
  getCategoryMap: {
    path: null
    query: null
    body: null
    answer: CategoryMap
  }
  /** Set the category map */
  saveCategoryMap: {
    path: null
    query: null
    body: CategoryMapBody
    answer: CategoryMap
  }
  /** Report a connection */
  saveConnection: {
    path: {
      /** The connector’s name of the connection */
      connection: string
    }
    query: null
    body: ConnectionBody
    answer: Connection
  }
}

/** Methods and paths of the operations. */
export const operations = {
  placeOrder: { method: 'POST', path: '/sellers/{seller}/orders' },
  getOrder: { method: 'GET', path: '/sellers/{seller}/orders/{order}' },
  savePayment: { method: 'PUT', path: '/sellers/{seller}/orders/{order}/payments/{payment}' },
  requestCancellation: { method: 'POST', path: '/sellers/{seller}/orders/{order}/cancellation-requests' },
  correctShipTo: { method: 'PUT', path: '/sellers/{seller}/orders/{order}/ship-to' },
  addLines: { method: 'POST', path: '/sellers/{seller}/orders/{order}/lines' },
  saveShipment: { method: 'PUT', path: '/sellers/{seller}/orders/{order}/shipments/{shipment}' },
  removeShipment: { method: 'DELETE', path: '/sellers/{seller}/orders/{order}/shipments/{shipment}' },
  saveHandOver: { method: 'PUT', path: '/sellers/{seller}/orders/{order}/hand-over' },
  saveRefund: { method: 'PUT', path: '/sellers/{seller}/orders/{order}/refunds/{refund}' },
  listListings: { method: 'GET', path: '/sellers/{seller}/listings' },
  saveListings: { method: 'POST', path: '/sellers/{seller}/listings' },
  getListing: { method: 'GET', path: '/sellers/{seller}/listings/{item}' },
  saveListing: { method: 'PUT', path: '/sellers/{seller}/listings/{item}' },
  listEvents: { method: 'GET', path: '/events' },
  listCategories: { method: 'GET', path: '/categories' },
  getCategoryMap: { method: 'GET', path: '/category-map' },
  saveCategoryMap: { method: 'PUT', path: '/category-map' },
  saveConnection: { method: 'PUT', path: '/connections/{connection}' },
} as const
