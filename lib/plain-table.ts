/** A table as text; the first column is text, the others are numbers. */
export interface PlainTable {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  notes?: readonly string[]
}

export function plainTable({ title, columns, rows, notes = [] }: PlainTable): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const pad = (cell: string, index: number) => {
    const width = widths[index] ?? 0
    return index === 0 ? cell.padEnd(width) : cell.padStart(width)
  }
  const line = (cells: readonly string[]) => cells.map(pad).join('  ').trimEnd()
  return [title, line(columns), ...rows.map(line), ...notes, ''].join('\n')
}
