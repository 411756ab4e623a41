import { drawingHeight, drawingWidth, stepMiddle } from './chart-model.ts'
import { evenTicks } from './draw-lines.ts'

/** Part of a step's width that columns fill. */
const filled = 0.8

const round = (value: number) => Math.round(value * 10) / 10

/**
 * Lays out up to four series over the same steps, on a scale from 0. Columns stand beside each other; lines end where a
 * value is null. Values must not be negative. Server only.
 */
export function drawSeries(
  kind: 'columns' | 'lines',
  series: readonly (readonly (number | null)[])[],
  smallestTick: number,
) {
  const steps = Math.max(1, ...series.map((values) => values.length))
  const ticks = evenTicks(
    Math.max(0, ...series.flatMap((values) => values.filter((value) => value !== null))),
    smallestTick,
  )
  const top = ticks.at(-1) ?? smallestTick
  const y = (value: number) => round(drawingHeight - (value * drawingHeight) / top)
  const width = (drawingWidth * filled) / steps / Math.max(1, series.length)
  const column = (value: number | null, step: number, nth: number) => {
    const x = round((drawingWidth * (step + (1 - filled) / 2)) / steps + nth * width)
    return value ? `M${x},${drawingHeight}V${y(value)}h${round(width * 0.92)}V${drawingHeight}Z` : ''
  }
  const point = (value: number | null, step: number, values: readonly (number | null)[]) => {
    if (value === null) return ''
    const isFirst = step === 0 || values[step - 1] === null
    // A value between gaps is a dot.
    const end = isFirst && (values[step + 1] ?? null) === null ? 'h0' : ''
    return `${isFirst ? 'M' : 'L'}${stepMiddle(step, steps)},${y(value)}${end}`
  }
  return {
    width: drawingWidth,
    height: drawingHeight,
    paths: series.map((values, nth) =>
      values
        .map((value, step) => (kind === 'columns' ? column(value, step, nth) : point(value, step, values)))
        .join(''),
    ),
    gridLines: ticks.map(y),
    /** Values of the grid lines, lowest first. */
    ticks,
  }
}
