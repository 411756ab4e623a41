import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testLedgerRules as rules } from '../testing.ts'
import { missingEntries } from './missing-entries.ts'
import type { OrderFacts, RefundFacts } from './order-facts.ts'
import { sum } from './testing-books.ts'

const at = new Date('2026-11-20T09:30:00Z')
const minor = fc.integer({ min: 0, max: 20_000 })
const orders = fc.record({
  lines: fc.array(fc.record({ price: minor, shipping: minor, tax: minor }), { minLength: 1, maxLength: 4 }),
  // Some of each part goes back first.
  extras: minor,
  extrasTax: minor,
  cutPercent: fc.integer({ min: 0, max: 100 }),
})
type Part = RefundFacts['parts'][number]

it('refunding lines and extras in any order gives back all that was paid, and credits each line’s percentage fee', () => {
  const orderWithRefunds = orders.chain(({ lines, extras, extrasTax, cutPercent }) => {
    const whole: Part[] = [
      ...lines.flatMap(({ price, shipping, tax }, index): Part[] => [
        { line: index + 1, kind: 'ITEM', minor: price },
        { line: index + 1, kind: 'SHIPPING', minor: shipping },
        { line: index + 1, kind: 'TAX', minor: tax },
      ]),
      { line: null, kind: 'ITEM', minor: extras },
      { line: null, kind: 'TAX', minor: extrasTax },
    ]
    const parts = whole.flatMap((part) => {
      const first = Math.floor((part.minor * cutPercent) / 100)
      return [first, part.minor - first].flatMap((some) => (some > 0 ? { ...part, minor: some } : []))
    })
    const shuffled = fc.shuffledSubarray(parts, { minLength: parts.length })
    return fc.record({ lines: fc.constant(lines), extrasTax: fc.constant(extrasTax), parts: shuffled })
  })
  fc.assert(
    fc.property(orderWithRefunds, ({ lines, extrasTax, parts }) => {
      const totalMinor = sum(parts.map((part) => part.minor))
      const order: OrderFacts = {
        id: 1,
        number: '12-00000-00001',
        currency: 'USD',
        country: 'US',
        totalMinor,
        shippingMinor: sum(lines.map(({ shipping }) => shipping)),
        taxMinor: extrasTax + sum(lines.map(({ tax }) => tax)),
        isPaid: true,
        isHistory: false,
        paidAt: at,
        isInternational: false,
        isBelowStandard: false,
        lines: lines.map(({ price, shipping, tax }, index) => ({
          id: index + 1,
          quantity: 1,
          unit_price_minor: price,
          discount_minor: 0,
          shipping_minor: shipping,
          tax_minor: tax,
          addition: null,
          category: null,
        })),
        refunds: parts.map((part, index) => ({
          id: index + 1,
          at,
          amountMinor: part.minor,
          isPaidElsewhere: false,
          line: null,
          parts: [part],
        })),
        cancelledAt: null,
        posted: new Set(),
        fees: null,
      }
      const postings = missingEntries(order, rules, null).flatMap((entry) => entry.postings)
      const of = (...accounts: string[]) => postings.filter(({ account }) => accounts.includes(account))
      for (const { id } of order.lines) {
        const fees = of('fees:fvf_variable').filter(({ lineItemId }) => lineItemId === id)
        expect(sum(fees.map(({ amountMinor }) => amountMinor))).toBe(0)
        const paid = of('revenue:item', 'revenue:shipping', 'refunds').filter(({ lineItemId }) => lineItemId === id)
        expect(sum(paid.map(({ amountMinor }) => amountMinor))).toBe(0)
      }
    }),
  )
})
