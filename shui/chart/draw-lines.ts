import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { drawingHeight, stepMiddle, type LineDrawing } from './chart-model.ts'

export interface LineSeries {
  /** One value per step; null if not known yet, where the line ends. */
  current: readonly (number | null)[]
  /** As many values as `current`. */
  previous: readonly (number | null)[]
  /** Minimum distance between grid lines: 100 for whole pounds in pence. */
  smallestTick: number
}

/**
 * Lays out two series over the same steps. Each value is drawn in the middle of its step's column, on a scale from 0.
 * Values must not be negative. `ticks` are the values of the grid lines, lowest first. Server only: keeps d3 out of the
 * browser.
 */
export function drawLines({ current, previous, smallestTick }: LineSeries): LineDrawing & { ticks: number[] } {
  const steps = Math.max(current.length, previous.length)
  const ticks = evenTicks(Math.max(0, ...known(current), ...known(previous)), smallestTick)
  const height = scaleLinear([0, ticks.at(-1) ?? smallestTick], [drawingHeight, 0])
  const x = (_: number | null, step: number) => stepMiddle(step, steps)
  const y = (value: number | null) => Math.round(height(value ?? 0) * 10) / 10
  const defined = (value: number | null) => value !== null
  const lineOf = line<number | null>(x, y).defined(defined)
  const areaOf = area<number | null>(x, drawingHeight, y).defined(defined)
  return {
    current: lineOf(current) ?? '',
    area: areaOf(current) ?? '',
    previous: lineOf(previous) ?? '',
    gridLines: ticks.map(y),
    heights: current.map((value) => (value === null ? null : y(value))),
    ticks,
  }
}

const maxIntervals = 4

/** Evenly spaced round values from 0 to at least `max`, with little empty space above. */
export function evenTicks(max: number, smallest: number): number[] {
  const top = Math.max(max, smallest)
  const magnitude = 10 ** Math.floor(Math.log10(top / maxIntervals))
  const [best] = [1, 2, 2.5, 5, 10, 20, 25]
    .map((step) => Math.ceil((step * magnitude) / smallest) * smallest)
    .map((step) => ({ step, intervals: Math.ceil(top / step) }))
    .filter(({ intervals }) => intervals <= maxIntervals)
    .toSorted((a, b) => a.step * a.intervals - b.step * b.intervals || b.intervals - a.intervals)
  // Quarter steps always provide a candidate.
  if (!best) throw new RangeError('a scale without steps')
  const { step, intervals } = best
  return Array.from({ length: intervals + 1 }, (_, index) => index * step)
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null)
}
