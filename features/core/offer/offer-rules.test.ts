import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counterPrice, floorOf, noRules, ruleAnswer, type OfferRules, type OfferToAnswer } from './offer-rules.ts'

const offer: OfferToAnswer = {
  priceMinor: 4_000,
  listPriceMinor: 5_000,
  autoAcceptMinor: null,
  minimumMinor: null,
  costMinor: null,
  hasCountered: false,
  isAway: false,
}

const answer = (rules: Partial<OfferRules>, change: Partial<OfferToAnswer> = {}) => {
  const found = ruleAnswer({ ...noRules, ...rules }, { ...offer, ...change })
  return found && [found.step, found.rule, found.priceMinor]
}

describe('rules', () => {
  it('decline below the minimum and accept from the limit, and nothing between', () => {
    const limits = { minimumMinor: 3_500, autoAcceptMinor: 4_500 }
    const at = (priceMinor: number) => answer({}, { ...limits, priceMinor })
    expect([at(3_499), at(3_500), at(4_499), at(4_500)]).toEqual([
      ['decline', 'minimum', 3_499],
      null,
      null,
      ['accept', 'auto-accept', 4_500],
    ])
  })

  it('accept nothing below cost plus the margin, nor where the cost is unknown', () => {
    const rules = { leastMarginPercent: 10 }
    const at = (costMinor: number | null) => answer(rules, { autoAcceptMinor: 4_000, costMinor })
    expect([at(3_636), at(3_637), at(null)]).toEqual([['accept', 'auto-accept', 4_000], null, null])
    expect(floorOf({ ...noRules, ...rules }, 3_637)).toBe(4_001)
  })

  it('counter once at the mean, not below the floor, and not at the price itself', () => {
    const rules = { countersAtMean: true }
    expect(answer(rules)).toEqual(['counter', 'mean', 4_500])
    expect(answer(rules, { priceMinor: 4_001 })).toEqual(['counter', 'mean', 4_501])
    expect(answer(rules, { hasCountered: true })).toBeNull()
    expect(answer({ ...rules, leastMarginPercent: 10 }, { costMinor: 4_300 })).toEqual(['counter', 'mean', 4_730])
    expect(answer({ ...rules, leastMarginPercent: 10 }, { costMinor: 4_546 })).toBeNull()
    expect(answer({ ...rules, leastMarginPercent: 10 })).toBeNull()
  })

  it('rest while the seller is away, unless they shall not', () => {
    const limits = { minimumMinor: 4_500, isAway: true }
    expect(answer({}, limits)).toBeNull()
    expect(answer({ restsWhileAway: false }, limits)).toEqual(['decline', 'minimum', 4_000])
  })

  it('never accept or counter below the minimum or the floor, nor counter from the price on', () => {
    const minor = fc.integer({ min: 1, max: 10_000 })
    const maybe = fc.option(minor)
    fc.assert(
      fc.property(
        fc.record({
          leastMarginPercent: fc.option(fc.nat({ max: 50 })),
          countersAtMean: fc.boolean(),
          restsWhileAway: fc.boolean(),
        }),
        fc.record({
          priceMinor: minor,
          listPriceMinor: minor,
          autoAcceptMinor: maybe,
          minimumMinor: maybe,
          costMinor: maybe,
          hasCountered: fc.boolean(),
          isAway: fc.boolean(),
        }),
        (rules, made) => {
          const found = ruleAnswer(rules, made)
          if (!found || found.step === 'decline') return
          expect(found.priceMinor).toBeGreaterThanOrEqual(made.minimumMinor ?? 0)
          if (rules.leastMarginPercent !== null) {
            const floor = floorOf(rules, made.costMinor)
            expect(floor).not.toBeNull()
            expect(found.priceMinor).toBeGreaterThanOrEqual(floor ?? 0)
          }
          if (found.step === 'counter') expect(found.priceMinor).toBeLessThan(made.listPriceMinor)
        },
      ),
    )
  })
})

describe('the price of a counteroffer to several buyers', () => {
  it('is a discount or the mean, raised to the floor; refused if nothing is left between offer and price', () => {
    const price = (
      discountPercent: number,
      change: Partial<OfferToAnswer> = {},
      leastMarginPercent: number | null = 10,
    ) => {
      const counter = counterPrice({ discountPercent }, { ...offer, ...change }, { ...noRules, leastMarginPercent })
      return counter.ok ? counter.priceMinor : counter.reason
    }
    expect([price(10, {}, null), price(10, { costMinor: 4_000 }), price(10, { costMinor: 4_200 })]).toEqual([
      4_500, 4_500, 4_620,
    ])
    expect([price(10), price(10, { costMinor: 4_546 })]).toEqual(['no-cost', 'no-room'])
    expect([price(20, {}, null), price(19, {}, null)]).toEqual(['below-offer', 4_050])
  })

  it('is above the offer, below the price, and not below the floor', () => {
    const minor = fc.integer({ min: 1, max: 10_000 })
    const rule = fc.record({ leastMarginPercent: fc.option(fc.nat({ max: 50 })) })
    const made = fc.record({ priceMinor: minor, listPriceMinor: minor, costMinor: fc.option(minor) })
    const by = fc.oneof(fc.constant('mean' as const), fc.record({ discountPercent: fc.integer({ min: 1, max: 99 }) }))
    fc.assert(
      fc.property(by, made, rule, (price, given, rules) => {
        const counter = counterPrice(price, given, { ...noRules, ...rules })
        if (!counter.ok) return
        expect(counter.priceMinor).toBeGreaterThan(given.priceMinor)
        expect(counter.priceMinor).toBeLessThan(given.listPriceMinor)
        expect(counter.priceMinor).toBeGreaterThanOrEqual(floorOf({ ...noRules, ...rules }, given.costMinor) ?? 0)
      }),
    )
  })
})
