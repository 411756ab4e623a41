/** A table as text; the first column is text, the others are numbers. */
export interface PlainTable {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  notes?: readonly string[]
}

/** A table's lines: the first column is aligned left, the others right. */
export function tableLines(columns: readonly string[], rows: PlainTable['rows']): string[] {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const pad = (cell: string, index: number) => {
    const width = widths[index] ?? 0
    return index === 0 ? cell.padEnd(width) : cell.padStart(width)
  }
  return [columns, ...rows].map((cells) => cells.map(pad).join('  ').trimEnd())
}

export function plainTable({ title, columns, rows, notes = [] }: PlainTable): string {
  return [title, ...tableLines(columns, rows), ...notes, ''].join('\n')
}
