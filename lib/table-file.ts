import { unquoted } from './cell-text.ts'
import { shortened } from './shortened.ts'
import type { CsvRecord } from './csv-reader.ts'
import { fileStart, findTextForm, readParts, type FilePlace, type TextForm } from './delimited-file.ts'
import type { FileColumn } from './match-columns.ts'
import type { Encoding } from './text-encodings.ts'

export interface TableFile {
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

export type TableForm = Pick<TableFile, 'form' | 'skipped'>

export type UnreadableTable = 'noText' | 'empty' | 'noColumns' | 'tooMany'

const maxRows = 100_000
/** Maximum records searched for the header, below a program's explanations. */
const mostBefore = 40
/** Columns that a line must name to be the header. */
const leastNamed = 2
/** Records from which the meaning of columns is found. */
const mostSampled = 1_000

/** Number of fields of a line that name a column. */
export type CountNamed = (fields: readonly string[]) => number

interface Opening {
  /** Whether a line is a row: the file has no header then. */
  isRow?: (fields: readonly string[]) => boolean
  most?: number
  /** Records after which reading ends; the others are not counted. */
  upTo?: number
  /** Found by the bytes if omitted. */
  encoding?: Encoding
}

/** Reads the form of a delimited file: its text, separator, header and first records. */
export async function openTable(
  bytes: Uint8Array,
  named: CountNamed,
  { isRow = () => false, most = maxRows, upTo = most + mostBefore, encoding }: Opening = {},
): Promise<{ ok: true; file: TableFile } | { ok: false; reason: UnreadableTable }> {
  const form = findTextForm(bytes, encoding)
  if (!form) return { ok: false, reason: 'noText' }
  const { first, count } = await overview(bytes, form, upTo)
  if (count === 0) return { ok: false, reason: 'empty' }
  const at = headerAt(first, named)
  const head = first[at]
  if (!head) return { ok: false, reason: 'noColumns' }
  const isNamed = !isRow(head.fields)
  const skipped = isNamed ? at + 1 : at
  if (count === skipped) return { ok: false, reason: 'noColumns' }
  if (count - skipped > most) return { ok: false, reason: 'tooMany' }
  const header = isNamed ? head.fields : head.fields.map(() => '')
  const headerLine = isNamed ? head.line : 0
  return { ok: true, file: { form, header, headerLine, skipped, count: count - skipped, sample: first.slice(skipped) } }
}

export const peekTable = (bytes: Uint8Array, named: CountNamed): ReturnType<typeof openTable> =>
  openTable(bytes, named, { upTo: mostSampled, most: Infinity })

type FileParts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface TablePlace extends FilePlace {
  /** Number of records before it, including the header. */
  above: number
}

export const tableStart: TablePlace = { ...fileStart, above: 0 }

export interface TablePart {
  records: readonly CsvRecord[]
  /** Number of rows so far. */
  rows: number
  /** Where the following records begin; null if reading cannot resume there. */
  next: TablePlace | null
}

/**
 * Reads a file below its header part by part, with constant memory. `parts` start with the one of the place `from`.
 * Yields at least one part.
 */
export async function* tableParts(
  parts: FileParts,
  { form, skipped }: TableForm,
  from: TablePlace = tableStart,
): AsyncGenerator<TablePart> {
  let { above } = from
  for await (const { records, next } of readParts(parts, form, from)) {
    const left = Math.max(0, skipped - above)
    above += records.length
    yield { records: records.slice(left), rows: Math.max(0, above - skipped), next: next && { ...next, above } }
  }
}

export async function* tableRecords(parts: FileParts, form: TableForm): AsyncGenerator<readonly CsvRecord[]> {
  for await (const { records } of tableParts(parts, form)) if (records.length > 0) yield records
}

/** Reads the first records below the header; none if there are no parts. */
export async function firstRecords(parts: FileParts, form: TableForm): Promise<readonly CsvRecord[]> {
  const first: CsvRecord[] = []
  for await (const records of tableRecords(parts, form)) {
    first.push(...records)
    if (first.length >= mostSampled) break
  }
  return first.slice(0, mostSampled)
}

/** The first records, and the number of all; little more than `upTo` are read. */
async function overview(
  bytes: Uint8Array,
  form: TextForm,
  upTo: number,
): Promise<{ first: CsvRecord[]; count: number }> {
  const first: CsvRecord[] = []
  let count = 0
  for await (const { records } of readParts([bytes], form)) {
    count += records.length
    if (first.length < mostSampled) first.push(...records.slice(0, mostSampled - first.length))
    if (count > upTo) break
  }
  return { first, count }
}

/** Index of the line that names the most columns, else of the first with several fields; -1 if there is none. */
function headerAt(first: readonly CsvRecord[], named: CountNamed): number {
  const head = first.slice(0, mostBefore)
  const counts = head.map(({ fields }) => named(fields))
  const most = Math.max(...counts)
  if (most >= leastNamed) return counts.indexOf(most)
  return head.findIndex(({ fields }) => fields.filter((field) => field.trim() !== '').length > 1)
}

/** Values of all columns together that are sampled: each is compared with every meaning, in one turn. */
const mostValues = 50_000

/** The columns of a file with their sample values: of many columns, fewer of each. */
export function sampleColumns({ header, sample }: Pick<TableFile, 'header' | 'sample'>): FileColumn[] {
  const rows = sample.slice(0, Math.ceil(mostValues / Math.max(1, header.length)))
  return header.map((name, at) => ({ header: name, values: rows.map(({ fields }) => unquoted(fields[at] ?? '')) }))
}

const [valuesShown, longestShown] = [3, 40]

/** The first different values of each column, for people who choose what it means. */
export const shownValues = (file: Pick<TableFile, 'header' | 'sample'>): string[][] =>
  sampleColumns(file).map(({ values }) =>
    [...new Set(values.filter((value) => value.trim() !== ''))]
      .slice(0, valuesShown)
      .map((value) => shortened(value, longestShown)),
  )
