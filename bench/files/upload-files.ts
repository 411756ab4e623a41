import { trackingOf } from '../open-orders.ts'
import { titleWord, type AddedListing } from './shop.ts'

export interface BenchFile {
  name: string
  kind: 'listings' | 'tracking'
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
