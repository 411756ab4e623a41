import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { breakEven } from './break-even.ts'
import { estimateFees, feesOfShop, type FeePack } from './fee.ts'

const us = feesOfShop(testPolicyPack, { country: 'US', currency: 'USD' })!
const left = (pack: FeePack, group: string, sale: Parameters<typeof estimateFees>[2]) =>
  estimateFees(pack, group, sale).leftMinor

it('covers fees, cost and postage exactly', () => {
  const sale = { shippingMinor: 500, costMinor: 2100, postageMinor: 512 }
  const { priceMinor, safeMinor } = breakEven(us, 'DEFAULT', sale)
  expect(safeMinor).toBe(priceMinor)
  expect(left(us, 'DEFAULT', { ...sale, itemMinor: priceMinor! })).toBeGreaterThanOrEqual(0)
  expect(left(us, 'DEFAULT', { ...sale, itemMinor: priceMinor! - 1 })).toBeLessThan(0)
})

it('tells a price that is enough from one above which none is too low, where the fixed fee rises', () => {
  const pack: FeePack = {
    ...us,
    fees: {
      ...us.fees,
      perOrder: [{ orderTotalMax: 1000, fee: 30 }, { fee: 400 }],
      schedules: { DEFAULT: { mode: 'MARGINAL', tiers: [{ bps: 0 }] } },
    },
  }
  expect(breakEven(pack, 'DEFAULT', { shippingMinor: 0, costMinor: 900 })).toEqual({ priceMinor: 930, safeMinor: 1300 })
})

it('is the lowest price without a loss, in every group of both tier modes', () => {
  const amount = fc.integer({ min: 0, max: 900_000 })
  const group = fc.constantFrom(...Object.keys(us.fees.schedules))
  fc.assert(
    fc.property(group, amount, amount, amount, amount, (key, shippingMinor, costMinor, postageMinor, more) => {
      const sale = { shippingMinor, costMinor, postageMinor }
      const { priceMinor, safeMinor } = breakEven(us, key, sale)
      const at = (itemMinor: number) => left(us, key, { ...sale, itemMinor })
      expect(at(priceMinor!)).toBeGreaterThanOrEqual(0)
      expect(at(safeMinor! + more)).toBeGreaterThanOrEqual(0)
      for (const below of [1, 1 + (more % 97), 1 + more])
        if (priceMinor! - below >= 0) expect(at(priceMinor! - below)).toBeLessThan(0)
    }),
  )
})
