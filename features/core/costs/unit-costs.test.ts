import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costsOfShipped, type UnitCost } from './unit-costs.ts'

const day = (of: number) => new Date(Date.UTC(2026, 2, of))
const bought = (quantity: number | null, unitCostMinor: number, of: number): UnitCost => ({
  quantity,
  unitCostMinor,
  since: day(of),
})
const shipped = (quantity: number, of: number) => ({ quantity, at: day(of) })

describe('costs of shipped units', () => {
  const purchases = [bought(2, 500, 1), bought(4, 800, 3)]

  it('are those of the oldest purchases, first in, first out', () => {
    expect(costsOfShipped('FIFO', purchases, [shipped(1, 2), shipped(3, 4)])).toEqual({
      costs: [500, 500 + 2 * 800],
      stock: { unitCostMinor: 800, units: 2, minor: 1600 },
    })
  })

  it('are the average of what is there, by moving average', () => {
    expect(costsOfShipped('AVERAGE', purchases, [shipped(1, 2), shipped(3, 4)])).toEqual({
      // (1 × 5.00 + 4 × 8.00) / 5 × 3
      costs: [500, 2220],
      stock: { unitCostMinor: 800, units: 2, minor: 1480 },
    })
  })

  it('are rounded so that all units together cost what was paid', () => {
    const third = [bought(1, 100, 1), bought(2, 0, 1)]
    const ships = [shipped(1, 2), shipped(1, 2), shipped(1, 2)]
    expect(costsOfShipped('AVERAGE', third, ships)).toMatchObject({
      costs: [33, 34, 33],
      stock: { units: 0, minor: 0 },
    })
  })

  it('are the first cost before it, and the latest beyond what was bought', () => {
    expect(costsOfShipped('FIFO', purchases, [shipped(1, 0), shipped(8, 5)])?.costs).toEqual([500, 2 * 500 + 6 * 800])
  })

  it('follow a cost without a quantity from its day on', () => {
    const costs = [bought(null, 300, 1), bought(10, 400, 2), bought(null, 350, 4)]
    const ships = [shipped(1, 1), shipped(1, 3), shipped(1, 4), shipped(1, 9)]
    expect(costsOfShipped('AVERAGE', costs, ships)?.costs).toEqual([300, 400, 350, 350])
  })

  it('are unknown without any cost', () => {
    expect(costsOfShipped('FIFO', [], [shipped(1, 1)])).toBeNull()
  })
})

const methods = fc.constantFrom('AVERAGE', 'FIFO')
const moments = fc.integer({ min: 1, max: 20 })
const purchase = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
  unitCostMinor: fc.integer({ min: 0, max: 9_999_999 }),
  since: moments.map(day),
})
const parcel = fc.record({ quantity: fc.integer({ min: 1, max: 5 }), at: moments.map(day) })
const byTime =
  <T>(of: (each: T) => Date) =>
  (a: T, b: T) =>
    of(a).getTime() - of(b).getTime()

describe('over any purchases and parcels', () => {
  it('costs and what is left add up to what was paid', () => {
    fc.assert(
      fc.property(
        methods,
        fc.array(purchase, { minLength: 1, maxLength: 6 }),
        fc.array(parcel),
        (method, costs, ships) => {
          const [paid, sent] = [costs.toSorted(byTime(({ since }) => since)), ships.toSorted(byTime(({ at }) => at))]
          const first = paid[0]!
          const all = costsOfShipped(method, paid, sent)!
          const after = sent.filter(({ at }) => at >= first.since)
          fc.pre(units(after) <= first.quantity)
          const early = (units(sent) - units(after)) * first.unitCostMinor
          const spent = paid.reduce((sum, { quantity, unitCostMinor }) => sum + quantity * unitCostMinor, 0)
          expect(all.costs.reduce((sum, cost) => sum + cost, 0) - early + all.stock.minor).toBe(spent)
          expect(all.stock.units).toBe(units(paid) - units(after))
        },
      ),
    )
  })

  it('no unit costs less than the cheapest or more than the dearest purchase, rounding aside', () => {
    fc.assert(
      fc.property(
        methods,
        fc.array(purchase, { minLength: 1, maxLength: 6 }),
        fc.array(parcel),
        (method, costs, ships) => {
          const [paid, sent] = [costs.toSorted(byTime(({ since }) => since)), ships.toSorted(byTime(({ at }) => at))]
          const unit = paid.map(({ unitCostMinor }) => unitCostMinor)
          for (const [index, cost] of costsOfShipped(method, paid, sent)!.costs.entries()) {
            const { quantity } = sent[index]!
            expect(cost).toBeGreaterThanOrEqual(quantity * Math.min(...unit) - sent.length)
            expect(cost).toBeLessThanOrEqual(quantity * Math.max(...unit) + sent.length)
          }
        },
      ),
    )
  })
})

const units = (some: readonly { quantity: number }[]) => some.reduce((sum, { quantity }) => sum + quantity, 0)
