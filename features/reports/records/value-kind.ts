import type { SellerDb } from '#db/client.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import type { FileColumn } from '#lib/match-columns.ts'
import type { CountNamed, TableFile } from '#lib/table-file.ts'
import type { Hub } from '#web/hub.ts'
import type { Permission } from '#web/roles.ts'
import type { RecordForm, RecordProblem, RecordShop } from '#features/machinery/records/record-kind.ts'
import type { RecordColumns, RecordRun } from '#features/machinery/records/record-plan.ts'

// Files of which each record is taken in as a whole: it is new, or here already.

export type ValueRun = Extract<RecordRun, 'costs' | 'orders'>

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

export interface GoodRecord<Value = unknown> {
  line: number
  value: Value
}

/** Reads the records of a file, given part by part from the beginning of a record. */
export interface RecordReader<Value = unknown> {
  read: (records: readonly CsvRecord[]) => FileRecord<Value>[]
  end: () => FileRecord<Value>[]
}

export interface RecordOutcome {
  line: number
  problems: readonly RecordProblem[]
}

export interface Taking<Value = unknown> {
  hub: Hub
  sellerId: number
  /** Who uploaded the file. */
  memberName: string
  records: readonly GoodRecord<Value>[]
}

/** Something that a file does not say, with what each answer leads to in its first records. */
export interface ValueQuestion {
  about: string
  answer: string | null
  options: readonly { value: string; examples: readonly QuestionExample[] }[]
}

/** What an answer makes of a record, in minor units. */
export interface QuestionExample {
  name: string
  currency: string
  totalMinor: number
  lines: readonly { quantity: number; unitMinor: number }[]
}

/** What an upload of records is about. Methods, so that kinds with values of their own fit one list. */
export interface ValueKind<Value = unknown> {
  run: ValueRun
  access: Permission
  /** Whether its files name buyers. */
  hasBuyers: boolean
  columnKinds: readonly string[]
  /** Without these, nothing can be read. */
  needed: readonly string[]
  named: CountNamed
  atOnce: number
  dialectOf(file: Pick<TableFile, 'header' | 'sample'>): string | null
  /** `currency` is the shop's. */
  findColumns(columns: readonly FileColumn[], currency: string): RecordColumns
  reader(file: RecordForm, shop: RecordShop): RecordReader<Value>
  questions(file: RecordForm, shop: RecordShop): ValueQuestion[]
  nameColumn: string
  /** What a record takes for itself, so that another one of the file cannot have it; null if it takes nothing. */
  claimOf(record: Pick<FileRecord, 'name'> & { summary: RecordSummary | null }): string | null
  /** Lines of records that are here already. */
  findKnown(db: SellerDb, of: { sellerId: number; records: readonly GoodRecord<Value>[] }): Promise<ReadonlySet<number>>
  /** Takes records; idempotent, since a part may be repeated after a crash. */
  take(of: Taking<Value>): Promise<RecordOutcome[]>
}
