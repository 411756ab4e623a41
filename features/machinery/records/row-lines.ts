import { pairs } from '#lib/pairs.ts'
import type { RecordProblem, RowModel } from './record-kind.ts'

/** A row, or consecutive rows with the same problems, from `line` to `to`. */
export interface RowLines extends RowModel {
  to: number
}

/**
 * Joins consecutive rows with the same problems, unless they are about columns of which each row has its own value. Nothing
 * is joined without `ownColumns`.
 */
export function linesOf(rows: readonly RowModel[], ownColumns: readonly string[] | undefined): RowLines[] {
  const lines: RowLines[] = []
  for (const row of rows) {
    const above = lines.at(-1)
    if (above && ownColumns && row.line === above.to + 1 && areSame(above.problems, row.problems, ownColumns))
      above.to = row.line
    else lines.push({ ...row, to: row.line })
  }
  return lines
}

const areSame = (above: readonly RecordProblem[], below: readonly RecordProblem[], ownColumns: readonly string[]) =>
  above.length > 0 &&
  above.length === below.length &&
  pairs(above, below).every(
    ([a, b]) =>
      a.rule === b.rule && a.column === b.column && a.value === b.value && !ownColumns.includes(a.column ?? ''),
  )
