import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { orderMoney } from '#features/after-sale/refunds/order-money.ts'
import { divideRefund, leftOf, refundableOf } from '#features/after-sale/refunds/refund.ts'
import { paidExtras } from '#features/core/order/extra.ts'
import { includedMinor } from '#features/core/order/line-tax.ts'
import { sumsOf } from '#features/orders/order-intake/order-sums.ts'
import { signedAmount } from './fields.ts'
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
  it.each([
    ['999999999.99', 'GBP', true],
    ['999999999', 'JPY', true],
    ['99999999.999', 'KWD', true],
    ['100000000.000', 'KWD', false],
    ['-100000000', 'KWD', false],
  ])('are taken as %s %s: %s', (value, currency, isTaken) => {
    expect(signedAmount.safeParse({ value, currency }).success).toBe(isTaken)
  })

  it('add up to its total however they are divided, and taxes inside of them do not change it', () => {
    expectForAll(order, ({ lines, shipping, discountBps }) => {
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
    })
  })
})

const extra = fc.record({
  kind: fc.constantFrom('GIFT_WRAP', 'TIP', 'ADJUSTMENT', null),
  minor: fc.integer({ min: -40_000, max: 20_000 }),
  tax: fc.integer({ min: 0, max: 300 }),
})
const orderWithExtras = fc.record({
  lines: fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 3 }), price: fc.integer({ min: 0, max: 9_000 }), shipping: minor }),
    { minLength: 1, maxLength: 5 },
  ),
  extras: fc.array(extra, { maxLength: 5 }),
})

it('the extras of an order add up with its lines to a total that is never below zero, and all of it can be refunded, and no more', () => {
  expectForAll(orderWithExtras, ({ lines, extras }) => {
    const body = {
      ...orderOf('A-1', '110000000001'),
      lines: lines.map(({ quantity, price, shipping }) => ({
        item: '110000000001',
        quantity,
        unitPrice: pounds(price),
        shipping: pounds(shipping),
      })),
      extras: extras.map(({ kind, minor: of, tax: added }) => ({
        kind,
        title: 'Extra',
        amount: pounds(of),
        taxes: of > 0 ? [{ name: 'VAT', amount: pounds(added) }] : [],
      })),
    }
    const cost = lines.reduce((all, { quantity, price, shipping }) => all + quantity * price + shipping, 0)
    const total = cost + extras.reduce((all, each) => all + each.minor, 0)
    const extrasTax = extras.reduce((all, each) => (each.minor > 0 ? all + each.tax : all), 0)
    const parsed = orderBody.safeParse(body)
    expect(parsed.success).toBe(total >= 0)
    if (!parsed.success) return
    const pushed = toPushedOrder(parsed.data)
    const sums = sumsOf(pushed)
    expect(sums.totalMinor).toBe(total + extrasTax)
    const money = orderMoney({
      order: sums.parts,
      lines: pushed.lines.map((each, index) => ({
        id: index + 1,
        position: index + 1,
        quantity: each.quantity,
        unit_price_minor: each.unitPriceMinor,
        discount_minor: each.discountMinor,
        shipping_minor: each.shippingMinor,
        tax_minor: each.taxMinor,
      })),
      capturedMinor: sums.totalMinor,
      refunds: [],
      refundParts: new Map(),
    })
    const refundable = refundableOf(money)
    for (const { minor: of } of refundable.parts) expect(of).toBeGreaterThan(0)
    expect(refundable.parts.reduce((all, part) => all + part.minor, 0)).toBe(sums.totalMinor)
    expect(leftOf('extras', refundable)).toBe(paidExtras(pushed.extras))
    const whole = {
      lines: new Map(pushed.lines.map((_, index) => [index + 1, leftOf(index + 1, refundable)])),
      shippingMinor: leftOf('shipping', refundable),
      extrasMinor: leftOf('extras', refundable),
    }
    expect(divideRefund(whole, refundable)).toMatchObject(
      sums.totalMinor > 0 ? { ok: true, amountMinor: sums.totalMinor } : { reason: 'nothing-chosen' },
    )
    expect(divideRefund({ ...whole, extrasMinor: whole.extrasMinor + 1 }, refundable)).toMatchObject({
      ok: false,
      reason: 'more-than-left',
    })
  })
})
