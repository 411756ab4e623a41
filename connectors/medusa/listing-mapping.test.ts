import { describe, expect, it } from 'vitest'
import { listingOf } from './listing-mapping.ts'
import { answers } from './testing-answers.ts'

const settings = { seller: 's-42', currency: 'EUR', category: 'medusa' }
const eur = (value: string) => ({ value, currency: 'EUR' })

function productOf(title: string) {
  const found = answers.products.find((product) => product.title === title)
  if (!found) throw new Error(`There is no ${title}.`)
  return found
}

describe('a product of Medusa', () => {
  it('with options has variations, with what is stocked and not reserved', () => {
    const lamp = productOf('Desk lamp')
    const listing = listingOf(lamp, settings)
    expect(listing).toEqual({
      seller: 's-42',
      id: 'prod_01M8ETQZH3M1N3CHQATR15QSZ8',
      changedAt: '2026-11-27T15:42:20.711Z',
      listing: {
        title: 'Desk lamp',
        description: 'Bends.',
        category: 'lamps',
        pictures: ['https://shop.example/lamp.jpg', 'https://shop.example/lamp-2.jpg'],
        onSale: true,
        axes: ['Size', 'Colour'],
        variations: [
          {
            id: 'variant_01M8ETQZP80GQ11AFPWA9PYS22',
            sku: 'LAMP-Red-S',
            values: ['S', 'Red'],
            price: eur('19.99'),
            quantity: 0,
          },
          {
            id: 'variant_01M8ETQZP94CPWRX8NSB9R9F7A',
            sku: null,
            values: ['M', 'Blue'],
            price: eur('22.99'),
            quantity: 495,
          },
        ],
      },
    })
    // In whatever order Medusa answers lists.
    const turned = {
      ...lamp,
      images: lamp.images.toReversed(),
      options: lamp.options.toReversed(),
      variants: lamp.variants.toReversed().map((each) => ({ ...each, prices: each.prices.toReversed() })),
    }
    expect(listingOf(turned, settings)).toEqual(listing)
  })

  it('without options has the price for everybody in the currency of the listings, and its GTIN', () => {
    const notebook = productOf('Notebook')
    expect(listingOf(notebook, settings)?.listing).toMatchObject({
      sku: 'NOTE-1',
      price: eur('3.33'),
      quantity: 7,
      category: 'medusa',
      aspects: { EAN: ['4006381333948'] },
    })
    const inDollars = listingOf(notebook, { ...settings, currency: 'USD' })
    expect(inDollars?.listing.price).toEqual({ value: '4.01', currency: 'USD' })
    expect(listingOf(notebook, { ...settings, currency: 'JPY' })).toBeNull()
  })

  it('that is a draft is not on sale; without a SKU it has none', () => {
    expect(listingOf(productOf('Old chair'), settings)?.listing).toMatchObject({ onSale: false, sku: null })
  })

  it('that is not counted has many units, and a set as many as its scarcest part allows', () => {
    const voucher = productOf('Gift voucher')
    expect(listingOf(voucher, settings)?.listing.variations?.map(({ quantity }) => quantity)).toEqual([1_000])
    const notebook = productOf('Notebook')
    const part = (required_quantity: number, stocked_quantity: number) => ({
      required_quantity,
      inventory: { id: 'i', location_levels: [{ location_id: 'a', stocked_quantity, reserved_quantity: 1 }] },
    })
    const variants = notebook.variants.map((each) => ({ ...each, inventory_items: [part(2, 8), part(1, 30)] }))
    expect(listingOf({ ...notebook, variants }, settings)?.listing.quantity).toBe(3)
  })

  it('without pictures has its thumbnail', () => {
    const bare = { ...productOf('Desk lamp'), images: [] }
    expect(listingOf(bare, settings)?.listing.pictures).toEqual(['https://shop.example/lamp.jpg'])
    expect(listingOf({ ...bare, thumbnail: null }, settings)?.listing.pictures).toEqual([])
  })
})
