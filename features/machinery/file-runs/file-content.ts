import type { CellWriter } from '#features/machinery/grid/export-file.ts'

export interface FileContent {
  sheet: string
  header: readonly string[]
  /** Whether text files mark digits as text, so that spreadsheets keep their zeros. */
  keepsDigits?: boolean
  /** Records in parts, which are written as they come. */
  parts: <Cell>(cells: CellWriter<Cell>) => AsyncIterable<Cell[][]>
}
