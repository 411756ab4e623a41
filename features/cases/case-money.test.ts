import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atStake } from './case-money.ts'

const line = { quantity: 2, itemMinor: 3, taxMinor: 3, shippingMinor: 5 }

describe('what is at stake', () => {
  it('is the units’ share of price and tax together, rounded down once', () => {
    expect(atStake(line, { units: 1, reason: 'DEFECTIVE_ITEM' })).toEqual({ itemMinor: 3, shippingMinor: 2 })
    expect(atStake(line, { units: 2, reason: 'DEFECTIVE_ITEM' })).toEqual({ itemMinor: 6, shippingMinor: 5 })
  })

  it('leaves the shipping out where the buyer has changed their mind', () => {
    expect(atStake(line, { units: 2, reason: 'WRONG_SIZE' })).toEqual({ itemMinor: 6, shippingMinor: 0 })
  })

  it('is never more than the line, however its units are divided', () => {
    const minor = fc.integer({ min: 0, max: 10_000 })
    const paid = fc.record({ itemMinor: minor, taxMinor: minor, shippingMinor: minor })
    fc.assert(
      fc.property(paid, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (money, some, others) => {
        const all = { ...money, quantity: some + others }
        const of = (units: number) => atStake(all, { units, reason: 'NOT_AS_DESCRIBED' })
        const [one, two] = [of(some), of(others)]
        expect(one.itemMinor + two.itemMinor).toBeLessThanOrEqual(money.itemMinor + money.taxMinor)
        expect(one.shippingMinor + two.shippingMinor).toBeLessThanOrEqual(money.shippingMinor)
      }),
    )
  })
})
