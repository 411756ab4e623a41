import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { cutLots, roundedPrice, sumLot, type MarketLine } from './lots.ts'

const line = (seller: number, day: number, change: Partial<MarketLine> = {}): MarketLine => ({
  seller,
  day,
  quantity: 1,
  price: 1000,
  shipping: 0,
  counts: true,
  ...change,
})
const bound = { sales: 5, sellers: 3 }
const spans = (lines: readonly MarketLine[]) =>
  cutLots(lines, bound).map(({ firstDay, lastDay, sales }) => [firstDay, lastDay, sales])

describe('cutLots', () => {
  it('closes a lot once it is large enough without any one seller', () => {
    // Seven sales of four sellers: without the largest, five of three.
    const enough = [1, 1, 2, 2, 3, 3, 4].map((seller, day) => line(seller, day))
    expect(spans(enough)).toEqual([[0, 6, 7]])
    expect(spans(enough.slice(0, 6))).toEqual([])
    expect(spans(enough.map((each) => ({ ...each, seller: Math.min(3, each.seller) })))).toEqual([])
    // Without seller 1 only four are left.
    expect(spans([1, 1, 1, 2, 2, 3, 4].map((seller, day) => line(seller, day)))).toEqual([])
  })

  it('takes whole days, and leaves what follows to the next lot', () => {
    const day = [1, 2, 3, 4, 5, 6, 1, 2].map((seller) => line(seller, 9))
    expect(spans([...day, line(3, 10)])).toEqual([[9, 9, 8]])
  })

  it('counts no cancelled line', () => {
    const lines = [1, 1, 2, 2, 3, 3, 4].map((seller, day) => line(seller, day, { counts: day !== 3 }))
    expect(spans(lines)).toEqual([])
    expect(sumLot(lines, bound)).toMatchObject({ isShown: false, sales: 6, sellers: [1, 2, 3, 4] })
  })

  it('never lets two lots share a line, whatever is sold; each stands the loss of any seller', () => {
    const lines = fc
      .array(
        fc.record({
          seller: fc.integer({ min: 1, max: 8 }),
          gap: fc.integer({ min: 0, max: 2 }),
          price: fc.integer({ min: 0, max: 90_000 }),
        }),
        { maxLength: 80 },
      )
      .map((drawn) => {
        let day = 0
        return drawn.map(({ seller, gap, price }) => line(seller, (day += gap), { price }))
      })
    expectForAll(lines, (all) => {
      const lots = cutLots(all, bound)
      let before = -1
      for (const lot of lots) {
        expect(lot.firstDay).toBeGreaterThan(before)
        before = lot.lastDay
        const within = all.filter(({ day }) => day >= lot.firstDay && day <= lot.lastDay)
        expect(sumLot(within, bound)).toEqual({ ...lot, firstDay: undefined, lastDay: undefined })
        for (const seller of lot.sellers) {
          const others = within.filter((each) => each.seller !== seller)
          expect(others.length).toBeGreaterThanOrEqual(bound.sales)
          expect(new Set(others.map((each) => each.seller)).size).toBeGreaterThanOrEqual(bound.sellers)
        }
      }
      // Later sales move no lot.
      expect(cutLots([...all, line(1, 1000), line(2, 1001)], bound).slice(0, lots.length)).toEqual(lots)
    })
  })
})

describe('roundedPrice', () => {
  it('is at most 2.5 % off, and keeps the order of prices', () => {
    expect([0, 19, 100, 4137, 9999, 23_450].map(roundedPrice)).toEqual([0, 19, 100, 4150, 10_000, 23_500])
    expectForAll(fc.tuple(fc.integer({ min: 0, max: 10 ** 11 }), fc.integer({ min: 0, max: 10 ** 11 })), ([a, b]) => {
      expect(Math.abs(roundedPrice(a) - a)).toBeLessThanOrEqual(Math.max(0.5, a * 0.0251))
      if (a <= b) expect(roundedPrice(a)).toBeLessThanOrEqual(roundedPrice(b))
    })
  })
})
