import type { CellWriter } from '#features/machinery/grid/export-file.ts'
import {
  byteOrderMark,
  csvDigits,
  csvNumber,
  csvRecord,
  csvText,
  noCsv,
  type CsvCell,
  type Delimiter,
} from '#lib/csv.ts'
import type { FileContent } from './file-content.ts'
import type { FileFormat } from './file-run.ts'

export const formatTypes: Readonly<Record<FileFormat, { ending: string; contentType: string }>> = {
  CSV: { ending: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  CSV_SEMICOLON: { ending: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  TSV: { ending: 'tsv', contentType: 'text/tab-separated-values; charset=utf-8' },
  XLSX: { ending: 'xlsx', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}

const delimiters: Readonly<Record<Exclude<FileFormat, 'XLSX'>, Delimiter>> = {
  CSV: ',',
  CSV_SEMICOLON: ';',
  TSV: '\t',
}

/** Writes a file in parts; memory stays flat, because each part is written before the next is read. */
export async function* writeFile(format: FileFormat, content: FileContent): AsyncGenerator<Uint8Array> {
  if (format !== 'XLSX') return yield* writeDelimited(delimiters[format], content)
  const { writeWorkbook } = await import('./write-workbook.server.ts')
  yield* writeWorkbook(content)
}

async function* writeDelimited(
  delimiter: Delimiter,
  { header, keepsDigits = false, parts }: FileContent,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const bytes = (records: readonly CsvCell[][]) =>
    encoder.encode(records.map((record) => csvRecord(record, delimiter)).join(''))
  yield encoder.encode(byteOrderMark)
  yield bytes([header.map(csvText)])
  for await (const records of parts(delimitedCells(delimiter, keepsDigits))) yield bytes(records)
}

/** Cells of a text file. Spreadsheets that split at semicolons are set to a language with decimal commas. */
const delimitedCells = (delimiter: Delimiter, keepsDigits: boolean): CellWriter<CsvCell> => ({
  none: noCsv,
  text: keepsDigits ? csvDigits : csvText,
  number: delimiter === ';' ? (digits) => csvNumber(digits.replace('.', ',')) : csvNumber,
  time: csvNumber,
})
