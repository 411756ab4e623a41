import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day } from '#lib/duration.ts'
import { expectForAll } from '#lib/testing-property.ts'
import {
  overlap,
  presentOrNext,
  priceEndings,
  priceNow,
  salePrice,
  wasPrice,
  type GivenPrice,
  type PriceCut,
  type PriceRecord,
} from './sale-price.ts'

const begins = new Date('2026-11-27T00:00:00Z')
const ago = (days: number) => new Date(begins.getTime() - days * day)
const cut = (change: Partial<PriceCut> = {}): PriceCut => ({
  percent: 20,
  priceMinor: null,
  ending: 'NONE',
  currency: 'GBP',
  ...change,
})

describe('the price of a sale', () => {
  it('is rounded down to the minor unit, or to its ending', () => {
    expect(salePrice(4999, cut())).toBe(3999)
    expect(salePrice(4999, cut({ percent: 15 }))).toBe(4249)
    expect(salePrice(4999, cut({ percent: 15, ending: 'WHOLE' }))).toBe(4200)
    expect(salePrice(4999, cut({ percent: 15, ending: '95' }))).toBe(4195)
    expect(salePrice(4999, cut({ percent: 15, ending: '99' }))).toBe(4199)
    expect(salePrice(5999, cut({ percent: 0, ending: '99' }))).toBe(5999)
  })

  it('keeps its price below the least one with the ending', () => {
    expect(salePrice(110, cut({ ending: '99' }))).toBe(88)
    expect(salePrice(125, cut({ ending: 'WHOLE' }))).toBe(100)
    expect(salePrice(1, cut())).toBe(0)
  })

  it('knows currencies of no and of three decimals', () => {
    expect(salePrice(12_800, cut({ currency: 'JPY', ending: '99' }))).toBe(10_199)
    expect(salePrice(12_800, cut({ currency: 'KWD', ending: '95' }))).toBe(9_950)
  })

  it('is the price given, whatever the ending', () => {
    expect(salePrice(4999, cut({ percent: null, priceMinor: 1234, ending: '99' }))).toBe(1234)
  })
})

const minor = fc.integer({ min: 1, max: 10_000_000 })

it('is never less of a discount than it says, and has its ending or is exact', () => {
  const rule = fc.record({
    percent: fc.integer({ min: 1, max: 90 }),
    priceMinor: fc.constant(null),
    ending: fc.constantFrom(...priceEndings),
    currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
  })
  expectForAll(minor, rule, (base, given) => {
    const price = salePrice(base, given)
    expect(price * 100).toBeLessThanOrEqual(base * (100 - given.percent))
    expect(price).toBeGreaterThanOrEqual(0)
    const exact = salePrice(base, { ...given, ending: 'NONE' })
    const unit = given.currency === 'KWD' ? 1000 : 100
    expect(exact - price).toBeLessThan(unit)
  })
})

const euRule = { days: 30, knownDays: 30 }
const was = (record: Partial<PriceRecord>, saleMinor = 3000, rule: typeof euRule | null = euRule) =>
  wasPrice({ history: [{ since: ago(90), minor: 5000 }], sales: [], ...record }, { saleMinor, begins, rule })

describe('the former price', () => {
  it('is the lowest of the last 30 days', () => {
    expect(was({})).toEqual({ ok: true, minor: 5000 })
    const lowered = [
      { since: ago(90), minor: 5000 },
      { since: ago(40), minor: 4000 },
    ]
    expect(was({ history: [...lowered, { since: ago(29), minor: 6000 }] })).toEqual({ ok: true, minor: 4000 })
    // Over before the window, to the millisecond.
    expect(was({ history: [...lowered, { since: ago(30), minor: 6000 }] })).toEqual({ ok: true, minor: 6000 })
    const later = new Date(ago(30).getTime() + 1)
    expect(was({ history: [...lowered, { since: later, minor: 6000 }] })).toEqual({ ok: true, minor: 4000 })
  })

  it('counts prices of earlier sales', () => {
    const sale = (endsAt: Date) => ({ startsAt: ago(50), endsAt, minor: 3500 })
    expect(was({ sales: [sale(ago(29))] })).toEqual({ ok: true, minor: 3500 })
    expect(was({ sales: [sale(ago(30))] })).toEqual({ ok: true, minor: 5000 })
    expect(was({ sales: [sale(ago(1))] }, 3500)).toEqual({ ok: false, reason: 'not-lower', minor: 3500 })
    // A later sale is none that was before.
    expect(was({ sales: [{ startsAt: begins, endsAt: ago(-9), minor: 1000 }] })).toEqual({ ok: true, minor: 5000 })
  })

  it('is refused if too little of the past is known', () => {
    expect(was({ history: [] })).toEqual({ ok: false, reason: 'unknown' })
    expect(was({ history: [{ since: begins, minor: 5000 }] })).toEqual({ ok: false, reason: 'unknown' })
    expect(was({ history: [{ since: ago(30), minor: 5000 }] })).toEqual({ ok: true, minor: 5000 })
    expect(was({ history: [{ since: new Date(ago(30).getTime() + 1), minor: 5000 }] })).toEqual({
      ok: false,
      reason: 'short',
      days: 29,
    })
    const lenient = { days: 30, knownDays: 7 }
    expect(was({ history: [{ since: ago(7), minor: 5000 }] }, 3000, lenient)).toEqual({ ok: true, minor: 5000 })
  })

  it('is the price just before without a rule', () => {
    const history = [
      { since: ago(9), minor: 2000 },
      { since: ago(1), minor: 5000 },
    ]
    expect(was({ history, sales: [{ startsAt: ago(5), endsAt: ago(1), minor: 1000 }] }, 3000, null)).toEqual({
      ok: true,
      minor: 5000,
    })
  })
})

it('is never above any price asked in the window, and always above that of the sale', () => {
  const point = fc.record({ days: fc.integer({ min: -10, max: 120 }), minor })
  expectForAll(
    fc.array(point),
    fc.array(fc.record({ days: fc.integer({ min: -10, max: 60 }), long: fc.integer({ min: 1, max: 40 }), minor })),
    minor,
    (points, spans, saleMinor) => {
      const history = points
        .map((each) => ({ since: ago(each.days), minor: each.minor }))
        .toSorted((a, b) => a.since.getTime() - b.since.getTime())
      const sales = spans.map((each) => ({
        startsAt: ago(each.days),
        endsAt: ago(each.days - each.long),
        minor: each.minor,
      }))
      const answer = was({ history, sales }, saleMinor)
      if (!answer.ok) return
      expect(answer.minor).toBeGreaterThan(saleMinor)
      for (let days = 29.5; days > 0; days -= 1) {
        const asked = history.findLast(({ since }) => since <= ago(days))
        if (asked) expect(answer.minor).toBeLessThanOrEqual(asked.minor)
        for (const each of sales)
          if (each.startsAt <= ago(days) && ago(days) < each.endsAt)
            expect(answer.minor).toBeLessThanOrEqual(each.minor)
      }
    },
  )
})

const given = (change: Partial<GivenPrice> = {}): GivenPrice => ({
  state: 'RUNNING',
  startsAt: ago(1),
  endsAt: ago(-1),
  minor: 3000,
  wasMinor: 5000,
  ...change,
})

describe('what a buyer pays', () => {
  it('is the price of the sale that is on', () => {
    expect(priceNow(5000, [given()], begins)).toMatchObject({ minor: 3000, wasMinor: 5000 })
    expect(priceNow(5000, [given({ state: 'PAUSED' })], begins)).toEqual({ minor: 5000, wasMinor: null, sale: null })
    expect(priceNow(5000, [given({ startsAt: ago(-0.5) })], begins).minor).toBe(5000)
  })

  it('is the seller’s price where that is lower or the same', () => {
    expect(priceNow(2999, [given()], begins)).toEqual({ minor: 2999, wasMinor: null, sale: null })
    expect(priceNow(3000, [given()], begins).sale).toBe(null)
    expect(priceNow(3001, [given()], begins).minor).toBe(3000)
  })

  it('is told before it comes', () => {
    const [over, next, later] = [
      given({ endsAt: begins }),
      given({ startsAt: ago(-2), endsAt: ago(-3) }),
      given({ startsAt: ago(-5), endsAt: ago(-9) }),
    ]
    expect(presentOrNext([later, over, next], begins)).toBe(next)
    expect(presentOrNext([over, given({ state: 'PAUSED' })], begins)).toBe(null)
  })
})

it('overlaps one that begins before the other ends', () => {
  const span = (from: number, to: number) => ({ startsAt: ago(from), endsAt: ago(to) })
  expect(overlap(span(5, 3), span(3, 1))).toBe(false)
  expect(overlap(span(5, 2.999), span(3, 1))).toBe(true)
  expect(overlap(span(3, 1), span(5, 2.999))).toBe(true)
})
