import { unquoted } from './cell-text.ts'
import type { CsvRecord } from './csv-reader.ts'
import { decodeText, openRecords } from './delimited-file.ts'
import type { FileColumn } from './match-columns.ts'

/** A delimited file with its header found, before its columns are known. */
export interface TableFile {
  /** Column names. */
  header: readonly string[]
  /** Records below the header. */
  count: number
  /** The first records below the header. */
  sample: readonly CsvRecord[]
  /** Reads the records below the header, part by part, so that memory stays flat. */
  records: () => AsyncGenerator<readonly CsvRecord[]>
}

/** Why a file cannot be read. */
export type UnreadableTable = 'noText' | 'empty' | 'noColumns' | 'tooMany'

/** Maximum rows of a file. */
export const maxTableRows = 100_000
/** Maximum records searched for the header, below a program's explanations. */
const mostBefore = 40
/** Columns that a line must name to be the header. */
const leastNamed = 2
/** Records from which the meaning of columns is found. */
const mostSampled = 1_000

/** Number of fields of a line that name a column. */
export type CountNamed = (fields: readonly string[]) => number

/** Reads the form of a delimited file: its text, separator and header. */
export async function openTable(
  bytes: Uint8Array,
  named: CountNamed,
): Promise<{ ok: true; file: TableFile } | { ok: false; reason: UnreadableTable }> {
  const decoded = decodeText(bytes)
  if (!decoded) return { ok: false, reason: 'noText' }
  const { parts } = openRecords(decoded.text)
  const { first, count } = await overview(parts)
  if (count === 0) return { ok: false, reason: 'empty' }
  const at = headerAt(first, named)
  const head = first[at]
  if (!head) return { ok: false, reason: 'noColumns' }
  const skipped = at + 1
  if (count === skipped) return { ok: false, reason: 'noColumns' }
  if (count - skipped > maxTableRows) return { ok: false, reason: 'tooMany' }
  async function* records() {
    let left = skipped
    for await (const part of parts()) {
      yield part.records.slice(left)
      left = Math.max(0, left - part.records.length)
    }
  }
  const file = { header: head.fields, count: count - skipped, sample: first.slice(skipped), records }
  return { ok: true, file }
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
    if (count > maxTableRows + mostBefore) break
  }
  return { first, count }
}

/** The line that names the most columns, else the first with several fields; -1 if there is none. */
function headerAt(first: readonly CsvRecord[], named: CountNamed): number {
  const head = first.slice(0, mostBefore)
  const counts = head.map(({ fields }) => named(fields))
  const most = Math.max(...counts)
  if (most >= leastNamed) return counts.indexOf(most)
  return head.findIndex(({ fields }) => fields.filter((field) => field.trim() !== '').length > 1)
}

/** The columns of a file with their sample values. */
export function sampleColumns({ header, sample }: Pick<TableFile, 'header' | 'sample'>): FileColumn[] {
  return header.map((name, at) => ({ header: name, values: sample.map(({ fields }) => unquoted(fields[at] ?? '')) }))
}
