import type { SellerDb } from '#db/client.ts'
import type { Choices } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import type { FileKind } from '#features/machinery/file-runs/file-run.ts'
import type { RowProblem } from '#features/machinery/file-runs/row-problem.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import type { CountNamed, TableFile } from '#lib/table-file.ts'
import type { Hub } from '#web/hub.ts'
import type { Permission } from '#web/roles.ts'

/** Kinds of runs that upload records. */
export const recordRuns = ['orders', 'costs'] as const
export type RecordRun = (typeof recordRuns)[number]

/** Uploads in the order in which they are brought in: orders find the listings of their SKUs, and their costs. */
export const inOrder: readonly FileKind[] = ['listings', 'costs', 'orders']

/** Column index by what it means, from 0. */
export type RecordColumns = Readonly<Partial<Record<string, number>>>

/** What is wrong with a record. */
export type RecordProblem = RowProblem

/** What the page says of a record. */
export interface RecordSummary {
  minor: number
  currency: string
  /** Units sold or bought; null if it has none. */
  units: number | null
  /** When it was placed, or since when it counts: ISO 8601. */
  at: string
}

/** A record of a file: an order with its rows, or the cost of a line. */
export interface FileRecord<Value = unknown> {
  line: number
  /** Number of the order, or the SKU. */
  name: string
  /** Null if it cannot be taken. */
  good: { value: Value; summary: RecordSummary } | null
  problems: readonly RecordProblem[]
  /** Left out without being wrong, such as an order that is still open. */
  isSkipped: boolean
}

/** A record that can be taken. */
export interface GoodRecord<Value = unknown> {
  line: number
  value: Value
}

/** Reads the records of a file, given part by part from the beginning of a record. */
export interface RecordReader<Value = unknown> {
  read: (records: readonly CsvRecord[]) => FileRecord<Value>[]
  /** What is left after all parts. */
  end: () => FileRecord<Value>[]
}

/** What is known of a file before it is read. */
export interface RecordForm extends Pick<TableFile, 'header' | 'sample'> {
  columns: RecordColumns
  /** What the seller chose beside columns. */
  choices: Choices
}

/** Something that a file does not say, with what each answer leads to in its first records. */
export interface RecordQuestion {
  about: string
  /** The answer that holds; null if the seller has to give one. */
  answer: string | null
  options: readonly { value: string; examples: readonly QuestionExample[] }[]
}

/** What an answer makes of a record, in minor units. */
export interface QuestionExample {
  name: string
  currency: string
  totalMinor: number
  /** Lines of the record: units at a price. */
  lines: readonly { quantity: number; unitMinor: number }[]
}

/** The shop for which a file is read. */
export interface RecordShop {
  currency: string
  timeZone: string
  now: Date
}

/** What became of a record. */
export interface RecordOutcome {
  line: number
  problems: readonly RecordProblem[]
}

/** Records that are taken in one go. */
export interface Taking<Value = unknown> {
  hub: Hub
  sellerId: number
  /** Who uploaded the file. */
  memberName: string
  records: readonly GoodRecord<Value>[]
}

/** What an upload of records is about. Methods, so that kinds with values of their own fit one list. */
export interface RecordKind<Value = unknown> {
  run: RecordRun
  access: Permission
  /** Whether its files name buyers. */
  hasBuyers: boolean
  columnKinds: readonly string[]
  /** Without these, nothing can be read. */
  needed: readonly string[]
  named: CountNamed
  /** Records taken in one go. */
  atOnce: number
  /** The program that wrote a file; null if it is unknown. */
  dialectOf(file: Pick<TableFile, 'header' | 'sample'>): string | null
  findColumns(columns: readonly FileColumn[]): RecordColumns
  reader(file: RecordForm, shop: RecordShop): RecordReader<Value>
  /** What a file of these columns may leave open. */
  questions(file: RecordForm, shop: RecordShop): RecordQuestion[]
  /** Column of a record's name. */
  nameColumn: string
  /** What a record takes for itself, so that another one of the file cannot have it; null if it takes nothing. */
  claimOf(record: Pick<FileRecord, 'name'> & { summary: RecordSummary | null }): string | null
  /** Lines of records that are here already. */
  findKnown(db: SellerDb, of: { sellerId: number; records: readonly GoodRecord<Value>[] }): Promise<ReadonlySet<number>>
  /** Takes records; idempotent, since a part may be repeated after a crash. */
  take(of: Taking<Value>): Promise<RecordOutcome[]>
}
