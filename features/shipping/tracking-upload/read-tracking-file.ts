import { parseOrderNumber } from '#features/core/order/order.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { decodeText, readRecords } from '#lib/delimited-file.ts'
import { encodingSamples, type Encoding } from '#lib/text-encodings.ts'
import { withoutMarks } from './cell-text.ts'
import { namedKinds } from './meanings.ts'
import type { RawRow } from './table-rows.ts'

/** A file as it was written: nobody has said yet what its columns hold. */
export interface TrackingFile {
  encoding: Encoding
  isEncodingSure: boolean
  /** Other encodings in which it is a text. */
  otherEncodings: readonly Encoding[]
  /** Words beyond ASCII as each of these reads them, to choose by. */
  encodingSamples: Readonly<Partial<Record<Encoding, string>>>
  delimiter: string
  /** The names of the columns; empty ones where no line names them. */
  header: readonly string[]
  /** The line that names the columns; 0 where none does. */
  headerRow: number
  rows: readonly RawRow[]
  /** Lines before the rows that were left out. */
  before: number
}

/** Records before the header that are looked at: explanations, empty lines. */
const mostBefore = 30
/** A line that names so many kinds of columns is a header. */
const leastNamed = 2

/** Rows of one file at most. */
export const mostRows = 50_000
/** Records that are read of it at most: rows, and lines that are none. */
const mostRecords = 2 * mostRows

/** What a file was read as. */
export type ReadFile =
  | { ok: true; file: TrackingFile }
  | { ok: false; reason: 'no-text' | 'empty' | 'no-columns' | 'too-many' }

interface Reading {
  /** Whether a seller has chosen the columns of a file with this header before. */
  isKnown?: (fields: readonly string[]) => boolean
  /** Chosen by the seller; found where left out. */
  encoding?: Encoding
}

/** Reads a file of tracking numbers; why not, where it is none. What the columns hold is found later, by their values. */
export async function readTrackingFile(
  bytes: Uint8Array,
  { isKnown = () => false, encoding: chosen }: Reading = {},
): Promise<ReadFile> {
  const decoded = decodeText(bytes, chosen)
  if (!decoded) return { ok: false, reason: 'no-text' }
  const read = await readRecords(decoded.text, mostRecords)
  if (!read) return { ok: false, reason: 'too-many' }
  const { records, delimiter } = read
  if (records.length === 0) return { ok: false, reason: 'empty' }
  const at = headerAt(records, isKnown)
  const head = records[at]
  if (!head) return { ok: false, reason: 'no-columns' }
  const isNamed = isKnown(head.fields) || !isData(head)
  const below = records.slice(isNamed ? at + 1 : at)
  if (below.length === 0) return { ok: false, reason: 'no-columns' }
  if (below.length > mostRows) return { ok: false, reason: 'too-many' }
  return {
    ok: true,
    file: {
      encoding: decoded.encoding,
      isEncodingSure: decoded.isSure,
      otherEncodings: decoded.others,
      encodingSamples: decoded.others.length > 0 ? encodingSamples(bytes, [decoded.encoding, ...decoded.others]) : {},
      delimiter,
      header: isNamed ? head.fields : head.fields.map(() => ''),
      headerRow: isNamed ? head.line : 0,
      rows: below.map(({ line, fields, problem }) => ({ row: line, fields, broken: problem ?? null, edits: null })),
      before: at,
    },
  }
}

/** The line that names the columns: one the seller knows, the one with the most names, or the first that has several fields. */
function headerAt(records: readonly CsvRecord[], isKnown: (fields: readonly string[]) => boolean): number {
  const first = records.slice(0, mostBefore)
  const known = first.findIndex(({ fields }) => isKnown(fields))
  if (known >= 0) return known
  const named = first.map(({ fields }) => namedKinds(fields))
  const most = Math.max(...named)
  if (most >= leastNamed) return named.indexOf(most)
  return first.findIndex(({ fields }) => fields.length > 1)
}

/** A line with the number of an order names no columns: the file has no header. */
const isData = ({ fields }: CsvRecord) => fields.some((field) => parseOrderNumber(withoutMarks(field)) !== null)
