import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#lib/zoned-time.ts'
import { adviseReorder, horizonOf, type ReorderFacts } from './reorder-advice.ts'
import { countFacts, nextChange, type SalesHistory } from './reorder-facts.ts'

const terms = { leadDays: 14, safetyDays: 7, targetDays: 30, least: 1, pack: 1, priceMinor: 500 }
const facts: ReorderFacts = {
  ...terms,
  sold: { 30: { units: 60, days: 30 }, 90: { units: 90, days: 90 }, 365: { units: 365, days: 365 } },
  lastYear: { ahead: 0, before: { 30: 0, 90: 0, 365: 0 } },
}
const sold = (units: number, days: number) => ({ units, days })

describe('advice', () => {
  it('says how long stock lasts, what is needed, and what is at stake', () => {
    // Two a day for 51 days are 102; stock lasts 10 of the 21 days until an order arrives with its safety.
    expect(adviseReorder(facts, { available: 20, coming: 0 })).toEqual({
      window: 30,
      seasonPercent: 100,
      coverDays: 10,
      needed: 102,
      suggested: 82,
      stakeMinor: 2 * 11 * 500,
    })
  })

  it('waits while stock and what is coming last longer than lead time and safety days', () => {
    expect(adviseReorder(facts, { available: 44, coming: 0 }).suggested).toBe(0)
    expect(adviseReorder(facts, { available: 43, coming: 0 }).suggested).toBe(59)
    expect(adviseReorder(facts, { available: 0, coming: 44 })).toMatchObject({ suggested: 0, coverDays: 0 })
  })

  it('counts only days on sale', () => {
    const often = { ...facts, sold: { ...facts.sold, 30: sold(60, 15) } }
    expect(adviseReorder(often, { available: 20, coming: 0 })).toMatchObject({ coverDays: 5, needed: 204 })
  })

  it('takes a longer window if few were sold in a short one', () => {
    const window = (...[a, b, c]: [number, number, number]) =>
      adviseReorder(
        { ...facts, sold: { 30: sold(a, 30), 90: sold(b, 90), 365: sold(c, 365) } },
        { available: 0, coming: 0 },
      ).window
    expect([window(8, 8, 8), window(7, 8, 8), window(7, 7, 8), window(1, 1, 1), window(0, 0, 0)]).toEqual([
      30,
      90,
      365,
      365,
      null,
    ])
  })

  it('follows last year’s season within bounds', () => {
    const season = (ahead: number, before: number) =>
      adviseReorder(
        { ...facts, lastYear: { ahead, before: { 30: before, 90: 0, 365: 0 } } },
        { available: 0, coming: 0 },
      ).seasonPercent
    // 51 days ahead are compared with 30 days before.
    expect([season(102, 30), season(51, 60), season(510, 30), season(8, 90), season(7, 30), season(102, 7)]).toEqual([
      200, 50, 300, 50, 100, 100,
    ])
  })

  it('orders the least quantity in whole packs', () => {
    const of = (least: number, pack: number) =>
      adviseReorder({ ...facts, least, pack }, { available: 20, coming: 0 }).suggested
    expect([of(100, 1), of(1, 12), of(100, 12), of(50, 82)]).toEqual([100, 84, 108, 82])
  })

  it('has no advice without sales', () => {
    const none = { ...facts, sold: { 30: sold(0, 0), 90: sold(0, 0), 365: sold(0, 0) } }
    expect(adviseReorder(none, { available: 0, coming: 0 })).toMatchObject({
      coverDays: null,
      suggested: 0,
      stakeMinor: 0,
    })
  })

  const units = fc.nat(500)
  const window = fc.record({ units, days: fc.integer({ min: 1, max: 30 }) })
  const anyFacts: fc.Arbitrary<ReorderFacts> = fc.record({
    sold: fc.record({ 30: window, 90: window, 365: window }),
    lastYear: fc.record({ ahead: units, before: fc.record({ 30: units, 90: units, 365: units }) }),
    leadDays: fc.nat(90),
    safetyDays: fc.nat(30),
    targetDays: fc.integer({ min: 1, max: 90 }),
    least: fc.integer({ min: 1, max: 200 }),
    pack: fc.integer({ min: 1, max: 48 }),
    priceMinor: fc.nat(100_000),
  })

  it('is whole packs, never below the least quantity, and enough', () => {
    fc.assert(
      fc.property(anyFacts, units, units, (any, available, coming) => {
        const { suggested, needed } = adviseReorder(any, { available, coming })
        expect(suggested % any.pack).toBe(0)
        if (suggested === 0) return
        expect(suggested).toBeGreaterThanOrEqual(any.least)
        expect(available + coming + suggested).toBeGreaterThanOrEqual(needed)
        expect(suggested).toBeLessThan(Math.max(needed - available - coming, any.least) + any.pack)
      }),
    )
  })

  it('never grows with stock, whether it is there or coming', () => {
    fc.assert(
      fc.property(anyFacts, units, units, units, (any, available, coming, more) => {
        const now = adviseReorder(any, { available, coming })
        for (const then of [
          adviseReorder(any, { available: available + more, coming }),
          adviseReorder(any, { available, coming: coming + more }),
        ]) {
          expect(then.suggested).toBeLessThanOrEqual(now.suggested)
          expect(then.stakeMinor).toBeLessThanOrEqual(now.stakeMinor)
        }
      }),
    )
  })
})

const today = '2026-11-22'
const ago = (days: number) => addDays(today, -days)
const anyHistory: fc.Arbitrary<SalesHistory> = fc
  .record({
    sales: fc.uniqueArray(
      fc.record({ ago: fc.integer({ min: -3, max: 735 }), units: fc.integer({ min: 1, max: 5 }) }),
      {
        selector: (sale) => sale.ago,
        maxLength: 30,
      },
    ),
    gaps: fc.array(fc.record({ length: fc.nat(60), pause: fc.integer({ min: 1, max: 100 }) }), { maxLength: 5 }),
    isGone: fc.boolean(),
    listed: fc.nat(900),
  })
  .map(({ sales, gaps, isGone, listed }) => {
    let at = 0
    const spans = gaps.map(({ length, pause }, index) => {
      const to = isGone && index === 0 ? null : ago((at += pause))
      at += length
      return { from: ago(at), to }
    })
    return {
      sales: sales.toSorted((a, b) => b.ago - a.ago).map((sale) => ({ day: ago(sale.ago), units: sale.units })),
      gaps: spans.toReversed(),
      listedOn: ago(listed),
    }
  })

describe('facts', () => {
  it('count sales before today, and days on sale', () => {
    const history = {
      sales: [31, 30, 10, 1, 0].map((days) => ({ day: ago(days), units: 2 })),
      gaps: [
        { from: ago(25), to: ago(21) },
        { from: ago(3), to: ago(2) },
      ],
      listedOn: ago(60),
    }
    expect(countFacts(history, terms, today).sold).toEqual({ 30: sold(6, 23), 90: sold(8, 53), 365: sold(8, 53) })
  })

  it('compare last year’s days ahead with those before', () => {
    const history = {
      sales: [396, 395, 366, 365, 315, 314].map((days) => ({ day: ago(days), units: 1 })),
      gaps: [],
      listedOn: ago(900),
    }
    expect(horizonOf(terms)).toBe(51)
    expect(countFacts(history, terms, today).lastYear).toEqual({ ahead: 2, before: { 30: 2, 90: 3, 365: 3 } })
  })

  it('stay the same until the day that is named', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const next = nextChange(history, terms, today)
        const now = countFacts(history, terms, today)
        const last = next === null ? 800 : Math.min(800, daysBetween(today, next) - 1)
        expect(last).toBeGreaterThanOrEqual(0)
        for (let day = 1; day <= last; day += 1) expect(countFacts(history, terms, addDays(today, day))).toEqual(now)
      }),
    )
  })

  it('of a quiet SKU are not looked at each day', () => {
    const history = { sales: [{ day: ago(100), units: 9 }], gaps: [], listedOn: ago(900) }
    expect(nextChange(history, terms, today)).toBe(addDays(today, 365 - 51 + 1 - 100))
  })
})
