import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import type { EndMove } from './cell-editor.tsx'
import type { CellText } from './cell-texts.ts'
import type { EditModel } from './edit-model.server.ts'
import type { EditHistory } from './use-edit-history.ts'

export interface SheetKeys {
  tabIndex: 0 | -1
  isSelected: boolean
  'data-spot': string
  onMouseDown: (event: { shiftKey: boolean }) => void
  onDoubleClick: () => void
}

export interface Editing {
  spot: Spot
  text: string
  /** Whether typing replaces the value. */
  isNew: boolean
}

/** Moves, edits, fills and pastes in the cells of a page; each change is saved at once and can be undone. */
export function useSheet(
  model: EditModel,
  { save, undo, redo }: EditHistory,
  table: RefObject<HTMLTableElement | null>,
) {
  const [at, setAt] = useState<Spot>({ row: 0, column: 0 })
  // The other end of the selected rows.
  const [from, setFrom] = useState(0)
  const [editing, setEditing] = useState<Editing | null>(null)
  const size = { rows: model.rows.length, columns: model.columns.length }
  const here = within(at, size)
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMoved.current || editing) return
    isMoved.current = false
    table.current?.querySelector<HTMLElement>(`[data-spot="${here.row} ${here.column}"]`)?.focus()
  }, [here.row, here.column, editing, table])

  const move = (spot: Spot, isRange = false) => {
    isMoved.current = true
    setAt(within(spot, size))
    if (!isRange) setFrom(within(spot, size).row)
  }
  const cellAt = ({ row, column }: Spot) => model.rows[row]?.cells[column]
  const begin = (spot: Spot, typed?: string) => {
    const cell = cellAt(spot)
    if (cell && !cell.isLocked) setEditing({ spot, text: typed ?? cell.typed, isNew: typed !== undefined })
  }
  const cellsOf = (rows: readonly number[], text: string | null): CellText[] =>
    rows.flatMap((row) => {
      const [position, field] = [model.rows[row]?.position, model.columns[here.column]?.field]
      const isLocked = cellAt({ row, column: here.column })?.isLocked
      return position === undefined || field === undefined || isLocked ? [] : [{ position, field, text }]
    })
  const selected = rowsBetween(Math.min(from, size.rows - 1), here.row)

  const end = (text: string | null, to: EndMove) => {
    const spot = editing?.spot ?? here
    setEditing(null)
    isMoved.current = to !== 'away'
    if (text !== null) void save({ cells: JSON.stringify(cellsOf([spot.row], text)) })
    const { row, column } = spot
    if (to === 'down') move({ row: row + 1, column })
    else if (to === 'right') move({ row, column: column + 1 })
    else if (to === 'left') move({ row, column: column - 1 })
  }
  const saveCells = (rows: readonly number[], text: string) => {
    const cells = cellsOf(rows, text)
    if (cells.length > 0) void save({ cells: JSON.stringify(cells) })
  }
  const fill = () => {
    const rows = selected.length > 1 ? selected : rowsBetween(0, here.row).toReversed()
    const isFree = (row: number) => cellAt({ row, column: here.column })?.isLocked === false
    // A column has cells of listings with variations between those that can be changed.
    const top = selected.length > 1 ? rows.find(isFree) : rows.slice(1).find(isFree)
    if (top === undefined) return
    const text = cellAt({ row: top, column: here.column })?.typed ?? ''
    saveCells(selected.length > 1 ? rows.filter((row) => row !== top) : [here.row], text)
  }
  const shortcut = (key: string): (() => void) | undefined =>
    ({ d: fill, z: () => void undo(), y: () => void redo() })[key.toLowerCase()]

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.altKey || !(event.target as HTMLElement).dataset['spot']) return
    const { key, shiftKey } = event
    const isControl = event.ctrlKey || event.metaKey
    const to = movedBy(key, { isFar: isControl, at: here, size })
    const act = isControl ? (shiftKey && key.toLowerCase() === 'z' ? shortcut('y') : shortcut(key)) : undefined
    if (to) move(to, shiftKey)
    else if (act) act()
    else if (isControl) return
    else if (key === 'Enter' && cellAt(here)?.isLocked) move({ row: here.row + 1, column: here.column })
    else if (key === 'Enter' || key === 'F2') begin(here)
    else if (key === 'Delete' || key === 'Backspace') saveCells(selected, '')
    else if (key.length === 1) begin(here, key)
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    const [position, field] = [model.rows[here.row]?.position, model.columns[here.column]?.field]
    if (editing || text === '' || position === undefined || field === undefined) return
    event.preventDefault()
    void save({ paste: text, position: String(position), field, show: model.tab })
  }
  const onCopy = (event: ClipboardEvent) => {
    if (editing || window.getSelection()?.toString()) return
    const texts = selected.map((row) => cellAt({ row, column: here.column })?.typed ?? '')
    event.clipboardData.setData('text/plain', texts.join('\n'))
    event.preventDefault()
  }
  const keysOf = (row: number, column: number): SheetKeys => ({
    tabIndex: row === here.row && column === here.column ? 0 : -1,
    isSelected: column === here.column && selected.includes(row),
    'data-spot': `${row} ${column}`,
    onMouseDown: ({ shiftKey }) => {
      if (!editing) move({ row, column }, shiftKey)
    },
    onDoubleClick: () => begin({ row, column }),
  })
  const editingAt = (row: number, column: number) =>
    editing?.spot.row === row && editing.spot.column === column ? editing : null
  return { keysOf, editingAt, end, events: { onKeyDown, onPaste, onCopy } }
}

/** A cell of a page: row and column from 0. */
interface Spot {
  row: number
  column: number
}

interface SheetSize {
  rows: number
  columns: number
}

const steps: Readonly<Record<string, Spot>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  PageUp: { row: -10, column: 0 },
  PageDown: { row: 10, column: 0 },
}

/** The cell that a key moves to; null if the key does not move. */
function movedBy(key: string, { isFar, at, size }: { isFar: boolean; at: Spot; size: SheetSize }): Spot | null {
  if (key === 'Home') return { row: isFar ? 0 : at.row, column: 0 }
  if (key === 'End') return { row: isFar ? size.rows - 1 : at.row, column: size.columns - 1 }
  const step = steps[key]
  if (!step) return null
  const far = isFar ? Math.max(size.rows, size.columns) : 1
  return within({ row: at.row + step.row * far, column: at.column + step.column * far }, size)
}

function within({ row, column }: Spot, size: SheetSize): Spot {
  const clamp = (n: number, count: number) => Math.min(Math.max(n, 0), Math.max(count - 1, 0))
  return { row: clamp(row, size.rows), column: clamp(column, size.columns) }
}

/** Rows between two cells, inclusive. */
function rowsBetween(a: number, b: number): number[] {
  const first = Math.min(a, b)
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => first + index)
}
