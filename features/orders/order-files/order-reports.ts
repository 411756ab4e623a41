import { plainHeader } from '#lib/match-columns.ts'
import { recogniseFile, type FileSignature, type ShownFile } from '#lib/recognise-file.ts'
import type { AmountForm } from './order-amounts.ts'
import { otherUnitPrices } from './headers-in-other-languages.ts'
import type { OrderColumns } from './order-columns.ts'

// Reports of orders as their programs write them.

export type OrderDialect = 'ebayOrders' | 'shopifyOrders' | 'etsyItems' | 'amazonOrders' | 'wooOrders'

interface OrderReport extends FileSignature {
  dialect: OrderDialect
  source: string
  form: (currency: string) => AmountForm
}

const perUnit = { price: 'UNIT', shipping: 'ORDER', discount: 'ORDER' } as const

/** Currencies of the countries whose Amazon adds tax to its prices. */
const amazonAddsTax = new Set(['USD', 'CAD'])

const reports: readonly OrderReport[] = [
  {
    dialect: 'ebayOrders',
    has: [
      'sales record number|verkaufsprotokollnummer',
      'order number|bestellnummer',
      'buyer username|nutzername des käufers',
    ],
    source: 'ebay',
    form: () => ({ ...perUnit, tax: 'ADDED' }),
  },
  {
    dialect: 'shopifyOrders',
    has: ['name', 'financial status', 'lineitem name'],
    source: 'shopify',
    // Whether tax is in the prices is a setting of the shop.
    form: () => perUnit,
  },
  {
    dialect: 'etsyItems',
    has: ['sale date', 'item name', 'transaction id', 'listing id'],
    source: 'etsy',
    form: () => ({ ...perUnit, discount: 'ROW', tax: 'ADDED' }),
  },
  {
    // “All orders” and “Orders”: `item-price` is what all units of the line cost.
    dialect: 'amazonOrders',
    has: ['amazon order id|order id', 'purchase date', 'item price', 'item tax'],
    number: /^\d{3}-\d{7}-\d{7}$/,
    source: 'amazon',
    form: (currency) => ({
      price: 'LINE',
      shipping: 'ROW',
      discount: 'ROW',
      tax: amazonAddsTax.has(currency) ? 'ADDED' : 'INCLUDED',
    }),
  },
  {
    dialect: 'wooOrders',
    has: ['order number', 'order status', 'order total amount', 'item name', 'item cost'],
    source: 'woocommerce',
    form: () => perUnit,
  },
]

export const orderReportOf = (file: ShownFile): OrderReport | null => recogniseFile(reports, file)

export const recogniseOrders = (file: ShownFile): OrderDialect | null => orderReportOf(file)?.dialect ?? null

/** Headers that say that a price is of one unit. */
const unitPrices = new Set([
  'unit price',
  'item cost',
  'lineitem price',
  'einzelpreis',
  'stückpreis',
  ...otherUnitPrices,
])

/** What a file's program, or the name of its price, says of its amounts. */
export function knownForm(file: ShownFile, columns: OrderColumns, currency: string): AmountForm {
  const { header } = file
  const report = orderReportOf(file)
  if (report) return report.form(currency)
  return columns.price !== undefined && unitPrices.has(plainHeader(header[columns.price] ?? ''))
    ? { price: 'UNIT' }
    : {}
}
