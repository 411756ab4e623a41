import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { drawingHeight, stepMiddle, type LineDrawing } from './chart-model.ts'

export interface LineSeries {
  /** One value a step; null where it is not known yet: the line ends there. */
  current: readonly (number | null)[]
  /** As many as `current`. */
  previous: readonly (number | null)[]
  /** Smallest distance between grid lines: 100 for whole pounds in pence. */
  smallestTick: number
}

/**
 * Lays out two series over the same number of steps. Each step is a column of equal width and its value stands in the
 * column's middle; the scale starts at 0, so that heights can be compared. Values must not be negative. `ticks` are the
 * values of the grid lines, lowest first. For the server: d3 stays out of the browser.
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

const mostIntervals = 4

/** A few round values from 0 to at least `max`, evenly spaced, with as little empty room above as can be. */
function evenTicks(max: number, smallest: number): number[] {
  const top = Math.max(max, smallest)
  const magnitude = 10 ** Math.floor(Math.log10(top / mostIntervals))
  const [best] = [1, 2, 2.5, 5, 10, 20, 25]
    .map((step) => Math.ceil((step * magnitude) / smallest) * smallest)
    .map((step) => ({ step, intervals: Math.ceil(top / step) }))
    .filter(({ intervals }) => intervals <= mostIntervals)
    .toSorted((a, b) => a.step * a.intervals - b.step * b.intervals || b.intervals - a.intervals)
  // Above all are steps of a quarter: of what can be drawn there is always one.
  if (!best) throw new RangeError('a scale without steps')
  const { step, intervals } = best
  return Array.from({ length: intervals + 1 }, (_, index) => index * step)
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null)
}
