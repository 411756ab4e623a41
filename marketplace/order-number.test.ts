import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemNumber, orderNumber } from './order-number.ts'

const serial = fc.oneof(fc.nat(10 ** 9), fc.integer({ min: 0, max: 87 * 10 ** 10 }))

describe('orderNumber', () => {
  it('has the marketplace’s format', () => {
    fc.assert(
      fc.property(serial, (number) => {
        expect(orderNumber(number)).toMatch(/^\d{2}-\d{5}-\d{5}$/)
      }),
    )
  })

  it('differs for different serials', () => {
    fc.assert(
      fc.property(serial, serial, (one, other) => {
        expect(orderNumber(one) === orderNumber(other)).toBe(one === other)
      }),
    )
    const start = 100_000_000
    expect(new Set(Array.from({ length: 50_000 }, (_, index) => orderNumber(start + index))).size).toBe(50_000)
  })

  it('does not reveal that two orders were neighbours', () => {
    const middles = Array.from({ length: 100 }, (_, index) => orderNumber(100_000_000 + index).slice(3, 8))
    expect(new Set(middles).size).toBeGreaterThan(90)
  })

  it('rejects invalid serials', () => {
    for (const number of [-1, 1.5, Number.NaN, 88 * 10 ** 10]) expect(() => orderNumber(number)).toThrow(RangeError)
  })
})

describe('itemNumber', () => {
  it('has twelve digits and keeps the first two of the sequence', () => {
    fc.assert(
      fc.property(serial, (number) => {
        expect(itemNumber(number)).toMatch(/^\d{12}$/)
      }),
    )
    expect(itemNumber(110_000_000_000)).toMatch(/^11/)
    expect(new Set(Array.from({ length: 50_000 }, (_, index) => itemNumber(110_000_000_000 + index))).size).toBe(50_000)
  })
})
