import { isCurrency } from '#lib/iso-codes.ts'
import { matchColumns, plainHeader, type FileColumn, type Meaning } from '#lib/match-columns.ts'
import { isWrittenDay } from '#lib/written-day.ts'
import { isAmount } from '#lib/written-amount.ts'

// Meanings of the columns in marketplaces' reports of orders.

/** Columns about the whole order. */
const orderKinds = [
  'order',
  'placed',
  'paid',
  'shipped',
  'cancelled',
  'payment',
  'fulfilment',
  'total',
  'shipping',
  'tax',
  'discount',
  'refunded',
  'currency',
  'buyer',
  'buyerName',
  'email',
  'note',
  'service',
  'delivery',
  'tracking',
  'name',
  'company',
  'line1',
  'line2',
  'city',
  'region',
  'postcode',
  'country',
  'phone',
] as const

/** Columns of an item. */
const itemKinds = ['title', 'sku', 'quantity', 'price', 'itemDiscount', 'needsShipping'] as const

/** Meanings of columns. */
export const orderColumnKinds = [...orderKinds, ...itemKinds] as const
export type OrderColumnKind = (typeof orderColumnKinds)[number]

/** Column index by kind, from 0. */
export type OrderColumns = Partial<Record<OrderColumnKind, number>>

/** Known headers of eBay, Shopify and Etsy, most likely first. */
const names: Record<OrderColumnKind, readonly string[]> = {
  order: ['Order Number', 'Order ID', 'Name', 'Bestellnummer', 'Order'],
  placed: ['Sale Date', 'Created at', 'Order Date', 'Verkaufsdatum', 'Bestelldatum', 'Date'],
  paid: ['Paid On Date', 'Paid at', 'Date Paid', 'Zahlungsdatum'],
  shipped: ['Shipped On Date', 'Fulfilled at', 'Date Shipped', 'Versanddatum'],
  cancelled: ['Cancelled at', 'Cancelled On Date', 'Storniert am'],
  payment: ['Financial Status', 'Payment Status', 'Zahlungsstatus'],
  fulfilment: ['Fulfillment Status', 'Order Status', 'Versandstatus'],
  total: ['Total Price', 'Total', 'Order Total', 'Gesamtpreis', 'Gesamtsumme'],
  shipping: [
    'Shipping And Handling',
    'Order Shipping',
    'Shipping',
    'Postage And Packaging',
    'Versand',
    'Versandkosten',
  ],
  tax: ['Seller Collected Tax', 'Taxes', 'Order Sales Tax', 'Tax', 'Steuern'],
  discount: ['Discount Amount', 'Order Discount', 'Rabatt'],
  refunded: ['Refunded Amount', 'Refund', 'Erstattet'],
  currency: ['Currency', 'Währung'],
  buyer: ['Buyer Username', 'Buyer', 'Nutzername des Käufers', 'Käufer'],
  buyerName: ['Buyer Name', 'Billing Name', 'Name des Käufers'],
  email: ['Buyer Email', 'Email', 'E-Mail des Käufers', 'E-Mail'],
  note: ['Buyer Note', 'Notes', 'Nachricht des Käufers'],
  service: ['Shipping Service', 'Shipping Method', 'Versandservice'],
  delivery: ['Delivery Method', 'Lieferart'],
  tracking: ['Tracking Number', 'Sendungsnummer'],
  name: ['Ship To Name', 'Post to name', 'Shipping Name', 'Ship Name', 'Empfänger'],
  company: ['Shipping Company', 'Ship To Company', 'Firma'],
  line1: ['Ship To Address 1', 'Post to address 1', 'Shipping Address1', 'Ship Address1', 'Straße'],
  line2: ['Ship To Address 2', 'Post to address 2', 'Shipping Address2', 'Ship Address2', 'Adresszusatz'],
  city: ['Ship To City', 'Post to city', 'Shipping City', 'Ship City', 'Ort'],
  region: ['Ship To State', 'Post to county', 'Shipping Province', 'Ship State', 'Bundesland'],
  postcode: ['Ship To Zip', 'Post to postcode', 'Shipping Zip', 'Ship Zipcode', 'PLZ', 'Postleitzahl'],
  country: ['Ship To Country', 'Post to country', 'Shipping Country', 'Ship Country', 'Land'],
  phone: ['Ship To Phone', 'Post to phone', 'Shipping Phone', 'Telefon'],
  title: ['Item Title', 'Lineitem name', 'Item Name', 'Title', 'Artikelbezeichnung', 'Artikel'],
  sku: ['Custom Label', 'Custom label (SKU)', 'Lineitem sku', 'SKU', 'Bestandseinheit', 'Bestandseinheit (SKU)'],
  quantity: ['Quantity', 'Lineitem quantity', 'Menge', 'Anzahl', 'Stückzahl'],
  price: ['Sold For', 'Lineitem price', 'Price', 'Item Price', 'Verkauft für', 'Preis'],
  itemDiscount: ['Lineitem discount'],
  needsShipping: ['Lineitem requires shipping'],
}

const plainNames = new Map(orderColumnKinds.map((kind) => [kind, [...new Set(names[kind].map(plainHeader))]]))
const known = new Set([...plainNames.values()].flat())

/** Number of fields that name a column of a report of orders. */
export const namedOrderColumns = (fields: readonly string[]): number =>
  fields.filter((field) => known.has(plainHeader(field))).length

/** Weight of values beside a known header. Values alone never identify a column of money or days. */
const supporting = 0.3

const weighs: Partial<Record<OrderColumnKind, (value: string) => number>> = {
  placed: (value) => (isWrittenDay(value) ? supporting : 0),
  paid: (value) => (isWrittenDay(value) ? supporting : 0),
  shipped: (value) => (isWrittenDay(value) ? supporting : 0),
  total: (value) => (isAmount(value) ? supporting : 0),
  price: (value) => (isAmount(value) ? supporting : 0),
  quantity: (value) => (/^\s*\d{1,6}\s*$/.test(value) ? supporting : 0),
  currency: (value) => (isCurrency(value.trim()) ? 0.8 : 0),
}

/** Finds the meaning of columns from their headers and values. */
export function findOrderColumns(columns: readonly FileColumn[]): OrderColumns {
  const meanings: Meaning<OrderColumnKind>[] = orderColumnKinds.map((kind) => {
    const weigh = weighs[kind]
    return { kind, names: plainNames.get(kind) ?? [], ...(weigh ? { weigh } : {}) }
  })
  const found = matchColumns(columns, meanings)
  return Object.fromEntries(Object.entries(found).map(([kind, { at }]) => [kind, at]))
}

/** Columns without which no order can be read. */
export const neededOrderColumns = ['order', 'placed', 'title', 'price'] as const satisfies readonly OrderColumnKind[]

/** Programs whose reports of orders are known by their headers. */
export type OrderDialect = 'ebayOrders' | 'shopifyOrders' | 'etsyItems'

const signatures: readonly (readonly [OrderDialect, readonly string[]])[] = [
  ['ebayOrders', ['sales record number', 'order number', 'buyer username']],
  ['shopifyOrders', ['name', 'financial status', 'lineitem name']],
  ['etsyItems', ['sale date', 'item name', 'transaction id', 'listing id']],
]

/** Tells which program wrote a report of orders; null if it is unknown. */
export function recogniseOrders(header: readonly string[]): OrderDialect | null {
  const has = new Set(header.map(plainHeader))
  return signatures.find(([, wanted]) => wanted.every((name) => has.has(name)))?.[0] ?? null
}
