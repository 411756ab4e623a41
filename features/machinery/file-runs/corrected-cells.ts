import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { textOf, textsIn } from '#lib/form-fields.ts'
import { shortened } from '#lib/shortened.ts'
import type { RowProblem } from './row-problem.ts'

// Cells of uploaded files that sellers type anew. The file stays as it was sent; whoever reads it puts them in place.

/** What a seller typed for a cell of a row, or for the same cell of consecutive rows. */
export interface TypedCell {
  from: number
  to: number
  /** Index of the column, or its meaning if the file has no such column. */
  at: string
  text: string
}

/** Longest cell that is corrected in place; longer ones are shown in part. */
const longestCorrected = 80
const longestTyped = 500

export interface CorrectedCell {
  /** End of the names of its fields. */
  field: string
  label: string
  value: string
}

interface RowsWithProblems {
  from: number
  to: number
  problems: readonly RowProblem[]
  /** Column index by kind. */
  columns: Readonly<Partial<Record<string, number>>>
  /** Whether cells of columns that the file lacks can be typed, too. */
  addsColumns?: boolean
}

/** The cells that problems of rows name, to be typed anew: those on one line. */
export function correctedCells(
  { from, to, problems, columns, addsColumns = false }: RowsWithProblems,
  labelOf: (column: string) => string,
): CorrectedCell[] {
  const cells = new Map<string, CorrectedCell>()
  for (const { column, value } of problems) {
    const at = column === null ? undefined : (columns[column] ?? (addsColumns ? column : undefined))
    if (column === null || at === undefined || cells.has(String(at))) continue
    if (value.length < longestCorrected && !/[\r\n]/.test(value))
      cells.set(String(at), { field: `${from}-${to}.${at}`, label: labelOf(column), value })
  }
  return [...cells.values()]
}

/** A typed cell and what the problem showed: of an order's rows, the cell is in the first that says so. */
type SentCell = TypedCell & { was: string }

/** Reads the cells of a form that differ from those of the file. */
export function typedCells(form: FormData): SentCell[] {
  return textsIn(form).flatMap(([name, text]) => {
    const [, from, to, at] = /^cell\.(\d{1,9})-(\d{1,9})\.(\w{1,20})$/.exec(name) ?? []
    const was = textOf(form, `was.${from}-${to}.${at}`)
    const typed = text.trim()
    if (at === undefined || typed === was) return []
    return [{ from: Number(from), to: Number(to), at, was, text: shortened(typed, longestTyped) }]
  })
}

/** Rows below the first one of an order in which its cell is looked for. */
const mostBelow = 200

/** Finds the row of each cell: the first that has what was shown. Nothing if there are no records. */
export async function placeCells(
  parts: AsyncIterable<readonly CsvRecord[]> | Iterable<readonly CsvRecord[]>,
  cells: readonly SentCell[],
): Promise<TypedCell[]> {
  const places = cells.map((cell) => ({ cell, below: 0, line: 0 }))
  let isEmpty = true
  for await (const records of parts)
    for (const { line, fields } of records) {
      isEmpty = false
      for (const place of places) {
        const { cell, below } = place
        if (place.line > 0 || line < cell.from || below === mostBelow) continue
        place.below += 1
        const isShown = shortened(unquoted(fields[Number(cell.at)] ?? ''), longestCorrected) === cell.was
        if (isShown || cell.was === '') place.line = line
      }
    }
  if (isEmpty) return []
  return places.map(({ cell: { from, to, at, text }, line }) =>
    from === to && line > 0 ? { from: line, to: line, at, text } : { from, to, at, text },
  )
}

const isWithin = ({ from, to }: TypedCell, line: number) => from <= line && line <= to

/** Cells of a row by column, as typed last; undefined if none was typed. */
export function typedIn(cells: readonly TypedCell[], line: number): Readonly<Record<string, string>> | undefined {
  const own = cells.filter((cell) => isWithin(cell, line))
  return own.length === 0 ? undefined : Object.fromEntries(own.map(({ at, text }) => [at, text]))
}

/** The cells that concern some records, which are in file order. */
export function cellsWithin(cells: readonly TypedCell[], records: readonly CsvRecord[]): TypedCell[] {
  const [first, last] = [records[0], records.at(-1)]
  return first && last ? cells.filter(({ from, to }) => from <= last.line && to >= first.line) : []
}

/** Puts typed cells into records. */
export function withCells(records: readonly CsvRecord[], cells: readonly TypedCell[]): readonly CsvRecord[] {
  const near = cellsWithin(cells, records)
  if (near.length === 0) return records
  return records.map((record) => {
    const typed = typedIn(near, record.line)
    const columns = Object.keys(typed ?? {}).flatMap((at) => (/^\d{1,4}$/.test(at) ? Number(at) : []))
    if (!typed || columns.length === 0) return record
    const length = Math.max(record.fields.length, ...columns.map((at) => at + 1))
    const fields = Array.from({ length }, (_, at) => typed[at] ?? record.fields[at] ?? '')
    return { ...record, fields }
  })
}
