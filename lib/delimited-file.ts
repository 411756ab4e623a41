import { setImmediate } from 'node:timers/promises'
import { CsvReader, type CsvRecord } from './csv-reader.ts'
import { findEncoding, type Encoding } from './text-encodings.ts'

// Delimited files from spreadsheets and carriers: any encoding and delimiter, with extra lines before and after.

const delimiters = [',', ';', '\t', '|'] as const
/** Bytes decoded before yielding to the event loop. */
const pieceLength = 65_536
/** Records and characters examined to detect the delimiter, up to the end of their line. */
const [looked, lookedAt] = [50, 65_536]
const mostLookedAt = 4 * lookedAt

/** Decodes a text file in the detected encoding; null for binary files. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = withoutMark(new TextDecoder(findEncoding(bytes).encoding).decode(bytes))
  return isBinary(text) ? null : plain(text)
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

export interface TextForm {
  encoding: Encoding
  delimiter: string
  /** Whether its first line names the delimiter: `sep=;`. */
  namesDelimiter: boolean
  /** Old programs end lines with CR alone. */
  isOld: boolean
}

/** Finds how the text of a file is written; null for binary files. Decodes no more than its beginning. */
export function findTextForm(bytes: Uint8Array, chosen?: Encoding): TextForm | null {
  const encoding = chosen ?? findEncoding(bytes).encoding
  const beginning = bytes.subarray(0, mostLookedAt)
  const text = withoutMark(new TextDecoder(encoding).decode(beginning, { stream: true }))
  if (isBinary(text)) return null
  const isCut = bytes.length > beginning.length
  return { encoding, ...recordForm(plain(text), { isOld: !bytes.includes(lineFeed), isCut }) }
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

type RecordForm = Omit<TextForm, 'encoding'>

function recordForm(text: string, { isOld, isCut }: { isOld: boolean; isCut: boolean }): RecordForm {
  const said = /^sep=(.)\r?\n/i.exec(text)?.[1]
  const beginning = withLines(text.slice(0, mostLookedAt), isOld)
  return { delimiter: said ?? likeliest(beginning, isCut), namesDelimiter: said !== undefined, isOld }
}

const withLines = (text: string, isOld: boolean) => (isOld ? text.replaceAll('\r', '\n') : text)

/** A line start from which a file in parts can be read as if from its beginning. */
export interface FilePlace {
  /** Parts before it. */
  part: number
  /** Bytes of its part before it. */
  byte: number
  /** Number of its line, from 1. */
  line: number
}

export const fileStart: FilePlace = { part: 0, byte: 0, line: 1 }

interface RecordPart {
  records: CsvRecord[]
  /** Where the following records begin; null if reading cannot resume there. */
  next: FilePlace | null
}

interface TextPiece {
  text: string
  /** Start of its last lines in the file; null if that is in an earlier part, or if it ends within a line. */
  startOf: (lines: number) => Omit<FilePlace, 'line'> | null
}

/**
 * Splits a file that arrives in parts into its non-empty records, each with its first line number, and yields to the
 * event loop between them. Memory stays flat, whatever its size. `parts` begin with that of the place `from`.
 */
export async function* readParts(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  form: TextForm,
  from: FilePlace = fileStart,
): AsyncGenerator<RecordPart> {
  const { delimiter, namesDelimiter, isOld } = form
  const reader = new CsvReader({ delimiter, line: from.line })
  const wanted = (record: CsvRecord) => saysSomething(record) && !(namesDelimiter && record.line === 1)
  for await (const { text, startOf } of decodedPieces(parts, form, from)) {
    const records = reader.push(withLines(text, isOld)).filter(wanted)
    const start = reader.openLines === null ? null : startOf(reader.openLines)
    yield { records, next: start && { ...start, line: reader.line } }
    await setImmediate()
  }
  yield { records: reader.end().filter(wanted), next: null }
}

const nowhere = () => null

/** Decodes a file in pieces that end with a line wherever they can. */
async function* decodedPieces(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { encoding, isOld }: TextForm,
  from: FilePlace,
): AsyncGenerator<TextPiece> {
  let isFirst = from.part === 0 && from.byte === 0
  // Inside a file, a byte order mark is a character.
  const decoder = new TextDecoder(encoding, { ignoreBOM: !isFirst })
  let [part, byte, isOdd] = [from.part, from.byte, false]
  for await (const content of parts) {
    while (byte < content.length) {
      const chunk = content.subarray(byte, byte + pieceLength)
      const form = { encoding, isOld, isOdd }
      const end = endOfLines(chunk, form)
      const bytes = end === 0 ? chunk : chunk.subarray(0, end)
      const text = decoder.decode(bytes, { stream: true })
      const [ofPart, before] = [part, byte]
      yield {
        text: plain(isFirst ? withoutMark(text) : text),
        startOf: (lines) => {
          const start = startOfLines(bytes.subarray(0, end), lines, form)
          return start === 0 ? null : { part: ofPart, byte: before + start }
        },
      }
      isFirst = false
      isOdd = isOdd !== (bytes.length % 2 === 1)
      byte += bytes.length
    }
    byte = 0
    part += 1
  }
  yield { text: plain(decoder.decode()), startOf: nowhere }
}

/** How the lines of bytes end; `isOdd` if they begin with the second byte of a UTF-16 character. */
type LineForm = Pick<TextForm, 'encoding' | 'isOld'> & { isOdd: boolean }

const isUtf16 = (encoding: Encoding) => encoding === 'utf-16le' || encoding === 'utf-16be'

/** Start of the last `lines` lines in bytes that end with a complete line; 0 if no line precedes them. */
function startOfLines(bytes: Uint8Array, lines: number, form: LineForm): number {
  const width = isUtf16(form.encoding) ? 2 : 1
  let start = bytes.length
  for (let nth = 0; nth < lines && start > 0; nth += 1) start = endOfLines(bytes.subarray(0, start - width), form)
  return start
}

/** End of the last line in the bytes, after which a new decoder gives the same result; 0 if there is none. */
function endOfLines(bytes: Uint8Array, { encoding, isOld, isOdd }: LineForm): number {
  const sign = isOld ? carriageReturn : lineFeed
  if (!isUtf16(encoding)) return bytes.lastIndexOf(sign) + 1
  const low = encoding === 'utf-16le' ? 0 : 1
  const lastPair = bytes.length - 2 - ((bytes.length + (isOdd ? 1 : 0)) % 2)
  for (let at = lastPair; at >= 0; at -= 2) if (bytes[at + low] === sign && bytes[at + 1 - low] === 0) return at + 2
  return 0
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
