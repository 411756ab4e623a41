import { setImmediate } from 'node:timers/promises'
import { CsvReader, type CsvRecord } from './csv-reader.ts'
import { findEncoding, type Encoding, type FoundEncoding } from './text-encodings.ts'

// Files of rows as spreadsheets and carriers' programs write them: any encoding, any delimiter, with lines before and after.

const delimiters = [',', ';', '\t', '|'] as const
/** Characters that are read before others of this process have their turn, and it is asked whether more are wanted. */
const pieceLength = 65_536
/** Lines that a record may stand for, empty ones with it: a file of nothing but line ends is none. */
const linesOfRecord = 10
/** Records in which the delimiter is looked for, and characters from the beginning, to the end of their line. */
const [looked, lookedAt] = [50, 65_536]
/** Characters in which it is looked for at most. */
const mostLookedAt = 4 * lookedAt

/** A text that was read from bytes. */
export interface DecodedText extends FoundEncoding {
  text: string
}

/**
 * Reads bytes as text in the encoding that is given, or else found. Characters that steer machines are left out: old programs fill
 * with them, and no database keeps all. Null is no text: a workbook, a picture, what is packed.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): DecodedText | null {
  const found = findEncoding(bytes)
  const encoding = chosen ?? found.encoding
  const text = new TextDecoder(encoding).decode(bytes).replace(/^\u{feff}/u, '')
  const beginning = text.slice(0, judgedBy)
  if (beginning.length - plain(beginning).length > beginning.length / 20) return null
  return { ...found, encoding, isSure: found.isSure || chosen !== undefined, text: plain(text) }
}

/** Characters by which a text is told from what is none, which has some of all kinds. */
const judgedBy = 4_096

// oxlint-disable-next-line no-control-regex -- just these
const plain = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b\u000e-\u001f]/g, '')

/**
 * Splits a text into the records that say something, each with the line it starts on. The delimiter is the one that `sep=` says, else the likeliest.
 * Null where there are more than `most`.
 */
export async function readRecords(
  text: string,
  most = Number.POSITIVE_INFINITY,
): Promise<{ records: CsvRecord[]; delimiter: string } | null> {
  const said = /^sep=(.)\r?\n/i.exec(text)?.[1]
  // The line that says the delimiter stays in place, empty, so that lines are counted as the file has them.
  const body = said ? text.replace(/^sep=./i, '') : text
  // Old programs end lines with CR alone.
  const isOld = !body.includes('\n')
  const withLines = (part: string) => (isOld ? part.replaceAll('\r', '\n') : part)
  const delimiter = said ?? likeliest(withLines(body.slice(0, mostLookedAt)), body.length > mostLookedAt)
  const reader = new CsvReader({ delimiter })
  const records: CsvRecord[] = []
  for (let at = 0; at < body.length; at += pieceLength) {
    for (const record of reader.push(withLines(body.slice(at, at + pieceLength))))
      if (saysSomething(record)) records.push(record)
    if (records.length > most || reader.line > most * linesOfRecord) return null
    await setImmediate()
  }
  records.push(...reader.end().filter(saysSomething))
  return records.length > most ? null : { records, delimiter }
}

const saysSomething = ({ fields, problem }: CsvRecord) =>
  problem !== undefined || fields.some((field) => field.trim() !== '')

/** The one by which most records have as many fields as their neighbours: of those with several, the most fields. */
function likeliest(text: string, isCut: boolean): string {
  const end = text.indexOf('\n', lookedAt)
  const beginning = end < 0 ? text : text.slice(0, end + 1)
  const scores = delimiters.map((delimiter) => {
    const reader = new CsvReader({ delimiter })
    const records = reader.push(beginning)
    if (end < 0 && !isCut) records.push(...reader.end())
    const counts = records
      .filter(saysSomething)
      .slice(0, looked)
      .map(({ fields }) => fields.length)
    const same = counts.filter((count, index) => count > 1 && count === counts[index - 1]).length
    // By another one than its own a file breaks into more records, where texts have line ends.
    return { delimiter, steady: same / Math.max(1, counts.length - 1), fields: Math.max(...counts, 0) }
  })
  const [best = { delimiter: ',' }] = scores.toSorted((a, b) => b.steady - a.steady || b.fields - a.fields)
  return best.delimiter
}
