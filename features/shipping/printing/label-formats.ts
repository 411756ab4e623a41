import { paperSizes, type Paper } from './page-format.ts'

/** Format id: columns and rows. Stored in the database. */
export type LabelFormatId =
  | 'roll-4x6'
  | 'a4-2x4'
  | 'a4-2x7'
  | 'a4-3x7'
  | 'a4-3x8'
  | 'letter-2x3'
  | 'letter-2x5'
  | 'letter-3x10'

/** Labels on their sheet or roll, in millimetres. */
export interface LabelSheet {
  /** Paper of the sheet; null for a roll, where each label is a page. */
  paper: Paper | null
  columns: number
  rows: number
  width: number
  height: number
  /** Gap between columns; rows touch. */
  gap: number
}

export interface LabelFormat extends LabelSheet {
  id: LabelFormatId
}

const inch = 25.4

/** Formats are named by dimensions because manufacturers use different product names. */
export const labelFormats: readonly [LabelFormat, ...LabelFormat[]] = [
  { id: 'roll-4x6', paper: null, columns: 1, rows: 1, width: 4 * inch, height: 6 * inch, gap: 0 },
  { id: 'a4-2x4', paper: 'A4', columns: 2, rows: 4, width: 99.1, height: 67.7, gap: 2.5 },
  { id: 'a4-2x7', paper: 'A4', columns: 2, rows: 7, width: 99.1, height: 38.1, gap: 2.5 },
  { id: 'a4-3x7', paper: 'A4', columns: 3, rows: 7, width: 63.5, height: 38.1, gap: 2.54 },
  { id: 'a4-3x8', paper: 'A4', columns: 3, rows: 8, width: 63.5, height: 33.9, gap: 2.54 },
  {
    id: 'letter-2x3',
    paper: 'LETTER',
    columns: 2,
    rows: 3,
    width: 4 * inch,
    height: (10 / 3) * inch,
    gap: 0.1875 * inch,
  },
  { id: 'letter-2x5', paper: 'LETTER', columns: 2, rows: 5, width: 4 * inch, height: 2 * inch, gap: 0.1875 * inch },
  { id: 'letter-3x10', paper: 'LETTER', columns: 3, rows: 10, width: 2.625 * inch, height: inch, gap: 0.125 * inch },
]

export function labelFormat(id: string | null | undefined): LabelFormat | null {
  return labelFormats.find((format) => format.id === id) ?? null
}

/** Page size for a format, in millimetres. */
export function labelPage({ paper, width, height }: LabelSheet): { width: number; height: number } {
  return paper ? paperSizes[paper] : { width, height }
}

/** Margins that centre the labels on a sheet, in millimetres. */
export function labelMargins(format: LabelSheet): { block: number; inline: number } {
  const page = labelPage(format)
  const across = format.columns * format.width + (format.columns - 1) * format.gap
  return { block: (page.height - format.rows * format.height) / 2, inline: (page.width - across) / 2 }
}

/** Font sizes to try, in points, and the line height. */
const smallest = 6
const sizes = [14, 13, 12, 11, 10, 9, 8, 7, smallest] as const
const lineHeight = 1.25
const pointsAMillimetre = 72 / inch

/** CJK characters are square; other letters are a little wider than half of that. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const widthOf = (text: string) => {
  const squares = text.match(wide)?.length ?? 0
  return squares + (text.length - squares) * 0.58
}

/** Estimates the largest font size, in points, at which the lines fit the given millimetres. */
export function fittingSize(lines: readonly string[], room: { width: number; height: number }): (typeof sizes)[number] {
  const fits = (size: number) => {
    const across = (room.width * pointsAMillimetre) / size
    const needed = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / across)), 0)
    return needed * size * lineHeight <= room.height * pointsAMillimetre
  }
  return sizes.find(fits) ?? smallest
}

/** Font sizes as classes, because the CSP forbids inline styles. */
export const sizeRules = sizes.map((size) => `.pt-${size}{font-size:${size}pt}`).join('')
