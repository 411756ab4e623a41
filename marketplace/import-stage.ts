import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { FieldProblem, shown, type ImportColumn } from './import-fields.ts'
import { findSource, ImportRefusedError, readRecords, type SourceFile } from './import-file.ts'
import { stopIfCancelled } from './import-session.ts'

export interface ImportFile {
  name: string
  /** Temporary table with the columns and `line`. */
  table: string
  columns: ImportColumn[]
}

/** A file whose header has every required column. */
export interface OpenedFile extends ImportFile {
  source: SourceFile
  /** Number of header columns, imported or not. */
  width: number
  taken: (ImportColumn & { position: number })[]
}

export type Refusal = ReturnType<typeof misfit>

/**
 * Finds a file and reads its header.
 * @throws ImportRefusedError if it is missing, unreadable, or lacks a column
 */
export async function openImportFile(folder: string, file: ImportFile): Promise<OpenedFile> {
  const source = await findSource(folder, file.name)
  const names = await readNames(source)
  const missing = file.columns.filter((column) => !names.includes(column.name)).map((column) => column.name)
  if (missing.length > 0)
    throw new ImportRefusedError(
      `${source.path} lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}. Its first line must name the columns, and is ${shown(names.join())}.`,
    )
  return {
    ...file,
    source,
    width: names.length,
    taken: file.columns.map((column) => ({ ...column, position: names.indexOf(column.name) })),
  }
}

/** Column names in lower case. */
async function readNames(source: SourceFile): Promise<string[]> {
  for await (const [header] of readRecords(source))
    if (header) return header.fields.map((name) => name.trim().toLowerCase())
  throw new ImportRefusedError(`${source.path} is empty. Its first line must name the columns.`)
}

export interface StageOptions {
  signal?: AbortSignal
  onRefusal: (refusal: Refusal) => void
}

/** Copies valid rows into a temporary table, created here and dropped with the transaction. Returns the number of rows read. */
export async function stageFile(client: pg.ClientBase, file: OpenedFile, options: StageOptions): Promise<number> {
  const definitions = file.columns.map(({ to, type }) => `${to} ${type}`)
  await client.query(`create temp table ${file.table} (line integer, ${definitions.join(', ')}) on commit drop`)
  const target = client.query(
    copyFrom(`copy ${file.table} (line, ${file.columns.map((c) => c.to).join(', ')}) from stdin`),
  )
  const rows = { read: 0 }
  await pipeline(Readable.from(copyText(file, options, rows)), target)
  await client.query(`analyze ${file.table}`)
  return rows.read
}

async function* copyText(
  file: OpenedFile,
  { signal, onRefusal }: StageOptions,
  rows: { read: number },
): AsyncGenerator<string> {
  let header = true
  for await (const records of readRecords(file.source, { columns: file.width })) {
    stopIfCancelled(signal)
    if (header && records.length > 0) {
      records.shift()
      header = false
    }
    let text = ''
    for (const record of records) {
      const row = copyRow(file, record)
      if (typeof row === 'string') text += row
      else onRefusal(row)
    }
    rows.read += records.length
    if (text !== '') yield text
  }
}

/** A row in COPY format, or why it is rejected. */
function copyRow(file: OpenedFile, record: CsvRecord): string | Refusal {
  const values = readRow(file, record)
  if (!Array.isArray(values)) return values
  let row = String(record.line)
  for (const [at, { type }] of file.taken.entries()) {
    const value = values[at] ?? null
    row += value === null ? '\t\\N' : `\t${type === 'text' ? escapeCopy(value) : value}`
  }
  return `${row}\n`
}

function readRow(file: OpenedFile, { line, fields, problem }: CsvRecord): (string | null)[] | Refusal {
  if (problem !== undefined) return { line, column: '', reason: problem }
  if (fields.length !== file.width) return misfit(file, line, fields.length)
  const values: (string | null)[] = []
  for (const { name, position, read } of file.taken) {
    const value = read(fields[position] ?? '')
    if (value instanceof FieldProblem) return { line, column: name, reason: value.reason }
    values.push(value)
  }
  return values
}

function misfit(file: OpenedFile, line: number, found: number) {
  const missing = file.taken.find(({ position }) => position >= found)
  const reason = `the row has ${found} column${found === 1 ? '' : 's'} instead of ${file.width}`
  return { line, column: missing?.name ?? '', reason: missing ? `is missing: ${reason}` : reason }
}

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeCopy(value: string): string {
  return special.test(value) ? value.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? character) : value
}
