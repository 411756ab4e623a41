import type { FileKind } from '#features/machinery/file-runs/file-run.ts'
import type { DownloadPlan, PlannedColumn } from './download-kind.ts'
import { feedAttributes, feedColumn } from './feed-attributes.ts'

export type Purpose = 'everything' | 'tax' | 'labels' | 'products'

/** A template that comes with the hub. */
export interface Preset {
  id: string
  kind: FileKind
  purpose: Purpose
  /** Name of the program that it is for, in each language the same; null if it is for no program. */
  program: string | null
  /** Null for all usual columns. */
  plan: DownloadPlan | null
}

const named = (columns: readonly (readonly [name: string, column: string])[]): PlannedColumn[] =>
  columns.map(([name, column]) => ({ name, column: column.includes('.') ? column : `orders.export.${column}` }))

/** Orders to ship, one row each: label programs make a label of each row. */
const toShip = (
  id: string,
  program: string,
  columns: PlannedColumn[],
  form: Partial<Pick<DownloadPlan, 'format' | 'locale'>> = {},
): Preset => ({
  id: `preset-${id}`,
  kind: 'orders',
  purpose: 'labels',
  program,
  plan: { rows: 'to-ship', period: 'all', isPerOrder: true, columns, format: 'CSV', locale: 'en', ...form },
})

const everything = (kind: FileKind): Preset => ({
  id: `preset-everything-${kind}`,
  kind,
  purpose: 'everything',
  program: null,
  plan: null,
})

/** What an accountant books of a month, under its own names. */
const forTaxes = (kind: FileKind, columns: readonly string[]): Preset => ({
  id: `preset-tax-${kind}`,
  kind,
  purpose: 'tax',
  program: null,
  plan: {
    rows: 'all',
    period: 'last-month',
    isPerOrder: true,
    columns: columns.map((column) => ({ column: column.includes('.') ? column : `orders.export.${column}` })),
    format: 'XLSX',
    locale: 'en',
  },
})

/** Presets by purpose: label programs ask once which column means what, Google asks for its own names. */
export const presets: readonly Preset[] = [
  everything('orders'),
  everything('listings'),
  everything('transactions'),
  everything('tracking'),
  forTaxes('orders', [
    'order',
    'placed',
    'paid',
    'word.status',
    'buyerName',
    'word.country',
    'taxNumbers',
    'currency',
    'subtotal',
    'discount',
    'shipping',
    'tax',
    'total',
    'refunded',
  ]),
  forTaxes('transactions', [
    'payments.file.time',
    'payments.column.number',
    'payments.column.kind',
    'order',
    'payments.column.what',
    'currency',
    'word.amount',
    'payments.column.fees',
    'payments.column.net',
    'payments.column.payout',
  ]),
  // Click & Drop maps columns of any name; these are the fields of its API (api.parcel.royalmail.com, v1).
  toShip(
    'click-and-drop',
    'Royal Mail Click & Drop',
    named([
      ['Order reference', 'order'],
      ['Full name', 'shipToName'],
      ['Company name', 'company'],
      ['Address line 1', 'line1'],
      ['Address line 2', 'line2'],
      ['Address line 3', 'line3'],
      ['City', 'city'],
      ['County', 'region'],
      ['Postcode', 'postalCode'],
      ['Country', 'word.country'],
      ['Email address', 'email'],
      ['Phone number', 'word.phone'],
      ['Order date', 'placed'],
      ['Total', 'total'],
      ['Currency code', 'currency'],
    ]),
  ),
  // WorldShip maps columns of any name; these are its address fields (ups.com/worldshiphelp, "Address Book Data Field
  // Descriptions").
  toShip(
    'worldship',
    'UPS WorldShip',
    named([
      ['Customer ID', 'order'],
      ['Company or Name', 'shipToName'],
      ['Attention', 'company'],
      ['Address 1', 'line1'],
      ['Address 2', 'line2'],
      ['Address 3', 'line3'],
      ['City or Town', 'city'],
      ['State/Province/County', 'region'],
      ['Postal Code', 'postalCode'],
      ['Country/Territory', 'word.country'],
      ['Telephone', 'word.phone'],
      ['Email Address', 'email'],
    ]),
  ),
  // The names of the columns in files for the import of "Versenden" in the Post & DHL Geschäftskundenportal, where the state
  // is "Provinz" (dhl.de, help for "Versenden"). Streets and numbers stand apart; countries have three letters.
  toShip(
    'dhl',
    'Post & DHL Geschäftskundenportal',
    named([
      ['Sendungsreferenz', 'order'],
      ['Empfänger Name 1', 'shipToName'],
      ['Empfänger Name 2 / Postnummer', 'company'],
      ['Empfänger Straße', 'reports.column.street'],
      ['Empfänger Hausnummer', 'reports.column.houseNumber'],
      ['Empfänger Adresszusatz 1', 'line2'],
      ['Empfänger Adresszusatz 2', 'line3'],
      ['Empfänger PLZ', 'postalCode'],
      ['Empfänger Ort', 'city'],
      ['Empfänger Provinz', 'region'],
      ['Empfänger Land', 'reports.column.countryLetters'],
      ['Empfänger E-Mail-Adresse', 'email'],
      ['Empfänger Telefonnummer', 'word.phone'],
    ]),
    { format: 'CSV_SEMICOLON', locale: 'de' },
  ),
  // Pirate Ship maps columns of any name and remembers them (support.pirateship.com, articles/1068428); these are the names
  // in its own files of shipments.
  toShip(
    'pirate-ship',
    'Pirate Ship',
    named([
      ['Order ID', 'order'],
      ['Recipient', 'shipToName'],
      ['Company', 'company'],
      ['Email', 'email'],
      ['Phone', 'word.phone'],
      ['Address Line 1', 'line1'],
      ['Address Line 2', 'line2'],
      ['City', 'city'],
      ['State', 'region'],
      ['Zipcode', 'postalCode'],
      ['Country', 'word.country'],
    ]),
  ),
  {
    id: 'preset-google',
    kind: 'product-feed',
    purpose: 'products',
    program: 'Google Merchant Center',
    plan: {
      rows: 'active',
      period: 'all',
      isPerOrder: false,
      columns: feedAttributes.map((name) => ({ column: feedColumn(name) })),
      format: 'TSV',
      locale: 'en',
    },
  },
]

export const findPreset = (id: string): Preset | null => presets.find((each) => each.id === id) ?? null
