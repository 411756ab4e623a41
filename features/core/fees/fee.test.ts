import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { estimateFees, orderFee, feesOfShop, scheduleOf, variableFee, type FeeSchedule } from './fee.ts'

const pack = testPolicyPack
const feesOf = (group: string, totalMinor: number) =>
  estimateFees(pack, group, { itemMinor: totalMinor, shippingMinor: 0 }).feesMinor

describe('the golden fees of seller-hubs 2.7', () => {
  it.each([
    ['DEFAULT', 5940, 848],
    ['DEFAULT', 1000, 166],
    ['DEFAULT', 1001, 176],
    ['DEFAULT', 800_000, 103_215],
    ['JEWELRY', 500_000, 75_040],
    ['JEWELRY', 500_001, 45_040],
    ['WATCHES', 964_000, 63_710],
    ['BOOKS_MOVIES_MUSIC', 2162, 371],
    ['CLOTHING_BAGS', 200_000, 27_240],
    ['CLOTHING_BAGS', 200_001, 18_040],
  ] as const)('%s %i costs %i', (group, total, fee) => expect(feesOf(group, total)).toBe(fee))

  it('match the golden journal of 5.4', () =>
    expect(
      estimateFees(pack, 'DEFAULT', {
        itemMinor: 5000,
        shippingMinor: 500,
        taxMinor: 440,
        postageMinor: 512,
        costMinor: 2100,
      }),
    ).toEqual({ variableMinor: 808, fixedMinor: 40, feesMinor: 848, proceedsMinor: 4140, leftMinor: 2040 }))
})

describe('fees', () => {
  it.each(['WHOLE', 'MARGINAL'] as const)('of half a penny are rounded up to a penny, by %s', (mode) => {
    const fee = (base: number) => variableFee({ mode, tiers: [{ bps: 1000 }] }, base)
    expect([4, 5, 14, 15].map(fee)).toEqual([0, 1, 1, 2])
  })

  const amount = fc.integer({ min: 0, max: 100_000_000 })
  const group = fc.constantFrom(...Object.keys(pack.fees.schedules))

  it('are whole, not negative, and at most the highest rate', () =>
    expectForAll(group, amount, (key, base) => {
      const schedule = scheduleOf(pack, key)
      const fee = variableFee(schedule, base)
      const highest = Math.max(...schedule.tiers.map(({ bps }) => bps))
      expect(Number.isInteger(fee) && fee >= 0).toBe(true)
      expect(fee).toBeLessThanOrEqual(Math.ceil((base * highest) / 10_000))
    }))

  it('never decrease when the amount rises, by margin', () =>
    expectForAll(amount, fc.integer({ min: 0, max: 10_000 }), (base, more) => {
      const schedule = scheduleOf(pack, 'WATCHES')
      expect(variableFee(schedule, base + more)).toBeGreaterThanOrEqual(variableFee(schedule, base))
    }))

  it('do not depend on how a margin is split into steps of the same rate', () =>
    expectForAll(
      amount,
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (base, cut, bps) => {
        const whole: FeeSchedule = { mode: 'MARGINAL', tiers: [{ bps }] }
        const parts: FeeSchedule = { mode: 'MARGINAL', tiers: [{ upTo: cut, bps }, { bps }] }
        expect(variableFee(parts, base)).toBe(variableFee(whole, base))
      },
    ))

  it('and the remainder add up to what the buyer pays', () =>
    expectForAll(group, amount, amount, amount, amount, (key, itemMinor, shippingMinor, postageMinor, costMinor) => {
      const sale = { itemMinor, shippingMinor, postageMinor, costMinor }
      const { feesMinor, leftMinor } = estimateFees(pack, key, sale)
      expect(estimateFees(pack, key, { ...sale, insertionMinor: 35 }).leftMinor).toBe(leftMinor - 35)
      expect(feesMinor + leftMinor + postageMinor + costMinor).toBe(itemMinor + shippingMinor)
    }))

  it('have a fixed part based on the order’s total', () => {
    expect([0, 1000, 1001].map((total) => orderFee(pack, total))).toEqual([30, 30, 40])
  })

  it('of an unknown group are those of most categories', () => expect(feesOf('KITES', 5940)).toBe(848))

  it('are those of the shop’s country, in its own currency', () => {
    const marketplaceOf = (country: string, currency: string) => feesOfShop(pack, { country, currency })?.marketplace
    expect([marketplaceOf('GB', 'GBP'), marketplaceOf('DE', 'EUR')]).toEqual(['GB', 'DE'])
    expect([marketplaceOf('US', 'USD'), marketplaceOf('GB', 'EUR'), marketplaceOf('BR', 'BRL')]).toEqual([
      'US',
      'US',
      'US',
    ])
    expect(feesOfShop(pack, { country: 'GB', currency: 'GBP' })).toMatchObject({ currency: 'GBP', asOf: '2026-01-01' })
  })

  it('are not estimated in a currency with other decimals', () =>
    expect(feesOfShop(pack, { country: 'JP', currency: 'JPY' })).toBeNull())
})
