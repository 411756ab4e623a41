import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { dayOf, stockByDay } from './stock-value.ts'
import { costsOfGoods, type CostMethod, type MovedUnits, type UnitCost } from './unit-costs.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12))
const named = (day: number) => dayOf(at(day))
const bought = (quantity: number | null, unitCostMinor: number, day: number): UnitCost => ({
  quantity,
  unitCostMinor,
  since: at(day),
})
const shipped = (quantity: number, day: number, by: MovedUnits['by'] = 'PARCEL'): MovedUnits => ({
  by,
  lineItemId: 1,
  quantity,
  at: at(day),
})

interface Story {
  method?: CostMethod
  costs: UnitCost[]
  moved?: MovedUnits[]
  /** Units on hand from the ends of days on. */
  onHand?: Record<number, number>
}

/** What the books have of the goods. */
function postedOf({ method = 'AVERAGE', costs, moved = [] }: Story) {
  const known = costsOfGoods(method, costs, moved)?.costs ?? []
  return moved.map(({ by, at: time }, index) => {
    const minor = known[index] ?? 0
    return { day: dayOf(time), soldMinor: by === 'PARCEL' ? -minor : 0, returnedMinor: by === 'RETURN' ? minor : 0 }
  })
}

const valued = (story: Story, { from = '', before = null }: Partial<Parameters<typeof stockByDay>[0]> = {}) => {
  const sums = new Map<string, ReturnType<typeof postedOf>[number]>()
  for (const { day, soldMinor, returnedMinor } of postedOf(story)) {
    const sum = sums.get(day)
    sums.set(day, {
      day,
      soldMinor: (sum?.soldMinor ?? 0) + soldMinor,
      returnedMinor: (sum?.returnedMinor ?? 0) + returnedMinor,
    })
  }
  return stockByDay({
    method: story.method ?? 'AVERAGE',
    costs: story.costs,
    moved: story.moved ?? [],
    onHand: Object.entries(story.onHand ?? {}).map(([day, units]) => ({ day: named(Number(day)), units })),
    posted: [...sums.values()],
    before,
    from,
  })
}

describe('the value of stock', () => {
  it('is what units on hand cost, and follows receipts, sales, returns, counts and new costs', () => {
    const story = {
      costs: [bought(null, 300, 1), bought(null, 350, 6)],
      moved: [shipped(2, 3), shipped(1, 4, 'RETURN')],
      onHand: { 2: 10, 3: 8, 4: 9, 5: 7 },
    }
    expect(valued(story)).toMatchObject([
      { day: named(1), units: 0, valueMinor: 0 },
      { day: named(2), units: 10, valueMinor: 3000, receivedMinor: 3000, countedMinor: 0 },
      { day: named(3), units: 8, valueMinor: 2400, soldMinor: -600, countedMinor: 0 },
      { day: named(4), units: 9, valueMinor: 2700, returnedMinor: 300, countedMinor: 0 },
      { day: named(5), units: 7, valueMinor: 2100, countedMinor: -600 },
      { day: named(6), units: 7, valueMinor: 2450, recostedMinor: 350, countedMinor: 0 },
    ])
  })

  it('has the price of purchases as long as their units are there', () => {
    const story = {
      costs: [bought(2, 500, 1), bought(4, 800, 3)],
      moved: [shipped(3, 4)],
      onHand: { 1: 2, 3: 6, 4: 3 },
    }
    expect(valued({ ...story, method: 'FIFO' })).toMatchObject([
      { valueMinor: 1000, receivedMinor: 1000 },
      { valueMinor: 4200, receivedMinor: 3200, countedMinor: 0 },
      { valueMinor: 2400, soldMinor: -1800, countedMinor: 0 },
    ])
    expect(valued({ ...story, onHand: { 1: 2, 3: 6, 4: 2 } }).at(-1)).toMatchObject({
      valueMinor: 1400,
      soldMinor: -2100,
      countedMinor: -700,
    })
  })

  it('is that of the units bought while nothing counts them', () => {
    expect(valued({ costs: [bought(3, 333, 1)], moved: [shipped(1, 2)] })).toMatchObject([
      { units: 3, valueMinor: 999, receivedMinor: 999, countedMinor: 0 },
      { units: 2, valueMinor: 666, soldMinor: -333, countedMinor: 0 },
    ])
  })

  it('calls a dearer purchase a new cost of units that were never bought', () => {
    const story = { costs: [bought(null, 300, 1), bought(5, 400, 3)], onHand: { 2: 10, 3: 15 } }
    expect(valued(story).at(-1)).toMatchObject({
      valueMinor: 6000,
      receivedMinor: 2000,
      recostedMinor: 1000,
      countedMinor: 0,
    })
  })

  it('is nothing without a cost', () => {
    expect(valued({ costs: [], onHand: { 2: 10 } })).toMatchObject([{ units: 10, valueMinor: 0, countedMinor: 0 }])
  })
})

const days = fc.integer({ min: 1, max: 20 })
const byDay = <T>(rows: T[], of: (row: T) => number) => rows.toSorted((a, b) => of(a) - of(b))
const stories = fc.record({
  method: fc.constantFrom('AVERAGE' as const, 'FIFO' as const),
  costs: fc
    .array(fc.tuple(fc.option(fc.integer({ min: 1, max: 9 })), fc.integer({ min: 0, max: 999 }), days), {
      maxLength: 6,
    })
    .map((rows) => byDay(rows, ([, , day]) => day).map((row) => bought(...row))),
  moved: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 5 }), days, fc.constantFrom('PARCEL' as const, 'RETURN' as const)), {
      maxLength: 8,
    })
    .map((rows) => byDay(rows, ([, day]) => day).map((row) => shipped(...row))),
  onHand: fc.dictionary(days.map(String), fc.integer({ min: 0, max: 30 })) as fc.Arbitrary<Record<number, number>>,
})

describe('the flows of the value', () => {
  it('sum to it to the cent, whatever happened', () => {
    expectForAll(stories, (story) => {
      let sum = 0
      for (const row of valued(story)) {
        sum += row.receivedMinor + row.soldMinor + row.returnedMinor + row.countedMinor + row.recostedMinor
        expect(row.valueMinor).toBe(sum)
        expect(row.units).toBeGreaterThanOrEqual(0)
      }
    })
  })

  it('are the same when worked out from a day on', () => {
    expectForAll(fc.tuple(stories, days), ([story, day]) => {
      const whole = valued(story)
      const from = named(day)
      const before = whole.findLast((row) => row.day < from) ?? null
      expect(valued(story, { from, before })).toEqual(whole.filter((row) => row.day >= from))
    })
  })
})
