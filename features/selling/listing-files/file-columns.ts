import { customsFields } from '#features/core/listing/customs-details.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import {
  countNamed,
  fullHeader,
  matchColumns,
  withoutTax,
  type ColumnMatch,
  type FileColumn,
  type Meaning,
} from '#lib/match-columns.ts'
import { keysOf } from '#lib/records.ts'
import { isAmount } from '#lib/written-amount.ts'
import { readAction } from './file-action.ts'
import { isStockReport } from './file-dialects.ts'
import { readFileCondition } from './file-condition.ts'
import { readFormat } from './file-format.ts'
import { weighPictures } from './picture-column.ts'
import { pairUnits, weightKinds, weightNames } from './weight-columns.ts'

// Meanings of the columns in files of listings.

export const policyColumns = {
  shippingPolicy: 'policy.FULFILMENT',
  paymentPolicy: 'policy.PAYMENT',
  returnPolicy: 'policy.RETURN',
} as const
export type PolicyColumn = keyof typeof policyColumns

/** Details of a listing, which its variations share. */
export const detailKinds = [
  'title',
  'description',
  'condition',
  'category',
  'handling',
  'cost',
  ...keysOf(customsFields),
  ...weightKinds,
  'bestOffer',
  'minimumOffer',
  'autoAccept',
  'format',
  ...keysOf(policyColumns),
] as const
export type DetailKind = (typeof detailKinds)[number]

export const columnKinds = [
  'action',
  'item',
  'sku',
  'variation',
  'price',
  'quantity',
  'parts',
  'currency',
  ...detailKinds,
  'weightUnit',
  'pictures',
  'schedule',
  'epid',
  'gtin',
] as const
export type ColumnKind = (typeof columnKinds)[number]

/** Column index by kind, from 0. */
export type ColumnChoice = Partial<Record<ColumnKind, number>>

/** What identifies this shop's listings: values that support the meaning of a column. */
export interface ShopFacts {
  items: { has: (item: string) => boolean }
  skus: { has: (sku: string) => boolean }
  /** Categories of the marketplace, by any of their names. */
  categories: { has: (name: string) => boolean }
  currency: string
}

/** Known headers as programs write them, most likely first. */
const names: Record<ColumnKind, readonly string[]> = {
  action: ['Action', 'Aktion'],
  item: ['Item number', 'ItemID', 'eBay item ID', 'Item ID', 'Artikelnummer', 'Listing ID'],
  sku: [
    'Custom label (SKU)',
    'CustomLabel',
    'Custom label',
    'Variant SKU',
    'SKU',
    'seller-sku',
    'Bestandseinheit (SKU)',
    'Bestandseinheit',
    'Etichetta personalizzata (SKU)',
    'Etykieta niestandardowa (SKU)',
    'Item SKU',
    'Product SKU',
    'Product Code/SKU',
    'Merchant SKU',
    'Article number',
    'Reference',
    'Artikelnummer (SKU)',
    'Artikel-Nr.',
    'Art.-Nr.',
  ],
  variation: ['Relationship details', 'RelationshipDetails', 'Variation details', 'Variantendetails'],
  price: [
    'Start price',
    'StartPrice',
    'Variant Price',
    'Regular price',
    'Price',
    'Current price',
    'Startpreis',
    'Preis',
    'Prezzo di partenza',
    'Cena początkowa',
    'Prix de départ',
    'Prix',
    'Precio de inicio',
    'Precio',
    'Prezzo',
    'Prijs',
    'Unit price',
    'Selling price',
    'Retail price',
    'Standard price',
    'Verkaufspreis',
    'VK',
    'VK brutto',
    'Bruttopreis',
  ],
  quantity: [
    'Available quantity',
    'Quantity',
    'Variant Inventory Qty',
    'Inventory quantity',
    'On hand (new)',
    'On hand',
    'Stock',
    'Available',
    'Verfügbare Menge',
    'Menge',
    'Verfügbar',
    'Bestand',
    'Lager',
    'Quantità disponibile',
    'Dostępna ilość',
    'Quantité disponible',
    'Quantité',
    'Cantidad disponible',
    'Cantidad',
    'Quantità',
    'Aantal',
    'Qty',
    'Stock quantity',
    'Stock level',
    'Current stock',
    'Current Stock Level',
    'Quantity available',
    'Inventory',
    'Lagerbestand',
    'Anzahl',
    'Stückzahl',
  ],
  parts: [
    'Made of',
    'Parts',
    'Kit parts',
    'Bundle items',
    'Bundled items',
    'Bundled Items (JSON-encoded)',
    'Besteht aus',
    'Teile',
  ],
  currency: ['Currency', 'Währung', 'Valuta', 'Waluta', 'Devise', 'Divisa'],
  title: [
    'Title',
    'Item title',
    'Name',
    'item-name',
    'Listing',
    'Titel',
    'Angebot',
    'Bezeichnung',
    'Product name',
    'Product title',
    'Product',
    'Artikelbezeichnung',
    'Artikelname',
    'Produktname',
    'Produkt',
  ],
  description: [
    'Description',
    'Body (HTML)',
    'item-description',
    'Beschreibung',
    'Product description',
    'Artikelbeschreibung',
    'Produktbeschreibung',
  ],
  condition: ['ConditionID', 'Condition ID', 'Condition', 'Zustand', 'Artikelzustand'],
  category: [
    'Category',
    'Category name',
    'eBay category 1 name',
    'Product category',
    'Categories',
    'Kategorie',
    'Product type',
    'Produktkategorie',
    'Warengruppe',
  ],
  handling: ['DispatchTimeMax', 'Handling time', 'Bearbeitungszeit'],
  cost: [
    'Cost per item',
    'Unit cost',
    'Your cost',
    'Einkaufspreis',
    'Kosten',
    'Cost',
    'Cost price',
    'Purchase price',
    'Wholesale price',
    'EK',
  ],
  hsCode: [
    'HS code',
    'Variant HS code',
    'Harmonized System code',
    'Tariff number',
    'Zolltarifnummer',
    'Zolltarifnummer (HS)',
  ],
  originCountry: ['Country of origin', 'Country code of origin', 'Origin country', 'Ursprungsland', 'Herkunftsland'],
  customsDescription: ['Customs description', 'Zollbeschreibung'],
  customsValue: ['Customs value', 'Zollwert'],
  ...weightNames,
  bestOffer: ['BestOfferEnabled', 'Best offer enabled', 'Best offer', 'Preisvorschlag'],
  minimumOffer: ['MinimumBestOfferPrice', 'Minimum best offer price', 'Minimum offer'],
  autoAccept: ['BestOfferAutoAcceptPrice', 'Best offer auto accept price', 'Auto-accept price'],
  format: ['Format', 'Listing format', 'Angebotsformat'],
  shippingPolicy: ['ShippingProfileName', 'Shipping profile name', 'Shipping policy', 'Versandrichtlinie'],
  paymentPolicy: ['PaymentProfileName', 'Payment profile name', 'Payment policy', 'Zahlungsrichtlinie'],
  returnPolicy: ['ReturnProfileName', 'Return profile name', 'Return policy', 'Rückgaberichtlinie'],
  pictures: [
    'PicURL',
    'Item photo URL',
    'Image Src',
    'Product image URL',
    'Images',
    'Image URL',
    'image_link',
    'Main image URL',
    'Bilder',
    'Bild-URL',
    'Image',
    'Picture URL',
    'Photo URL',
    'Bild',
  ],
  schedule: ['ScheduleTime', 'Schedule time', 'Startzeit'],
  epid: ['P:EPID', 'ePID', 'Product:EPID', 'eBay product ID(ePID)', 'Product reference ID'],
  gtin: [
    'P:UPC',
    'P:EAN',
    'P:ISBN',
    'Product:UPC',
    'Product:EAN',
    'Product:ISBN',
    'UPC',
    'EAN',
    'GTIN',
    'ISBN',
    'Variant Barcode',
    'Barcode',
    'GTIN, UPC, EAN, or ISBN',
    'EAN/GTIN',
    'GTIN/EAN',
    'EAN code',
    'EAN13',
  ],
}

/** Less weight than an unnamed column needs: any column of numbers would fit as price or quantity, such as watchers. */
const numberWeight = 0.45

const weighs = (facts: ShopFacts): Partial<Record<ColumnKind, (value: string) => number>> => ({
  action: (value) => (readAction(value) === null ? 0 : 1),
  item: (value) => (facts.items.has(value.trim()) ? 1 : parseItemNumber(value) === null ? 0 : 0.6),
  sku: (value) => (facts.skus.has(value.trim()) ? 1 : 0),
  variation: (value) => (/^[^=;:]+[=:][^=;:]+(?:[;,][^=;:]+[=:][^=;:]+)*$/.test(value) ? numberWeight : 0),
  price: (value) => (isAmount(value) && /\d/.test(value) ? numberWeight : 0),
  quantity: (value) => (/^\s*\d{1,7}\s*$/.test(value) ? numberWeight : 0),
  currency: (value) => (isCurrency(value.trim()) ? 0.8 : 0),
  condition: (value) => (readFileCondition(value) === null ? 0 : numberWeight),
  category: (value) => (facts.categories.has(value.trim()) ? 1 : 0),
  cost: (value) => (isAmount(value) && /\d/.test(value) ? numberWeight : 0),
  format: (value) => (readFormat(value) === null ? 0 : numberWeight),
  pictures: weighPictures,
})

/** Meanings whose columns only name a listing. */
const keys: ReadonlySet<ColumnKind> = new Set(['action', 'item', 'sku', 'variation', 'currency', 'weightUnit'])

const meaningsOf = (weigh: Partial<Record<ColumnKind, (value: string) => number>>): Meaning<ColumnKind>[] =>
  columnKinds.map((kind) => {
    const weighOf = weigh[kind]
    const more = { ...(weighOf ? { weigh: weighOf } : {}), ...(kind === 'price' ? { otherwise: withoutTax } : {}) }
    return { kind, names: names[kind], isKey: keys.has(kind), ...more }
  })

export const namedColumns = countNamed(meaningsOf({}))

export function findColumns(columns: readonly FileColumn[], facts: ShopFacts): ColumnChoice {
  const meanings = meaningsOf(weighs(facts))
  const { action, category, item, ownWeight, weightUnit: _, ...found } = matchColumns(columns, meanings, facts.currency)
  const matches = {
    ...found,
    ...(action && mayBeActions(action, columns[action.at]) ? { action } : {}),
    // An unmatched column has another program's categories and is not used, nor are ids that are no numbers, as Amazon's.
    ...(category && category.evidence.fits > 0 ? { category } : {}),
    ...(item && mayBeNumbers(columns[item.at]) ? { item } : {}),
    // German shop programs call their SKU what eBay calls its item number.
    ...(item && !found.sku && !mayBeNumbers(columns[item.at]) && isArticleNumber(columns[item.at])
      ? { sku: item }
      : {}),
  }
  const choice: ColumnChoice = Object.fromEntries(Object.entries(matches).map(([kind, { at }]) => [kind, at]))
  if (isStockReport(columns.map(({ header }) => header)))
    return Object.fromEntries(stockKinds.flatMap((kind) => (choice[kind] === undefined ? [] : [[kind, choice[kind]]])))
  return { ...choice, ...pairUnits(columns, ownWeight?.at) }
}

/** What a report of stock and prices says. */
const stockKinds = ['action', 'item', 'sku', 'variation', 'price', 'quantity', 'currency'] as const

/** Shops have columns of states, some of whose words are actions, too. */
const mayBeActions = ({ evidence: { isNamed, fits, filled } }: ColumnMatch, column?: FileColumn) =>
  isNamed || (fits === filled && fullHeader(column?.header ?? '') !== 'status')

const isArticleNumber = (column?: FileColumn) => fullHeader(column?.header ?? '') === 'artikelnummer'

/** Whether a column has numbers, also damaged ones, or is empty. */
const mayBeNumbers = ({ values }: Pick<FileColumn, 'values'> = { values: [] }) => {
  const filled = values.filter((value) => value.trim() !== '')
  return filled.length === 0 || filled.some((value) => /^\D?[\d.,e+ ]+\D?$/i.test(value))
}

/** Whether rows can be applied: they name a listing. */
export const isEnough = ({ item, sku }: ColumnChoice): boolean => item !== undefined || sku !== undefined
