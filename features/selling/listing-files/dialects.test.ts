import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteOrderMark, csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { readFile } from './testing.ts'

/** A listing with what the dialects have fields for. */
interface Listing {
  item: string
  sku: string
  title: string
  price: number
  quantity: number
  /** Values of its variations by option; empty if it has none. */
  variations: { values: Record<string, string>; sku: string; price: number; quantity: number }[]
}

// Begin with letters that no word for an empty cell begins with.
const word = fc.stringMatching(/^[A-M][\w .,"-]{0,20}[a-z]$/).map((text) => text.replaceAll(/\s+/g, ' '))
const plain = fc.stringMatching(/^[A-M][a-z]{1,8}$/)
const price = fc.integer({ min: 1, max: 99_999_999 })
const quantity = fc.integer({ min: 0, max: 1_000_000 })

const listing = fc.record({
  item: fc.integer({ min: 100_000_000_000, max: 999_999_999_999 }).map(String),
  sku: word,
  title: word,
  price,
  quantity,
  variations: fc.constant<Listing['variations']>([]),
})

/** Listings with variations by one option, whose keys are all different. */
const varied = fc
  .tuple(
    listing,
    fc.uniqueArray(plain, { minLength: 1, maxLength: 4, selector: (value) => value.toLowerCase() }),
    price,
  )
  .map(([one, values, more]): Listing => ({
    ...one,
    variations: values.map((value, at) => ({
      values: { Colour: value },
      sku: `${one.item}-${at}`,
      price: Math.min(more + at, 99_999_999),
      quantity: at,
    })),
  }))

const some = fc.uniqueArray(varied, { minLength: 1, maxLength: 12, selector: ({ item }) => item })

const decimal = (minor: number) => toDecimal({ minor, currency: 'GBP' })

/** A file as a program writes it. */
function fileOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const cell = (value: string | number) => (typeof value === 'number' ? csvNumber(value) : csvText(value))
  return byteOrderMark + csvRecord(header.map(csvText)) + rows.map((row) => csvRecord(row.map(cell))).join('')
}

/** What a file says of listings: key, price, quantity and title of each row. */
async function readBack(text: string) {
  const { rows } = await readFile(text)
  return rows.map(({ item, sku, variation, patch, problems }) => ({
    item,
    sku,
    variation,
    price: patch.price,
    quantity: patch.quantity,
    title: patch.title,
    problems,
  }))
}

const rowOf = (of: Partial<Awaited<ReturnType<typeof readBack>>[number]>) => ({
  item: null,
  sku: null,
  variation: null,
  price: undefined,
  quantity: undefined,
  title: undefined,
  problems: [],
  ...of,
})

describe('a file reads back as it was written', () => {
  const expectReadBack = (
    write: (listings: readonly Listing[]) => string,
    expected: (each: Listing) => Partial<Awaited<ReturnType<typeof readBack>>[number]>[],
  ) =>
    fc.assert(
      fc.asyncProperty(some, async (listings) => {
        expect(await readBack(write(listings))).toEqual(listings.flatMap(expected).map(rowOf))
      }),
      propertyRuns(40),
    )

  it('by eBay, with prices and quantities, variations below their listing', () =>
    expectReadBack(
      (listings) =>
        fileOf(
          [
            'Action',
            'Item number',
            'Start price',
            'Available quantity',
            'Relationship',
            'Relationship details',
            'Custom label (SKU)',
          ],
          listings.flatMap(({ item, variations }) => [
            [
              'Revise',
              item,
              '',
              '',
              '',
              `Colour=${variations.map(({ values }) => values['Colour']).join(';')};Any`,
              '',
            ],
            ...variations.map((each) => [
              '',
              '',
              decimal(each.price),
              each.quantity,
              'Variation',
              `Colour=${each.values['Colour']}`,
              each.sku,
            ]),
          ]),
        ),
      ({ item, variations }) => [
        { item },
        ...variations.map(({ values, ...each }) => ({ ...each, variation: values })),
      ],
    ))

  it('by Shopify, with a row for each variant', () =>
    expectReadBack(
      (listings) =>
        fileOf(
          ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Inventory Qty', 'Variant Price'],
          listings.flatMap(({ item, title, variations }) =>
            variations.map((each, at) => [
              `h-${item}`,
              at === 0 ? title : '',
              at === 0 ? 'Colour' : '',
              each.values['Colour'] ?? '',
              each.sku,
              each.quantity,
              decimal(each.price),
            ]),
          ),
        ),
      ({ title, variations }) =>
        variations.map(({ values, ...each }, at) => ({ ...each, variation: values, ...(at === 0 ? { title } : {}) })),
    ))

  it('by WooCommerce, with variations below their product', () =>
    expectReadBack(
      (listings) =>
        fileOf(
          ['ID', 'Type', 'SKU', 'Name', 'Regular price', 'Stock', 'Parent', 'Attribute 1 name', 'Attribute 1 value(s)'],
          listings.flatMap(({ item, title, variations }) => [
            [
              item.slice(0, 6),
              'variable',
              `P-${item}`,
              title,
              '',
              '',
              '',
              'Colour',
              variations.map(({ values }) => values['Colour']).join(', '),
            ],
            ...variations.map((each) => [
              '',
              'variation',
              each.sku,
              `${title} - x`,
              decimal(each.price),
              each.quantity,
              `P-${item}`,
              'Colour',
              each.values['Colour'] ?? '',
            ]),
          ]),
        ),
      ({ item, title, variations }) => [
        { sku: `P-${item}`, title },
        ...variations.map(({ values, ...each }) => ({ ...each, variation: values })),
      ],
    ))
})
