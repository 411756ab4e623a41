import { currencyDecimals } from '#lib/money.ts'
import type { LineChartModel } from '#shui/chart/chart-model.ts'
import { drawLines } from '#shui/chart/draw-lines.ts'
import type { Texts } from '#texts/texts.ts'
import type { SalesStep } from './sales-period.ts'
import type { SalesFigures } from './sales.ts'

/** Lines, scale and axis of the sales by step; the axis names the first, middle and last one. */
export function salesLines(
  { main: { currency }, steps }: SalesFigures,
  current: readonly SalesStep[],
  { texts, name }: { texts: Texts; name: (step: SalesStep) => string },
): Pick<LineChartModel, 'drawing' | 'scale' | 'axis'> {
  const { ticks, ...drawing } = drawLines({
    current: steps.current.map((sum) => sum && Number(sum.grossMinor)),
    // Months differ in length: what has no day here is left out.
    previous: current.map((_, index) => Number(steps.previous[index]?.grossMinor ?? 0)),
    smallestTick: 10 ** currencyDecimals(currency),
  })
  const ends = new Set([0, Math.floor((current.length - 1) / 2), current.length - 1])
  return {
    drawing,
    scale: ticks.map((minor) => texts.moneyRounded({ minor, currency })),
    axis: current.filter((_, index) => ends.has(index)).map(name),
  }
}

/** The middle of a step lies in it whatever the clocks do. */
export const stepName = ({ from, before }: SalesStep, style: 'day' | 'date' | 'month', texts: Texts): string =>
  texts.moment(new Date((from.getTime() + before.getTime()) / 2), style)
