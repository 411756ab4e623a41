import { paperSizes, type Paper } from './page-format.ts'

/** A name by columns and rows. The database keeps it. */
export type LabelFormatId =
  | 'roll-4x6'
  | 'a4-2x4'
  | 'a4-2x7'
  | 'a4-3x7'
  | 'a4-3x8'
  | 'letter-2x3'
  | 'letter-2x5'
  | 'letter-3x10'

/** Labels on their carrier. Millimetres. */
export interface LabelFormat {
  id: LabelFormatId
  /** Of a sheet of them; null: each is a page of its own, from a roll. */
  paper: Paper | null
  columns: number
  rows: number
  width: number
  height: number
  /** Between columns; rows touch. */
  gap: number
}

const inch = 25.4

/** What is sold everywhere, by its measures: makers name the same sheets differently. */
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

/** A format by its id; null for what is none. */
export function labelFormat(id: string | null | undefined): LabelFormat | null {
  return labelFormats.find((format) => format.id === id) ?? null
}

/** The page that labels are printed on, in millimetres. */
export function labelPage({ paper, width, height }: LabelFormat): { width: number; height: number } {
  return paper ? paperSizes[paper] : { width, height }
}

/** White around the labels of a sheet: they stand in its middle. */
export function labelMargins(format: LabelFormat): { block: number; inline: number } {
  const page = labelPage(format)
  const across = format.columns * format.width + (format.columns - 1) * format.gap
  return { block: (page.height - format.rows * format.height) / 2, inline: (page.width - across) / 2 }
}

/** Sizes of type that a label is tried with, in points, and the room that a line takes of it. */
const smallest = 6
const sizes = [14, 13, 12, 11, 10, 9, 8, 7, smallest] as const
const lineHeight = 1.25
const pointsAMillimetre = 72 / inch

/** Letters of the East take a square, others a little more than half of one. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const widthOf = (text: string) => {
  const squares = text.match(wide)?.length ?? 0
  return squares + (text.length - squares) * 0.58
}

/** The largest type, in points, in which these lines fit a room, as far as can be told without drawing them. Millimetres. */
export function fittingSize(lines: readonly string[], room: { width: number; height: number }): (typeof sizes)[number] {
  const fits = (size: number) => {
    const across = (room.width * pointsAMillimetre) / size
    const needed = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / across)), 0)
    return needed * size * lineHeight <= room.height * pointsAMillimetre
  }
  return sizes.find(fits) ?? smallest
}

/** The sizes as style rules, since a page's elements may have no styles of their own (CSP). */
export const sizeRules = sizes.map((size) => `.pt-${size}{font-size:${size}pt}`).join('')
