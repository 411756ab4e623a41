// Files of tracking numbers as marketplaces and shipping programs write them, recognised by their columns.

/** What a column holds. */
export const columnKinds = [
  'order',
  'tracking',
  'carrier',
  'service',
  'shipped',
  'line',
  'item',
  'sku',
  'units',
] as const
export type ColumnKind = (typeof columnKinds)[number]

/** A kind of file: what it is called, and the columns by which it is known. */
interface Dialect {
  name: string
  /** All must be there. */
  detect: readonly string[]
}

/** Narrow ones first: the first whose columns are all there is taken. */
const dialects: readonly Dialect[] = [
  { name: 'eBay tracking upload', detect: ['Order Number', 'Shipping Carrier Used', 'Tracking Number'] },
  { name: 'eBay MIP fulfilment', detect: ['Order ID', 'Shipment Carrier', 'Shipment Tracking'] },
  { name: 'eBay orders report', detect: ['Sales Record Number', 'Order Number', 'Tracking Number'] },
  { name: 'Seller Hub orders', detect: ['Order', 'Tracking number'] },
  { name: 'Amazon shipping confirmation', detect: ['order-id', 'carrier-code', 'tracking-number'] },
  { name: 'Etsy', detect: ['Order ID', 'Tracking Number'] },
  { name: 'Shopify', detect: ['Name', 'Tracking Number'] },
]

/** Names that columns have; the first found of each kind counts. */
const names: Record<ColumnKind, readonly string[]> = {
  order: [
    'order number',
    'order id',
    'orderid',
    'order no',
    'order',
    'orderno',
    'name',
    'reference',
    'bestellnummer',
    'bestellung',
    'bestell nr',
  ],
  tracking: [
    'tracking number',
    'shipment tracking',
    'tracking no',
    'tracking id',
    'tracking',
    'tracking numbers',
    'sendungsnummer',
    'paketnummer',
    'trackingnummer',
  ],
  carrier: [
    'shipping carrier used',
    'shipment carrier',
    'carrier',
    'tracking company',
    'carrier name',
    'carrier code',
    'courier',
    'versanddienst',
    'versanddienstleister',
  ],
  service: ['shipping service', 'service', 'versandart'],
  shipped: [
    'shipped on date',
    'shipped on',
    'shipped date',
    'ship date',
    'date shipped',
    'shipped',
    'versanddatum',
    'versendet am',
  ],
  line: ['line item id', 'lineitemid'],
  item: ['item number', 'item id', 'artikelnummer'],
  sku: ['custom label', 'custom label (sku)', 'sku', 'lineitem sku'],
  units: ['quantity', 'shipped quantity', 'units', 'menge', 'anzahl'],
}

/** Where what stands in a file. */
export interface Header {
  /** What kind of file it is; null where only its columns were understood. */
  dialect: string | null
  /** By kind, the place of the column and its name as the file has it. */
  columns: Partial<Record<ColumnKind, { at: number; name: string }>>
}

/** No column has a longer name: what stands in its place is text, and not worth looking through. */
const longestName = 100

/** `Shipped on (London)` is `shipped on`; `*Order Number` and `order-number` are `order number`. */
const plain = (name: string) =>
  withoutRemark(name.slice(0, longestName)).replaceAll(/[*_-]/g, ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Looked for only where there is one: each bracket of a name that has no end would be tried. */
const withoutRemark = (name: string) => (name.endsWith(')') ? name.replace(/\((?!sku).*\)$/i, '') : name)

/** Reads a row as a header; null where it names no order or no tracking number. */
export function readHeader(fields: readonly string[]): Header | null {
  const found = fields.map(plain)
  const columns: Header['columns'] = {}
  for (const kind of columnKinds) {
    const name = names[kind].find((known) => found.includes(known))
    if (name === undefined) continue
    const at = found.indexOf(name)
    columns[kind] = { at, name: (fields[at] ?? '').trim() }
  }
  if (!columns.order || !columns.tracking) return null
  const dialect = dialects.find(({ detect }) => detect.every((name) => found.includes(plain(name))))
  return { dialect: dialect?.name ?? null, columns }
}
