import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { addMinor, exactInteger, sumsByCurrency } from './exact-sums.ts'
import { toDecimal } from './money.ts'

describe('a sum of amounts', () => {
  it('is exact within and beyond the safe integers', () => {
    const edge = 9_007_199_254_740_991
    expect([addMinor(edge - 1, 1), addMinor(edge, 1), addMinor(edge, 2)]).toEqual([edge, 2n ** 53n, 2n ** 53n + 1n])
    expect(addMinor(2n ** 53n, -1)).toBe(edge)
    expect([exactInteger(-(2n ** 53n)), exactInteger(1n - 2n ** 53n)]).toEqual([-(2n ** 53n), -edge])
    const written = (minor: number | bigint) => toDecimal({ minor, currency: 'GBP' })
    expect(written(edge)).toBe('90071992547409.91')
    expect(written(2n ** 53n + 1n)).toBe('90071992547409.93')
    expect(written(-(2n ** 53n) - 1n)).toBe('-90071992547409.93')
  })

  it('is the same in any order, and for amounts given as texts', () => {
    expectForAll(fc.array(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n })), (amounts) => {
      const sum = (all: bigint[]) => all.reduce<number | bigint>((total, one) => addMinor(total, exactInteger(one)), 0)
      expect(sum(amounts)).toBe(sum(amounts.toReversed()))
      expect(toDecimal({ minor: sum(amounts), currency: 'JPY' })).toBe(String(amounts.reduce((a, b) => a + b, 0n)))
    })
  })

  it('keeps currencies apart, the one with most amounts first', () => {
    const of = (currency: string, minor: number) => ({ minor, currency })
    const edge = Number.MAX_SAFE_INTEGER
    expect(sumsByCurrency([of('EUR', 5), of('GBP', edge), of('GBP', 2)])).toEqual([
      { minor: 2n ** 53n + 1n, currency: 'GBP' },
      { minor: 5, currency: 'EUR' },
    ])
    expect(sumsByCurrency([])).toEqual([])
  })
})
