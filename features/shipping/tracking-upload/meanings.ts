import { guessCarrier, isProven, plainNumber, readCarrier, type Carrier } from '#features/core/carrier/carrier.ts'
import { isTrackingNumber } from '#features/shipping/fulfilment/parcel.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { damagedDigits } from '#lib/damaged-digits.ts'
import { kindOfHeader, plainHeader, type Meaning } from '#lib/match-columns.ts'
import { isWrittenDay } from '#lib/written-day.ts'
import { orderKeys } from './order-keys.ts'
import { plainName, plainPostcode } from './recipient.ts'
import { isLabelStatus } from './label-status.ts'

// The possible meanings of columns in a tracking file, and the evidence for each.

export const columnKinds = [
  'order',
  'tracking',
  'carrier',
  'service',
  'shipped',
  'status',
  'voided',
  'recipient',
  'postcode',
  'line',
  'item',
  'sku',
  'units',
] as const
export type ColumnKind = (typeof columnKinds)[number]

/** Column index by kind, from 0. */
export type ColumnChoice = Partial<Record<ColumnKind, number>>

/** Recipients are often in two columns: headers of the first and, in the same order, of the second. */
export const firstNames = ['first name', 'recipient first name', 'ship to first name', 'vorname']
export const lastNames = ['last name', 'recipient last name', 'ship to last name', 'nachname']
/** Headers of the carrier's name beside its code, which says `Other` for carriers that a program does not list. */
export const carrierNames = ['carrier name', 'courier name', 'carrier', 'other carrier', 'other carrier name']

/** Known column headers, most common first. */
const names: Record<ColumnKind, readonly string[]> = {
  order: [
    'order number',
    'order id',
    'orderid',
    'order no',
    'order',
    'orderno',
    'reference',
    'reference number',
    'order reference',
    'customer reference',
    'name',
    'bestellnummer',
    'bestellung',
    'bestell nr',
    'auftragsnummer',
    'referenz',
    'merchant order id',
    'external order id',
    'sales order',
    'order ref',
    'your reference',
    'shipment reference',
    'sendungsreferenz',
    'auftrags nr',
    'kundenreferenz',
    'referenznummer',
  ],
  tracking: [
    'tracking number',
    'shipment tracking',
    'tracking no',
    'tracking id',
    'tracking',
    'tracking numbers',
    'tracking code',
    'tracking #',
    'shipment number',
    'sendungsnummer',
    'paketnummer',
    'trackingnummer',
    'sendungsverfolgungsnummer',
    'consignment number',
    'awb number',
    'awb',
    'tracking reference',
    'consignment',
    'parcel number',
    'waybill',
    'waybill number',
    'sendungs nr',
    'sendungsnr',
    'paket nr',
    'trackingcode',
  ],
  carrier: [
    'shipping carrier used',
    'shipment carrier',
    'carrier',
    'tracking company',
    'carrier name',
    'carrier code',
    'shipping carrier',
    'courier',
    'provider',
    'versanddienst',
    'versanddienstleister',
    'shipping company',
    'shipping provider',
    'courier name',
    'delivery company',
    'versandunternehmen',
    'paketdienst',
    'zusteller',
    'shipped with',
    'versand durch',
    'dienstleister',
  ],
  service: ['shipping service', 'service', 'ship method', 'shipping method', 'versandart'],
  shipped: [
    'shipped on date',
    'shipped on',
    'shipped date',
    'ship date',
    'date shipped',
    'shipped',
    'shipping date',
    'dispatch date',
    'versanddatum',
    'versendet am',
    'shipment date',
    'despatch date',
    'dispatched',
    'dispatched on',
    'dispatched on date',
    'sendungsdatum',
    'verschickt am',
    'versendet',
    'versandt am',
  ],
  status: ['status', 'label status', 'shipping status', 'logistics status', 'shipment status', 'sendungsstatus'],
  voided: ['voided', 'void', 'is voided', 'void indicator', 'voided on', 'void date', 'refund status', 'storniert'],
  recipient: [
    'recipient',
    'recipient name',
    'ship to name',
    'shipping name',
    'receiver',
    'customer name',
    'buyer name',
    'full name',
    'name',
    'customer',
    'to',
    'empfänger',
    'kunde',
    'delivery name',
    'addressee',
    'consignee',
    'consignee name',
    'empfängername',
    'name des empfängers',
    'empfänger name 1',
    ...firstNames,
  ],
  postcode: [
    'postcode',
    'postal code',
    'zip',
    'zip code',
    'zipcode',
    'ship to zip',
    'ship to postcode',
    'shipping zip',
    'recipient postcode',
    'postleitzahl',
    'plz',
    'delivery postcode',
    'ship to postal code',
    'consignee postcode',
    'plz empfänger',
    'empfänger plz',
  ],
  line: ['line item id', 'lineitemid'],
  item: ['item number', 'item id', 'artikelnummer'],
  sku: ['custom label', 'custom label (sku)', 'sku', 'lineitem sku'],
  units: ['quantity', 'shipped quantity', 'units', 'menge', 'anzahl', 'qty', 'stückzahl'],
}

const named: readonly Meaning<ColumnKind>[] = columnKinds.map((kind) => ({ kind, names: names[kind] }))

/** Number of kinds that a line names; several mean that it is a header. */
export const namedKinds = (fields: readonly string[]) =>
  new Set(fields.flatMap((field) => kindOfHeader(field, named) ?? [])).size

export interface ShopFacts {
  /** Orders by number and marketplace id. */
  orders: { has: (key: string) => boolean }
  /** Recipients of open orders, normalized by `plainName` and `plainPostcode`. */
  recipients: ReadonlySet<string>
  postcodes: ReadonlySet<string>
  items: ReadonlySet<string>
  skus: ReadonlySet<string>
}

/** Evidence from the format alone, less than from a value the shop knows. */
const formOnly = 0.5
/** A value that fits other kinds too: it supports a header but is not sufficient. */
const weak = 0.2

export function meaningsFor(facts: ShopFacts, carriers: readonly Carrier[]): Meaning<ColumnKind>[] {
  const weighs: Partial<Record<ColumnKind, (value: string) => number>> = {
    order: (value) =>
      orderKeys(value).some((key) => facts.orders.has(key)) ? 1 : parseOrderNumber(value) === null ? 0 : formOnly,
    tracking: (value) => trackingWeight(value, carriers),
    carrier: (value) => (readCarrier(carriers, value.trim()).carrier ? 1 : 0),
    shipped: (value) => (isWrittenDay(value) ? weak : 0),
    status: (value) => (isLabelStatus(value) ? 0.9 : 0),
    recipient: (value) => (facts.recipients.has(plainName(value)) ? 1 : 0),
    postcode: (value) => (facts.postcodes.has(plainPostcode(value)) ? 0.9 : 0),
    item: (value) => (facts.items.has(value.trim()) ? 1 : 0),
    sku: (value) => (facts.skus.has(value.trim()) ? 0.9 : 0),
    units: (value) => (/^\d{1,4}$/.test(value.trim()) ? weak : 0),
  }
  return columnKinds.map((kind) => {
    const weigh = weighs[kind]
    return { kind, names: names[kind], ...(weigh ? { weigh } : {}) }
  })
}

function trackingWeight(value: string, carriers: readonly Carrier[]): number {
  const damaged = damagedDigits(value)
  if (damaged)
    return damaged.before && isProven(carriers, damaged.before) ? 0.8 : damaged.damage === 'exponent' ? formOnly : 0
  const plain = plainNumber(value.replaceAll(/^['"#*]+|['"#*]+$/g, ''))
  if (!isTrackingNumber(plain) || parseOrderNumber(value) !== null) return 0
  const { isSure, carriers: guessed } = guessCarrier(carriers, plain)
  if (isSure) return 1
  return guessed.length > 0 || /\d{8}/.test(plain) ? weak : 0
}

/** Known export formats, identified by their columns; narrow ones first. */
const dialects: readonly { name: string; detect: readonly string[] }[] = [
  { name: 'eBay tracking upload', detect: ['Order Number', 'Shipping Carrier Used', 'Tracking Number'] },
  { name: 'eBay MIP fulfilment', detect: ['Order ID', 'Shipment Carrier', 'Shipment Tracking'] },
  { name: 'eBay orders report', detect: ['Sales Record Number', 'Order Number', 'Tracking Number'] },
  { name: 'Seller Hub orders', detect: ['Order', 'Tracking number'] },
  { name: 'Amazon shipping confirmation', detect: ['order-id', 'carrier-code', 'tracking-number'] },
]

export function dialectOf(header: readonly string[]): string | null {
  const found = new Set(header.map(plainHeader))
  return dialects.find(({ detect }) => detect.every((name) => found.has(plainHeader(name))))?.name ?? null
}

/** Whether order and tracking number can be determined. */
export const isEnough = ({ order, tracking, recipient, postcode }: ColumnChoice) =>
  tracking !== undefined && (order !== undefined || (recipient !== undefined && postcode !== undefined))
