import { titleWord, type AddedListing } from './shop.ts'

export interface BenchFile {
  name: string
  rows: number
  text: string
}

/** Listings of each file but the longest. */
const some = 20_000

/** One file for each thing that uploads do, and for each program whose files of listings are known. */
export function listingFiles(listings: readonly AddedListing[]): BenchFile[] {
  const few = listings.slice(0, some)
  return [
    {
      name: 'eBay price and quantity',
      rows: listings.length,
      text: [
        'Action,Item number,Start price,Available quantity',
        ...listings.map(({ itemNumber }, n) => `Revise,${itemNumber},${(n % 90) + 5}.49,${(n % 30) + 1}`),
      ].join('\n'),
    },
    {
      name: 'details by SKU',
      rows: few.length,
      text: ['SKU,Title,Condition,C:Mount', ...few.map(({ sku }) => `${sku},${titleWord} lens ${sku},Used,M`)].join(
        '\n',
      ),
    },
    {
      name: 'eBay template, revised',
      rows: few.length,
      text: [
        'Action,CustomLabel,Category,Title,StartPrice,Quantity',
        ...few.map(({ sku }, n) => `Revise,${sku},,${titleWord} glass ${sku},${(n % 90) + 6}.99,${(n % 20) + 2}`),
      ].join('\n'),
    },
    {
      name: 'eBay template, created as drafts',
      rows: 5_000,
      text: [
        'Action,CustomLabel,Category,Title,ConditionID,StartPrice,Quantity,Description',
        ...Array.from({ length: 5_000 }, (_, n) => `Add,BFN-${n},,${titleWord} case ${n},3000,12.50,3,A case`),
      ].join('\n'),
    },
    {
      name: 'eBay draft template',
      rows: 2_000,
      text: [
        'Action,Custom label (SKU),Category ID,Title,UPC,Price,Quantity,Item photo URL,Condition ID,Description,Format',
        ...Array.from(
          { length: 2_000 },
          (_, n) => `Draft,BFD-${n},625,${titleWord} hood ${n},,9.50,2,,1000,A hood,FixedPrice`,
        ),
      ].join('\n'),
    },
    {
      name: 'eBay active listings',
      rows: few.length,
      text: [
        'Item number,Title,Custom label (SKU),Available quantity,Currency,Start price,Watchers,Sold quantity,Condition',
        ...few.map(
          ({ itemNumber, sku }, n) => `${itemNumber},${titleWord} disc ${sku},${sku},${(n % 20) + 6},,9.75,3,2,Used`,
        ),
      ].join('\n'),
    },
    {
      name: 'WooCommerce products',
      rows: few.length,
      text: [
        'ID,Type,SKU,Name,Published,Stock,Regular price',
        ...few.map(
          ({ sku }, n) => `${n + 1},simple,${sku},${titleWord} lens ${n},1,${(n % 25) + 3},${(n % 90) + 7}.00`,
        ),
      ].join('\n'),
    },
    {
      name: 'Amazon listings',
      rows: few.length,
      text: [
        'seller-sku\tasin1\tprice\tquantity',
        ...few.map(({ sku }, n) => `${sku}\tB0${String(n).padStart(8, '0')}\t${(n % 90) + 8}.25\t${(n % 25) + 4}`),
      ].join('\n'),
    },
    { name: 'Shopify products with variants, as drafts', rows: 10_000, text: shopifyProducts(2_500) },
    {
      name: 'eBay end',
      rows: few.length,
      text: ['Action,Item number,Ending reason', ...few.map(({ itemNumber }) => `End,${itemNumber},NotAvailable`)].join(
        '\n',
      ),
    },
  ]
}

const shopifyProducts = (products: number) =>
  [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price',
    ...Array.from({ length: products }, (_, n) =>
      ['Red', 'Blue', 'Green', 'Black'].map((colour, at) =>
        [`bf-${n}`, at === 0 ? `${titleWord} strap ${n}` : '', 'Colour', colour, `BFV-${n}-${at}`, 4, '19.99'].join(
          ',',
        ),
      ),
    ).flat(),
  ].join('\n')
