// Written by `npm run build:kit-types` from the OpenAPI document of the hub: what the kit uses of it.

/** Money: exact decimals, never a number */
export interface Amount {
  value: string
  currency: string
}

/** A buyer’s wish to cancel, or a cancellation that was decided */
export interface CancellationRequestBody {
  /** The request’s id in the marketplace: sent again, it is the same request */
  id: string
  reason:
    | 'BUYER_ASKED_CANCEL'
    | 'ORDER_MISTAKE'
    | 'FOUND_CHEAPER_PRICE'
    | 'WONT_ARRIVE_IN_TIME'
    | 'WRONG_SHIPPING_ADDRESS'
    | 'OTHER'
  /** Which units of which lines; left out, all that has not been shipped */
  lines?: {
    /** Its place in the order */
    line: number
    quantity: number
  }[]
  /** Says that buyer and marketplace have agreed on it already: it is carried out, and the seller is told */
  decided?: boolean | null
}

/** Something that happened */
export interface Event {
  /** The same however often it is told */
  id: string
  type: string
  /** What it is about, as it stands when it is told: in the shapes of the API */
  data: {
    seller: string
    order?: Order
    /** The parcel, refund, message, case, feedback, hold or dispute of the order, by its id */
    subject?: string
    listing?: Listing
    item?: string
  }
}

/** A tax of a line */
export interface LineTaxBody {
  name: string
  /** In percent */
  rate?: string | null
  /** For all units of the line */
  amount: Amount
  /** Whether the line’s amounts contain it, as prices with VAT do; otherwise it is added */
  included?: boolean | null
}

/** A listing, as buyers see it */
export interface Listing {
  /** Its id in the marketplace; null where the marketplace did not send it */
  id: string | null
  /** Its item number */
  item: string
  /** PAUSED is one that would be on sale, if the seller were not away */
  state: string
  title: string
  sku: string | null
  aspects: Record<string, string[]>
  variations: {
    /** Its id in the marketplace */
    id: string | null
    sku: string | null
    available: number
  }[]
  stock: Stock
  /** Why what the marketplace sent is still a draft, by JSON pointers into it */
  problems: {
    pointer: string
    detail: string
  }[]
}

/** A listing, as the marketplace’s shop has it */
export interface ListingBody {
  /** More than 80 characters keep it a draft */
  title: string
  /** HTML, of which the safe part is kept */
  description?: string | null
  sku?: string | null
  /** As the shop names it, or the path of the hub’s */
  category: string
  /** `NEW`, where it is left out */
  condition?: 'NEW' | 'LIKE_NEW' | 'VERY_GOOD' | 'GOOD' | 'ACCEPTABLE' | 'FOR_PARTS' | null
  /** Of a listing without variations */
  price?: Amount
  /** Units on sale; as they are, where it is left out */
  quantity?: number | null
  /** What its variations differ in */
  axes?: string[] | null
  variations?:
    | {
        /** The variation’s id in the marketplace */
        id: string
        /** One for each axis */
        values: string[]
        sku?: string | null
        price: Amount
        /** Units on sale; as they are, where it is left out */
        quantity?: number | null
      }[]
    | null
  aspects?: Record<string, string[]> | null
  /** Addresses, the first shown first */
  pictures?: string[] | null
  /** Names of the seller’s policies. One left out stays, or is the only one of its kind */
  policies?: {
    shipping?: string | null
    payment?: string | null
    returns?: string | null
  } | null
  handlingDays?: number | null
  /** False ends it, or keeps a new one a draft; true, where it is left out */
  onSale?: boolean | null
}

/** Money: exact decimals, as many as the currency has */
export interface Money {
  value: string
  currency: string
}

/** An order, and all that the seller has done about it */
export interface Order {
  /** The order’s id in the marketplace; its number, where it has none */
  id: string
  /** By which buyers and sellers know it */
  number: string
  total: Money
  parcels: {
    id: string
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
    reason: string
    state: string
    amount: Money
    /** What it gives back, of which line; null is the order as a whole. None where an imported refund does not say */
    parts: {
      line: number | null
      kind: string
      amount: Money
    }[]
  }[]
}

/** An order that a buyer has placed */
export interface OrderBody {
  /** The order’s id in the marketplace: sent again, it is the same order */
  id: string
  placedAt: string
  buyer: {
    /** The buyer’s id in the marketplace. It names the buyer, whatever the user name; `0` is a guest’s, as if left out */
    id?: string | null
    /** Left out for a guest, to whom the hub gives a name; so is `guest` without an id */
    username?: string | null
    /** The buyer’s name on this order */
    name: string
    email?: string | null
  }
  shipTo: ShipToBody
  /** Who pays, where it is not who gets it */
  billTo?: ShipToBody | null
  currency: string
  /** Of the whole order, beside that of its lines: divided among them by what they cost */
  shipping?: Amount
  /** Of the whole order, beside that of its lines: divided likewise */
  discount?: Amount
  /** The id of the checkout that it was of, where that placed orders of several sellers */
  group?: string | null
  /** Texts of your own by name, which answers return. Erased with the buyer’s data */
  metadata?: Record<string, string> | null
  lines: OrderLineBody[]
  shippingService?: string | null
  buyerNote?: string | null
  /** Tax numbers that carriers and customs ask for */
  taxNumbers?:
    | {
        type: 'VAT' | 'IOSS' | 'EORI' | 'CPF'
        number: string
      }[]
    | null
  /** Says that it is a gift: the message is printed on the slip, prices are not where asked */
  gift?: {
    message?: string | null
    hidePrices?: boolean | null
  } | null
  /** When the buyer was told that it comes, at the earliest. A day begins in the shop’s zone */
  deliveryFrom?: string | null
  /** At the latest. A day without a time lasts until its end in the shop’s zone */
  deliveryTo?: string | null
  /** What to do where stock is lacking or the listing has ended: `take` the order as oversold, or `refuse` it. Left out, an order that is PAID and was placed before the listing ended or was sold out is taken */
  onShort?: 'take' | 'refuse' | null
  /** The first payment, where it is known; others follow by themselves */
  payment?: {
    id: string
    method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
    state: 'PENDING' | 'PAID' | 'FAILED'
    /** All that is still to be paid, where it is left out */
    amount?: Amount
    paidAt?: string | null
  } | null
  /** Says that the order was finished before it came: it reserves nothing, sets no deadline, sends nothing, and its money was paid out elsewhere. The fields below tell what became of it */
  history?: boolean | null
  /** How an order of history ended. All units of one that was SHIPPED or DELIVERED have left or were cancelled; of one that was REFUNDED all money went back */
  status?: 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | 'REFUNDED' | null
  /** Of history: until when it had to be shipped */
  shipBy?: string | null
  /** In place of `payment`: several, each with its amount. Left out of history, it was paid when it was placed; a cancelled one never */
  payments?:
    | {
        id: string
        method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
        state: 'PENDING' | 'PAID' | 'FAILED'
        /** All that is still to be paid, where it is left out */
        amount?: Amount
        paidAt?: string | null
      }[]
    | null
  /** Of history */
  parcels?:
    | {
        carrier: string
        service?: string | null
        trackingNumber?: string | null
        shippedAt?: string | null
        deliveredAt?: string | null
        /** Left out, all units that were not cancelled */
        contents?:
          | {
              /** Its place in the order */
              line: number
              quantity: number
            }[]
          | null
      }[]
    | null
  /** Of history */
  refunds?:
    | {
        amount: Amount
        refundedAt: string
        /** `OTHER_ADJUSTMENT`, where it is left out */
        reason?:
          | 'BUYER_CANCEL'
          | 'SELLER_CANCEL'
          | 'ITEM_NOT_RECEIVED'
          | 'BUYER_RETURN'
          | 'ITEM_NOT_AS_DESCRIBED'
          | 'SHIPPING_DISCOUNT'
          | 'OTHER_ADJUSTMENT'
          | null
        /** The line that it was about */
        line?: number | null
      }[]
    | null
  /** Of history */
  cancellations?:
    | {
        initiator: 'BUYER' | 'SELLER' | 'MARKETPLACE'
        /** `OTHER`, where it is left out */
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
        /** Which units; left out, the whole order */
        lines?:
          | {
              /** Its place in the order */
              line: number
              quantity: number
            }[]
          | null
      }[]
    | null
  /** Of history: what the buyer left */
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
}

/** Units of a listing, and what the buyer pays for them */
export interface OrderLineBody {
  /** The listing’s item number, where its id is not told */
  item?: string | null
  /** The listing’s id in the marketplace, in place of the item number */
  listing?: string | null
  /** The id of its variation in the marketplace */
  variationId?: string | null
  /** Of history: what was sold, where the hub has no such listing */
  title?: string | null
  /** Names the variation, of a listing that has some */
  sku?: string | null
  /** Names it by its values, in the order of the listing’s axes: one may have no SKU */
  variation?: string[] | null
  quantity: number
  unitPrice: Amount
  discount?: Amount
  shipping?: Amount
  /** Tax that is added; in place of `taxes`, where it has no name */
  tax?: Amount
  /** Taxes by name. Those that are not `included` are added to the total */
  taxes?: LineTaxBody[] | null
}

/** A payment, as the payment side tells it */
export interface PaymentBody {
  method: 'CARD' | 'DEBIT_CARD' | 'BANK_TRANSFER' | 'WALLET' | 'INVOICE' | 'VOUCHER' | 'UNKNOWN'
  state: 'PENDING' | 'PAID' | 'FAILED'
  /** All that is still to be paid, where it is left out */
  amount?: Amount
  paidAt?: string | null
}

/** Why a request was refused (RFC 9457) */
export interface Problem {
  /** Names the kind of problem: urn:seller-hub:problem: and its code */
  type: string
  /** The kind in words */
  title: string
  /** The status of the answer */
  status: number
  /** What is wrong here */
  detail?: string
  /** Wrong fields, the first of them */
  errors?: {
    /** The wrong field in the body: a JSON pointer (RFC 6901), or that of the nearest one above it where its own is longer */
    pointer?: string
    /** The wrong parameter of the address */
    parameter?: string
    detail: string
  }[]
}

/** Where an order goes */
export interface ShipToBody {
  name: string
  company?: string | null
  line1?: string | null
  line2?: string | null
  line3?: string | null
  city: string
  region?: string | null
  postalCode?: string | null
  country: string
  phone?: string | null
}

/** How much there is of a listing */
export interface Stock {
  /** What is left for buyers */
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
    query: null
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
    body: ShipToBody
    answer: Order
  }
  /** List listings by last change */
  listListings: {
    path: {
      /** The seller’s id in the marketplace */
      seller: string
    }
    query: {
      /** Rows of a page: 1 to 200; 50 where it is left out */
      limit?: number
      /** Where the page goes on: `next` of the one before */
      after?: string
    }
    body: null
    answer: {
      items: Listing[]
      /** `after` of the next page. Keep it where `more` is false: asked again, it has what has changed since */
      next: string
      /** Whether there is more now */
      more: boolean
    }
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
      /** Rows of a page: 1 to 200; 50 where it is left out */
      limit?: number
      /** Where the page goes on: `next` of the one before */
      after?: string
    }
    body: null
    answer: {
      items: Event[]
      /** `after` of what comes behind them, today or tomorrow */
      next: string
      /** Whether there is more already */
      more: boolean
    }
  }
}

/** Methods and paths of the operations. */
export const operations = {
  placeOrder: { method: 'POST', path: '/sellers/{seller}/orders' },
  getOrder: { method: 'GET', path: '/sellers/{seller}/orders/{order}' },
  savePayment: { method: 'PUT', path: '/sellers/{seller}/orders/{order}/payments/{payment}' },
  requestCancellation: { method: 'POST', path: '/sellers/{seller}/orders/{order}/cancellation-requests' },
  correctShipTo: { method: 'PUT', path: '/sellers/{seller}/orders/{order}/ship-to' },
  listListings: { method: 'GET', path: '/sellers/{seller}/listings' },
  getListing: { method: 'GET', path: '/sellers/{seller}/listings/{item}' },
  saveListing: { method: 'PUT', path: '/sellers/{seller}/listings/{item}' },
  listEvents: { method: 'GET', path: '/events' },
} as const
