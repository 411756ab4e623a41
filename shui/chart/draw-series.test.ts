import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { drawSeries } from './draw-series.ts'

describe('drawSeries', () => {
  it('puts columns of two series beside each other in each step', () => {
    const { paths, ticks, gridLines } = drawSeries(
      'columns',
      [
        [10, 0],
        [5, 10],
      ],
      1,
    )
    expect(ticks.at(-1)).toBe(10)
    expect(gridLines).toHaveLength(ticks.length)
    expect(paths).toEqual(['M50,100V0h184V100Z', 'M250,100V50h184V100ZM750,100V0h184V100Z'])
  })

  it('breaks lines at gaps, and shows a value between them as a dot', () => {
    const { paths } = drawSeries('lines', [[5, null, 10, null, 10, 10]], 1)
    expect(paths[0]).toBe('M83.3,50h0M416.7,0h0M750,0L916.7,0')
  })

  it('keeps every point within the drawing', () => {
    const series = fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 10 ** 9 })), { maxLength: 30 }), {
      maxLength: 4,
    })
    expectForAll(fc.tuple(fc.constantFrom('columns' as const, 'lines' as const), series), ([kind, values]) => {
      for (const path of drawSeries(kind, values, 1).paths)
        for (const number of path.match(/-?[\d.]+/g) ?? []) {
          expect(Number(number)).toBeGreaterThanOrEqual(0)
          expect(Number(number)).toBeLessThanOrEqual(1000)
        }
    })
  })
})
