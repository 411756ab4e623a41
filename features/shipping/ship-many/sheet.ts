import { trimmed } from '#lib/trimmed.ts'
import type { TypedParcel } from '#features/shipping/fulfilment/name-carrier.ts'

// The bulk shipping sheet without browser or database: its cells, and the effect of typing, pasting and keys. Cells are always text, so
// that no number loses leading zeros.

/** Input for one parcel. An order has one row, plus one for each added parcel. */
export interface SheetRow extends TypedParcel {
  /** Row id: the order number, plus the parcel from the second on. */
  id: string
  order: string
  /** Parcel of its order, from 1. */
  parcel: number
  /** Whether the order is included. Keys and pastes skip excluded rows. */
  isTaken: boolean
  /** Typed units by line of an added parcel. The order's first parcel takes the rest. */
  units: Readonly<Record<string, string>>
}

/** Maximum orders on one page of the sheet, shipped in one transaction. */
export const maxRows = 200

/** Rows from top to bottom; parcels of an order are adjacent. */
export type Sheet = readonly SheetRow[]

export const sheetColumns = ['carrier', 'tracking'] as const
export type SheetColumn = (typeof sheetColumns)[number]

export interface SheetPlace {
  row: string
  column: SheetColumn
}

export const rowId = (order: string, parcel: number) => (parcel === 1 ? order : `${order}~${parcel}`)

export const emptyRow = (order: string, parcel = 1): SheetRow => ({
  id: rowId(order, parcel),
  order,
  parcel,
  isTaken: true,
  carrier: '',
  tracking: '',
  units: {},
})

export const changeRow = (sheet: Sheet, id: string, change: Partial<SheetRow>): Sheet =>
  sheet.map((row) => (row.id === id ? { ...row, ...change } : row))

export type Pasted =
  /** `over`: lines that did not fit below the last row. */
  | { ok: true; sheet: Sheet; over: readonly string[] }
  /** A line has more cells than the sheet has columns. Nothing changed. */
  | { ok: false }

/**
 * Pastes spreadsheet cells from a position down, skipping excluded rows. One column fills that column; two are carriers and numbers in
 * either order. Empty lines clear their row, so that later lines stay aligned.
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

/** Splits copied text into lines of tab-separated cells; a final line break is ignored. */
export function readCells(text: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/)
  while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop()
  return lines.map((line) => line.split('\t').map(trimmed))
}

/** Whether copied text is cells rather than part of one. Leading empty cells count, to keep later rows aligned. */
export const isCells = (text: string) => /[\t\n\r]/.test(text.trimEnd())

/** The column with more digits holds the tracking numbers. */
function twoColumns(lines: readonly string[][]): readonly SheetColumn[] {
  const digits = (at: number) => lines.reduce((sum, cells) => sum + (cells[at] ?? '').replaceAll(/\D/g, '').length, 0)
  return digits(0) > digits(1) ? ['tracking', 'carrier'] : ['carrier', 'tracking']
}

export type SheetMove = 'up' | 'down' | 'left' | 'right'

/** The next cell in a direction, skipping excluded rows; null at the edge. */
export function moveIn(sheet: Sheet, { row: id, column }: SheetPlace, move: SheetMove): SheetPlace | null {
  if (move === 'left' || move === 'right') {
    const next = sheetColumns[sheetColumns.indexOf(column) + (move === 'left' ? -1 : 1)]
    return next ? { row: id, column: next } : null
  }
  const taken = sheet.filter((row) => row.isTaken || row.id === id)
  const next = taken[taken.findIndex((row) => row.id === id) + (move === 'up' ? -1 : 1)]
  return next ? { row: next.id, column } : null
}

export function fillDown(sheet: Sheet, place: SheetPlace): Sheet {
  const above = moveIn(sheet, place, 'up')
  const from = above && sheet.find(({ id }) => id === above.row)
  return from ? changeRow(sheet, place.row, { [place.column]: from[place.column] }) : sheet
}
