import { byteOrderMark } from './csv.ts'
import { findTextForm } from './delimited-file.ts'

const delimiters = [',', ';', '\t', '|'] as const

interface TableRow {
  line: number
  fields: readonly string[]
}

/**
 * Writes rows as delimited text for the reader of such files, each in its line if those above leave room. Of several
 * delimiters it takes one that the reader finds: values with many of another one may mislead it.
 */
export function writeTable(rows: readonly TableRow[]): Uint8Array {
  const width = rows.reduce((most, { fields }) => Math.max(most, fields.length), 0)
  const write = (delimiter: string) => {
    let [text, line] = ['', 1]
    for (const { line: wanted, fields } of rows) {
      const cells = Array.from({ length: width }, (_, at) => quoted(fields[at] ?? ''))
      const gap = Math.max(0, wanted - line)
      text += `${'\n'.repeat(gap)}${cells.join(delimiter)}\n`
      line += gap + 1 + cells.reduce((sum, cell) => sum + lineEnds(cell), 0)
    }
    return new TextEncoder().encode(byteOrderMark + text)
  }
  for (const delimiter of delimiters) {
    const bytes = write(delimiter)
    if (width < 2 || findTextForm(bytes)?.delimiter === delimiter) return bytes
  }
  return write(',')
}

const quoted = (cell: string) => (/[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const lineEnds = (cell: string) => (cell.startsWith('"') ? (cell.match(/\n/g)?.length ?? 0) : 0)
