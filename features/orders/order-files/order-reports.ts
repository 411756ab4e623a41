import { plainHeader } from '#lib/match-columns.ts'
import { sampleColumns, type TableFile } from '#lib/table-file.ts'
import type { AmountForm } from './order-amounts.ts'
import type { OrderColumns } from './order-columns.ts'

// Reports of orders as their programs write them.

/** Programs whose reports of orders are known. */
export type OrderDialect = 'ebayOrders' | 'shopifyOrders' | 'etsyItems' | 'amazonOrders' | 'wooOrders'

/** What is known of a program's reports of orders. */
interface OrderReport {
  dialect: OrderDialect
  /** Headers that they have; `|` separates other names of a column. */
  has: readonly string[]
  /** What its order numbers look like, if they tell the program. */
  number?: RegExp
  /** Marketplace of their user names. */
  source: string
  /** How they write amounts, by the currency. */
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
    number: /^\d{2}-\d{5}-\d{5}$/,
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

/** What a file shows of the program that wrote it. */
type Shown = Pick<TableFile, 'header' | 'sample'>

/** The report of orders that a file is; null if its program is unknown. Order numbers make up for missing columns. */
export function orderReportOf(file: Shown): OrderReport | null {
  const headers = new Set(file.header.map(plainHeader))
  const named = ({ has }: OrderReport) =>
    has.filter((called) => called.split('|').some((name) => headers.has(name))).length
  return (
    reports.find((report) => named(report) === report.has.length) ??
    reports.find((report) => named(report) >= report.has.length / 2 && hasNumbers(file, report)) ??
    null
  )
}

const hasNumbers = (file: Shown, { number }: OrderReport) =>
  number !== undefined &&
  sampleColumns(file).some(({ values }) => {
    const filled = values.map((value) => value.trim()).filter((value) => value !== '')
    return filled.length > 0 && filled.every((value) => number.test(value))
  })

/** Tells which program wrote a report of orders; null if it is unknown. */
export const recogniseOrders = (file: Shown): OrderDialect | null => orderReportOf(file)?.dialect ?? null

/** Headers that say that a price is of one unit. */
const unitPrices = new Set(['unit price', 'item cost', 'lineitem price', 'einzelpreis', 'stückpreis'])

/** What a file's program, or the name of its price, says of its amounts. */
export function knownForm(file: Shown, columns: OrderColumns, currency: string): AmountForm {
  const { header } = file
  const report = orderReportOf(file)
  if (report) return report.form(currency)
  return columns.price !== undefined && unitPrices.has(plainHeader(header[columns.price] ?? ''))
    ? { price: 'UNIT' }
    : {}
}
