import { describe, expect, it } from 'vitest'
import { namesBuyers } from './personal-columns.ts'

describe('columns of buyers’ data', () => {
  it.each([
    'Buyer Username',
    'Ship To Name',
    'Shipping Street',
    'Email',
    'E-Mail',
    'ship-postal-code',
    'recipient_name',
    'Buyer phone number',
    'PLZ',
    'Käufer',
    'BuyerName',
    'ShipToCity',
    'Ship Address1',
    'Zipcode',
  ])('are recognised: %s', (header) => {
    expect(namesBuyers(['SKU', header])).toBe(true)
  })

  it('are not among those of products', () => {
    const woo = ['ID', 'SKU', 'Name', 'Allow customer reviews?', 'Shipping class', 'Tax class', 'Stock', 'Images']
    const ebay = ['Action', 'CustomLabel', 'StartPrice', 'ShippingProfileName', 'PostalCode', 'Title', 'C:Brand']
    const amazon = ['item-name', 'seller-sku', 'price', 'quantity', 'expedited-shipping', 'merchant-shipping-group']
    expect([woo, amazon].map(namesBuyers)).toEqual([false, false])
    // The item's own place is written like a buyer's: such a file only goes with an erasure.
    expect(namesBuyers(ebay)).toBe(true)
  })
})
