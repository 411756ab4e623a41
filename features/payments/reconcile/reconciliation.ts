import type { Row } from '#db/schema.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { brand } from '#lib/brand.ts'
import type { DayOrder } from '#lib/written-day.ts'
import type { MoneyReport } from './known-reports.ts'
import type { ColumnChoice } from './report-columns.ts'
import type { OwnTotal } from './report-items.ts'
import type { ReportKind } from './report-kinds.ts'

/** Verdicts in the order of their tabs: what needs attention first. */
export const verdicts = ['DIFFERENT', 'MISSING_HERE', 'MISSING_THERE', 'UNREAD', 'MATCHED', 'SKIPPED'] as const
export type Verdict = (typeof verdicts)[number]

export interface ReportForm {
  header: readonly string[]
  headerRow: number
  report?: MoneyReport | null
  notStored: readonly number[]
  columns: ColumnChoice
  /** Kinds that the seller chose for types of rows, by `plainWord`. */
  kinds?: Readonly<Record<string, ReportKind>>
  /** Order of day and month: the seller's choice, or null where dates show it. */
  dayOrder: DayOrder | null
  /** Whether dates can be read in both orders. */
  asksDayOrder: boolean
  /** Whether a row names a day; unknown before the report is compared. */
  hasDays?: boolean
  /** Null if the report names no total of its own. */
  ownTotal?: OwnTotal | null
  /** Types of rows as they are written, and how many rows have each. */
  words?: readonly (readonly [word: string, rows: number])[]
}

/** The columns that are stored: others can be chosen, and are stored the next time. */
export const storedColumns = ({ columns, notStored }: Pick<ReportForm, 'columns' | 'notStored'>): ColumnChoice =>
  Object.fromEntries(Object.entries(columns).filter(([, at]) => !notStored.includes(at)))

export type Reconciliation = FileRun<ReportForm>

export type ResultRow = Omit<Row<'report_lines'>, 'seller_id' | 'run_id' | 'reasons'> & {
  reasons: { rule: string; minor: number | null }[]
}

/** Sums of a verdict in a currency; the currency is null for rows that were not read. */
export interface VerdictSum {
  verdict: Verdict
  currency: string | null
  rows: number
  reportMinor: number
  bookMinor: number
  differenceMinor: number
}

export interface LeftSum {
  rule: string
  rows: number
}

export type ReconciliationId = string & { readonly __brand: 'ReconciliationId' }

export const parseReconciliationId = (text: string | null): ReconciliationId | null =>
  text !== null && /^[0-9a-f]{16}$/.test(text) ? brand<ReconciliationId>(text) : null
