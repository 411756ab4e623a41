import { parseItemNumber } from '#features/core/listing/listing.ts'
import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { decodeText, openRecords } from '#lib/delimited-file.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import type { Encoding } from '#lib/text-encodings.ts'
import { namedColumns } from './file-columns.ts'
import { isOfOrders, recogniseDialect, type Dialect } from './file-dialects.ts'

/** A file of listings before its columns are known. */
export interface ListingFile {
  dialect: Dialect | null
  encoding: Encoding
  delimiter: string
  /** Column names; empty strings without a header. */
  header: readonly string[]
  /** Line of the header; 0 if there is none. */
  headerLine: number
  /** Records below the header. */
  count: number
  /** The first records below the header. */
  sample: readonly CsvRecord[]
  /** Reads the records below the header, part by part, so that memory stays flat. */
  records: () => AsyncGenerator<readonly CsvRecord[]>
}

/** Why a file cannot be read. */
export type UnreadableFile = 'noText' | 'empty' | 'noColumns' | 'tooMany' | 'orders'

/** Maximum rows of a file. */
export const maxRows = 100_000
/** Maximum records searched for the header, below a program's explanations. */
const mostBefore = 40
/** Columns that a line must name to be the header. */
const leastNamed = 2
/** Records from which the meaning of columns is found. */
const mostSampled = 1_000

/** Reads the form of a file of listings: its text, separator and header. */
export async function openListingFile(
  bytes: Uint8Array,
): Promise<{ ok: true; file: ListingFile } | { ok: false; reason: UnreadableFile }> {
  const decoded = decodeText(bytes)
  if (!decoded) return { ok: false, reason: 'noText' }
  const { delimiter, parts } = openRecords(decoded.text)
  const { first, count } = await overview(parts)
  if (count === 0) return { ok: false, reason: 'empty' }
  const at = headerAt(first)
  const head = first[at]
  if (!head) return { ok: false, reason: 'noColumns' }
  const isNamed = !isData(head)
  if (isOfOrders(head.fields)) return { ok: false, reason: 'orders' }
  const skipped = isNamed ? at + 1 : at
  if (count === skipped) return { ok: false, reason: 'noColumns' }
  if (count - skipped > maxRows) return { ok: false, reason: 'tooMany' }
  async function* records() {
    let left = skipped
    for await (const part of parts()) {
      yield part.records.slice(left)
      left = Math.max(0, left - part.records.length)
    }
  }
  return {
    ok: true,
    file: {
      dialect: isNamed ? recogniseDialect(head.fields) : null,
      encoding: decoded.encoding,
      delimiter,
      header: isNamed ? head.fields : head.fields.map(() => ''),
      headerLine: isNamed ? head.line : 0,
      count: count - skipped,
      sample: first.slice(skipped),
      records,
    },
  }
}

/** The first records, and the number of all. */
async function overview(
  parts: ReturnType<typeof openRecords>['parts'],
): Promise<{ first: CsvRecord[]; count: number }> {
  const first: CsvRecord[] = []
  let count = 0
  for await (const { records } of parts()) {
    count += records.length
    if (first.length < mostSampled) first.push(...records.slice(0, mostSampled - first.length))
    if (count > maxRows + mostBefore) break
  }
  return { first, count }
}

/** The line that names the most columns, else the first with several fields; -1 if there is none. */
function headerAt(first: readonly CsvRecord[]): number {
  const head = first.slice(0, mostBefore)
  const named = head.map(({ fields }) => namedColumns(fields))
  const most = Math.max(...named)
  if (most >= leastNamed) return named.indexOf(most)
  return head.findIndex(({ fields }) => fields.filter((field) => field.trim() !== '').length > 1)
}

/** A line with an item number is data, so the file has no header. */
const isData = ({ fields }: CsvRecord) => fields.some((field) => parseItemNumber(unquoted(field)) !== null)

/** The columns of a file with their sample values. */
export function sampleColumns({ header, sample }: Pick<ListingFile, 'header' | 'sample'>): FileColumn[] {
  return header.map((name, at) => ({ header: name, values: sample.map(({ fields }) => unquoted(fields[at] ?? '')) }))
}
