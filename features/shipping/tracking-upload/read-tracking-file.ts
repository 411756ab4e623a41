import { parseOrderNumber } from '#features/core/order/order.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { decodeText, readRecords } from '#lib/delimited-file.ts'
import { encodingSamples, type Encoding } from '#lib/text-encodings.ts'
import { withoutMarks } from '#lib/cell-text.ts'
import { namedKinds } from './meanings.ts'
import type { RawRow } from './table-rows.ts'

/** A parsed file before its columns are known. */
export interface TrackingFile {
  encoding: Encoding
  isEncodingSure: boolean
  /** Other encodings in which the file is valid text. */
  otherEncodings: readonly Encoding[]
  /** Non-ASCII words as each encoding reads them, to choose from. */
  encodingSamples: Readonly<Partial<Record<Encoding, string>>>
  delimiter: string
  /** Column names; empty strings without a header. */
  header: readonly string[]
  /** Line of the header; 0 if there is none. */
  headerRow: number
  rows: readonly RawRow[]
  /** Lines skipped before the rows. */
  before: number
}

/** Maximum records searched for the header: explanations and empty lines may precede it. */
const mostBefore = 30
/** Column kinds that a line must name to be a header. */
const leastNamed = 2

/** Maximum rows in a file. */
export const maxRows = 50_000
/** Maximum records read, including lines that are not rows. */
const mostRecords = 2 * maxRows

/** Result of reading a file. */
export type ReadFile =
  | { ok: true; file: TrackingFile }
  | { ok: false; reason: 'no-text' | 'empty' | 'no-columns' | 'too-many' }

interface Reading {
  /** Whether the seller has chosen columns for a file with this header before. */
  isKnown?: (fields: readonly string[]) => boolean
  /** Chosen by the seller; detected if omitted. */
  encoding?: Encoding
}

/** Parses a tracking file, or returns the reason why it cannot. Columns are detected later from their values. */
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
  if (below.length > maxRows) return { ok: false, reason: 'too-many' }
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

/** Finds the header: a known one, the line that names the most columns, or the first with several fields. */
function headerAt(records: readonly CsvRecord[], isKnown: (fields: readonly string[]) => boolean): number {
  const first = records.slice(0, mostBefore)
  const known = first.findIndex(({ fields }) => isKnown(fields))
  if (known >= 0) return known
  const named = first.map(({ fields }) => namedKinds(fields))
  const most = Math.max(...named)
  if (most >= leastNamed) return named.indexOf(most)
  return first.findIndex(({ fields }) => fields.length > 1)
}

/** A line with an order number is data, so the file has no header. */
const isData = ({ fields }: CsvRecord) => fields.some((field) => parseOrderNumber(withoutMarks(field)) !== null)
