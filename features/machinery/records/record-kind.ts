import type { SellerDb } from '#db/client.ts'
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
import type { Evidence } from '#lib/match-columns.ts'
import type { Encoding } from '#lib/text-encodings.ts'
import type { Answers, RecordColumns, RecordPlan, RecordPosition, RecordRun, RecordUpload } from './record-plan.ts'

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

/** Rows that are checked and stored in one transaction. */
export interface CheckedPart {
  /** Rows of the file that were read so far. */
  rows: number
  position: RecordPosition
  keep: (db: SellerDb) => Promise<void>
  /** What its rows show of the file. */
  plan?: Pick<RecordPlan, 'columnOrder'>
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
  answers: Answers
}

/** Something that a file does not say. */
export interface RecordQuestion {
  about: string
  /** TICK has one option, which is the answer if it is ticked. */
  input: 'CHOICE' | 'TEXT' | 'TICK'
  text: string
  hint?: string
  /** Null if the seller has to give one. */
  answer: string | null
  /** Whether the answer counts for later files with the same columns. */
  isRemembered: boolean
  options: readonly { value: string; label: string; hint: string }[]
}

export interface Asking extends RecordReading {
  upload: RecordUpload
  form: RecordForm
  shop: RecordShop
  texts: Texts
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
  /** What was read: "12 rows, eBay orders report". */
  read(upload: RecordUpload, texts: Texts): string
  /** How many of the rows that were read change something, and why the others do not. */
  coverage(counts: { all: number; taken: number; problems: number; same: number; left: number }, texts: Texts): string
  need(missing: readonly string[], texts: Texts): string
  /** What leaving a cell empty means. */
  rule(texts: Texts): string | null
  column(kind: string, texts: Texts): string
  /** Why a column has its meaning. */
  found?(kind: string, of: Evidence & { isChosen: boolean }, texts: Texts): string | null
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
  table: 'upload_records' | 'listing_upload_rows' | 'tracking_rows'
  columnKinds: readonly string[]
  /** Those of them that mean nothing for a seller; none if omitted. */
  hiddenColumns?(db: SellerDb, sellerId: number): Promise<readonly string[]>
  /** Tabs of its rows: what becomes of them, or became. The first with rows is shown, unless there are problems. */
  tabs: Readonly<Record<string, TabRows>>
  /** Finds the form of a file, and the program that wrote it; or why it cannot be read. */
  open(bytes: Uint8Array, opening: Opening): Promise<OpenedRecords>
  /** Whether a file must go when a buyer is erased. */
  mayNameBuyers(plan: RecordPlan): boolean
  findColumns(of: RecordReading, file: ColumnsOf): Promise<FoundColumns>
  /** Meanings without which nothing can be read. */
  missing(columns: RecordColumns): readonly string[]
  /** What the seller is asked of a file; nothing if omitted. */
  questions?(asking: Asking): Promise<RecordQuestion[]>
  /** Checks the rows of a stored file from a position on. The last part has all rows, unless the file was erased. */
  check(of: RecordReading, upload: RecordUpload, from: RecordPosition & { from: FileLine }): AsyncGenerator<CheckedPart>
  /** Applies checked rows. A part that is repeated after a crash changes nothing. */
  apply(work: FileWork, upload: RecordUpload): Promise<AppliedSlice>
  /** Whether a short file is applied while its page waits; it waits for no other files. */
  appliesAtOnce?: boolean
  /** Parts that a check does at least before its time is over; 1 if omitted. */
  leastParts?: number
  /** Undoes applied rows; null if they cannot be undone. */
  undo: ((work: FileWork, upload: RecordUpload) => Promise<AppliedSlice>) | null
  list(db: SellerDb, of: Listing, texts: Texts): Promise<RowModel[]>
  /** What becomes of a row that was not stored: that of the row above, left out for a problem, or nothing is said. */
  belowRow?(plan: RecordPlan, fields: readonly string[]): 'above' | RecordProblem | null
  /** Cells that are not corrected in place. */
  isShownOnly?(problem: RecordProblem): boolean
  /** Whether cells of columns that the file lacks can be typed. */
  addsColumns?: boolean
  /** Columns of which each row has its own value; rows with the same problems elsewhere are shown and corrected as one. */
  ownColumns?: readonly string[]
  /** Whether its result file marks digits as text, so that spreadsheets keep their zeros. */
  keepsDigits?: boolean
  words: RecordWords
}

/** How a file is opened: the seller's choices go before what is found. */
export interface Opening {
  /** Whether the seller chose the columns of files with this header. */
  isKnown: (fields: readonly string[]) => boolean
  encoding?: Encoding | undefined
}

export type OpenedRecords =
  | ({ ok: true; file: TableFile; dialect: string | null } & Pick<RecordPlan, 'encodings'>)
  | { ok: false; reason: UnreadableRecords }

export type FoundColumns = Pick<RecordPlan, 'columns' | 'evidence'>

export type UnreadableRecords = 'noText' | 'empty' | 'noColumns' | 'tooMany' | 'orders'

export interface ColumnsOf extends Pick<TableFile, 'header' | 'sample'> {
  seller: { id: number; currency: string }
  /** The seller's choice; null if they are to be found. */
  chosen: RecordColumns | null
}

/** Meanings that a seller's columns may have. */
export async function columnKindsFor(
  { columnKinds, hiddenColumns }: Pick<RecordKind, 'columnKinds' | 'hiddenColumns'>,
  db: SellerDb,
  sellerId: number,
): Promise<readonly string[]> {
  const hidden = (await hiddenColumns?.(db, sellerId)) ?? []
  return columnKinds.filter((kind) => !hidden.includes(kind))
}
