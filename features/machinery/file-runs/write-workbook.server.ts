import { writeXlsxStream } from 'hucre/xlsx'
import type { CellWriter } from '#features/machinery/grid/export-file.ts'
import type { FileContent } from './file-content.ts'

/** A value of a workbook: spreadsheets run no text as a formula, so texts stay as they are. */
type WorkbookCell = string | number | Date | null

const workbookCells: CellWriter<WorkbookCell> = {
  none: null,
  text: (text) => (text === '' ? null : text.slice(0, longestText)),
  number: Number,
  // Workbooks have no time zones: the time of the clock is written as it is.
  time: (clock) => (clock === '' ? null : new Date(`${clock.replace(' ', 'T')}Z`)),
}

/** Characters of a cell that Excel reads. */
const longestText = 32_767

const timeFormat = 'yyyy-mm-dd hh:mm:ss'

/** Writes a workbook of one sheet as its rows are read, in constant memory. */
export async function* writeWorkbook({ sheet, header, parts }: FileContent): AsyncGenerator<Uint8Array> {
  const records = parts(workbookCells)[Symbol.asyncIterator]()
  const first = await records.next()
  const begin = first.done ? [] : first.value
  // A column has one format, which must be known before its first row is written.
  const columns = header.map((name, at) => {
    const isTime = begin.some((record) => record[at] instanceof Date)
    return { header: name, ...(isTime ? { numFmt: timeFormat } : {}) }
  })
  async function* rows() {
    yield* begin
    for (let next = await records.next(); !next.done; next = await records.next()) yield* next.value
  }
  try {
    yield* writeXlsxStream(rows(), { name: sheet.slice(0, longestSheet), columns, freezePane: { rows: 1 } })
  } finally {
    await records.return?.()
  }
}

const longestSheet = 31
