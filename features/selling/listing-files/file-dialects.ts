import { plainHeader } from '#lib/match-columns.ts'
import { sampleColumns, type TableFile } from '#lib/table-file.ts'
import { isAspectColumn } from './aspect-columns.ts'
import { unusedReason } from './unused-columns.ts'

/** Programs whose files of listings are known. Their columns are matched like any other; the name tells the seller. */
export const dialects = [
  'ebayPriceQuantity',
  'ebayTemplate',
  'ebayDraft',
  'ebayEnd',
  'ebayActive',
  'shopify',
  'woocommerce',
  'etsy',
  'amazon',
  'hub',
] as const
export type Dialect = (typeof dialects)[number]

const ebayActive = ['item number', 'available quantity', 'watchers', 'sold quantity']

/** Headers that a program's files have; `|` separates other names of a column. Files with the most headers come first. */
const signatures: readonly (readonly [Dialect, readonly string[]])[] = [
  ['ebayActive', ebayActive],
  ['ebayPriceQuantity', ['action', 'item number', 'available quantity|start price']],
  ['ebayDraft', ['action', 'category id', 'item photo url']],
  ['ebayTemplate', ['action', 'customlabel', 'category', 'title']],
  ['ebayEnd', ['action', 'itemid|item number', 'endingreason|ending reason|end reason']],
  ['shopify', ['handle|url handle', 'variant sku|sku', 'variant price|price|title']],
  ['woocommerce', ['type', 'sku', 'regular price', 'name|stock|published']],
  ['etsy', ['title', 'price', 'currency code', 'image1', 'variation 1 values']],
  ['amazon', ['seller sku|sku', 'asin1|asin|product id', 'price|quantity']],
  ['hub', ['item number', 'listing', 'sku', 'ended because']],
  ['hub', ['artikelnummer', 'angebot', 'sku', 'beendet weil']],
]

/** Headers of reports of stock and prices; those with `!` are missing. */
const stockReports = [
  ['action', 'item number', 'listing site', 'available quantity|start price'],
  ['handle', 'sku', 'coo|location', '!price'],
  ['fnsku', 'asin'],
  ['type', 'sku', 'name', 'stock', '!regular price', '!description'],
] as const
/** Headers of reports of listings, of which new ones are made. */
const listingReports = [ebayActive, ['seller sku', 'item name', 'asin1']] as const

const fits =
  (header: readonly string[]) =>
  (names: readonly string[]): boolean => {
    const has = new Set(header.map((field) => plainHeader(field).replaceAll(',', '')))
    return names.every((name) =>
      name.startsWith('!') ? !has.has(name.slice(1)) : name.split('|').some((each) => has.has(each)),
    )
  }

export function recogniseDialect(header: readonly string[]): Dialect | null {
  const isIt = fits(header)
  return signatures.find(([, names]) => isIt(names))?.[0] ?? null
}

/** Whether what a file says of a product, besides its stock and price, only tells people which it is. */
export const isStockReport = (header: readonly string[]): boolean => stockReports.some(fits(header))

/** Whether a file reports another shop's listings: here it revises only stock and prices. */
export const isListingReport = (header: readonly string[]): boolean => listingReports.some(fits(header))

/** Headers of reports of orders, whose quantities are sold, not in stock. */
const orderHeaders = new Set([
  'order number',
  'order id',
  'amazon order id',
  'sales record number',
  'buyer username',
  'lineitem name',
  'bestellnummer',
])

/** Numbers of orders as eBay and Amazon write them. */
const orderNumber = /^\s*(?:\d{2}-\d{5}-\d{5}|\d{3}-\d{7}-\d{7})\s*$/

/** Whether a file reports orders, and with them buyers: by its header, or by a column of order numbers. */
export const isOfOrders = (file: Pick<TableFile, 'header' | 'sample'>): boolean =>
  file.header.some((field) => orderHeaders.has(plainHeader(field))) ||
  sampleColumns(file).some(({ values }) => {
    const filled = values.filter((value) => value.trim() !== '')
    return filled.length > 0 && filled.filter((value) => orderNumber.test(value)).length * 2 > filled.length
  })

/** Whether a file has a column of which nothing is known: it may name buyers. Those of known programs are of products. */
export const hasUnknownColumn = (
  header: readonly string[],
  { dialect, columns }: { dialect: string | null; columns: Readonly<Partial<Record<string, number>>> },
): boolean => {
  const used = new Set(Object.values(columns))
  const isKnown = (field: string, at: number) => used.has(at) || isAspectColumn(field) || unusedReason(field) !== null
  return dialect === null && !header.every(isKnown)
}
