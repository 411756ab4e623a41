/** The drawing's own coordinates: it is stretched to whatever room there is, lines keep their width. */
export const drawingWidth = 1000
export const drawingHeight = 100

/** What is drawn of two series over the same steps (days, hours). Made by `drawLines`. */
export interface LineDrawing {
  /** SVG path data; empty where a series has no point. */
  current: string
  /** The surface under the current line. */
  area: string
  previous: string
  /** Height of each grid line in the drawing, lowest first. */
  gridLines: number[]
  /** Height of the current series at each step; null where it has no value. */
  heights: (number | null)[]
}

/** One step of the chart in words. */
export interface ChartPoint {
  /** "Fri 20 Nov". */
  step: string
  /** Null where there is nothing yet: the rest of today. */
  current: string | null
  /** More about the current value: "9 orders". */
  details: string | null
  /** The step of the period before that this one is compared with. */
  previousStep: string
  previous: string | null
}

/** Two lines over time: a period and, quietly, the one before it. */
export interface LineChartModel {
  /** What is shown: "Gross sales by day". */
  label: string
  drawing: LineDrawing
  /** What the grid lines stand for, lowest first. */
  scale: string[]
  /** Below the drawing, from its start to its end. */
  axis: string[]
  points: ChartPoint[]
  /** The same as a table, behind a disclosure. */
  table: { open: string; step: string; current: string; details: string; previousStep: string; previous: string }
}

/** Where a step's middle lies across the drawing. */
export function stepMiddle(step: number, steps: number): number {
  return Math.round(((step + 0.5) * drawingWidth * 10) / steps) / 10
}
