import { setImmediate } from 'node:timers/promises'
import { CsvReader, type CsvRecord } from './csv-reader.ts'
import { findEncoding, type Encoding, type FoundEncoding } from './text-encodings.ts'

// Delimited files from spreadsheets and carriers: any encoding and delimiter, with extra lines before and after.

const delimiters = [',', ';', '\t', '|'] as const
/** Characters parsed before yielding to the event loop and checking whether to continue. */
const pieceLength = 65_536
/** Lines allowed per record, including empty ones: rejects files of line ends alone. */
const linesOfRecord = 10
/** Records and characters examined to detect the delimiter, up to the end of their line. */
const [looked, lookedAt] = [50, 65_536]
/** Maximum characters examined to detect it. */
const mostLookedAt = 4 * lookedAt

/** Text decoded from bytes. */
export interface DecodedText extends FoundEncoding {
  text: string
}

/**
 * Decodes bytes in the chosen or detected encoding. Drops control characters, with which old programs pad and which
 * databases refuse. Null for binary files such as workbooks, images and archives.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): DecodedText | null {
  const found = findEncoding(bytes)
  const encoding = chosen ?? found.encoding
  const text = new TextDecoder(encoding).decode(bytes).replace(/^\u{feff}/u, '')
  const beginning = text.slice(0, judgedBy)
  if (beginning.length - plain(beginning).length > beginning.length / 20) return null
  return { ...found, encoding, isSure: found.isSure || chosen !== undefined, text: plain(text) }
}

/** Characters examined to tell text from binary data, which contains characters of every kind. */
const judgedBy = 4_096

// oxlint-disable-next-line no-control-regex -- the characters to drop
const plain = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b\u000e-\u001f]/g, '')

/** Records of a text as they are split, with the number of lines read so far. */
interface RecordPart {
  records: CsvRecord[]
  line: number
}

/**
 * Splits text into parts of non-empty records, each with its first line number, and yields to the event loop between
 * parts. Uses the delimiter from `sep=`, otherwise the likeliest.
 */
export function openRecords(text: string): { delimiter: string; parts: () => AsyncGenerator<RecordPart> } {
  const said = /^sep=(.)\r?\n/i.exec(text)?.[1]
  // Keep an empty line in place of `sep=`, so that line numbers match the file.
  const body = said ? text.replace(/^sep=./i, '') : text
  // Old programs end lines with CR alone.
  const isOld = !body.includes('\n')
  const withLines = (part: string) => (isOld ? part.replaceAll('\r', '\n') : part)
  const delimiter = said ?? likeliest(withLines(body.slice(0, mostLookedAt)), body.length > mostLookedAt)
  async function* parts(): AsyncGenerator<RecordPart> {
    const reader = new CsvReader({ delimiter })
    for (let at = 0; at < body.length; at += pieceLength) {
      const records = reader.push(withLines(body.slice(at, at + pieceLength))).filter(saysSomething)
      yield { records, line: reader.line }
      await setImmediate()
    }
    yield { records: reader.end().filter(saysSomething), line: reader.line }
  }
  return { delimiter, parts }
}

/** Splits text into non-empty records as `openRecords` does. Null if there are more than `most`. */
export async function readRecords(
  text: string,
  most = Number.POSITIVE_INFINITY,
): Promise<{ records: CsvRecord[]; delimiter: string } | null> {
  const { delimiter, parts } = openRecords(text)
  const records: CsvRecord[] = []
  for await (const part of parts()) {
    records.push(...part.records)
    if (records.length > most || part.line > most * linesOfRecord) return null
  }
  return { records, delimiter }
}

const saysSomething = ({ fields, problem }: CsvRecord) =>
  problem !== undefined || fields.some((field) => field.trim() !== '')

/** The delimiter for which most records have as many fields as their neighbours; of several, the one with the most fields. */
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
    // A wrong delimiter splits a file with multi-line fields into more records.
    return { delimiter, steady: same / Math.max(1, counts.length - 1), fields: Math.max(...counts, 0) }
  })
  const [best = { delimiter: ',' }] = scores.toSorted((a, b) => b.steady - a.steady || b.fields - a.fields)
  return best.delimiter
}
