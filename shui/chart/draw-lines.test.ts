import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { drawingHeight, drawingWidth, stepMiddle } from './chart-model.ts'
import { drawLines } from './draw-lines.ts'

describe('drawLines', () => {
  it('puts each value in the middle of its column, from 0 upwards', () => {
    const drawing = drawLines({ current: [0, 50, 100, null], previous: [100, 100, 0, 0], smallestTick: 1 })
    expect(drawing.ticks).toEqual([0, 25, 50, 75, 100])
    expect(drawing.gridLines).toEqual([100, 75, 50, 25, 0])
    expect(drawing.current).toBe('M125,100L375,50L625,0')
    expect(drawing.previous).toBe('M125,0L375,0L625,100L875,100')
    expect(drawing.area).toBe('M125,100L375,50L625,0L625,100L375,100L125,100Z')
    expect(drawing.heights).toEqual([100, 50, 0, null])
    expect([0, 1, 2, 3].map((step) => stepMiddle(step, 4))).toEqual([125, 375, 625, 875])
  })

  it('draws a flat line where nothing was sold, and no line where nothing is known', () => {
    expect(drawLines({ current: [0, 0], previous: [null, null], smallestTick: 1 })).toMatchObject({
      current: 'M250,100L750,100',
      previous: '',
    })
  })

  it('leaves little room above the highest value', () => {
    const tops = [4100, 4000, 3000, 1100, 999, 5200, 7600].map(
      (top) => drawLines({ current: [top], previous: [], smallestTick: 1 }).ticks,
    )
    expect(tops.map((ticks) => ticks.at(-1))).toEqual([5000, 4000, 3000, 1500, 1000, 6000, 8000])
  })

  it('keeps whole numbers whole', () => {
    expect(drawLines({ current: [1, 0], previous: [0, 1], smallestTick: 1 }).ticks).toEqual([0, 1])
    expect(drawLines({ current: [0], previous: [0], smallestTick: 1 }).ticks).toEqual([0, 1])
  })

  it('keeps every line inside the drawing and its ticks even, round and around the values', () => {
    const values = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 92 })
    expectForAll(values, (current) => {
      const { ticks, heights, gridLines } = drawLines({ current, previous: current.toReversed(), smallestTick: 1 })
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...current))
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)).toBeLessThan(2 * Math.max(1, ...current) + 1)
      expect(new Set(ticks.slice(1).map((tick, index) => tick - ticks[index]!)).size).toBe(1)
      expect(gridLines[0]).toBe(drawingHeight)
      expect(gridLines.at(-1)).toBe(0)
      for (const [step, height] of heights.entries()) {
        expect(stepMiddle(step, heights.length)).toBeLessThan(drawingWidth)
        expect(height).toBeGreaterThanOrEqual(0)
        expect(height).toBeLessThanOrEqual(drawingHeight)
      }
    })
  })
})
