import type { SellerDb } from '#db/client.ts'
import type { Choices } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import type { FileWork } from '#features/machinery/file-runs/file-worker.ts'
import type { RowProblem } from '#features/machinery/file-runs/row-problem.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import type { TableFile } from '#lib/table-file.ts'
import type { Texts } from '#texts/texts.ts'
import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { Permission } from '#web/roles.ts'
import type { RecordColumns, RecordPlan, RecordRun, RecordUpload } from './record-plan.ts'

/** Result of checking, applying or undoing a row. SKIPPED: left out without being wrong. KEPT: it could not be undone. */
export type RecordVerdict = 'CHANGE' | 'SAME' | 'SKIPPED' | 'PROBLEM' | 'DONE' | 'REFUSED' | 'UNDONE' | 'KEPT'

export type RecordProblem = RowProblem

export interface TabRows {
  verdicts: readonly RecordVerdict[]
  /** Only those with this action; all if omitted. */
  action?: string
}

/** Number of rows with an action and verdict; kinds of one action have none. */
export interface RowCount {
  action: string | null
  verdict: RecordVerdict
  n: number
}

export interface RowModel {
  line: number
  name: { text: string; note: string; href: string | null }
  /** What it changes, or contains. */
  summary: string
  problems: readonly RecordProblem[]
}

export interface RecordPosition {
  /** The last line that was worked on. */
  line: number
  /** Where the file is read on. */
  from?: FileLine
  /** What the rows below may continue. */
  head?: object | null
}

/** Rows that are checked and stored in one transaction. */
export interface CheckedPart {
  /** Rows of the file that were read so far. */
  rows: number
  position: RecordPosition
  keep: (db: SellerDb) => Promise<void>
}

export type AppliedSlice = { outcome: 'more' | 'lost' | 'erased' } | { outcome: 'through'; run: TakenRun }

export interface RecordShop {
  currency: string
  timeZone: string
  now: Date
}

/** What is known of a file before it is read. */
export interface RecordForm extends Pick<TableFile, 'header' | 'sample'> {
  columns: RecordColumns
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
  lines: readonly { quantity: number; unitMinor: number }[]
}

export interface RecordReading extends Pick<OwnRows, 'read'> {
  hub: Hub
}

export interface Listing extends RunKey, TabRows {
  offset: number
  limit: number
  currency: string
}

export interface RecordWords {
  title(texts: Texts): string
  /** The page that the file was uploaded on. */
  back: string
  href(id: string, tab?: string, page?: string): string
  /** What was read: "12 rows, eBay orders report". */
  read(upload: RecordUpload, texts: Texts): string
  /** How many of the rows that were read change something, and why the others do not. */
  coverage(counts: { all: number; taken: number; problems: number; same: number; left: number }, texts: Texts): string
  need(missing: readonly string[], texts: Texts): string
  /** What leaving a cell empty means. */
  rule(texts: Texts): string | null
  column(kind: string, texts: Texts): string
  /** Why a column is not used, if the hub has nothing for it. */
  unused(header: string, texts: Texts): string | null
  problem(problem: RecordProblem, texts: Texts): string
  /** Headers of the rows' names, and of what they change. */
  head(texts: Texts): string
  summary(texts: Texts): string
  tab(tab: string, texts: Texts): string
  apply(n: number, texts: Texts): string
  progress(upload: RecordUpload, counts: { state: string; done: string; all: string }, texts: Texts): string
}

/** What an uploaded file is about: how it is recognised, checked and applied, and what its page says. */
export interface RecordKind {
  run: RecordRun
  access: Permission
  table: 'upload_records' | 'listing_upload_rows'
  columnKinds: readonly string[]
  /** Tabs of its rows: what becomes of them, or became. The first with rows is shown, unless there are problems. */
  tabs: Readonly<Record<string, TabRows>>
  /** Finds the form of a file, and the program that wrote it; or why it cannot be read. */
  open(
    bytes: Uint8Array,
  ): Promise<{ ok: true; file: TableFile; dialect: string | null } | { ok: false; reason: UnreadableRecords }>
  /** Whether a file must go when a buyer is erased. */
  mayNameBuyers(plan: RecordPlan): boolean
  findColumns(of: RecordReading, file: ColumnsOf): Promise<RecordColumns>
  /** Meanings without which nothing can be read. */
  missing(columns: RecordColumns): readonly string[]
  questions(file: RecordForm, shop: RecordShop): RecordQuestion[]
  /** Checks the rows of a stored file from a position on. The last part has all rows, unless the file was erased. */
  check(of: RecordReading, upload: RecordUpload, from: RecordPosition & { from: FileLine }): AsyncGenerator<CheckedPart>
  /** Applies checked rows. A part that is repeated after a crash changes nothing. */
  apply(work: FileWork, upload: RecordUpload): Promise<AppliedSlice>
  /** Undoes applied rows; null if they cannot be undone. */
  undo: ((work: FileWork, upload: RecordUpload) => Promise<AppliedSlice>) | null
  list(db: SellerDb, of: Listing, texts: Texts): Promise<RowModel[]>
  /** What becomes of a row that was not stored: that of the row above, left out for a problem, or nothing is said. */
  belowRow?(plan: RecordPlan, fields: readonly string[]): 'above' | RecordProblem | null
  /** Cells that are not corrected in place. */
  isShownOnly?(problem: RecordProblem): boolean
  words: RecordWords
}

export type UnreadableRecords = 'noText' | 'empty' | 'noColumns' | 'tooMany' | 'orders'

export interface ColumnsOf extends Pick<TableFile, 'header' | 'sample'> {
  sellerId: number
  /** Whether it comes from another marketplace. */
  isMovedIn: boolean
}
