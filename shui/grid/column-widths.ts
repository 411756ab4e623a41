import { plainText, type TextInput } from '../text/text-model.ts'
import type { GridCell, GridColumn, GridRow } from './grid-model.ts'

// A table's columns have their widths before its first row, so that rows appear as they arrive and nothing moves. Widths
// are estimated from the texts, in rem, since the server does not know the font.

/** Font sizes of lines and second lines, in rem. */
const size = { line: 0.8125, second: 0.75 }

/** Widths of letters in em, of a wide font; all others are `usual`. */
const letters: readonly (readonly [width: number, letters: string])[] = [
  [0.27, 'Iijl .,:;·!|’‘'],
  [0.38, 'frt/()'],
  [0.56, 'acksvxyzäJL–?'],
  [0.69, 'ABDKVXYÄ€+'],
  [0.76, 'CGHNOQUÖÜ'],
  [0.88, 'mw…'],
  [0.98, 'MW%@—'],
]
const usual = 0.62
/** East Asian letters and pictures. */
const square = 1.05
const firstSquare = 0x1100

/** Widths by character code, up to the last of `letters`. */
const known = new Float32Array(0x2100).fill(usual).fill(square, firstSquare)
for (const [width, some] of letters) for (const letter of some) known[letter.charCodeAt(0)] = width

function widthOf(text: TextInput | null | undefined, fontSize: number): number {
  const plain = plainText(text, 'en')
  let width = 0
  for (let at = 0; at < plain.length; at += 1) width += known[plain.charCodeAt(at)] ?? square
  return width * fontSize
}

/** Widths of the dot of a status, a picture, the sign of an external link, and the arrow of a sorted column. */
const dot = 0.8125
const picture = 2.625
const sign = 1.125
const arrow = 1

function cellWidth(cell: GridCell | undefined): number {
  if (cell === null || cell === undefined) return 0
  if (typeof cell === 'string') return widthOf(cell, size.line)
  if (!('kind' in cell))
    return widthOf(cell, size.line) + (cell.action?.type === 'NAV' && cell.action.newWindow ? sign : 0)
  const second = 'second' in cell ? Math.min(longest, widthOf(cell.second, size.second)) : 0
  switch (cell.kind) {
    case 'two-line':
      return Math.max(widthOf(cell.main, size.line), second) + (cell.image === undefined ? 0 : picture)
    case 'status':
      return Math.max(widthOf(cell.text, size.line) * 1.02, second) + dot
    case 'tags':
      return cell.texts.reduce((sum, text) => sum + widthOf(text, size.second) + 1.25, 0)
    case 'edit':
    case 'money':
    case 'time':
      return Math.max(widthOf(cell.text, size.line), second)
  }
}

/** Widths in rem that have a rule in the sheet. */
export const rooms = [
  2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 10, 11, 12, 13, 14, 16, 18, 20,
] as const
/** Widest column that truncates its texts. */
const longest = 11
/** Texts up to these widths are never truncated: of the key, as numbers of orders, and of others. */
const shortest = { key: 7.5, other: 5.75 }

/** How a column becomes narrower on a narrow page: it truncates texts, or breaks them into two lines. */
type Yields = 'cut' | 'fold' | null

/** Width of a column's texts, one of `rooms`; null for a `wide` column, which takes what is left. */
export interface ColumnWidth {
  room: number | null
  yields: Yields
}

export interface SizedColumn extends ColumnWidth {
  column: GridColumn
}

/** Widths of columns, from their labels and the rows of the page. */
export function columnWidths(columns: readonly GridColumn[], rows: readonly GridRow[]): SizedColumn[] {
  return columns.map((column) => {
    if (column.width === 'wide') return { column, room: null, yields: null }
    const label = widthOf(column.label, size.second) * 1.03 + (column.sort ? arrow : 0)
    const most = rows.reduce((width, { cells }) => Math.max(width, cellWidth(cells[column.id])), label)
    const yields = most > (column.isKey ? shortest.key : shortest.other) ? yieldsOf(column, rows) : null
    const room = rooms.find((step) => step >= Math.min(most, yields === 'cut' ? longest : Infinity)) ?? 20
    return { column, room, yields }
  })
}

/** Figures and times are always whole on one line. */
function yieldsOf({ id, align }: GridColumn, rows: readonly GridRow[]): Yields {
  const kinds = new Set(rows.map(({ cells }) => kindOf(cells[id])))
  if (align === 'end' || kinds.has('money') || kinds.has('time')) return null
  return kinds.has('status') ? 'fold' : 'cut'
}

const kindOf = (cell: GridCell | undefined) =>
  typeof cell === 'object' && cell !== null && 'kind' in cell ? cell.kind : null

/** By width of the page in px: padding of a column, and the most in rem that columns which yield are wide. */
const bands = [
  { from: 0, to: 900, padding: 6, cut: 5.75, fold: 8.5 },
  { from: 900, to: 1140, padding: 6, cut: 7.5, fold: Infinity },
  { from: 1140, to: 1280, padding: 8, cut: 9.75, fold: Infinity },
  { from: 1280, to: Infinity, padding: 10, cut: longest, fold: Infinity },
]

const rem = 16
/** Both edges of the page, and the boxes. */
const edges = 66

export const steps = [750, 780, 806, 900, 1000, 1050, 1100, 1140, 1220, 1300, 1400, 1600, 2000, 3000] as const

/**
 * The step up to which a page is too narrow for columns, where `name` is the least width in rem of a `wide` one. The
 * sheet has a rule for each step.
 */
export function stepFor(widths: readonly ColumnWidth[], name: number): number {
  const needAt = ({ padding, ...most }: (typeof bands)[number]) =>
    widths.reduce(
      (sum, { room, yields }) =>
        sum + 2 * padding + rem * (room === null ? name : yields ? Math.min(room, most[yields]) : room),
      edges,
    )
  const fits = (step: number) => bands.every((band) => band.to <= step || needAt(band) <= Math.max(step, band.from))
  return steps.find(fits) ?? 3000
}
