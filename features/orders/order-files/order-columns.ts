import { isCurrency } from '#lib/iso-codes.ts'
import { countNamed, fullHeader, matchColumns, withoutTax, type FileColumn, type Meaning } from '#lib/match-columns.ts'
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

/** Headers of the recipient's address. */
const toBuyer = (...of: readonly string[]) =>
  of.flatMap((name) => ['Ship To', 'Post to', 'Shipping', 'Ship', 'Delivery'].map((before) => `${before} ${name}`))

/** Known headers of eBay, Shopify, Etsy, Amazon, WooCommerce and shop programs, most likely first. */
const names: Record<OrderColumnKind, readonly string[]> = {
  order: [
    'Order Number',
    'Order ID',
    'Amazon Order ID',
    'Bestellnummer',
    'Order',
    'Order No',
    'Order Reference',
    'Auftragsnummer',
    'Bestell-Nr.',
    'Auftrags-Nr.',
    'Name',
  ],
  placed: [
    'Sale Date',
    'Created at',
    'Order Date',
    'Purchase Date',
    'Verkauft am',
    'Verkaufsdatum',
    'Bestelldatum',
    'Date',
    'Ordered at',
    'Date of Order',
    'Date Ordered',
    'Auftragsdatum',
    'Datum',
  ],
  paid: [
    'Paid On Date',
    'Paid at',
    'Date Paid',
    'Payments Date',
    'Zahlungsdatum',
    'Bezahldatum',
    'Paid on',
    'Bezahlt am',
  ],
  shipped: [
    'Shipped On Date',
    'Fulfilled at',
    'Date Shipped',
    'Shipment Date',
    'Versanddatum',
    'Verschickt am - Datum',
    'Shipped on',
    'Shipped at',
    'Ship Date',
    'Shipping Date',
    'Dispatched on',
    'Dispatched on date',
    'Dispatch Date',
    'Versendet am',
    'Verschickt am',
    'Shipped',
    'Versendet',
  ],
  cancelled: ['Cancelled at', 'Cancelled On Date', 'Storniert am'],
  payment: ['Financial Status', 'Payment Status', 'Zahlungsstatus'],
  fulfilment: ['Fulfillment Status', 'Order Status', 'Versandstatus', 'Bestellstatus', 'Auftragsstatus', 'Status'],
  total: [
    'Total Price',
    'Total',
    'Order Total',
    'Order Total Amount',
    'Gesamtbetrag',
    'Gesamtpreis',
    'Gesamtsumme',
    'Grand Total',
    'Rechnungsbetrag',
    'Endbetrag',
  ],
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
    'Shipping Cost',
    'Postage',
    'Porto',
  ],
  shippingTax: ['Shipping Tax'],
  shippingDiscount: ['Ship Promotion Discount'],
  giftWrap: ['Gift Wrap Price'],
  giftWrapTax: ['Gift Wrap Tax'],
  tax: [
    'Seller Collected Tax',
    'Taxes',
    'Order Sales Tax',
    'Order Total Tax Amount',
    'Item Tax',
    'Tax',
    'Steuern',
    'Tax Total',
    'VAT',
    'MwSt',
    'Mehrwertsteuer',
  ],
  discount: ['Discount Amount', 'Order Discount', 'Cart Discount Amount', 'Rabatt'],
  refunded: ['Refunded Amount', 'Refund', 'Order Refund Amount', 'Erstattet'],
  currency: ['Currency', 'Währung', 'Currency Code', 'Order Currency Code'],
  buyer: ['Buyer Username', 'Buyer', 'Nutzername des Käufers', 'Käufer'],
  buyerName: [
    'Buyer Name',
    'Billing Name',
    'Name des Käufers',
    'Customer Name',
    'Customer',
    'Käufername',
    'Kundenname',
    'Kunde',
  ],
  email: [
    'Buyer Email',
    'Email',
    'Email (Billing)',
    'E-Mail des Käufers',
    'E-Mail',
    'Customer Email',
    'Email Address',
    'E-Mail-Adresse',
  ],
  note: ['Buyer Note', 'Notes', 'Customer Note', 'Nachricht des Käufers'],
  service: [
    'Shipping Service',
    'Delivery Service',
    'Shipping Method',
    'Ship Service Level',
    'Shipping Method Title',
    'Versandservice',
  ],
  delivery: ['Delivery Method', 'Lieferart'],
  tracking: ['Tracking Number', 'Sendungsnummer', 'Tracking', 'Tracking Code', 'Trackingnummer'],
  name: [
    ...toBuyer('Name'),
    'Recipient Name',
    'First Name (Shipping)',
    'Empfänger',
    'Name des Empfängers',
    'Full Name',
    'Recipient',
    'First Name',
    'Lieferadresse Vorname',
    'Vorname',
    'Name',
  ],
  lastName: ['Last Name (Shipping)', 'Last Name', 'Lieferadresse Nachname', 'Nachname'],
  company: ['Shipping Company', 'Ship To Company', 'Company (Shipping)', 'Firma', 'Company'],
  line1: [
    ...toBuyer('Address 1', 'Address1'),
    'Address 1&2 (Shipping)',
    'Straße',
    'Shipping Street 1',
    'Shipping Street',
    'Address Line 1',
    'Address 1',
    'Address',
    'Street 1',
    'Street',
    'Lieferadresse Strasse',
    'Strasse',
    'Adresse',
    'Anschrift',
  ],
  line2: [
    ...toBuyer('Address 2', 'Address2'),
    'Adresszusatz',
    'Shipping Street 2',
    'Address Line 2',
    'Address 2',
    'Street 2',
  ],
  city: [...toBuyer('City'), 'City (Shipping)', 'Ort', 'Shipping Suburb', 'Lieferadresse Ort', 'City', 'Town', 'Stadt'],
  region: [...toBuyer('State', 'County', 'Province'), 'State Code (Shipping)', 'Bundesland', 'County', 'Province'],
  postcode: [
    ...toBuyer('Zip', 'Postcode', 'Zipcode', 'Postal Code'),
    'Postcode (Shipping)',
    'PLZ',
    'Postleitzahl',
    'Lieferadresse PLZ',
    'Postcode',
    'Postal Code',
    'Zip',
    'Zip Code',
  ],
  country: [...toBuyer('Country'), 'Country Code (Shipping)', 'Land', 'Lieferadresse Land', 'Country', 'Country Code'],
  phone: [...toBuyer('Phone', 'Phone Number'), 'Phone (Billing)', 'Telefon', 'Phone', 'Phone Number', 'Telephone'],
  title: [
    'Item Title',
    'Lineitem name',
    'Item Name',
    'Product Name',
    'Title',
    'Angebotstitel',
    'Artikelbezeichnung',
    'Artikel',
    'Product Title',
    'Item Description',
    'Item',
    'Product',
    'Artikelname',
    'Produktname',
    'Produkt',
    'Bezeichnung',
    'Titel',
  ],
  sku: [
    'Custom Label',
    'Custom label (SKU)',
    'Lineitem sku',
    'SKU',
    'Bestandseinheit',
    'Bestandseinheit (SKU)',
    'Item SKU',
    'Product SKU',
    'Seller SKU',
    'Merchant SKU',
    'Artikelnummer',
    'Artikelnummer (SKU)',
    'Artikel-Nr.',
    'Art.-Nr.',
  ],
  quantity: [
    'Quantity',
    'Lineitem quantity',
    'Quantity Purchased',
    'Quantity Shipped',
    'Menge',
    'Anzahl',
    'Stückzahl',
    'Qty',
    'Units',
    'Item Quantity',
  ],
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
    'Product Price',
    'VK Brutto',
    'Bruttopreis',
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
  const { lastName, ...others } = Object.fromEntries(Object.entries(found).map(([kind, { at }]) => [kind, at]))
  // A full name beside it has the last name already.
  const isInParts = /\b(?:first name|vorname)\b/i.test(fullHeader(columns[found.name?.at ?? -1]?.header ?? ''))
  return isInParts && lastName !== undefined ? { ...others, lastName } : others
}

export const neededOrderColumns = ['order', 'placed', 'title', 'price'] as const satisfies readonly OrderColumnKind[]
