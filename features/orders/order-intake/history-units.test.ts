import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { historyUnits } from './history-units.ts'

type Told = Parameters<typeof historyUnits>[0]

const told = (of: Partial<Told>): Told => ({
  status: 'SHIPPED',
  lines: [{ quantity: 2 }, { quantity: 3 }],
  cancellations: [],
  parcels: [],
  ...of,
})
const gone = (of: Partial<Told>) => historyUnits(told(of)).units
const wrong = (of: Partial<Told>) => historyUnits(told(of)).contradictions.map(({ path }) => path.join('/'))

describe('units of an order of history', () => {
  it('left in one parcel, if none is told', () => {
    const all = [
      { line: 1, quantity: 2 },
      { line: 2, quantity: 3 },
    ]
    expect(gone({})).toEqual({ shipped: [2, 3], cancelled: [0, 0], contents: [all] })
    expect(gone({ parcels: [{ contents: null }] })).toEqual(gone({}))
  })

  it('are cancelled first, and all that is left of a cancelled order is', () => {
    const some = [{ lines: [{ line: 2, quantity: 1 }] }]
    expect(gone({ cancellations: some })).toMatchObject({ shipped: [2, 2], cancelled: [0, 1] })
    expect(gone({ status: 'CANCELLED', cancellations: some })).toEqual({
      shipped: [0, 0],
      cancelled: [2, 3],
      contents: [],
    })
  })

  it('need not leave if the order was refunded', () => {
    expect(gone({ status: 'REFUNDED' })).toEqual({ shipped: [0, 0], cancelled: [0, 0], contents: [] })
    expect(wrong({ status: 'REFUNDED' })).toEqual([])
  })

  it('contradict what is told, and where', () => {
    const contents = (line: number, quantity: number) => ({ contents: [{ line, quantity }] })
    expect(wrong({ parcels: [contents(1, 2)] })).toEqual(['lines/1/quantity'])
    expect(wrong({ parcels: [contents(1, 3), contents(2, 3)] })).toContain('parcels/0/contents/0/quantity')
    expect(wrong({ parcels: [contents(3, 1)] })).toContain('parcels/0/contents/0/line')
    expect(wrong({ parcels: [contents(1, 2), { contents: null }] })).toEqual(['parcels/1'])
    expect(wrong({ cancellations: [{ lines: null }] })).toEqual(['status'])
    expect(wrong({ status: 'CANCELLED', cancellations: [{ lines: null }, { lines: null }] })).toEqual(['cancellations'])
    expect(
      wrong({
        cancellations: [
          {
            lines: [
              { line: 1, quantity: 2 },
              { line: 2, quantity: 3 },
            ],
          },
        ],
      }),
    ).toEqual(['status'])
  })

  it('never are more than were ordered', () => {
    const units = fc.array(
      fc.record({ line: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 1, max: 4 }) }),
    )
    const orders = fc.record({
      status: fc.constantFrom('SHIPPED' as const, 'DELIVERED' as const, 'CANCELLED' as const, 'REFUNDED' as const),
      cancellations: fc.array(fc.record({ lines: fc.option(units) }), { maxLength: 2 }),
      parcels: fc.array(fc.record({ contents: fc.option(units) }), { maxLength: 2 }),
    })
    expectForAll(orders, (order) => {
      const { contradictions, units: of } = historyUnits(told(order))
      const sums = told(order).lines.map(({ quantity }, index) => ({
        quantity,
        gone: of.shipped[index]! + of.cancelled[index]!,
      }))
      for (const { quantity, gone: all } of sums) expect(all).toBeLessThanOrEqual(quantity)
      if (contradictions.length === 0 && order.status !== 'REFUNDED')
        for (const { quantity, gone: all } of sums) expect(all).toBe(quantity)
    })
  })
})
