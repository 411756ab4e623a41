import { describe, expect, it } from 'vitest'
import { exactMinor, minorOfAmount, roundTogether } from './round-together.ts'

describe('amounts of Medusa', () => {
  it('are rounded by half to the currency’s smallest unit, without noise of binary fractions', () => {
    expect(exactMinor(1.005, 'EUR')).toBe(100.5)
    expect(minorOfAmount(1.005, 'EUR')).toBe(101)
    expect(minorOfAmount(4.8999999999999995, 'EUR')).toBe(490)
    expect(minorOfAmount(5967.5, 'JPY')).toBe(5_968)
    expect(exactMinor(0.0000001, 'EUR')).toBeCloseTo(0.00001)
  })

  it('are rounded together to their sum, those with the largest remainders up', () => {
    expect(roundTogether([4_757.62, 1_005, 490], 6_253)).toEqual([4_758, 1_005, 490])
    expect(roundTogether([33.3, 33.3, 33.4], 100)).toEqual([33, 33, 34])
    expect(roundTogether([10.4, 0.4], 11)).toEqual([11, 0])
  })

  it('stay as they are where they do not add up to the sum', () => {
    expect(roundTogether([100, 50], 175)).toEqual([100, 50])
    expect(roundTogether([100.5, 50], 90)).toEqual([100, 50])
  })
})
