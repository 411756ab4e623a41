import { parseItemNumber } from '#features/core/listing/listing.ts'
import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { findTextForm, readParts, type TextForm } from '#lib/delimited-file.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import { namedColumns } from './file-columns.ts'
import { isOfOrders, recogniseDialect, type Dialect } from './file-dialects.ts'

/** A file of listings before its columns are known. */
export interface ListingFile {
  dialect: Dialect | null
  form: TextForm
  /** Column names; empty strings without a header. */
  header: readonly string[]
  /** Line of the header; 0 if there is none. */
  headerLine: number
  /** Records above the first row: notes of the program, and the header. */
  skipped: number
  /** Records below the header. */
  count: number
  /** The first records below the header. */
  sample: readonly CsvRecord[]
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

/** Reads the form of a file of listings: its text, separator, header and first records. */
export async function openListingFile(
  bytes: Uint8Array,
): Promise<{ ok: true; file: ListingFile } | { ok: false; reason: UnreadableFile }> {
  const form = findTextForm(bytes)
  if (!form) return { ok: false, reason: 'noText' }
  const { first, count } = await overview(bytes, form)
  if (count === 0) return { ok: false, reason: 'empty' }
  const at = headerAt(first)
  const head = first[at]
  if (!head) return { ok: false, reason: 'noColumns' }
  const isNamed = !isData(head)
  if (isOfOrders(head.fields)) return { ok: false, reason: 'orders' }
  const skipped = isNamed ? at + 1 : at
  if (count === skipped) return { ok: false, reason: 'noColumns' }
  if (count - skipped > maxRows) return { ok: false, reason: 'tooMany' }
  return {
    ok: true,
    file: {
      dialect: isNamed ? recogniseDialect(head.fields) : null,
      form,
      header: isNamed ? head.fields : head.fields.map(() => ''),
      headerLine: isNamed ? head.line : 0,
      skipped,
      count: count - skipped,
      sample: first.slice(skipped),
    },
  }
}

/** The parts of a file that is read again. */
type FileParts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Reads the records of a file below its header, part by part, so that memory stays flat. */
export async function* listingRecords(
  parts: FileParts,
  { form, skipped }: Pick<ListingFile, 'form' | 'skipped'>,
): AsyncGenerator<readonly CsvRecord[]> {
  let left = skipped
  for await (const { records } of readParts(parts, form)) {
    if (records.length > left) yield records.slice(left)
    left = Math.max(0, left - records.length)
  }
}

/** Reads the first records below the header. */
export async function firstRecords(
  parts: FileParts,
  file: Pick<ListingFile, 'form' | 'skipped'>,
): Promise<readonly CsvRecord[]> {
  const first: CsvRecord[] = []
  for await (const records of listingRecords(parts, file)) {
    first.push(...records)
    if (first.length >= mostSampled) break
  }
  return first.slice(0, mostSampled)
}

/** The first records, and the number of all. */
async function overview(bytes: Uint8Array, form: TextForm): Promise<{ first: CsvRecord[]; count: number }> {
  const first: CsvRecord[] = []
  let count = 0
  for await (const { records } of readParts([bytes], form)) {
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
