import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { landedCosts, wholeUnitCosts } from './landed-cost.ts'

const order = {
  lines: [
    { position: 1, ordered: 10, received: 10, priceMinor: 500, grams: 100 },
    { position: 2, ordered: 5, received: 5, priceMinor: 3_000, grams: 200 },
  ],
  received: [
    { receipt: 'a', position: 1, units: 10 },
    { receipt: 'a', position: 2, units: 5 },
  ],
  freightMinor: 2_000,
  isClosed: true,
  currency: 'GBP',
  shopCurrency: 'GBP',
  rateMicros: null,
} as const
const minors = (change: object) => landedCosts({ ...order, freightBy: 'VALUE', ...change }).map(({ minor }) => minor)

describe('landed cost', () => {
  it('shares freight by value or by weight', () => {
    expect(minors({})).toEqual([5_500, 16_500])
    expect(minors({ freightBy: 'WEIGHT' })).toEqual([6_000, 16_000])
  })

  it('shares freight over ordered units while more is expected, and over received ones once closed', () => {
    const short = { lines: [{ ...order.lines[0], received: 4 }], received: [{ receipt: 'a', position: 1, units: 4 }] }
    expect(minors({ ...short, isClosed: false })).toEqual([2_800])
    expect(minors({ ...short, isClosed: true })).toEqual([4_000])
  })

  it('shares by units if nothing has a value or weight', () => {
    expect(minors({ lines: order.lines.map((line) => ({ ...line, priceMinor: 0 })), freightMinor: 1_500 })).toEqual([
      1_000, 500,
    ])
  })

  it('leaves out lines without a price', () => {
    expect(minors({ lines: [{ ...order.lines[0], priceMinor: null }, order.lines[1]] })).toEqual([17_000])
  })

  it('converts by the rate, between currencies of different decimals too', () => {
    expect(minors({ freightMinor: 0, currency: 'EUR', rateMicros: 860_000 })).toEqual([4_300, 12_900])
    expect(minors({ freightMinor: 0, currency: 'JPY', rateMicros: 5_300 })).toEqual([2_650, 7_950])
  })

  const line = fc.record({
    ordered: fc.integer({ min: 1, max: 500 }),
    priceMinor: fc.integer({ min: 0, max: 1_000_000 }),
    grams: fc.option(fc.integer({ min: 1, max: 50_000 })),
    parts: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
  })

  it('of a closed order is its price and its freight to the cent, however it came', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.constantFrom('VALUE' as const, 'WEIGHT' as const),
        (given, freightMinor, freightBy) => {
          const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
          const lines = given.map(({ parts, ...rest }, index) => ({
            ...rest,
            position: index + 1,
            received: sum(parts),
          }))
          const received = given.flatMap(({ parts }, index) =>
            parts.map((units, n) => ({ receipt: String(n), position: index + 1, units })),
          )
          const landed = landedCosts({ ...order, lines, received, freightMinor, freightBy })
          expect(sum(landed.map(({ minor }) => minor))).toBe(
            freightMinor + sum(lines.map((each) => each.received * each.priceMinor)),
          )
        },
      ),
    )
  })

  it('is written as whole unit costs without losing a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 10_000_000 }), (units, minor) => {
        const parts = wholeUnitCosts(units, minor)
        expect(parts.reduce((total, part) => total + part.units, 0)).toBe(units)
        expect(parts.reduce((total, part) => total + part.units * part.unitCostMinor, 0)).toBe(minor)
      }),
    )
  })
})
