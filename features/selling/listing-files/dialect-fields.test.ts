import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '#db/testing-property-runs.ts'
import type { Condition } from '#features/core/listing/listing-content.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText, type Delimiter } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import type { Dialect } from './file-dialects.ts'
import type { FileAction } from './file-action.ts'
import { readFile } from './testing.ts'

// Each dialect with all fields that it shares with the hub: what its program writes is read as it was meant.

// Begin with letters that no word for an empty cell begins with.
const word = fc.stringMatching(/^[A-M][\w .,"'äß-]{0,20}[a-z]$/).map((text) => text.replaceAll(/\s+/g, ' '))
const minor = fc.integer({ min: 1, max: 9_999_999 })
const conditionNumbers = { '1000': 'NEW', '3000': 'GOOD', '4000': 'VERY_GOOD', '7000': 'FOR_PARTS' } as const
const address = fc.stringMatching(/^[a-z]{1,9}$/).map((name) => `https://pictures.example/${name}.jpg`)

const listing = fc.record({
  item: fc.integer({ min: 100_000_000_000, max: 999_999_999_999 }).map(String),
  sku: word,
  title: word,
  description: word,
  price: minor,
  quantity: fc.integer({ min: 0, max: 1_000_000 }),
  condition: fc.constantFrom(...(['1000', '3000', '4000', '7000'] as const)),
  handling: fc.integer({ min: 0, max: 30 }),
  cost: minor,
  weight: fc.integer({ min: 1, max: 99_999 }),
  pictures: fc.uniqueArray(address, { minLength: 1, maxLength: 3 }),
  brand: fc.uniqueArray(fc.stringMatching(/^[A-M][a-z]{1,8}$/), { minLength: 1, maxLength: 2 }),
  offers: fc.boolean(),
  minimum: minor,
  accept: minor,
  policy: word,
})
type Listing = Parameters<Parameters<typeof listing.map>[0]>[0]

/** What a row says, as far as it is read. */
interface Said {
  action?: FileAction
  item?: string
  sku?: string
  currency?: string
  format?: 'FIXED_PRICE' | 'AUCTION'
  pictures?: readonly string[]
  patch: Record<string, unknown>
}

/** A column: its header, its cell, and what that says. */
type Column = [header: string, cell: (of: Listing) => string | number, says: (of: Listing) => Partial<Said>]

const decimal = (amount: number) => toDecimal({ minor: amount, currency: 'GBP' })
const sets = (field: string, value: (of: Listing) => unknown) => (of: Listing) => ({ patch: { [field]: value(of) } })
const nothing = () => ({})

const item = (header: string): Column => [header, (of) => of.item, (of) => ({ item: of.item })]
const sku = (header: string): Column => [header, (of) => of.sku, (of) => ({ sku: of.sku, patch: { sku: of.sku } })]
const text = (header: string, field: 'title' | 'description'): Column => [
  header,
  (of) => of[field],
  sets(field, (of) => of[field]),
]
const amount = (header: string, field: 'price' | 'cost'): Column => [
  header,
  (of) => decimal(of[field]),
  sets(field, (of) => of[field]),
]
const number = (header: string, field: 'quantity' | 'handling' | 'weight'): Column => [
  header,
  (of) => of[field],
  sets(field, (of) => of[field]),
]
const condition = (header: string): Column => [
  header,
  (of) => of.condition,
  sets('condition', (of): Condition => conditionNumbers[of.condition]),
]
const pictures = (header: string, separator: string): Column => [
  header,
  (of) => of.pictures.join(separator),
  (of) => ({ pictures: of.pictures }),
]
const always = (header: string, cell: string, says: Partial<Said> = {}): Column => [header, () => cell, () => says]
const policy = (header: string, field: string): Column => [header, (of) => of.policy, sets(field, (of) => of.policy)]

const dialects: Partial<Record<Dialect, { delimiter?: Delimiter; above?: string; columns: readonly Column[] }>> = {
  hub: {
    columns: [
      item('Item number'),
      text('Listing', 'title'),
      sku('SKU'),
      always('Ended because', ''),
      always('Currency', 'GBP', { currency: 'GBP' }),
      amount('Price', 'price'),
      number('Available', 'quantity'),
      always('Views, 30 days', '7'),
    ],
  },
  ebayTemplate: {
    above: 'Info,Version=1.0.0,Template=fx_category_template_EBAY_GB\r\n',
    columns: [
      always('*Action(SiteID=UK|Country=GB|Currency=GBP|Version=1193|CC=UTF-8)', 'Add', { action: 'CREATE' }),
      sku('CustomLabel'),
      always('*Category', 'Film Cameras', { patch: { category: 'Film Cameras' } }),
      always('StoreCategory', '0'),
      text('*Title', 'title'),
      always('Subtitle', ''),
      always('Relationship', ''),
      always('RelationshipDetails', ''),
      condition('*ConditionID'),
      ['*C:Brand', (of) => of.brand.join('|'), sets('aspect.Brand', (of) => of.brand)],
      pictures('PicURL', '|'),
      text('*Description', 'description'),
      always('*Format', 'FixedPrice', { format: 'FIXED_PRICE' }),
      always('*Duration', 'GTC'),
      amount('*StartPrice', 'price'),
      ['BestOfferEnabled', (of) => (of.offers ? '1' : '0'), sets('bestOffer', (of) => of.offers)],
      [
        'BestOfferAutoAcceptPrice',
        (of) => (of.offers ? decimal(of.accept) : ''),
        sets('autoAccept', (of) => (of.offers ? of.accept : null)),
      ],
      [
        'MinimumBestOfferPrice',
        (of) => (of.offers ? decimal(of.minimum) : ''),
        sets('minimumOffer', (of) => (of.offers ? of.minimum : null)),
      ],
      number('*Quantity', 'quantity'),
      always('*Location', 'Hull'),
      number('*DispatchTimeMax', 'handling'),
      policy('ShippingProfileName', 'policy.FULFILMENT'),
      policy('ReturnProfileName', 'policy.RETURN'),
      policy('PaymentProfileName', 'policy.PAYMENT'),
    ],
  },
  ebayDraft: {
    above: '#INFO,Version=0.0.2,Template= eBay-draft-listings-template_GB,,,\r\n',
    columns: [
      always('Action(SiteID=UK|Country=GB|Currency=GBP|Version=1193|CC=UTF-8)', 'Draft', { action: 'CREATE' }),
      sku('Custom label (SKU)'),
      always('Category ID', '15230'),
      text('Title', 'title'),
      always('UPC', ''),
      amount('Price', 'price'),
      number('Quantity', 'quantity'),
      pictures('Item photo URL', '|'),
      condition('Condition ID'),
      text('Description', 'description'),
      always('Format', 'Auction', { format: 'AUCTION' }),
    ],
  },
  ebayPriceQuantity: {
    above: '#INFO,Version=1.0.0,Template= eBay-active-revise-price-quantity-download_GB\r\n',
    columns: [
      always('Action', 'Revise', { action: 'REVISE' }),
      always('Category name', 'Film Cameras'),
      item('Item number'),
      ['Title', (of) => of.title, nothing],
      always('Listing site', 'UK'),
      always('Currency', 'EUR', { currency: 'EUR' }),
      amount('Start price', 'price'),
      always('Buy It Now price', ''),
      number('Available quantity', 'quantity'),
      always('Relationship', ''),
      always('Relationship details', ''),
      sku('Custom label (SKU)'),
    ],
  },
  ebayEnd: {
    columns: [
      always('Action', 'End', { action: 'END' }),
      item('ItemID'),
      ['EndingReason', () => 'NotAvailable', nothing],
    ],
  },
  ebayActive: {
    columns: [
      item('Item number'),
      text('Title', 'title'),
      always('Variation details', ''),
      sku('Custom label (SKU)'),
      number('Available quantity', 'quantity'),
      always('Format', 'FIXED_PRICE', { format: 'FIXED_PRICE' }),
      always('Currency', 'GBP', { currency: 'GBP' }),
      amount('Start price', 'price'),
      ['Current price', (of) => decimal(of.price), nothing],
      always('Sold quantity', '3'),
      always('Watchers', '7'),
      always('Start date', 'Nov-20-26 04:00:00 PST'),
      always('eBay category 1 name', 'Film Cameras', { patch: { category: 'Film Cameras' } }),
      condition('Condition'),
      always('P:UPC', ''),
    ],
  },
  shopify: {
    columns: [
      ['Handle', (of) => `h-${of.item}`, nothing],
      text('Title', 'title'),
      text('Body (HTML)', 'description'),
      always('Vendor', 'Leica'),
      always('Option1 Name', 'Title'),
      always('Option1 Value', 'Default Title'),
      sku('Variant SKU'),
      number('Variant Grams', 'weight'),
      number('Variant Inventory Qty', 'quantity'),
      amount('Variant Price', 'price'),
      ['Image Src', (of) => of.pictures[0] ?? '', (of) => ({ pictures: of.pictures.slice(0, 1) })],
      amount('Cost per item', 'cost'),
      always('Status', 'active'),
    ],
  },
  woocommerce: {
    columns: [
      ['ID', (of) => of.item.slice(0, 6), nothing],
      always('Type', 'simple'),
      sku('SKU'),
      text('Name', 'title'),
      always('Published', '1'),
      text('Description', 'description'),
      number('Stock', 'quantity'),
      amount('Regular price', 'price'),
      pictures('Images', ', '),
      always('Attribute 1 name', 'Brand'),
      ['Attribute 1 value(s)', (of) => of.brand[0] ?? '', sets('aspect.Brand', (of) => of.brand.slice(0, 1))],
    ],
  },
  amazon: {
    delimiter: '\t',
    columns: [
      text('item-name', 'title'),
      text('item-description', 'description'),
      always('listing-id', '0101ABCD'),
      sku('seller-sku'),
      amount('price', 'price'),
      number('quantity', 'quantity'),
      always('asin1', 'B00000AB'),
      always('status', 'Active'),
    ],
  },
}

it.each(Object.entries(dialects))(
  'a file with all fields of %s is recognised, and read as it was written',
  (dialect, of) =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(listing, { minLength: 1, maxLength: 5, selector: (each) => each.item }),
        async (listings) => {
          const cell = (value: string | number) => (typeof value === 'number' ? csvNumber(value) : csvText(value))
          const record = (cells: readonly (string | number)[]) => csvRecord(cells.map(cell), of.delimiter)
          const file = [
            byteOrderMark + (of.above ?? ''),
            record(of.columns.map(([header]) => header)),
            ...listings.map((each) => record(of.columns.map(([, write]) => write(each)))),
          ]
          const read = await readFile(file.join(''))
          expect(read.dialect).toBe(dialect)
          const said = read.rows.map((row) => ({
            action: row.action,
            item: row.item,
            sku: row.sku,
            currency: row.currency,
            format: row.format,
            pictures: row.pictures,
            patch: row.sku === null ? row.patch : { sku: row.sku, ...row.patch },
            problems: row.problems,
          }))
          expect(said).toEqual(
            listings.map((each) => {
              const all = of.columns.map(([, , says]) => says(each))
              const patch = Object.assign({}, ...all.map((one) => one.patch ?? {})) as object
              const unsaid = { action: null, item: null, sku: null, currency: 'GBP', format: null, pictures: [] }
              return { ...unsaid, ...(Object.assign({}, ...all) as object), patch, problems: [] }
            }),
          )
        },
      ),
      propertyRuns(25),
    ),
)
