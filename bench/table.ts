import type { PlainTable } from '#lib/plain-table.ts'

export interface Table extends PlainTable {
  /** Shown in the terminal only, not written to docs/benchmarks. */
  detail?: true
}
