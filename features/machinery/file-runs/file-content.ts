import type { CellWriter } from '#features/machinery/grid/export-file.ts'

/** Content of a file, in any format. */
export interface FileContent {
  /** Name of the sheet in a workbook. */
  sheet: string
  header: readonly string[]
  /** Whether text files mark digits as text, so that spreadsheets keep their zeros. */
  keepsDigits?: boolean
  /** Records in parts, which are written as they come. */
  parts: <Cell>(cells: CellWriter<Cell>) => AsyncIterable<Cell[][]>
}
