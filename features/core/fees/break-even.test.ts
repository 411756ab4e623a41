import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
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

it('meets the edge of a fee where item, shipping and tax together reach it', () => {
  // Above 20.00, the percentage is of the whole base and higher; an order above 21.00 costs 4.00 more.
  const pack: FeePack = {
    ...us,
    fees: {
      ...us.fees,
      perOrder: [{ orderTotalMax: 2_100, fee: 0 }, { fee: 400 }],
      schedules: {
        DEFAULT: { mode: 'WHOLE', tiers: [{ upTo: 2_000, bps: 0 }, { bps: 1_000 }] },
      },
    },
  }
  const sale = { shippingMinor: 300, taxMinor: 200, postageMinor: 300 }
  // 15.00 with 3.00 shipping and 2.00 tax is exactly 20.00; tax is passed on.
  const atEdge = breakEven(pack, 'DEFAULT', { ...sale, costMinor: 1_500 - 1 })
  expect(atEdge.priceMinor).toBe(1_499)
  for (const costMinor of [1_498, 1_499, 1_500, 1_501, 1_600, 1_601]) {
    const found = breakEven(pack, 'DEFAULT', { ...sale, costMinor })
    const at = (itemMinor: number) => left(pack, 'DEFAULT', { ...sale, costMinor, itemMinor })
    const prices = Array.from({ length: 4_000 }, (_, price) => price)
    expect(found.priceMinor).toBe(prices.find((price) => at(price) >= 0))
    expect(found.safeMinor).toBe(prices.findLast((price) => at(price) < 0)! + 1)
  }
})

it('is the lowest price without a loss, in every group of both tier modes', () => {
  const amount = fc.integer({ min: 0, max: 900_000 })
  const group = fc.constantFrom(...Object.keys(us.fees.schedules))
  expectForAll(group, amount, amount, amount, amount, (key, shippingMinor, costMinor, postageMinor, more) => {
    const sale = { shippingMinor, costMinor, postageMinor }
    const { priceMinor, safeMinor } = breakEven(us, key, sale)
    const at = (itemMinor: number) => left(us, key, { ...sale, itemMinor })
    expect(at(priceMinor!)).toBeGreaterThanOrEqual(0)
    expect(at(safeMinor! + more)).toBeGreaterThanOrEqual(0)
    for (const below of [1, 1 + (more % 97), 1 + more])
      if (priceMinor! - below >= 0) expect(at(priceMinor! - below)).toBeLessThan(0)
  })
})
