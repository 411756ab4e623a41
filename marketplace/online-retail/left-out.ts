import type { LeftOut, RowOutcome } from '../import-report.ts'

/** A valid row that the hub has no place for. */
interface LeftRow {
  line: number
  reason: string
  group: string
  minor: number
  at: string
}

/** Sums up rows that are left out, by reason and group, and reports each. */
export function createLeftOut(file: string, onOutcome: (outcome: RowOutcome) => void) {
  const groups = new Map<string, LeftOut>()
  return {
    add({ line, reason, group, minor, at }: LeftRow): void {
      const described = reason.replace(/^./, (first) => first.toUpperCase())
      onOutcome({ outcome: 'left out', file, line, column: '', reason: described })
      const key = `${reason}\n${group}`
      const sum = groups.get(key) ?? { file, reason, group, rows: 0, minor: 0, first: at, last: at }
      groups.set(key, {
        ...sum,
        rows: sum.rows + 1,
        minor: sum.minor + minor,
        first: sum.first !== null && sum.first < at ? sum.first : at,
        last: sum.last !== null && sum.last > at ? sum.last : at,
      })
    },
    /** The largest group of each reason first. */
    all: (): LeftOut[] => [...groups.values()].toSorted((a, b) => b.rows - a.rows || (a.group < b.group ? -1 : 1)),
  }
}
