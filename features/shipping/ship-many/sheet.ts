import { trimmed } from '#lib/trimmed.ts'
import type { TypedParcel } from '#features/shipping/fulfilment/name-carrier.ts'

// The sheet in which many orders are shipped, without browser or database: what its cells hold, and what typing, pasting and
// keys make of them. What stands in a cell is a text from first to last: no number loses a leading zero.

/** What is typed for one parcel. An order has one row, and one more for each parcel that was added. */
export interface SheetRow extends TypedParcel {
  /** Names the row: its order's number, with the parcel behind it from the second on. */
  id: string
  order: string
  /** Which parcel of its order, from 1. */
  parcel: number
  /** Whether the order is to be shipped with the others: keys and pastes pass over what is left out. */
  isTaken: boolean
  /** Of an added parcel: how many of each line, as typed. The order's first parcel takes what the others leave. */
  units: Readonly<Record<string, string>>
}

/** Orders on one page of the sheet, and shipped in one transaction, at most. */
export const mostRows = 200

/** The orders that can be shipped, from top to bottom, each with its parcels below each other. */
export type Sheet = readonly SheetRow[]

/** The cells that are typed into, from left to right. */
export const sheetColumns = ['carrier', 'tracking'] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** A cell. */
export interface SheetPlace {
  row: string
  column: SheetColumn
}

/** The name of the row of a parcel. */
export const rowId = (order: string, parcel: number) => (parcel === 1 ? order : `${order}~${parcel}`)

/** A row that nothing was typed for. */
export const emptyRow = (order: string, parcel = 1): SheetRow => ({
  id: rowId(order, parcel),
  order,
  parcel,
  isTaken: true,
  carrier: '',
  tracking: '',
  units: {},
})

/** The sheet with a row changed. */
export const changeRow = (sheet: Sheet, id: string, change: Partial<SheetRow>): Sheet =>
  sheet.map((row) => (row.id === id ? { ...row, ...change } : row))

/** What became of a paste. */
export type Pasted =
  /** `over`: lines for which there was no row any more. */
  | { ok: true; sheet: Sheet; over: readonly string[] }
  /** More cells in a line than the sheet has columns. Nothing was changed. */
  | { ok: false }

/**
 * Puts cells copied from a spreadsheet in, a line a row from the place on, past what is left out. One column fills the column
 * of the place; two are carriers and numbers, whichever comes first. An empty line empties its row's cells: what follows keeps
 * its place.
 */
export function pasteCells(sheet: Sheet, place: SheetPlace, text: string): Pasted {
  const lines = readCells(text)
  const width = Math.max(...lines.map((cells) => cells.length))
  if (width > sheetColumns.length) return { ok: false }
  const columns = width === 1 ? [place.column] : twoColumns(lines)
  const from = sheet.findIndex(({ id }) => id === place.row)
  const targets = sheet.filter(({ isTaken }, index) => isTaken && index >= from).map(({ id }) => id)
  const lineOf = new Map(targets.map((id, index) => [id, lines[index]]))
  return {
    ok: true,
    sheet: sheet.map((row) => {
      const cells = lineOf.get(row.id)
      if (!cells) return row
      return { ...row, ...Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) }
    }),
    over: lines.slice(targets.length).map((cells) => cells.join(' ').trim()),
  }
}

/** The cells of a copied text: lines of cells with tabs between, as every spreadsheet copies them. Its last line end ends it. */
export function readCells(text: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/)
  while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop()
  return lines.map((line) => line.split('\t').map(trimmed))
}

/** Whether a copied text is cells, and not a part of one. What is empty in front are cells, too: those behind are of other rows. */
export const isCells = (text: string) => /[\t\n\r]/.test(text.trimEnd())

/** Numbers are where more digits are. */
function twoColumns(lines: readonly string[][]): readonly SheetColumn[] {
  const digits = (at: number) => lines.reduce((sum, cells) => sum + (cells[at] ?? '').replaceAll(/\D/g, '').length, 0)
  return digits(0) > digits(1) ? ['tracking', 'carrier'] : ['carrier', 'tracking']
}

/** Where a key leads. */
export type SheetMove = 'up' | 'down' | 'left' | 'right'

/** The next cell in a direction, past what is left out; null at the edge. */
export function moveIn(sheet: Sheet, { row: id, column }: SheetPlace, move: SheetMove): SheetPlace | null {
  if (move === 'left' || move === 'right') {
    const next = sheetColumns[sheetColumns.indexOf(column) + (move === 'left' ? -1 : 1)]
    return next ? { row: id, column: next } : null
  }
  const taken = sheet.filter((row) => row.isTaken || row.id === id)
  const next = taken[taken.findIndex((row) => row.id === id) + (move === 'up' ? -1 : 1)]
  return next ? { row: next.id, column } : null
}

/** Fills a cell with what stands in the one above it. */
export function fillDown(sheet: Sheet, place: SheetPlace): Sheet {
  const above = moveIn(sheet, place, 'up')
  const from = above && sheet.find(({ id }) => id === above.row)
  return from ? changeRow(sheet, place.row, { [place.column]: from[place.column] }) : sheet
}
