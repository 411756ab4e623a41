/** A cell of a page: row and column from 0. */
export interface Spot {
  row: number
  column: number
}

/** The size of a page's sheet. */
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
export function movedBy(key: string, { isFar, at, size }: { isFar: boolean; at: Spot; size: SheetSize }): Spot | null {
  if (key === 'Home') return { row: isFar ? 0 : at.row, column: 0 }
  if (key === 'End') return { row: isFar ? size.rows - 1 : at.row, column: size.columns - 1 }
  const step = steps[key]
  if (!step) return null
  const far = isFar ? Math.max(size.rows, size.columns) : 1
  return within({ row: at.row + step.row * far, column: at.column + step.column * far }, size)
}

/** The nearest cell of the sheet. */
export function within({ row, column }: Spot, size: SheetSize): Spot {
  const clamp = (n: number, count: number) => Math.min(Math.max(n, 0), Math.max(count - 1, 0))
  return { row: clamp(row, size.rows), column: clamp(column, size.columns) }
}

/** Rows between two cells, inclusive. */
export function rowsBetween(a: number, b: number): number[] {
  const first = Math.min(a, b)
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => first + index)
}
