import { isCurrency } from '#lib/iso-codes.ts'
import { countNamed, matchColumns, withoutTax, type FileColumn, type Meaning } from '#lib/match-columns.ts'
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
  'shippingTax',
  'shippingDiscount',
  'giftWrap',
  'giftWrapTax',
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
  'lastName',
  'company',
  'line1',
  'line2',
  'city',
  'region',
  'postcode',
  'country',
  'phone',
] as const

const itemKinds = ['title', 'sku', 'quantity', 'price', 'lineTotal', 'itemDiscount', 'needsShipping'] as const

export const orderColumnKinds = [...orderKinds, ...itemKinds] as const
export type OrderColumnKind = (typeof orderColumnKinds)[number]

/** Column index by kind, from 0. */
export type OrderColumns = Partial<Record<OrderColumnKind, number>>

/** Known headers of eBay, Shopify, Etsy, Amazon and WooCommerce, most likely first. */
const names: Record<OrderColumnKind, readonly string[]> = {
  order: ['Order Number', 'Order ID', 'Amazon Order ID', 'Name', 'Bestellnummer', 'Order'],
  placed: [
    'Sale Date',
    'Created at',
    'Order Date',
    'Purchase Date',
    'Verkauft am',
    'Verkaufsdatum',
    'Bestelldatum',
    'Date',
  ],
  paid: ['Paid On Date', 'Paid at', 'Date Paid', 'Payments Date', 'Zahlungsdatum', 'Bezahldatum'],
  shipped: [
    'Shipped On Date',
    'Fulfilled at',
    'Date Shipped',
    'Shipment Date',
    'Versanddatum',
    'Verschickt am - Datum',
  ],
  cancelled: ['Cancelled at', 'Cancelled On Date', 'Storniert am'],
  payment: ['Financial Status', 'Payment Status', 'Zahlungsstatus'],
  fulfilment: ['Fulfillment Status', 'Order Status', 'Versandstatus'],
  total: ['Total Price', 'Total', 'Order Total', 'Order Total Amount', 'Gesamtbetrag', 'Gesamtpreis', 'Gesamtsumme'],
  shipping: [
    'Shipping And Handling',
    'Order Shipping',
    'Order Shipping Amount',
    'Shipping Price',
    'Shipping',
    'Postage And Packaging',
    'Versand',
    'Versandkosten',
    'Verpackung und Versand',
  ],
  shippingTax: ['Shipping Tax'],
  shippingDiscount: ['Ship Promotion Discount'],
  giftWrap: ['Gift Wrap Price'],
  giftWrapTax: ['Gift Wrap Tax'],
  tax: ['Seller Collected Tax', 'Taxes', 'Order Sales Tax', 'Order Total Tax Amount', 'Item Tax', 'Tax', 'Steuern'],
  discount: ['Discount Amount', 'Order Discount', 'Cart Discount Amount', 'Rabatt'],
  refunded: ['Refunded Amount', 'Refund', 'Order Refund Amount', 'Erstattet'],
  currency: ['Currency', 'Währung'],
  buyer: ['Buyer Username', 'Buyer', 'Nutzername des Käufers', 'Käufer'],
  buyerName: ['Buyer Name', 'Billing Name', 'Name des Käufers'],
  email: ['Buyer Email', 'Email', 'Email (Billing)', 'E-Mail des Käufers', 'E-Mail'],
  note: ['Buyer Note', 'Notes', 'Customer Note', 'Nachricht des Käufers'],
  service: ['Shipping Service', 'Shipping Method', 'Ship Service Level', 'Shipping Method Title', 'Versandservice'],
  delivery: ['Delivery Method', 'Lieferart'],
  tracking: ['Tracking Number', 'Sendungsnummer'],
  name: [
    'Ship To Name',
    'Post to name',
    'Shipping Name',
    'Ship Name',
    'Recipient Name',
    'First Name (Shipping)',
    'Empfänger',
    'Name des Empfängers',
  ],
  lastName: ['Last Name (Shipping)'],
  company: ['Shipping Company', 'Ship To Company', 'Company (Shipping)', 'Firma'],
  line1: [
    'Ship To Address 1',
    'Post to address 1',
    'Shipping Address1',
    'Ship Address1',
    'Ship Address 1',
    'Address 1&2 (Shipping)',
    'Straße',
  ],
  line2: [
    'Ship To Address 2',
    'Post to address 2',
    'Shipping Address2',
    'Ship Address2',
    'Ship Address 2',
    'Adresszusatz',
  ],
  city: ['Ship To City', 'Post to city', 'Shipping City', 'Ship City', 'City (Shipping)', 'Ort'],
  region: ['Ship To State', 'Post to county', 'Shipping Province', 'Ship State', 'State Code (Shipping)', 'Bundesland'],
  postcode: [
    'Ship To Zip',
    'Post to postcode',
    'Shipping Zip',
    'Ship Zipcode',
    'Ship Postal Code',
    'Postcode (Shipping)',
    'PLZ',
    'Postleitzahl',
  ],
  country: [
    'Ship To Country',
    'Post to country',
    'Shipping Country',
    'Ship Country',
    'Country Code (Shipping)',
    'Land',
  ],
  phone: ['Ship To Phone', 'Post to phone', 'Shipping Phone', 'Ship Phone Number', 'Phone (Billing)', 'Telefon'],
  title: [
    'Item Title',
    'Lineitem name',
    'Item Name',
    'Product Name',
    'Title',
    'Angebotstitel',
    'Artikelbezeichnung',
    'Artikel',
  ],
  sku: ['Custom Label', 'Custom label (SKU)', 'Lineitem sku', 'SKU', 'Bestandseinheit', 'Bestandseinheit (SKU)'],
  quantity: ['Quantity', 'Lineitem quantity', 'Quantity Purchased', 'Quantity Shipped', 'Menge', 'Anzahl', 'Stückzahl'],
  price: [
    'Sold For',
    'Lineitem price',
    'Price',
    'Unit Price',
    'Item Cost',
    'Item Price',
    'Verkauft für',
    'Einzelpreis',
    'Stückpreis',
    'Preis',
  ],
  lineTotal: ['Item Total', 'Line Total', 'Order Line Total', 'Item Subtotal', 'Zeilensumme'],
  itemDiscount: ['Lineitem discount', 'Item Promotion Discount'],
  needsShipping: ['Lineitem requires shipping'],
}

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

const meanings: readonly Meaning<OrderColumnKind>[] = orderColumnKinds.map((kind) => {
  const weigh = weighs[kind]
  const more = { ...(weigh ? { weigh } : {}), ...(kind === 'price' ? { otherwise: withoutTax } : {}) }
  return { kind, names: names[kind], ...more }
})

/** Number of fields that name a column of a report of orders. */
export const namedOrderColumns = countNamed(meanings)

export function findOrderColumns(columns: readonly FileColumn[], currency: string): OrderColumns {
  const found = matchColumns(columns, meanings, currency)
  return Object.fromEntries(Object.entries(found).map(([kind, { at }]) => [kind, at]))
}

export const neededOrderColumns = ['order', 'placed', 'title', 'price'] as const satisfies readonly OrderColumnKind[]
