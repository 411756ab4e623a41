import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import type { FeePack, FeeSchedule } from '#features/core/fees/fee.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { atStake, feeBackMinor } from './case-money.ts'

const line = { quantity: 2, itemMinor: 3, taxMinor: 3, shippingMinor: 5 }

describe('the amount at risk', () => {
  it('is the units’ share of price and tax, rounded down once', () => {
    expect(atStake(line, { units: 1, reason: 'DEFECTIVE_ITEM' })).toEqual({ itemMinor: 3, shippingMinor: 2 })
    expect(atStake(line, { units: 2, reason: 'DEFECTIVE_ITEM' })).toEqual({ itemMinor: 6, shippingMinor: 5 })
  })

  it('excludes shipping if the buyer has changed their mind', () => {
    expect(atStake(line, { units: 2, reason: 'WRONG_SIZE' })).toEqual({ itemMinor: 6, shippingMinor: 0 })
  })

  it('is never more than the line, however its units are divided', () => {
    const minor = fc.integer({ min: 0, max: 10_000 })
    const paid = fc.record({ itemMinor: minor, taxMinor: minor, shippingMinor: minor })
    expectForAll(paid, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (money, some, others) => {
      const all = { ...money, quantity: some + others }
      const of = (units: number) => atStake(all, { units, reason: 'NOT_AS_DESCRIBED' })
      const [one, two] = [of(some), of(others)]
      expect(one.itemMinor + two.itemMinor).toBeLessThanOrEqual(money.itemMinor + money.taxMinor)
      expect(one.shippingMinor + two.shippingMinor).toBeLessThanOrEqual(money.shippingMinor)
    })
  })
})

describe('fees of a line are credited', () => {
  const paid = { quantity: 1, itemMinor: 7_000, taxMinor: 1_000, shippingMinor: 0 }
  const backOf = ({ schedule, line: of = paid }: { schedule: FeeSchedule; line?: typeof paid }) => {
    const schedules = { DEFAULT: schedule }
    const fees = { perOrder: [], schedules, insertion: { freePerMonth: 0, fee: 0 } }
    const pack: FeePack = { marketplace: 'GB', asOf: '2026-01-01', currency: 'GBP', fees }
    return (refundMinor: number, goneMinor = 0) =>
      feeBackMinor({ pack, group: 'DEFAULT', line: of, goneMinor }, refundMinor)
  }
  const tiers = [{ upTo: 5_000, bps: 1_325 }, { bps: 235 }]

  it('in proportion to what is refunded', () => {
    const back = backOf({ schedule: { mode: 'MARGINAL', tiers } })
    // 7.33 of 80.00: 13.25 % of 50.00 and 2.35 % of 30.00.
    expect([back(8_000), back(3_000), back(5_000, 3_000), back(0, 8_000)]).toEqual([733, 275, 458, 0])
  })

  it('in proportion also where a lower amount would have cost more', () => {
    const group = policyPack.fees.schedules['CLOTHING_BAGS']!
    const back = backOf({ schedule: group, line: { ...paid, itemMinor: 200_000, taxMinor: 10_000 } })
    // 9 % of 2,100.00; at 1,890.00 the rate would be 13.6 %.
    expect([back(210_000), back(21_000), back(189_000, 21_000)]).toEqual([18_900, 1_890, 17_010])
  })

  it.each(['MARGINAL', 'WHOLE'] as const)('in any number of refunds the same total, to the penny (%s)', (mode) => {
    const back = backOf({ schedule: { mode, tiers } })
    expectForAll(fc.array(fc.nat(2_000), { maxLength: 8 }), (refunds) => {
      let gone = 0
      let fees = 0
      for (const minor of refunds) {
        const more = back(minor, gone)
        expect(more).toBeGreaterThanOrEqual(0)
        fees += more
        gone += minor
      }
      expect(fees).toBe(back(gone))
      expect(fees + back(8_000, gone)).toBe(back(8_000))
    })
  })
})
