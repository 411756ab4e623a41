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
  it('goes by bin as people count, then by SKU; what has no bin comes last', () => {
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

  it('has only what is still to be sent', () => {
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

  it('is the same whatever order its lines come in, and loses none', () => {
    const some = fc.record({
      id: fc.nat(),
      bin: fc.option(fc.constantFrom('A-1', 'A-2', 'B-1')),
      sku: fc.option(fc.constantFrom('X', 'Y')),
      title: fc.constant('T'),
      variation: fc.constant(null),
      quantity: fc.integer({ min: 1, max: 5 }),
      cancelled: fc.constant(0),
      shipped: fc.constant(0),
      orderNumber: fc.constantFrom('1', '2', '3'),
    })
    fc.assert(
      fc.property(fc.array(some), (lines) => {
        const one = pickLines(lines)
        expect(one).toHaveLength(lines.length)
        const places = (list: typeof one) => list.map(({ bin, sku, orderNumber }) => [bin, sku, orderNumber])
        expect(places(pickLines(lines.toReversed()))).toEqual(places(one))
      }),
    )
  })
})
