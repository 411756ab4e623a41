import type { CellWriter } from '#features/machinery/grid/export-file.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText, noCsv, type CsvCell, type Delimiter } from '#lib/csv.ts'
import type { FileFormat, WrittenFormat } from './file-run.ts'

/** Content of a file, in any format. */
export interface FileContent {
  header: readonly string[]
  /** Records in parts, which are written as they come. */
  parts: <Cell>(cells: CellWriter<Cell>) => AsyncIterable<Cell[][]>
}

/** How each format is delivered. */
export const formatTypes: Readonly<Record<FileFormat, { ending: string; contentType: string }>> = {
  CSV: { ending: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  CSV_SEMICOLON: { ending: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  TSV: { ending: 'tsv', contentType: 'text/tab-separated-values; charset=utf-8' },
  XLSX: { ending: 'xlsx', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}

const delimiters: Readonly<Record<WrittenFormat, Delimiter>> = { CSV: ',', CSV_SEMICOLON: ';', TSV: '\t' }

/** Writes a file in parts; memory stays flat, because each part is written before the next is read. */
export async function* writeFile(format: WrittenFormat, { header, parts }: FileContent): AsyncGenerator<Uint8Array> {
  const delimiter = delimiters[format]
  const encoder = new TextEncoder()
  const bytes = (records: readonly CsvCell[][]) =>
    encoder.encode(records.map((record) => csvRecord(record, delimiter)).join(''))
  yield encoder.encode(byteOrderMark)
  yield bytes([header.map(csvText)])
  for await (const records of parts(delimitedCells(delimiter))) yield bytes(records)
}

/** Cells of a text file. Spreadsheets that split at semicolons are set to a language with decimal commas. */
const delimitedCells = (delimiter: Delimiter): CellWriter<CsvCell> => ({
  none: noCsv,
  text: csvText,
  number: delimiter === ';' ? (digits) => csvNumber(digits.replace('.', ',')) : csvNumber,
  time: csvNumber,
})
