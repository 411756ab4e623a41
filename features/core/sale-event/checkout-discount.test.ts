import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areRising, discountsOf, lowestWith, type CheckoutDiscount } from './checkout-discount.ts'

const none = { tiers: [], percent: null, amountMinor: null, leastMinor: null }
const volume: CheckoutDiscount = {
  ...none,
  kind: 'VOLUME',
  tiers: [
    { units: 2, percent: 5 },
    { units: 5, percent: 10 },
  ],
}
const order = (change: Partial<CheckoutDiscount>): CheckoutDiscount => ({ ...none, kind: 'ORDER', ...change })
const line = (unitMinor: number, quantity = 1) => ({ unitMinor, quantity })

describe('a discount at the checkout', () => {
  it('of a volume price begins with its units, line by line', () => {
    expect(discountsOf([line(1000), line(1000, 2), line(1000, 4), line(1000, 5)], volume)).toEqual([0, 100, 200, 500])
    expect(discountsOf([line(999, 2)], volume)).toEqual([100])
  })

  it('of an order is for all its lines from the least cost on', () => {
    const lines = [line(1000), line(2000, 2)]
    expect(discountsOf(lines, order({ percent: 10, leastMinor: 5000 }))).toEqual([100, 400])
    expect(discountsOf(lines, order({ percent: 10, leastMinor: 5001 }))).toEqual([0, 0])
    expect(discountsOf(lines, order({ amountMinor: 501 }))).toEqual([100, 401])
    expect(discountsOf(lines, order({ amountMinor: 9000 }))).toEqual([1000, 4000])
  })

  it('gives the lowest price of a unit', () => {
    expect(lowestWith(1000, volume)).toBe(900)
    expect(lowestWith(1000, order({ percent: 20 }))).toBe(800)
    expect(lowestWith(1000, order({ amountMinor: 500 }))).toBe(500)
    expect(lowestWith(1000, order({ amountMinor: 500, leastMinor: 5000 }))).toBe(900)
  })

  it('has steps that rise in units and discount', () => {
    const at = (...tiers: [number, number][]) => areRising(tiers.map(([units, percent]) => ({ units, percent })))
    expect([at([2, 5], [3, 6]), at([1, 5]), at([2, 5], [2, 6]), at([2, 5], [3, 5])]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('is never more than a line costs, and an amount is divided exactly', () => {
    const minor = fc.integer({ min: 0, max: 99_999_999_999 })
    const lines = fc.array(fc.record({ unitMinor: minor, quantity: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 9,
    })
    fc.assert(
      fc.property(lines, minor, (of, amountMinor) => {
        const costs = of.map(({ unitMinor, quantity }) => unitMinor * quantity)
        const whole = costs.reduce((sum, cost) => sum + cost, 0)
        const off = discountsOf(of, order({ amountMinor }))
        expect(off.reduce((sum, each) => sum + each, 0)).toBe(Math.min(whole, amountMinor))
        for (const [nth, each] of off.entries()) {
          expect(each).toBeGreaterThanOrEqual(0)
          expect(each).toBeLessThanOrEqual(costs[nth]!)
        }
        for (const [nth, each] of discountsOf(of, volume).entries()) expect(each).toBeLessThanOrEqual(costs[nth]!)
      }),
    )
  })
})
