import type { RowProblem } from './row-problem.ts'

/** Longest cell that is corrected in place; longer ones are shown in part. */
export const longestCorrected = 80

export interface CorrectedCell {
  line: number
  /** Index of its column. */
  at: number
  label: string
  value: string
}

interface RowWithProblems {
  line: number
  problems: readonly RowProblem[]
  /** Column index by kind. */
  columns: Readonly<Partial<Record<string, number>>>
}

/** The cells of a row that its problems name, to be typed anew: those of a column of the file, on one line. */
export function correctedCells(
  { line, problems, columns }: RowWithProblems,
  labelOf: (column: string) => string,
): CorrectedCell[] {
  const cells = new Map<number, CorrectedCell>()
  for (const { column, value } of problems) {
    const at = column === null ? undefined : columns[column]
    if (column === null || at === undefined || cells.has(at)) continue
    if (value.length < longestCorrected && !/[\r\n]/.test(value))
      cells.set(at, { line, at, label: labelOf(column), value })
  }
  return [...cells.values()]
}
