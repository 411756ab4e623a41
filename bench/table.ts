/** A table of the report; the first column is text, the others are numbers. */
export interface Table {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Shown in the terminal only, not in docs/benchmarks.md. */
  detail?: true
  /** Sentences below it. */
  notes?: readonly string[]
}

/** Formats the table for a terminal. */
export function plainTable({ title, columns, rows, notes = [] }: Table): string {
  const widths = widthsOf(columns, rows)
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => pad(cell, widths[index]!, index))
      .join('  ')
      .trimEnd()
  return [title, line(columns), ...rows.map(line), ...notes, ''].join('\n')
}

/** Formats the table as Markdown, aligned like the project's formatter. */
export function markdownTable({ title, columns, rows, notes = [] }: Table): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = widthsOf(columns, escaped).map((width) => Math.max(width, 4))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => pad(cell, widths[index]!, index)).join(' | ')} |`
  const rule = `| ${widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const below = notes.length > 0 ? ['', notes.join(' ')] : []
  return [`### ${title}`, '', line(columns), rule, ...escaped.map(line), ...below, ''].join('\n')
}

/** The tables shown in docs/benchmarks.md, as Markdown. */
export const documentedTables = (tables: readonly Table[]) => tables.filter(({ detail }) => !detail).map(markdownTable)

/** Replaces the text between two markers of a document; throws if the markers are missing or in the wrong order. */
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
