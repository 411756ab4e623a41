import { oneOf, secretOf, textsIn } from '#lib/form-fields.ts'
import { encodings, type Encoding } from '#lib/text-encodings.ts'
import { dayOrders, type DayOrder } from '#lib/written-day.ts'
import { columnKinds, type ColumnChoice, type ColumnKind } from './meanings.ts'
import { columnField, shownField } from './review-fields.ts'
import type { Edits, RawRow } from './table-rows.ts'

// What a seller corrects on the page of a file: columns, answers, and single cells.

/** Cells longer than this are no numbers, names or days. */
const longestCell = 500

/** A cell as it came back from the page. */
export interface TypedCell {
  from: number
  to: number
  key: string
  text: string
}

/** What came back from the page. What was not on it is undefined, and stays. */
export interface Review {
  columns: ColumnChoice | undefined
  encoding: Encoding | undefined
  dayOrder: DayOrder | null | undefined
  carrier: string | null | undefined
  keepsNamed: boolean | undefined
  isConfirmed: boolean | undefined
  cells: readonly TypedCell[]
}

/** Reads what was corrected. Of two columns with one meaning the one that was just given it has it. */
export function readReview(form: FormData, columns: number, before: ColumnChoice): Review {
  const carrier = form.has('carrier') ? secretOf(form, 'carrier').trim().slice(0, longestCell) || null : undefined
  return {
    columns: form.has(columnField(0)) ? readColumns(form, columns, before) : undefined,
    encoding: oneOf(form, 'encoding', encodings) ?? undefined,
    dayOrder: form.has('dayOrder') ? oneOf(form, 'dayOrder', dayOrders) : undefined,
    carrier,
    keepsNamed: checked(form, 'keepsNamed'),
    isConfirmed: checked(form, 'isConfirmed'),
    cells: textsIn(form).flatMap(([name, text]) => {
      const found = /^cell\.(\d{1,9})-(\d{1,9})\.(\w{1,20})$/.exec(name)
      if (!found) return []
      const [, from, to, key = ''] = found
      return [{ from: Number(from), to: Number(to), key, text: text.slice(0, longestCell) }]
    }),
  }
}

const checked = (form: FormData, name: string) => (form.has(shownField(name)) ? form.has(name) : undefined)

function readColumns(form: FormData, columns: number, before: ColumnChoice): ColumnChoice {
  const choice: ColumnChoice = {}
  for (let at = 0; at < columns; at += 1) {
    const kind = oneOf(form, columnField(at), columnKinds)
    if (kind && (choice[kind] === undefined || before[kind] === choice[kind])) choice[kind] = at
  }
  return choice
}

/** What the page shows of a cell: as it was typed, else as the file has it, on one line. */
export function shownCell(row: Pick<RawRow, 'fields' | 'edits'>, key: string): string {
  const text = row.edits?.[key] ?? (/^\d+$/.test(key) ? (row.fields[Number(key)] ?? '') : '')
  return text.replaceAll(/[\r\n]+/g, ' ')
}

/** Whether a key names a cell: a column of the file, or a kind that it has no column for. */
const isKey = (key: string, columns: number) =>
  /^\d{1,4}$/.test(key) ? Number(key) < columns : columnKinds.includes(key as ColumnKind)

/** The rows with what was typed in place of their cells; those of which nothing was typed are left as they are. */
export function withCells<Row extends RawRow>(
  rows: readonly Row[],
  cells: readonly TypedCell[],
  columns: number,
): Row[] {
  const byRow = new Map<number, TypedCell[]>()
  for (const cell of cells)
    for (const { row } of rowsWithin(rows, cell)) byRow.set(row, [...(byRow.get(row) ?? []), cell])
  return rows.map((row) => {
    const typed = (byRow.get(row.row) ?? []).filter(
      ({ key, text }) => isKey(key, columns) && text !== shownCell(row, key),
    )
    if (typed.length === 0) return row
    const edits: Edits = { ...row.edits, ...Object.fromEntries(typed.map(({ key, text }) => [key, text])) }
    return { ...row, edits }
  })
}

/** Rows are in the order of the file. */
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
