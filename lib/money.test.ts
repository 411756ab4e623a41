import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { allocate, currencyDecimals, parseDecimal, toDecimal } from './money.ts'
import { busyFor } from './testing.ts'

const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'BRL')

describe('toDecimal and parseDecimal', () => {
  it('write each currency with its own decimals', () => {
    expect(toDecimal({ minor: 1250, currency: 'EUR' })).toBe('12.50')
    expect(toDecimal({ minor: -5, currency: 'EUR' })).toBe('-0.05')
    expect(toDecimal({ minor: 98_000, currency: 'JPY' })).toBe('98000')
    expect(toDecimal({ minor: 1, currency: 'KWD' })).toBe('0.001')
  })

  it('reject anything that is not an amount of the currency', () => {
    for (const text of ['', 'abc', '1,50', '1.', '.5', '1e3', '1.234']) expect(parseDecimal(text, 'EUR')).toBeNull()
    expect(parseDecimal('1.5', 'JPY')).toBeNull()
    expect(parseDecimal('1.50', 'EUR')).toEqual({ minor: 150, currency: 'EUR' })
    expect(parseDecimal('1.500', 'EUR')).toEqual({ minor: 150, currency: 'EUR' })
  })

  it('reject a hundred thousand digits as fast as three', async () => {
    const parse = () => parseDecimal(`0.${'0'.repeat(100_000)}1`, 'EUR')
    expect(parse()).toBeNull()
    expect(await busyFor(parse)).toBeLessThan(1_000)
  })

  it('are each other’s inverse', () => {
    fc.assert(
      // The maximum is twelve digits.
      fc.property(fc.integer({ min: 1 - 10 ** 12, max: 10 ** 12 - 1 }), currency, (minor, code) => {
        expect(parseDecimal(toDecimal({ minor, currency: code }), code)).toEqual({ minor: minor + 0, currency: code })
      }),
    )
    expect(currencyDecimals('USD')).toBe(2)
  })
})

describe('allocate', () => {
  it('gives the remaining cents to the largest remainders', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(-100, [1, 1, 1])).toEqual([-34, -33, -33])
    expect(allocate(5, [0, 0])).toEqual([3, 2])
    expect(allocate(7, [])).toEqual([])
  })

  it('loses nothing and stays within one unit of the exact share', () => {
    expectForAll(
      fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
      fc.array(fc.nat(10 ** 6), { minLength: 1, maxLength: 20 }),
      (minor, weights) => {
        const parts = allocate(minor, weights)
        const sum = weights.reduce((a, b) => a + b, 0)
        expect(parts.reduce((a, b) => a + b, 0)).toBe(minor)
        if (sum > 0)
          for (const [i, part] of parts.entries())
            expect(Math.abs(part - (minor * weights[i]!) / sum)).toBeLessThanOrEqual(1)
      },
    )
  })
})
