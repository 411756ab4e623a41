import { guessCarrier, plainNumber, type Carrier } from '#features/fulfilment/carrier.ts'
import { nameCarrier, type ParcelProblem, type TypedParcel } from '#features/fulfilment/name-carrier.ts'
import { groupBy } from '#lib/group-by.ts'

// The sheet in which many orders are shipped, without browser or database: what its cells hold, and what typing, pasting and
// keys make of them. What stands in a cell is a text from first to last: no number loses a leading zero.

/** What is typed for one order. */
export interface SheetRow extends TypedParcel {
  order: string
  /** Whether it is to be shipped with the others: keys and pastes pass over what is left out. */
  isTaken: boolean
}

/** The orders that can be shipped, from top to bottom. */
export type Sheet = readonly SheetRow[]

/** The cells that are typed into, from left to right. */
export const sheetColumns = ['carrier', 'tracking'] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** A cell. */
export interface SheetPlace {
  order: string
  column: SheetColumn
}

/** A row that nothing was typed for. */
export const emptyRow = (order: string): SheetRow => ({ order, isTaken: true, carrier: '', tracking: '' })

/** The sheet with the row of an order changed. */
export const changeRow = (sheet: Sheet, order: string, change: Partial<SheetRow>): Sheet =>
  sheet.map((row) => (row.order === order ? { ...row, ...change } : row))

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
  const from = sheet.findIndex(({ order }) => order === place.order)
  const targets = sheet.filter(({ isTaken }, index) => isTaken && index >= from).map(({ order }) => order)
  const lineOf = new Map(targets.map((order, index) => [order, lines[index]]))
  return {
    ok: true,
    sheet: sheet.map((row) => {
      const cells = lineOf.get(row.order)
      if (!cells) return row
      return { ...row, ...Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) }
    }),
    over: lines.slice(targets.length).map((cells) => cells.join(' ').trim()),
  }
}

/** The cells of a copied text: lines of cells with tabs between, as every spreadsheet copies them. Its last line end ends it. */
function readCells(text: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/)
  while (lines.length > 1 && lines.at(-1)!.trim() === '') lines.pop()
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

/** Whether a copied text is cells, and not a part of one. */
export const isCells = (text: string) => /[\t\n\r]/.test(text.trim())

/** Numbers are where more digits are. */
function twoColumns(lines: readonly string[][]): readonly SheetColumn[] {
  const digits = (at: number) => lines.reduce((sum, cells) => sum + (cells[at] ?? '').replaceAll(/\D/g, '').length, 0)
  return digits(0) > digits(1) ? ['tracking', 'carrier'] : ['carrier', 'tracking']
}

/** Where a key leads. */
export type SheetMove = 'up' | 'down' | 'left' | 'right'

/** The next cell in a direction, past what is left out; null at the edge. */
export function moveIn(sheet: Sheet, { order, column }: SheetPlace, move: SheetMove): SheetPlace | null {
  if (move === 'left' || move === 'right') {
    const next = sheetColumns[sheetColumns.indexOf(column) + (move === 'left' ? -1 : 1)]
    return next ? { order, column: next } : null
  }
  const taken = sheet.filter((row) => row.isTaken || row.order === order)
  const next = taken[taken.findIndex((row) => row.order === order) + (move === 'up' ? -1 : 1)]
  return next ? { order: next.order, column } : null
}

/** Fills a cell with what stands in the one above it. */
export function fillDown(sheet: Sheet, place: SheetPlace): Sheet {
  const above = moveIn(sheet, place, 'up')
  const from = above && sheet.find(({ order }) => order === above.order)
  return from ? changeRow(sheet, place.order, { [place.column]: from[place.column] }) : sheet
}

/** What will become of a row. */
export type RowPlan =
  | { is: 'out' }
  /** Nothing is typed: it is not shipped yet. */
  | { is: 'empty' }
  /** `guessed`: the carrier is told by the number alone; `other` also fits. */
  | { is: 'ready'; carrier: string; guessed: boolean; other: string | null }
  /** A parcel without a number. */
  | { is: 'untracked'; carrier: string }
  | { is: 'problem'; problem: ParcelProblem }

/** What will become of a row: in the page while it is typed, and when it is sent. */
export function planRow(row: SheetRow, carriers: readonly Carrier[]): RowPlan {
  if (!row.isTaken) return { is: 'out' }
  if (!row.carrier && !row.tracking) return { is: 'empty' }
  const named = nameCarrier(row, carriers)
  if (!named.ok) return { is: 'problem', problem: named.problem }
  if (!row.tracking) return { is: 'untracked', carrier: named.carrier }
  const guessed = row.carrier === ''
  const [, other = null] = guessed ? guessCarrier(carriers, row.tracking).carriers : []
  return { is: 'ready', carrier: named.carrier, guessed, other }
}

/** Orders by the number that they are to be shipped under, where that is the number of several. */
export function sharedNumbers(sheet: Sheet): ReadonlyMap<string, readonly string[]> {
  const taken = sheet.filter(({ isTaken, tracking }) => isTaken && tracking !== '')
  const byNumber = groupBy(taken, ({ tracking }) => plainNumber(tracking))
  return new Map(
    [...byNumber]
      .filter(([, rows]) => rows.length > 1)
      .map(([number, rows]) => [number, rows.map(({ order }) => order)]),
  )
}
