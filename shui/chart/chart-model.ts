import { isNumber, isString, listOf, optional, shape, type Is } from '../model-shape.ts'

/** Coordinate system of the drawing, which is stretched to the available space; line widths are constant. */
export const drawingWidth = 1000
export const drawingHeight = 100

export interface LineDrawing {
  /** SVG path data; empty for a series without points. */
  current: string
  /** The area under the current line. */
  area: string
  previous: string
  /** Heights of the grid lines, lowest first. */
  gridLines: number[]
  /** Heights of the current series by step; null without a value. */
  heights: (number | null)[]
}

export interface ChartPoint {
  /** "Fri 20 Nov". */
  step: string
  /** Null for future steps. */
  current: string | null
  /** Details of the current value: "9 orders". */
  details: string | null
  previousStep: string
  previous: string | null
  /** The rows behind the current value. */
  href?: string | null
  /** Those behind the previous one. */
  previousHref?: string | null
  /** Further columns of the table. */
  more?: readonly string[]
  /** The rows behind those. */
  moreHref?: string | null
}

export interface LineChartModel {
  /** Title: "Gross sales by day". */
  label: string
  drawing: LineDrawing
  /** Labels of the grid lines, lowest first. */
  scale: string[]
  /** Labels below the drawing, from start to end. */
  axis: string[]
  points: ChartPoint[]
  table: {
    open: string
    step: string
    current: string
    details: string
    previousStep: string
    previous: string
    more?: readonly string[]
  }
}

const isPoint = shape({
  step: isString,
  current: optional(isString),
  details: optional(isString),
  previousStep: isString,
  previous: optional(isString),
  href: optional(isString),
  previousHref: optional(isString),
  more: optional(listOf(isString)),
  moreHref: optional(isString),
})

export const isLineChart: Is = shape({
  label: isString,
  drawing: shape({
    current: isString,
    area: isString,
    previous: isString,
    gridLines: listOf(isNumber),
    heights: listOf(optional(isNumber)),
  }),
  scale: listOf(isString),
  axis: listOf(isString),
  points: listOf(isPoint),
  table: shape({
    open: isString,
    step: isString,
    current: isString,
    details: isString,
    previousStep: isString,
    previous: isString,
    more: optional(listOf(isString)),
  }),
})

export function stepMiddle(step: number, steps: number): number {
  return Math.round(((step + 0.5) * drawingWidth * 10) / steps) / 10
}
