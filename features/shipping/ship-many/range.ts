import { readCells, sheetColumns, type Sheet, type SheetColumn, type SheetPlace } from './sheet.ts'

// A rectangular selection of cells. Excluded rows are not part of it.

/** The anchor cell, which has the focus, and the opposite corner. */
export interface SheetRange {
  from: SheetPlace
  to: SheetPlace
}

export function cellsOf(sheet: Sheet, { from, to }: SheetRange): { rows: Sheet; columns: readonly SheetColumn[] } {
  const at = (id: string) => sheet.findIndex((row) => row.id === id)
  const [top, bottom] = sorted(at(from.row), at(to.row))
  const [left, right] = sorted(sheetColumns.indexOf(from.column), sheetColumns.indexOf(to.column))
  return {
    rows: sheet.slice(Math.max(0, top), bottom + 1).filter(({ isTaken }) => isTaken),
    columns: sheetColumns.slice(left, right + 1),
  }
}

const sorted = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a])

export function countCells(sheet: Sheet, range: SheetRange): number {
  const { rows, columns } = cellsOf(sheet, range)
  return rows.length * columns.length
}

/** Fills each column with the value of its first row. */
export function fillRange(sheet: Sheet, range: SheetRange): Sheet {
  const { rows, columns } = cellsOf(sheet, range)
  const first = rows[0]
  return first ? changeCells(sheet, rows, Object.fromEntries(columns.map((column) => [column, first[column]]))) : sheet
}

export function emptyRange(sheet: Sheet, range: SheetRange): Sheet {
  const { rows, columns } = cellsOf(sheet, range)
  return changeCells(sheet, rows, Object.fromEntries(columns.map((column) => [column, ''])))
}

/** Pastes one copied line into each row: one cell into all columns, two into both. Null if the line does not fit. */
export function pasteIntoRange(sheet: Sheet, range: SheetRange, text: string): Sheet | null {
  const [cells = [], ...more] = readCells(text)
  const { rows, columns } = cellsOf(sheet, range)
  if (more.length > 0 || (cells.length !== 1 && cells.length !== columns.length)) return null
  const texts = columns.map((column, index) => [column, cells[index] ?? cells[0]])
  return changeCells(sheet, rows, Object.fromEntries(texts))
}

/** Copies the cells as tab-separated text. */
export function copyRange(sheet: Sheet, range: SheetRange): string {
  const { rows, columns } = cellsOf(sheet, range)
  return rows.map((row) => columns.map((column) => row[column]).join('\t')).join('\n')
}

function changeCells(sheet: Sheet, rows: Sheet, change: Partial<Record<SheetColumn, string>>): Sheet {
  const chosen = new Set(rows)
  return sheet.map((row) => (chosen.has(row) ? { ...row, ...change } : row))
}
