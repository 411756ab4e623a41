import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pickLines } from './pick-list.ts'

type Line = Parameters<typeof pickLines>[0][number]

const line = (given: Partial<Line>): Line => ({
  id: 1,
  bin: null,
  sku: null,
  title: 'Lens cap',
  variation: null,
  quantity: 1,
  cancelled: 0,
  shipped: 0,
  orderNumber: '12-00000-00001',
  ...given,
})

describe('a pick list', () => {
  it('sorts by bin in natural order, then by SKU; items without a bin come last', () => {
    const lines = [
      line({ bin: null, sku: 'A-1' }),
      line({ bin: 'A-10', sku: 'CAM-2' }),
      line({ bin: 'A-2', sku: 'CAM-10' }),
      line({ bin: 'A-2', sku: 'CAM-9' }),
    ]
    expect(pickLines(lines).map(({ bin, sku }) => [bin, sku])).toEqual([
      ['A-2', 'CAM-9'],
      ['A-2', 'CAM-10'],
      ['A-10', 'CAM-2'],
      [null, 'A-1'],
    ])
  })

  it('has the parts of a kit instead of it, with those of other orders', () => {
    const parts = [
      { title: 'Box', variation: null, sku: 'BOX', bin: 'A-1', units: 1 },
      { title: 'Mug', variation: null, sku: 'MUG', bin: null, units: 2 },
    ]
    const lines = [
      line({ sku: 'SET', quantity: 4, cancelled: 1, shipped: 1, parts }),
      line({ sku: 'BOX', bin: 'A-1', title: 'Box', quantity: 3 }),
    ]
    expect(pickLines(lines).map(({ sku, units }) => [sku, units])).toEqual([
      ['BOX', 5],
      ['MUG', 4],
    ])
  })

  it('contains only what is still to be sent', () => {
    const lines = [
      line({ sku: 'all', quantity: 3 }),
      line({ sku: 'rest', quantity: 5, cancelled: 1, shipped: 2 }),
      line({ sku: 'gone', quantity: 2, shipped: 2 }),
      line({ sku: 'cancelled', quantity: 2, cancelled: 2 }),
    ]
    expect(pickLines(lines).map(({ sku, units }) => [sku, units])).toEqual([
      ['all', 3],
      ['rest', 2],
    ])
  })

  it('has one line for a SKU, with the sum and the units of each order', () => {
    const lines = [
      line({ bin: 'F-02', sku: 'FLM-1', quantity: 2, orderNumber: '12-2' }),
      line({ bin: 'F-02', sku: 'FLM-1', title: 'Film, relisted', quantity: 1, orderNumber: '12-1' }),
      line({ bin: 'F-02', sku: 'FLM-1', quantity: 4, shipped: 1, orderNumber: '12-2' }),
    ]
    expect(pickLines(lines)).toEqual([
      {
        bin: 'F-02',
        sku: 'FLM-1',
        title: 'Film, relisted',
        variation: null,
        units: 6,
        orders: [
          { number: '12-1', units: 1 },
          { number: '12-2', units: 5 },
        ],
      },
    ])
  })

  it('separates items without a SKU by title and variation, and items by bin', () => {
    const lines = [
      line({ title: 'Strap' }),
      line({ title: 'Strap', variation: 'Red' }),
      line({ title: 'Cap' }),
      line({ bin: 'A-1', sku: 'S' }),
      line({ bin: 'A-2', sku: 'S' }),
    ]
    expect(pickLines(lines)).toHaveLength(5)
  })

  it('is independent of the order of lines, and loses no unit', () => {
    const some = fc.record({
      id: fc.nat(),
      bin: fc.option(fc.constantFrom('A-1', 'A-2', 'B-1')),
      sku: fc.option(fc.constantFrom('X', 'Y')),
      title: fc.constantFrom('T', 'U'),
      variation: fc.constant(null),
      quantity: fc.integer({ min: 1, max: 5 }),
      cancelled: fc.constant(0),
      shipped: fc.constant(0),
      orderNumber: fc.constantFrom('1', '2', '3'),
    })
    fc.assert(
      fc.property(fc.array(some), (lines) => {
        const picks = pickLines(lines)
        expect(pickLines(lines.toReversed())).toEqual(picks)
        const ofOrder = (number: string) =>
          lines.reduce((sum, { orderNumber, quantity }) => sum + (orderNumber === number ? quantity : 0), 0)
        const picked = (number: string) =>
          picks
            .flatMap(({ orders }) => orders)
            .reduce((sum, order) => sum + (order.number === number ? order.units : 0), 0)
        for (const number of ['1', '2', '3']) expect(picked(number)).toBe(ofOrder(number))
        for (const { units, orders } of picks) expect(orders.reduce((sum, order) => sum + order.units, 0)).toBe(units)
      }),
    )
  })
})
