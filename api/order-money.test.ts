import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { includedMinor } from '#features/core/order/line-tax.ts'
import { sumsOf } from '#features/orders/order-intake/order-sums.ts'
import { orderBody } from './order-body.ts'
import { toPushedOrder } from './pushed-orders.ts'
import { orderOf } from './testing-orders.ts'

const pounds = (minor: number) => ({ value: (minor / 100).toFixed(2), currency: 'GBP' })
const minor = fc.integer({ min: 0, max: 20_000 })
const tax = fc.record({
  name: fc.constantFrom('VAT', 'Levy'),
  rate: fc.constantFrom('20', '8.875', null),
  minor: fc.integer({ min: 0, max: 500 }),
  included: fc.boolean(),
})
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  // Each line costs more than all taxes that it may contain.
  price: fc.integer({ min: 5_000, max: 200_000 }),
  shipping: minor,
  taxes: fc.array(tax, { maxLength: 5 }),
})
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  shipping: minor,
  discountBps: fc.integer({ min: 0, max: 4_000 }),
})

describe('the amounts of an order', () => {
  it('add up to its total however they are divided, and taxes inside of them do not change it', () => {
    fc.assert(
      fc.property(order, ({ lines, shipping, discountBps }) => {
        const items = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
        const discount = Math.floor((items * discountBps) / 10_000)
        const body = orderBody.parse({
          ...orderOf('A-1', '110000000001'),
          shipping: pounds(shipping),
          discount: pounds(discount),
          lines: lines.map(({ quantity, price, shipping: own, taxes }) => ({
            item: '110000000001',
            quantity,
            unitPrice: pounds(price),
            shipping: pounds(own),
            taxes: taxes.map(({ minor: amount, ...named }) => ({ ...named, amount: pounds(amount) })),
          })),
        })
        const pushed = toPushedOrder(body)
        const taxes = lines.flatMap((each) => each.taxes)
        const sum = (of: typeof taxes) => of.reduce((all, each) => all + each.minor, 0)
        const added = sum(taxes.filter(({ included }) => !included))
        const ofLines = lines.reduce((all, { shipping: own }) => all + own, 0)
        expect(sumsOf(pushed)).toMatchObject({
          parts: {
            subtotal_minor: items,
            discount_minor: discount,
            shipping_minor: ofLines + shipping,
            tax_minor: added,
          },
          totalMinor: items - discount + ofLines + shipping + added,
        })
        expect(pushed.lines.reduce((all, each) => all + includedMinor(each.taxes), 0)).toBe(sum(taxes) - added)
      }),
    )
  })
})
