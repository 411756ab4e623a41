import type { SellerDb } from '#db/client.ts'
import type { FileKind, FileFormat } from '#features/machinery/file-runs/file-run.ts'
import type { ExportReader } from '#features/machinery/grid/export-file.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { dayPeriods, type DayPeriod } from '#features/orders/order-list/placed-periods.ts'
import type { TextKey } from '#texts/texts.ts'
import type { Permission, Role } from '#web/roles.ts'

export const downloadPeriods = ['all', ...dayPeriods] as const
export type DownloadPeriod = 'all' | DayPeriod

/** What a download has, stored with its run. */
export interface DownloadPlan {
  /** Id of a choice of rows. */
  rows: string
  period: DownloadPeriod
  /** Only the first record of each order. */
  isPerOrder: boolean
  /** In the order of the file. */
  columns: readonly PlannedColumn[]
  format: FileFormat
  /** Language of the header and of words in cells. */
  locale: string
}

export interface PlannedColumn {
  /** Its id in the kind's columns. */
  column: string
  /** Header in place of its own, as another program expects it. */
  name?: string
}

/** A choice of rows: a tab of the list. */
export interface RowsChoice {
  id: string
  label: TextKey
}

export interface ColumnChoice {
  id: string
  label: TextKey
  /** Only for programs that ask for it: a file has it if it was chosen. */
  isExtra?: boolean
}

/** Whose rows are read, and when. Days are in the shop's zone. */
export interface DownloadReader {
  sellerId: number
  role: Role
  now: Date
  /** When the file was due or requested: a period such as today is the one of this time, however late it is written. */
  dueAt: Date
  zone: string
  policyPack: PolicyPack
  /** The hub's own address, and that of a listing in the marketplace's shop with `{item}`; null if it is not known. */
  links: { publicUrl: string; listingUrl: string | null }
}

export interface DownloadPart<Cell> {
  /** Cells of each record, in the order of the chosen columns. */
  records: Cell[][]
  /** Rows of the list that were read for it; a row may have several records. */
  rows: number
}

export interface OpenDownload {
  count: (db: SellerDb) => Promise<number>
  /** Reads the rows in parts, in one transaction. */
  parts: <Cell>(
    db: SellerDb,
    columns: readonly string[],
    reader: ExportReader<Cell>,
  ) => AsyncGenerator<DownloadPart<Cell>, void, undefined>
}

export interface DownloadKind {
  kind: FileKind
  label: TextKey
  /** What a record is. */
  hint: TextKey
  fileName: TextKey
  access: Permission
  hasBuyers: boolean
  rows: readonly RowsChoice[]
  /** Whether a row may have several records, of which the first may be chosen alone. */
  mayBePerOrder: boolean
  /** What the period limits; null if it has none. */
  period: TextKey | null
  columns: (role: Role) => readonly ColumnChoice[]
  open: (of: Pick<DownloadPlan, 'rows' | 'period' | 'isPerOrder'>, reader: DownloadReader) => OpenDownload
}

export function mayHaveColumns(kind: DownloadKind, role: Role, columns: DownloadPlan['columns']): boolean {
  const offered = new Set(kind.columns(role).map(({ id }) => id))
  return columns.every(({ column }) => offered.has(column))
}
