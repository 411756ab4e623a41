import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMinor, allocate, currencyDecimals, exactInteger, parseDecimal, toDecimal } from './money.ts'

const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'BRL')

describe('toDecimal and parseDecimal', () => {
  it('write each currency with its own decimals', () => {
    expect(toDecimal({ minor: 1250, currency: 'EUR' })).toBe('12.50')
    expect(toDecimal({ minor: -5, currency: 'EUR' })).toBe('-0.05')
    expect(toDecimal({ minor: 98_000, currency: 'JPY' })).toBe('98000')
    expect(toDecimal({ minor: 1, currency: 'KWD' })).toBe('0.001')
  })

  it('refuse what is no amount of the currency', () => {
    for (const text of ['', 'abc', '1,50', '1.', '.5', '1e3', '1.234']) expect(parseDecimal(text, 'EUR')).toBeNull()
    expect(parseDecimal('1.5', 'JPY')).toBeNull()
    expect(parseDecimal('1.50', 'EUR')).toEqual({ minor: 150, currency: 'EUR' })
    expect(parseDecimal('1.500', 'EUR')).toEqual({ minor: 150, currency: 'EUR' })
  })

  it('refuse a hundred thousand digits as fast as three', () => {
    const began = performance.now()
    expect(parseDecimal(`0.${'0'.repeat(100_000)}1`, 'EUR')).toBeNull()
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('are each other’s inverse', () => {
    fc.assert(
      // Twelve digits are the most that is read.
      fc.property(fc.integer({ min: 1 - 10 ** 12, max: 10 ** 12 - 1 }), currency, (minor, code) => {
        expect(parseDecimal(toDecimal({ minor, currency: code }), code)).toEqual({ minor: minor + 0, currency: code })
      }),
    )
    expect(currencyDecimals('USD')).toBe(2)
  })
})

describe('a sum of amounts', () => {
  it('is exact on both sides of what a number holds', () => {
    const edge = 9_007_199_254_740_991
    expect([addMinor(edge - 1, 1), addMinor(edge, 1), addMinor(edge, 2)]).toEqual([edge, 2n ** 53n, 2n ** 53n + 1n])
    expect(addMinor(2n ** 53n, -1)).toBe(edge)
    expect([exactInteger(-(2n ** 53n)), exactInteger(1n - 2n ** 53n)]).toEqual([-(2n ** 53n), -edge])
    const written = (minor: number | bigint) => toDecimal({ minor, currency: 'GBP' })
    expect(written(edge)).toBe('90071992547409.91')
    expect(written(2n ** 53n + 1n)).toBe('90071992547409.93')
    expect(written(-(2n ** 53n) - 1n)).toBe('-90071992547409.93')
  })

  it('is the same in whatever order, and as text', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n })), (amounts) => {
        const sum = (all: bigint[]) =>
          all.reduce<number | bigint>((total, one) => addMinor(total, exactInteger(one)), 0)
        expect(sum(amounts)).toBe(sum(amounts.toReversed()))
        expect(toDecimal({ minor: sum(amounts), currency: 'JPY' })).toBe(String(amounts.reduce((a, b) => a + b, 0n)))
      }),
    )
  })
})

describe('allocate', () => {
  it('gives the cents left over to the largest remainders', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(-100, [1, 1, 1])).toEqual([-34, -33, -33])
    expect(allocate(5, [0, 0])).toEqual([3, 2])
    expect(allocate(7, [])).toEqual([])
  })

  it('loses nothing and stays within one unit of the exact share', () => {
    fc.assert(
      fc.property(
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
      ),
    )
  })
})
