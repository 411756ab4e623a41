/** A product of Vendure, as `productsQuery` reads it. Prices are in minor units. */
export interface VendureProduct {
  id: string
  name: string
  description: string
  enabled: boolean
  updatedAt: string
  assets: { source: string }[]
  collections: { slug: string }[]
  optionGroups: { id: string; name: string }[]
  variants: VendureVariant[]
}

export interface VendureVariant {
  id: string
  sku: string
  enabled: boolean
  priceWithTax: number
  currencyCode: string
  options: { name: string; group: { id: string } }[]
  stockLevels: { stockOnHand: number; stockAllocated: number }[]
}

const product = `
  id name description enabled updatedAt
  assets { source }
  collections { slug }
  optionGroups { id name }
  variants {
    id sku enabled priceWithTax currencyCode
    options { name group { id } }
    stockLevels { stockOnHand stockAllocated }
  }
`

export const productsQuery = `query ($options: ProductListOptions) {
  products(options: $options) { totalItems items { ${product} } }
}`
export const productQuery = `query ($id: ID!) { product(id: $id) { ${product} } }`

export interface VendureAddress {
  fullName: string | null
  company: string | null
  streetLine1: string | null
  streetLine2: string | null
  city: string | null
  province: string | null
  postalCode: string | null
  countryCode: string | null
  phoneNumber: string | null
}

/** An order of Vendure, as `ordersQuery` reads it. Amounts are in minor units. */
export interface VendureOrder {
  id: string
  code: string
  state: string
  updatedAt: string
  orderPlacedAt: string | null
  currencyCode: string
  totalWithTax: number
  shippingWithTax: number
  /** Fees, and reductions below zero. */
  surcharges: {
    description: string
    price: number
    priceWithTax: number
    taxRate: number
    taxLines: { description: string }[]
  }[]
  /** Shipping methods; empty if nothing is shipped. */
  shippingLines: { shippingMethod: { code: string; fulfillmentHandlerCode: string } }[]
  customer: {
    id: string
    firstName: string
    lastName: string
    emailAddress: string
    /** Null for guests. */
    user: { id: string } | null
  } | null
  shippingAddress: VendureAddress | null
  billingAddress: VendureAddress | null
  lines: {
    id: string
    quantity: number
    unitPriceWithTax: number
    proratedLinePrice: number
    proratedLinePriceWithTax: number
    /** In percent, of all taxes. */
    taxRate: number
    taxLines: { description: string }[]
    productVariant: { id: string; sku: string; name: string; product: { id: string; optionGroups: { id: string }[] } }
  }[]
  payments: { id: string; state: string; amount: number; createdAt: string; refunds: VendureRefund[] }[] | null
  fulfillments: VendureFulfillment[] | null
}

export interface VendureRefund {
  id: string
  createdAt: string
  state: string
  total: number
  reason: string | null
  /** Of all lines, and what of shipping. */
  shipping: number
  lines: { orderLineId: string; quantity: number }[]
}

export interface VendureFulfillment {
  id: string
  createdAt: string
  state: string
  method: string
  trackingCode: string | null
  lines: { orderLineId: string; quantity: number }[]
}

const address = 'fullName company streetLine1 streetLine2 city province postalCode countryCode phoneNumber'

export const ordersQuery = `query ($options: OrderListOptions) {
  orders(options: $options) {
    totalItems
    items {
      id code state updatedAt orderPlacedAt currencyCode totalWithTax shippingWithTax
      surcharges { description price priceWithTax taxRate taxLines { description } }
      shippingLines { shippingMethod { code fulfillmentHandlerCode } }
      customer { id firstName lastName emailAddress user { id } }
      shippingAddress { ${address} }
      billingAddress { ${address} }
      lines {
        id quantity unitPriceWithTax proratedLinePrice proratedLinePriceWithTax taxRate taxLines { description }
        productVariant { id sku name product { id optionGroups { id } } }
      }
      payments { id state amount createdAt refunds { id createdAt state total reason shipping lines { orderLineId quantity } } }
      fulfillments { id createdAt state method trackingCode lines { orderLineId quantity } }
    }
  }
}`

export const fulfillmentsQuery = `query ($options: OrderListOptions) {
  orders(options: $options) { items { fulfillments { id createdAt state method trackingCode lines { orderLineId quantity } } } }
}`

const error = '... on ErrorResult { errorCode message }'

export const addFulfillment = `mutation ($input: FulfillOrderInput!) {
  addFulfillmentToOrder(input: $input) { ... on Fulfillment { id state } ${error} }
}`
export const moveFulfillment = `mutation ($id: ID!, $state: String!) {
  transitionFulfillmentToState(id: $id, state: $state) { ... on Fulfillment { id state } ${error} }
}`
export const addRefund = `mutation ($input: RefundOrderInput!) {
  refundOrder(input: $input) { ... on Refund { id state } ${error} }
}`
export const settleRefund = `mutation ($input: SettleRefundInput!) {
  settleRefund(input: $input) { ... on Refund { id state } ${error} }
}`
export const cancelOrder = `mutation ($input: CancelOrderInput!) {
  cancelOrder(input: $input) { ... on Order { id state } ${error} }
}`
export const changeVariants = `mutation ($input: [UpdateProductVariantInput!]!) {
  updateProductVariants(input: $input) { id }
}`
export const variantQuery = `query ($id: ID!) {
  productVariant(id: $id) { id stockLevels { stockOnHand stockAllocated } }
}`
export const onlyVariantQuery = `query ($id: ID!) { product(id: $id) { variants { id } } }`
