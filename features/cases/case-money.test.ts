import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeePack } from '#features/fees/fee.ts'
import { atStake, feeBackMinor } from './case-money.ts'

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

it('fees come back of a line as they were taken, in however many refunds: together what was taken, to the penny', () => {
  const tiers = [{ upTo: 5_000, bps: 1_325 }, { bps: 235 }]
  const pack: FeePack = {
    marketplace: 'GB',
    asOf: '2026-01-01',
    currency: 'GBP',
    fees: { perOrder: [], schedules: { DEFAULT: { mode: 'MARGINAL', tiers } }, insertion: { freePerMonth: 0, fee: 0 } },
  }
  const paid = { quantity: 1, itemMinor: 7_000, taxMinor: 1_000, shippingMinor: 0 }
  const back = (refundMinor: number, goneMinor = 0) =>
    feeBackMinor({ pack, group: 'DEFAULT', line: paid, goneMinor }, refundMinor)
  // 13.25 % of 50.00 and 2.35 % of 30.00: the part above 50.00 goes back first.
  expect([back(8_000), back(3_000), back(5_000, 3_000), back(0, 8_000)]).toEqual([733, 70, 663, 0])
  fc.assert(
    fc.property(fc.array(fc.nat(2_000), { maxLength: 4 }), (refunds) => {
      let gone = 0
      let fees = 0
      for (const minor of refunds) {
        fees += back(minor, gone)
        gone += minor
      }
      expect(fees).toBe(back(gone))
    }),
  )
})
