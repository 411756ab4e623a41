import { describe, expect, it } from 'vitest'
import { checkLine, type SaleTerms, type SaleThing } from './check-line.ts'

const at = (day: number) => new Date(Date.UTC(2026, 11, day))
const terms: SaleTerms = {
  percent: 20,
  priceMinor: null,
  ending: 'NONE',
  discount: null,
  code: null,
  currency: 'GBP',
  startsAt: at(1),
  endsAt: at(8),
}
const thing: SaleThing = {
  state: 'ACTIVE',
  format: 'FIXED_PRICE',
  currency: 'GBP',
  baseMinor: 5000,
  floorMinor: null,
  history: [{ since: at(-60), minor: 5000 }],
  others: [],
  discounts: [],
}
const rule = { days: 30, knownDays: 30 }
const check = (of: Partial<SaleThing> = {}, change: Partial<SaleTerms> = {}) =>
  checkLine({ ...thing, ...of }, { ...terms, ...change }, rule)

describe('a listing in a sale', () => {
  it('has its price, and the former price beside it', () => {
    expect(check()).toEqual({
      saleMinor: 4000,
      lowestMinor: 4000,
      beside: [],
      was: { ok: true, minor: 5000 },
      problem: null,
      isBelowFloor: false,
    })
  })

  it('is refused if its price cannot be reduced', () => {
    expect(check({ format: 'AUCTION' }).problem).toEqual({ reason: 'auction' })
    expect(check({ state: 'ENDED' }).problem).toEqual({ reason: 'not-on-sale' })
    expect(check({ currency: 'EUR' }).problem).toEqual({ reason: 'currency' })
    expect(check({ baseMinor: 1 }).problem).toEqual({ reason: 'nothing-left' })
    const one = { percent: null, priceMinor: 4999 }
    expect(check({}, one).problem).toBe(null)
    expect(check({}, { ...one, priceMinor: 5000 }).problem).toEqual({ reason: 'not-lower' })
  })

  it('names the sale that it is in at that time', () => {
    const other = (from: number, to: number) => [{ name: 'Winter', startsAt: at(from), endsAt: at(to), minor: 4500 }]
    expect(check({ others: other(7, 9) }).problem).toEqual({ reason: 'overlap', name: 'Winter' })
    expect(check({ others: other(8, 9) }).problem).toBe(null)
    // One before it counts in the former price.
    expect(check({ others: other(-5, 1) })).toMatchObject({ problem: null, was: { ok: true, minor: 4500 } })
  })

  it('may cost less than the least offer, and says so', () => {
    expect(check({ floorMinor: 4000 }).isBelowFloor).toBe(false)
    expect(check({ floorMinor: 4001 }).isBelowFloor).toBe(true)
  })

  it('has its lowest price with all that applies at the same time, which is named', () => {
    const none = { tiers: [], percent: null, amountMinor: null, leastMinor: null }
    const volume = { ...none, kind: 'VOLUME' as const, tiers: [{ units: 2, percent: 10 }] }
    const coupon = { ...none, kind: 'COUPON' as const, percent: 50 }
    const given = (
      name: string,
      discount: typeof volume | typeof coupon,
      from: number,
      code: string | null = null,
    ) => ({
      name,
      code,
      discount,
      startsAt: at(from),
      endsAt: at(from + 5),
    })
    const discounts = [given('Two', volume, 2), given('Code', coupon, 7, 'HALF'), given('Later', volume, 8)]
    const sale = check({ discounts, floorMinor: 1801 })
    expect(sale).toMatchObject({ saleMinor: 4000, lowestMinor: 1800, problem: null, isBelowFloor: true })
    expect(sale.beside.map(({ name }) => name)).toEqual(['Two', 'Code'])
    const others = [{ name: 'Sale', startsAt: at(1), endsAt: at(3), minor: 4000 }]
    expect(check({ others }, { discount: volume })).toMatchObject({ saleMinor: 3600, was: null, problem: null })
    expect(check({ discounts }, { discount: volume }).problem).toEqual({ reason: 'overlap', name: 'Two' })
    expect(check({ discounts }, { discount: coupon, code: 'HALF' }).problem).toEqual({
      reason: 'overlap',
      name: 'Code',
    })
    expect(check({ discounts }, { discount: coupon, code: 'OTHER' }).problem).toBe(null)
  })
})
