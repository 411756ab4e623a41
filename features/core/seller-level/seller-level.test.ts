import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import {
  isOver,
  levelOf,
  measuresOf,
  supposing,
  watchedLimits,
  watchedRates,
  withDefect,
  type Counts,
} from './seller-level.ts'

const { standards } = testPolicyPack
/** A shop without faults that meets all requirements. */
const good: Counts = {
  orders: 702,
  late: 0,
  defects: 0,
  defectBuyers: 0,
  cases: 0,
  due: 702,
  untracked: 0,
  asked: 40,
  unanswered: 0,
  yearOrders: 2_614,
  yearSales: { minor: 24_138_000, required: 100_000, currency: 'GBP' },
  days: 2_810,
}
const level = (counts: Partial<Counts>) => levelOf({ ...good, ...counts }, standards)
const headroom = (id: string, counts: Partial<Counts>) =>
  measuresOf({ ...good, ...counts }, standards).find((measure) => measure.id === id)?.headroom

const faulty = fc
  .record({
    orders: fc.nat(2_000),
    rates: fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100), fc.nat(100), fc.nat(100)),
  })
  .map(({ orders, rates: [late, defects, buyers, cases, untracked] }): Counts => {
    const part = (percent: number, of: number) => Math.floor((of * percent * percent) / 10_000)
    const all = part(defects, orders)
    return {
      ...good,
      orders,
      due: orders,
      late: part(late, orders),
      defects: all,
      defectBuyers: all === 0 ? 0 : Math.max(1, part(buyers, all)),
      cases: part(cases, orders),
      untracked: part(untracked, orders),
    }
  })

describe('the level', () => {
  // The golden cases of seller-hubs 2.1.
  it.each([
    [{ orders: 100, defects: 4, defectBuyers: 4 }, 'ABOVE_STANDARD'],
    [{ orders: 100, defects: 5, defectBuyers: 5 }, 'BELOW_STANDARD'],
    [{ orders: 100, defects: 5, defectBuyers: 4 }, 'ABOVE_STANDARD'],
    [{ orders: 500, cases: 2, due: 500, untracked: 20 }, 'TOP_RATED'],
    [{ orders: 500, cases: 3, due: 500, untracked: 20 }, 'BELOW_STANDARD'],
    [{ orders: 100, defects: 3, defectBuyers: 3, late: 5, due: 100, untracked: 5 }, 'TOP_RATED'],
    [{ orders: 100, defects: 3, defectBuyers: 3, late: 6, due: 100, untracked: 5 }, 'ABOVE_STANDARD'],
    [{ orders: 99, due: 99, yearOrders: 99 }, 'ABOVE_STANDARD'],
    [{ orders: 100, due: 100, yearOrders: 100 }, 'TOP_RATED'],
    // Two in a hundred are allowed.
    [{ orders: 500, defects: 10, defectBuyers: 10 }, 'ABOVE_STANDARD'],
    [{ orders: 499, defects: 10, defectBuyers: 10 }, 'BELOW_STANDARD'],
    [{ due: 100, untracked: 6 }, 'ABOVE_STANDARD'],
    [{ days: 89 }, 'ABOVE_STANDARD'],
    [{ days: 90 }, 'TOP_RATED'],
    [{ yearSales: { minor: 99_999, required: 100_000, currency: 'USD' } }, 'ABOVE_STANDARD'],
    [{ yearSales: { minor: 100_000, required: 100_000, currency: 'USD' } }, 'TOP_RATED'],
    [{ yearSales: null }, 'TOP_RATED'],
    [{ orders: 0, due: 0 }, 'TOP_RATED'],
    // Messages are watched, and no part of the level.
    [{ unanswered: 40 }, 'TOP_RATED'],
  ] as const)('of %o is %s', (counts, expected) => {
    expect(level(counts)).toBe(expected)
  })

  it('is none if the marketplace has no levels', () => {
    expect(levelOf(good, { ...standards, levels: undefined })).toBeNull()
    const measures = measuresOf(good, { ...standards, levels: undefined })
    expect(measures.map(({ id }) => id)).toEqual(['late', 'defects', 'cases', 'unanswered'])
  })
})

describe('the margin', () => {
  it('is correct: defects above the limit, orders needed to recover, and defects still allowed', () => {
    expect(headroom('late', { late: 22 })).toEqual({ isMet: false, n: 1, toGo: 32 })
    expect(headroom('defects', { defects: 1, defectBuyers: 1 })).toEqual({ isMet: true, n: 2, toGo: null })
    expect(headroom('cases', { cases: 1 })).toEqual({ isMet: true, n: 1, toGo: null })
    expect(headroom('untracked', { untracked: 14 })).toEqual({ isMet: true, n: 21, toGo: null })
    expect(headroom('orders', { yearOrders: 98 })).toEqual({ isMet: false, n: 2, toGo: null })
  })

  it('can be used up exactly, and removing the excess is enough', () => {
    expectForAll(faulty, (counts) => {
      for (const measure of measuresOf(counts, standards)) {
        if (!('of' in measure)) continue
        const { n, isMet } = measure.headroom
        const meets = (count: number) => {
          if (measure.id === 'untracked') return (measure.of - count) * 10_000 >= measure.minBps * measure.of
          const units = measure.units + count - measure.count
          return !isOver(count, units, measure.of, measure.limit)
        }
        const least = isMet ? measure.count + n : measure.count - n
        expect(isMet).toBe(meets(measure.count))
        expect(meets(least)).toBe(true)
        expect(meets(least + 1)).toBe(false)
      }
    })
  })

  it('recovers with that many orders without a defect, and with none fewer', () => {
    expectForAll(faulty, (counts) => {
      for (const id of ['late', 'cases', 'untracked'] as const) {
        const toGo = headroom(id, counts)?.toGo
        if (!toGo) continue
        const after = (more: number) =>
          headroom(id, { ...counts, orders: counts.orders + more, due: counts.due + more })?.isMet
        expect([after(toGo - 1), after(toGo)]).toEqual([false, true])
      }
    })
  })
})

describe('a forecast', () => {
  it('never improves the level with another defect, or lowers it with good orders', () => {
    const rank = (counts: Counts) =>
      ['BELOW_STANDARD', 'ABOVE_STANDARD', 'TOP_RATED'].indexOf(levelOf(counts, standards)!)
    expectForAll(faulty, fc.nat(50), fc.nat(5), (counts, expected, undelivered) => {
      const prospects = { expected, undelivered }
      expect(rank(supposing(counts, prospects, ['undelivered']))).toBeLessThanOrEqual(rank(counts))
      expect(rank(supposing(counts, prospects, ['cancel']))).toBeLessThanOrEqual(rank(counts))
      expect(rank(supposing(counts, prospects, ['expected']))).toBeGreaterThanOrEqual(rank(counts))
      expect(supposing(counts, prospects, [])).toEqual(counts)
    })
  })

  it('adds up', () => {
    expect(supposing(good, { expected: 64, undelivered: 5 }, ['expected', 'undelivered', 'cancel'])).toEqual({
      ...good,
      orders: 766,
      due: 766,
      yearOrders: 2_678,
      late: 5,
      defects: 1,
      defectBuyers: 1,
    })
  })
})

describe('the watched measures', () => {
  const over = (counts: Partial<Counts>, of = standards) =>
    watchedRates({ ...good, ...counts }, of).flatMap(({ id, isOver: is }) => (is ? [id] : []))

  it('have the limits of the levels, else the operator’s', () => {
    expect(watchedLimits(standards)).toMatchObject({
      late: standards.levels!.topRated.late,
      defects: { maxBps: 200, max: 4 },
      cases: standards.levels!.cases,
      unanswered: { maxBps: 500, max: 3 },
    })
    const limits = watchedLimits({ ...standards, levels: undefined })
    expect(limits).toMatchObject({ late: { maxBps: 400, max: 3 }, cases: { maxBps: 100, max: 2 } })
  })
  it('are over above both rate and number, each of its own basis', () => {
    expect(over({ orders: 100, late: 5 })).toEqual([])
    expect([over({ orders: 200, late: 6 }), over({ orders: 199, late: 6 })]).toEqual([[], ['late']])
    expect([
      over({ orders: 100, defects: 5, defectBuyers: 4 }),
      over({ orders: 100, defects: 5, defectBuyers: 5 }),
    ]).toEqual([[], ['defects']])
    expect([over({ asked: 80, unanswered: 4 }), over({ asked: 79, unanswered: 4 })]).toEqual([[], ['unanswered']])
  })
  it('say what the table of measures says', () => {
    expectForAll(faulty, (counts) => {
      const of = { ...standards, levels: undefined }
      const measures = measuresOf(counts, of)
      for (const { id, isOver: is, ...rate } of watchedRates(counts, of))
        expect(measures.find((measure) => measure.id === id)).toMatchObject({ ...rate, headroom: { isMet: !is } })
    })
  })
})

it('counts an order as one defect at most, and its buyer once', () => {
  const counts = { ...good, defects: 3, defectBuyers: 2 }
  const withOrder = (standing: Parameters<typeof withDefect>[1]) => {
    const { defects, defectBuyers } = withDefect(counts, standing)
    return [defects, defectBuyers]
  }
  expect(withOrder({ isDefect: false, hasBuyer: false })).toEqual([4, 3])
  expect(withOrder({ isDefect: false, hasBuyer: true })).toEqual([4, 2])
  expect(withOrder({ isDefect: true, hasBuyer: true })).toEqual([3, 2])
})
