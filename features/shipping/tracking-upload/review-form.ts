import { oneOf, secretOf, textsIn } from '#lib/form-fields.ts'
import { encodings, type Encoding } from '#lib/text-encodings.ts'
import { dayOrders, type DayOrder } from '#lib/written-day.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { shortened } from '#lib/shortened.ts'
import { columnKinds, type ColumnChoice } from './meanings.ts'
import { columnField, readColumns } from '#features/machinery/file-runs/chosen-columns.ts'
import { shownCellField, shownField } from './review-fields.ts'
import type { Edits, RawRow } from './table-rows.ts'

// Reads the corrections to a file: columns, answers and cells.

const longestCell = 500

export interface TypedCell {
  from: number
  to: number
  key: string
  text: string
}

/** Submitted corrections; undefined values were not on the page and stay unchanged. */
export interface Review {
  columns: ColumnChoice | undefined
  encoding: Encoding | undefined
  dayOrder: DayOrder | null | undefined
  carrier: string | null | undefined
  keepsNamed: boolean | undefined
  isConfirmed: boolean | undefined
  cells: readonly TypedCell[]
}

/** Reads the corrections. If two columns have the same meaning, the newly chosen one keeps it. */
export function readReview(form: FormData, columns: number, before: ColumnChoice): Review {
  const carrier = form.has('carrier') ? shortened(secretOf(form, 'carrier').trim(), longestCell) || null : undefined
  return {
    columns: form.has(columnField(0)) ? readColumns(form, columnKinds, { columns, before }) : undefined,
    encoding: oneOf(form, 'encoding', encodings) ?? undefined,
    dayOrder: form.has('dayOrder') ? oneOf(form, 'dayOrder', dayOrders) : undefined,
    carrier,
    keepsNamed: checked(form, 'keepsNamed'),
    isConfirmed: checked(form, 'isConfirmed'),
    cells: textsIn(form).flatMap(([name, text]) => {
      const found = /^cell\.(\d{1,9})-(\d{1,9})\.(\w{1,20})$/.exec(name)
      // Cells that stay as they were shown.
      if (!found || (form.has(shownCellField(name)) && secretOf(form, shownCellField(name)) === text)) return []
      const [, from, to, key = ''] = found
      return [{ from: Number(from), to: Number(to), key, text: shortened(text, longestCell) }]
    }),
  }
}

const checked = (form: FormData, name: string) => (form.has(shownField(name)) ? form.has(name) : undefined)

/** Value shown for a cell: the edit, else the file's text, on one line. */
export function shownCell(row: Pick<RawRow, 'fields' | 'edits'>, key: string): string {
  const text = row.edits?.[key] ?? (/^\d+$/.test(key) ? (row.fields[Number(key)] ?? '') : '')
  return text.replaceAll(/[\r\n]+/g, ' ')
}

/** Whether a key names a cell: a column index, or a kind without a column. */
export const isCellKey = (key: string, columns: number): boolean =>
  /^\d{1,4}$/.test(key) ? Number(key) < columns : isOneOf(columnKinds, key)

/** Applies edits to rows; other rows are returned unchanged. */
export function withCells<Row extends RawRow>(
  rows: readonly Row[],
  cells: readonly TypedCell[],
  columns: number,
): Row[] {
  /** The last one typed of each key. */
  const byRow = new Map<number, Map<string, TypedCell>>()
  for (const cell of cells.filter(({ key }) => isCellKey(key, columns)))
    for (const { row } of rowsWithin(rows, cell)) {
      const own = byRow.get(row) ?? new Map<string, TypedCell>()
      byRow.set(row, own.set(cell.key, cell))
    }
  return rows.map((row) => {
    const typed = [...(byRow.get(row.row)?.values() ?? [])].filter(({ key, text }) => text !== shownCell(row, key))
    if (typed.length === 0) return row
    const edits: Edits = { ...row.edits, ...Object.fromEntries(typed.map(({ key, text }) => [key, text])) }
    return { ...row, edits }
  })
}

/** Finds a range of rows, which are in file order. */
function rowsWithin<Row extends RawRow>(rows: readonly Row[], { from, to }: TypedCell): Row[] {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.row ?? 0) < from) low = middle + 1
    else high = middle
  }
  const end = rows.findIndex(({ row }, index) => index >= low && row > to)
  return rows.slice(low, end < 0 ? rows.length : end)
}
