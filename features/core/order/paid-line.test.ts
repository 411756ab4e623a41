import { expect, it } from 'vitest'
import { paidLine } from './paid-line.ts'

it('a line’s payment is its units minus discounts; any excess reduces the shipping', () => {
  const line = { quantity: 2, unit_price_minor: 500, discount_minor: 300, shipping_minor: 250, tax_minor: 70 }
  expect(paidLine(line)).toEqual({ quantity: 2, itemMinor: 700, taxMinor: 70, shippingMinor: 250 })
  expect(paidLine({ ...line, discount_minor: 1100 })).toMatchObject({ itemMinor: 0, shippingMinor: 150 })
  // Shipping of an imported order may belong to no line.
  expect(paidLine({ ...line, discount_minor: 1300 })).toMatchObject({ itemMinor: 0, shippingMinor: 0 })
})
