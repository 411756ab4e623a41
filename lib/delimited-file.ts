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
  const text = withoutMark(new TextDecoder(encoding).decode(bytes))
  if (isBinary(text)) return null
  return { ...found, encoding, isSure: found.isSure || chosen !== undefined, text: plain(text) }
}

/** A byte order mark that the decoder leaves. */
const withoutMark = (text: string) => text.replace(/^\u{feff}/u, '')

/** Characters examined to tell text from binary data, which contains characters of every kind. */
const judgedBy = 4_096

function isBinary(text: string): boolean {
  const beginning = text.slice(0, judgedBy)
  return beginning.length - plain(beginning).length > beginning.length / 20
}

// oxlint-disable-next-line no-control-regex -- the characters to drop
const plain = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b\u000e-\u001f]/g, '')

/** How the text of a file is written. */
export interface TextForm {
  encoding: Encoding
  delimiter: string
  /** Whether its first line names the delimiter: `sep=;`. */
  namesDelimiter: boolean
  /** Old programs end lines with CR alone. */
  isOld: boolean
}

/** Finds how the text of a file is written; null for binary files. Decodes no more than its beginning. */
export function findTextForm(bytes: Uint8Array): TextForm | null {
  const { encoding } = findEncoding(bytes)
  const beginning = bytes.subarray(0, mostLookedAt)
  const text = withoutMark(new TextDecoder(encoding).decode(beginning, { stream: true }))
  if (isBinary(text)) return null
  const isCut = bytes.length > beginning.length
  return { encoding, ...recordForm(plain(text), { isOld: !bytes.includes(lineFeed), isCut }) }
}

const lineFeed = 0x0a

/** How the records of a text are separated. */
type RecordForm = Omit<TextForm, 'encoding'>

function recordForm(text: string, { isOld, isCut }: { isOld: boolean; isCut: boolean }): RecordForm {
  const said = /^sep=(.)\r?\n/i.exec(text)?.[1]
  const beginning = withLines(text.slice(0, mostLookedAt), isOld)
  return { delimiter: said ?? likeliest(beginning, isCut), namesDelimiter: said !== undefined, isOld }
}

const withLines = (text: string, isOld: boolean) => (isOld ? text.replaceAll('\r', '\n') : text)

/** Records of a text as they are split, with the number of lines read so far. */
interface RecordPart {
  records: CsvRecord[]
  line: number
}

/**
 * Splits text into parts of non-empty records, each with its first line number, and yields to the event loop between
 * parts. Uses the delimiter from `sep=`, otherwise the likeliest.
 */
function openRecords(text: string): { delimiter: string; parts: () => AsyncGenerator<RecordPart> } {
  const form = recordForm(text, { isOld: !text.includes('\n'), isCut: text.length > mostLookedAt })
  return { delimiter: form.delimiter, parts: () => splitPieces(piecesOf(text), form) }
}

/** Splits a file that arrives in parts into records as `openRecords` does. Memory stays flat, whatever its size. */
export function readParts(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  form: TextForm,
): AsyncGenerator<RecordPart> {
  return splitPieces(decodedPieces(parts, form.encoding), form)
}

async function* splitPieces(
  pieces: Iterable<string> | AsyncIterable<string>,
  { delimiter, namesDelimiter, isOld }: RecordForm,
): AsyncGenerator<RecordPart> {
  const reader = new CsvReader({ delimiter })
  const wanted = (record: CsvRecord) => saysSomething(record) && !(namesDelimiter && record.line === 1)
  for await (const piece of pieces) {
    yield { records: reader.push(withLines(piece, isOld)).filter(wanted), line: reader.line }
    await setImmediate()
  }
  yield { records: reader.end().filter(wanted), line: reader.line }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}

async function* decodedPieces(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let isFirst = true
  for await (const part of parts)
    for (let at = 0; at < part.length; at += pieceLength) {
      const text = decoder.decode(part.subarray(at, at + pieceLength), { stream: true })
      yield plain(isFirst ? withoutMark(text) : text)
      isFirst = false
    }
  yield plain(decoder.decode())
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
