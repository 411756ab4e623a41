import { CsvReader, type CsvRecord } from './csv-reader.ts'

// Files of rows as spreadsheets and carriers' programs write them: any encoding, any delimiter, with lines before and after.

/** How a file is written. */
export interface FileForm {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  delimiter: string
}

const delimiters = [',', ';', '\t', '|'] as const
/** Lines in which the delimiter is looked for. */
const looked = 50

/** Reads bytes as text: by their mark (BOM), else UTF-16 where every second byte is nothing, else UTF-8, and Windows' own where it is none. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: FileForm['encoding'] } {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  return { text: text.replace(/^\u{feff}/u, ''), encoding }
}

function encodingOf(bytes: Uint8Array): FileForm['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 1000)
  const empty = (odd: number) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length
  if (empty(1) > start.length / 4) return 'utf-16le'
  if (empty(0) > start.length / 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Splits a text into records, each with the line it starts on. The delimiter is the one that `sep=` says, else the likeliest. */
export function readRecords(text: string): { records: CsvRecord[]; delimiter: string } {
  const said = /^sep=(.)\r?\n/i.exec(text)?.[1]
  const delimiter = said ?? likeliest(text)
  const reader = new CsvReader({ delimiter })
  // The line that says the delimiter stays in place, empty, so that lines are counted as the file has them.
  const body = said ? text.replace(/^sep=./i, '') : text
  // Old programs end lines with CR alone.
  const lines = body.includes('\n') ? body : body.replaceAll('\r', '\n')
  return { records: [...reader.push(lines), ...reader.end()], delimiter }
}

/** The one by which most lines have as many fields as their neighbours: of those with several, the most fields. */
function likeliest(text: string): string {
  const lines = text.split(/\r?\n/, looked).filter((line) => line.trim() !== '')
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length)
    const same = counts.filter((count, index) => count > 1 && count === counts[index - 1]).length
    return { delimiter, score: same * 100 + Math.max(...counts, 0) }
  })
  const [best = { delimiter: ',' }] = scores.toSorted((a, b) => b.score - a.score)
  return best.delimiter
}
