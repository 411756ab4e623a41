import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastRuleSales, oldestEvidence, rulePrice, type PriceRule, type RuleFacts } from './price-rule.ts'

const now = new Date('2026-11-25T10:00:00Z')
const rule = (change: Partial<PriceRule> = {}): PriceRule => ({
  basis: 'MEDIAN',
  offset_percent: -2,
  floor_minor: 3800,
  margin_percent: null,
  ceiling_minor: 6000,
  ending: 'NONE',
  most_changes: 2,
  most_percent: 50,
  ...change,
})
const evidence = { sales: 12, typicalMinor: 5000, averageMinor: 5500, countedAt: now }
const facts = (change: Partial<RuleFacts> = {}): RuleFacts => ({
  now,
  currency: 'GBP',
  state: 'ACTIVE',
  format: 'FIXED_PRICE',
  hasVariations: false,
  isOnSale: false,
  priceMinor: 5900,
  evidence,
  unitCostMinor: 3000,
  aboveOffersMinor: 0,
  today: { changes: 0, firstMinor: 0 },
  ...change,
})
const price = (of: Partial<PriceRule> = {}, by: Partial<RuleFacts> = {}) => {
  const outcome = rulePrice(rule(of), facts(by))
  return outcome.ok ? [outcome.minor, ...outcome.limits] : outcome.reason
}

describe('the price of a rule', () => {
  it('is so far below or above the median or the average', () => {
    expect(price()).toEqual([4900])
    expect(price({ basis: 'AVERAGE' })).toEqual([5390])
    expect(price({ offset_percent: 10 })).toEqual([5500])
    expect(price({ ending: '99' })).toEqual([4899])
  })

  it('is never below the floor, the cost with its margin or the least offer, nor above the ceiling', () => {
    expect(price({ floor_minor: 4900 })).toEqual([4900])
    expect(price({ floor_minor: 4901 })).toEqual([4901, 'floor'])
    expect(price({ floor_minor: null, margin_percent: 70 })).toEqual([5100, 'floor'])
    expect(price({}, { aboveOffersMinor: 5200 })).toEqual([5200, 'floor'])
    expect(price({ ceiling_minor: 4899 })).toEqual([4899, 'ceiling'])
    expect(price({ ceiling_minor: null, offset_percent: 50 })).toEqual([7500])
  })

  it('moves at most so far and so often a day', () => {
    expect(price({ most_percent: 10 })).toEqual([5310, 'day'])
    expect(price({ most_percent: 10 }, { priceMinor: 5310, today: { changes: 1, firstMinor: 5900 } })).toEqual([
      5310,
      'day',
    ])
    expect(price({}, { today: { changes: 1, firstMinor: 5900 } })).toEqual([4900])
    expect(price({}, { today: { changes: 2, firstMinor: 5900 } })).toBe('day-full')
    expect(price({}, { priceMinor: 4900, today: { changes: 2, firstMinor: 5900 } })).toEqual([4900])
    expect(price({ floor_minor: 5900, most_percent: 10 }, { priceMinor: 5363 })).toBe('out-of-reach')
    expect(price({ floor_minor: 5900, most_percent: 10 }, { priceMinor: 5364 })).toEqual([5900, 'floor'])
  })

  it('is none without evidence that is enough and new, or a cost that it needs', () => {
    expect(price({}, { evidence: null })).toBe('no-evidence')
    expect(price({}, { evidence: { ...evidence, sales: leastRuleSales - 1 } })).toBe('no-evidence')
    expect(price({}, { evidence: { ...evidence, sales: leastRuleSales } })).toEqual([4900])
    const at = (age: number) => ({ evidence: { ...evidence, countedAt: new Date(now.getTime() - age) } })
    expect(price({}, at(oldestEvidence))).toEqual([4900])
    expect(price({}, at(oldestEvidence + 1))).toBe('old-evidence')
    expect(price({ floor_minor: null, margin_percent: 0 }, { unitCostMinor: null })).toBe('no-cost')
    expect(price({ floor_minor: null, margin_percent: 101 })).toBe('floor-above-ceiling')
    expect(price({ floor_minor: null, margin_percent: 100 })).toEqual([6000, 'floor'])
  })

  it('is none in a sale event, and of what has no price of its own', () => {
    expect(price({}, { isOnSale: true })).toBe('on-sale')
    expect(price({}, { hasVariations: true })).toBe('variations')
    expect(price({}, { format: 'AUCTION' })).toBe('auction')
    expect(price({}, { state: 'ENDED' })).toBe('not-active')
  })

  it('always keeps its bounds, and a second run changes nothing', () => {
    const minor = fc.integer({ min: 1, max: 99_999_999_999 })
    fc.assert(
      fc.property(
        fc.record({
          basis: fc.constantFrom('MEDIAN' as const, 'AVERAGE' as const),
          offset_percent: fc.integer({ min: -50, max: 50 }),
          floor_minor: fc.option(minor),
          margin_percent: fc.integer({ min: 0, max: 1000 }),
          ceiling_minor: fc.option(minor),
          ending: fc.constantFrom('NONE' as const, 'WHOLE' as const, '95' as const, '99' as const),
          most_changes: fc.integer({ min: 1, max: 24 }),
          most_percent: fc.integer({ min: 1, max: 50 }),
        }),
        fc.record({
          currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
          priceMinor: minor,
          unitCostMinor: fc.option(fc.integer({ min: 0, max: 9_999_999 })),
          aboveOffersMinor: fc.integer({ min: 0, max: 9_999_999 }),
          evidence: fc.record({
            sales: fc.integer({ min: 1, max: 20 }),
            typicalMinor: minor,
            averageMinor: minor,
            countedAt: fc.constant(now),
          }),
          today: fc.record({ changes: fc.integer({ min: 0, max: 24 }), firstMinor: minor }),
        }),
        (of, by) => {
          const outcome = rulePrice(rule(of), facts(by))
          if (!outcome.ok) return
          const first = by.today.changes > 0 ? by.today.firstMinor : by.priceMinor
          const own = of.floor_minor ?? Math.ceil(((by.unitCostMinor ?? 0) * (100 + of.margin_percent)) / 100)
          expect(outcome.minor).toBeGreaterThanOrEqual(Math.max(own, by.aboveOffersMinor))
          expect(outcome.minor).toBeLessThanOrEqual(of.ceiling_minor ?? Infinity)
          expect(Math.abs(outcome.minor - first) * 100).toBeLessThanOrEqual(of.most_percent * first)
          if (outcome.minor !== by.priceMinor) expect(by.today.changes).toBeLessThan(of.most_changes)
          const today = { changes: by.today.changes + 1, firstMinor: first }
          const again = rulePrice(rule(of), facts({ ...by, priceMinor: outcome.minor, today }))
          expect(again).toMatchObject({ ok: true, minor: outcome.minor })
        },
      ),
    )
  })
})
