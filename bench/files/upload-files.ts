import { trackingOf } from '../open-orders.ts'
import { titleWord, type AddedListing } from './shop.ts'

export interface BenchFile {
  name: string
  kind: 'listings' | 'tracking' | 'orders' | 'costs'
  rows: number
  text: string
}

const fileOf = (file: Omit<BenchFile, 'rows' | 'text'>, [header = '', ...rows]: readonly string[]): BenchFile => ({
  ...file,
  rows: rows.length,
  text: [header, ...rows].join('\n'),
})

/** Files that change listings, create them, and create them with variations. */
export const listingFiles = (listings: readonly AddedListing[]): BenchFile[] => [
  fileOf({ name: 'price and quantity', kind: 'listings' }, [
    'Action,Item number,Start price,Available quantity',
    ...listings.map(({ itemNumber }, n) => `Revise,${itemNumber},${(n % 90) + 5}.49,${(n % 30) + 1}`),
  ]),
  fileOf({ name: 'details by SKU', kind: 'listings' }, [
    'SKU,Title,Condition,C:Mount',
    ...listings.slice(0, 20_000).map(({ sku }) => `${sku},${titleWord} lens ${sku},Used,M`),
  ]),
  fileOf({ name: 'created as drafts', kind: 'listings' }, [
    'Action,CustomLabel,Category,Title,ConditionID,StartPrice,Quantity,Description',
    ...Array.from({ length: 5_000 }, (_, n) => `Add,BFN-${n},,${titleWord} case ${n},3000,12.50,3,A case`),
  ]),
  fileOf({ name: 'products with variants, as drafts', kind: 'listings' }, [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price',
    ...Array.from({ length: 2_500 }, (_, n) => variants(n)).flat(),
  ]),
]

const variants = (product: number) =>
  ['Red', 'Blue', 'Green', 'Black'].map((colour, at) => {
    const title = at === 0 ? `${titleWord} strap ${product}` : ''
    return `bf-${product},${title},Colour,${colour},BFV-${product}-${at},4,19.99`
  })

/** Tracking numbers of orders; eight in a thousand were rounded by a spreadsheet. */
export const trackingFile = (orders: readonly string[]): BenchFile =>
  fileOf({ name: 'tracking numbers', kind: 'tracking' }, [
    'Order number,Carrier,Tracking number',
    ...orders.map((order, n) => `${order},DHL,${n % 125 === 0 ? '4.81203E+13' : trackingOf(n)}`),
  ])

const isoDay = (n: number) => new Date(Date.UTC(2024, 0, 1 + (n % 600))).toISOString().slice(0, 10)

/** An order as Shopify writes it: one item, shipped the day after. */
function shopifyOrder(n: number): string {
  const [at, next] = [isoDay(n), isoDay((n % 600) + 1)]
  const buyer = n % 50_000
  return [
    `#${n + 1001},buyer-${buyer}@example.com,paid,${at} 10:00:10 +0000,fulfilled,${next} 09:00:00 +0000,GBP`,
    `20.00,5.00,0.00,25.00,${at} 10:00:00 +0000,1,Mug ${n % 900},20.00,MUG-${n % 900}`,
    `Buyer ${buyer},${1 + (buyer % 90)} Main Street,Leeds,LS1 1AA,GB`,
  ].join(',')
}

const orderColumns = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Created at',
  'Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku',
  'Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country',
].join(',')

const numbered = (rows: number, row: (n: number) => string) => Array.from({ length: rows }, (_, n) => row(n))

export const orderFile = (name: string, orders: number): BenchFile =>
  fileOf({ name, kind: 'orders' }, [orderColumns, ...numbered(orders, shopifyOrder)])

export const costFile = (rows: number): BenchFile =>
  fileOf({ name: 'unit costs', kind: 'costs' }, [
    'SKU,Unit cost,Currency',
    ...numbered(rows, (n) => `COST-${n},${(n % 50) + 1}.25,GBP`),
  ])
