/** A table of the report; the first column is text, the others are figures. */
export interface Table {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Shown in the terminal, left out of docs/benchmarks.md. */
  detail?: true
  /** Sentences below it. */
  notes?: readonly string[]
}

/** The table for a terminal: columns as wide as they need. */
export function plainTable({ title, columns, rows, notes = [] }: Table): string {
  const widths = widthsOf(columns, rows)
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => pad(cell, widths[index]!, index))
      .join('  ')
      .trimEnd()
  return [title, line(columns), ...rows.map(line), ...notes, ''].join('\n')
}

/** The table as Markdown, aligned as the project's formatter does. */
export function markdownTable({ title, columns, rows, notes = [] }: Table): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = widthsOf(columns, escaped).map((width) => Math.max(width, 4))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => pad(cell, widths[index]!, index)).join(' | ')} |`
  const rule = `| ${widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const below = notes.length > 0 ? ['', notes.join(' ')] : []
  return [`### ${title}`, '', line(columns), rule, ...escaped.map(line), ...below, ''].join('\n')
}

/** The tables of a suite that docs/benchmarks.md shows, as Markdown: all but details. */
export const documentedTables = (tables: readonly Table[]) => tables.filter(({ detail }) => !detail).map(markdownTable)

/** The text between two markers of a document replaced; throws where the markers are not there, or not in order. */
export function replaceBetween(document: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
  const from = document.indexOf(start)
  const to = document.indexOf(end)
  if (from === -1 || to < from) throw new Error(`the document lacks the markers of ${name}`)
  return `${document.slice(0, from + start.length)}\n\n${text.trim()}\n\n${document.slice(to)}`
}

function widthsOf(columns: readonly string[], rows: readonly (readonly string[])[]): number[] {
  return columns.map((column, index) => Math.max(column.length, ...rows.map((row) => (row[index] ?? '').length)))
}

function pad(cell: string, width: number, index: number): string {
  return index === 0 ? cell.padEnd(width) : cell.padStart(width)
}
