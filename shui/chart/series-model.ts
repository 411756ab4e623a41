import { isNumber, isString, listOf, optional, shape, type Is } from '../model-shape.ts'

/** One line, or the columns of one colour. At most four in a chart. */
export interface ChartSeries {
  name: string
  /** SVG path data in the drawing's coordinates (`chart-model.ts`). */
  path: string
  /** Its last or usual value, for the legend. */
  value: string | null
}

export interface SeriesChartModel {
  /** What the chart shows: "Number sold by price". */
  label: string
  kind: 'columns' | 'lines'
  /** Of the drawing, in its own unit: a file for two numbers would be one request more. */
  width: number
  height: number
  series: ChartSeries[]
  gridLines: number[]
  /** Labels of the grid lines, lowest first. */
  scale: string[]
  /** Labels below the drawing, from start to end. */
  axis: string[]
  /** A vertical line with its text, such as one's own price. */
  mark: { x: number; text: string } | null
  table: { open: string; head: string; columns: string[]; rows: { name: string; cells: string[] }[] }
}

export const isSeriesChart: Is = shape({
  label: isString,
  kind: isString,
  width: isNumber,
  height: isNumber,
  series: listOf(shape({ name: isString, path: isString, value: optional(isString) })),
  gridLines: listOf(isNumber),
  scale: listOf(isString),
  axis: listOf(isString),
  mark: optional(shape({ x: isNumber, text: isString })),
  table: shape({
    open: isString,
    head: isString,
    columns: listOf(isString),
    rows: listOf(shape({ name: isString, cells: listOf(isString) })),
  }),
})
