import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { costsOfGoods, type MovedUnits, type UnitCost } from './unit-costs.ts'

const day = (of: number) => new Date(Date.UTC(2026, 2, of))
const bought = (quantity: number | null, unitCostMinor: number, of: number): UnitCost => ({
  quantity,
  unitCostMinor,
  since: day(of),
})
const shipped = (quantity: number, of: number, lineItemId = 1): MovedUnits => ({
  by: 'PARCEL',
  lineItemId,
  quantity,
  at: day(of),
})
const returned = (quantity: number, of: number, lineItemId = 1): MovedUnits => ({
  ...shipped(quantity, of, lineItemId),
  by: 'RETURN',
})

describe('costs of shipped units', () => {
  const purchases = [bought(2, 500, 1), bought(4, 800, 3)]

  it('are those of the oldest purchases, first in, first out', () => {
    expect(costsOfGoods('FIFO', purchases, [shipped(1, 2), shipped(3, 4)])).toMatchObject({
      costs: [500, 500 + 2 * 800],
      stock: { unitCostMinor: 800, units: 2, minor: 1600 },
    })
  })

  it('are the average of what is there, by moving average', () => {
    expect(costsOfGoods('AVERAGE', purchases, [shipped(1, 2), shipped(3, 4)])).toMatchObject({
      // (1 × 5.00 + 4 × 8.00) / 5 × 3
      costs: [500, 2220],
      stock: { unitCostMinor: 800, units: 2, minor: 1480 },
    })
  })

  it('are rounded so that all units together cost what was paid', () => {
    const third = [bought(1, 100, 1), bought(2, 0, 1)]
    const ships = [shipped(1, 2), shipped(1, 2), shipped(1, 2)]
    expect(costsOfGoods('AVERAGE', third, ships)).toMatchObject({
      costs: [33, 34, 33],
      stock: { units: 0, minor: 0 },
    })
  })

  it('are the first cost before it, and the latest beyond what was bought', () => {
    expect(costsOfGoods('FIFO', purchases, [shipped(1, 0), shipped(8, 5)])?.costs).toEqual([500, 2 * 500 + 6 * 800])
  })

  it('follow a cost without a quantity from its day on', () => {
    const costs = [bought(null, 300, 1), bought(10, 400, 2), bought(null, 350, 4)]
    const ships = [shipped(1, 1), shipped(1, 3), shipped(1, 4), shipped(1, 9)]
    expect(costsOfGoods('AVERAGE', costs, ships)?.costs).toEqual([300, 400, 350, 350])
  })

  it('are unknown without any cost', () => {
    expect(costsOfGoods('FIFO', [], [shipped(1, 1)])).toBeNull()
  })
})

describe('costs of returned units', () => {
  const purchases = [bought(2, 500, 1), bought(4, 800, 3)]

  it('are those with which their line left, and are in stock again', () => {
    expect(costsOfGoods('FIFO', purchases, [shipped(3, 4), returned(1, 5), returned(2, 6)])).toMatchObject({
      // 5.00 + 5.00 + 8.00, of which a third comes back first
      costs: [1800, 600, 1200],
      stock: { unitCostMinor: 800, units: 6, minor: 4200 },
    })
    expect(costsOfGoods('AVERAGE', purchases, [shipped(3, 4), returned(3, 5)])).toMatchObject({
      costs: [2100, 2100],
      stock: { units: 6, minor: 4200 },
    })
  })

  it('are sold again after the units before them', () => {
    const moves = [shipped(1, 2), returned(1, 4), shipped(5, 5, 2), shipped(1, 6, 3)]
    expect(costsOfGoods('FIFO', purchases, moves)?.costs).toEqual([500, 500, 500 + 4 * 800, 500])
  })

  it('are taken back without a stock where no purchases are counted', () => {
    expect(costsOfGoods('AVERAGE', [bought(null, 300, 1)], [shipped(2, 2), returned(1, 3)])).toMatchObject({
      costs: [600, 300],
      stock: { unitCostMinor: 300, units: 0, minor: 0 },
    })
  })

  it('are unknown where their line left before the hub knew its goods', () => {
    expect(costsOfGoods('FIFO', purchases, [returned(1, 4)])).toMatchObject({
      costs: [null],
      stock: { units: 6, minor: 4200 },
    })
  })
})

const byTime =
  <T>(of: (each: T) => Date) =>
  (a: T, b: T) =>
    of(a).getTime() - of(b).getTime()

const methods = fc.constantFrom('AVERAGE', 'FIFO')
const moments = fc.integer({ min: 1, max: 20 })
const purchase = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
  unitCostMinor: fc.integer({ min: 0, max: 9_999_999 }),
  since: moments.map(day),
})
/** Units of lines that left, some of which came back. */
const parcel = fc
  .record({ quantity: fc.integer({ min: 1, max: 5 }), at: moments.map(day), back: fc.integer({ min: 0, max: 5 }) })
  .map(({ quantity, at, back }) => ({ quantity, at, back: Math.min(back, quantity) }))
const movesOf = (lines: readonly { quantity: number; at: Date; back: number }[]): MovedUnits[] =>
  lines
    .flatMap(({ quantity, at, back }, lineItemId) => [
      { by: 'PARCEL' as const, lineItemId, quantity, at },
      ...(back > 0 ? [{ by: 'RETURN' as const, lineItemId, quantity: back, at: new Date(at.getTime() + 1) }] : []),
    ])
    .toSorted(byTime(({ at }) => at))

describe('over any purchases, parcels and returns', () => {
  it('what is with buyers and what is left add up to what was paid', () => {
    expectForAll(
      methods,
      fc.array(purchase, { minLength: 1, maxLength: 6 }),
      fc.array(parcel),
      (method, costs, lines) => {
        const paid = costs.toSorted(byTime(({ since }) => since))
        const first = paid[0]!
        const moves = movesOf(lines.filter(({ at }) => at >= first.since))
        const out = units(moves.filter(({ by }) => by === 'PARCEL'))
        fc.pre(out <= first.quantity)
        const all = costsOfGoods(method, paid, moves)!
        const signed = (by: MovedUnits['by']) => (by === 'PARCEL' ? 1 : -1)
        const gone = all.costs.reduce<number>((sum, cost, index) => sum + signed(moves[index]!.by) * cost!, 0)
        const spent = paid.reduce((sum, { quantity, unitCostMinor }) => sum + quantity * unitCostMinor, 0)
        expect(gone + all.stock.minor).toBe(spent)
        const back = units(moves) - out
        expect(all.stock.units).toBe(units(paid) - out + back)
      },
    )
  })

  it('a line that came back as a whole costs nothing', () => {
    expectForAll(
      methods,
      fc.array(purchase, { minLength: 1, maxLength: 6 }),
      fc.array(parcel),
      (method, costs, lines) => {
        const moves = movesOf(lines.map((line) => ({ ...line, back: line.quantity })))
        const found = costsOfGoods(method, costs.toSorted(byTime(({ since }) => since)), moves)!
        const ofLine = (line: number, by: MovedUnits['by']) =>
          found.costs[moves.findIndex((move) => move.lineItemId === line && move.by === by)]
        for (const line of lines.keys()) expect(ofLine(line, 'RETURN')).toBe(ofLine(line, 'PARCEL'))
      },
    )
  })

  it('no shipped unit costs less than the cheapest or more than the dearest purchase, rounding aside', () => {
    expectForAll(
      methods,
      fc.array(purchase, { minLength: 1, maxLength: 6 }),
      fc.array(parcel),
      (method, costs, lines) => {
        const moves = movesOf(lines)
        const unit = costs.map(({ unitCostMinor }) => unitCostMinor)
        const found = costsOfGoods(method, costs.toSorted(byTime(({ since }) => since)), moves)!.costs
        for (const [index, { by, quantity }] of moves.entries()) {
          if (by === 'RETURN') continue
          expect(found[index]).toBeGreaterThanOrEqual(quantity * Math.min(...unit) - moves.length)
          expect(found[index]).toBeLessThanOrEqual(quantity * Math.max(...unit) + moves.length)
        }
      },
    )
  })
})

const units = (some: readonly { quantity: number }[]) => some.reduce((sum, { quantity }) => sum + quantity, 0)
