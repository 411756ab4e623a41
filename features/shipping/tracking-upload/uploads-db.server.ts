import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { isRunOpen, type FileRun, type FileRunState } from '#features/machinery/file-runs/file-run.ts'
import { createRun, findRun, type RunAt } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { keepUploadedFile } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Evidence } from '#lib/match-columns.ts'
import type { TableForm } from '#lib/table-file.ts'
import type { Encoding } from '#lib/text-encodings.ts'
import type { ColumnOrder, DayOrder } from '#lib/written-day.ts'
import { permissions } from '#web/roles.ts'
import type { ColumnChoice, ColumnKind } from './meanings.ts'
import type { TypedCell } from './review-form.ts'
import type { Edits } from './table-rows.ts'
import type { RowProblem, RowRule, RowRequest, Verdict } from './verdict.ts'

export interface UploadForm {
  dialect: string | null
  delimiter: string
  encoding: Encoding
  isEncodingSure: boolean
  /** Other valid encodings; empty once a buyer of the file was erased. */
  otherEncodings: readonly Encoding[]
  /** Non-ASCII words as each encoding reads them. */
  encodingSamples: Readonly<Partial<Record<Encoding, string>>>
  header: readonly string[]
  /** 0 if there is no header. */
  headerRow: number
  before: number
  columns: ColumnChoice
  evidence: Partial<Record<ColumnKind, Evidence>>
  /** ISO 8601 time when the seller chose the columns; null if they were detected. */
  chosenAt: string | null
  /** Order of day and month: the seller's answer, and what the column proves. */
  dayOrder: DayOrder | null
  columnOrder: ColumnOrder | null
  carrier: string | null
  keepsNamed: boolean
  isConfirmed: boolean
  /** Whether its rows are checked; a run that is not checks them, others apply them. */
  isChecked: boolean
  table: TableForm
  count: number
  isUnread?: boolean
  /** Cells that the seller typed, to be stored when the rows are checked. */
  typed?: readonly TypedCell[]
}

/** CHECKED waits for the seller; STOPPED and FAILED go on if the seller wants it. */
export type UploadState = 'CHECKING' | 'CHECKED' | 'RUNNING' | 'STOPPED' | 'FAILED' | 'DONE'

export interface Upload {
  id: string
  fileName: string
  form: UploadForm
  state: UploadState
  isChecked: boolean
}

export const trackingKind = 'tracking'

interface NewUpload {
  sellerId: number
  member: { id: string; name: string }
  fileName: string
  form: Omit<UploadForm, 'count' | 'isChecked'>
  bytes: Uint8Array
  rows: number
  now: Date
}

export async function keepUpload(
  db: SellerDb,
  { sellerId, member, fileName, form, bytes, rows, now }: NewUpload,
): Promise<string> {
  const made = await createRun(db, {
    sellerId,
    direction: 'UPLOAD',
    kind: trackingKind,
    state: 'QUEUED',
    fileName,
    format: 'CSV',
    plan: { ...form, count: rows, isChecked: false, isUnread: true },
    totalRows: rows,
    readers: [...permissions['orders.ship']],
    hasBuyers: true,
    member,
    now,
  })
  const id = assertDefined(made, 'no schedule makes it')
  await keepUploadedFile(db, { sellerId, id }, bytes)
  return id
}

export async function findUpload(db: SellerDb, key: RunAt): Promise<Upload | null> {
  const run = await findTracking(db, key)
  return run && uploadOf(run)
}

export async function findTracking(db: SellerDb, key: RunAt): Promise<FileRun | null> {
  const run = await findRun(db, { ...key, kind: trackingKind })
  return run?.direction === 'UPLOAD' ? run : null
}

const states: Readonly<Record<FileRunState, UploadState>> = {
  CREATED: 'CHECKED',
  QUEUED: 'RUNNING',
  RUNNING: 'RUNNING',
  CANCELLED: 'STOPPED',
  FAILED: 'FAILED',
  DONE: 'DONE',
  DONE_WITH_ERRORS: 'DONE',
}

/** The upload of a run. Only `keepUpload` writes plans of this kind, so the cast is safe. */
export function uploadOf({ id, fileName, plan, state }: FileRun): Upload {
  const form = plan as UploadForm
  const { isChecked } = form
  return { id, fileName, form, state: !isChecked && isRunOpen(state) ? 'CHECKING' : states[state], isChecked }
}

export type RowVerdict = Verdict['verdict'] | 'DONE' | 'REFUSED'

export async function countRows(
  db: SellerDb,
  sellerId: number,
  id: string,
): Promise<Record<RowVerdict, number> & { noted: number }> {
  const { rows } = await sql<{ verdict: RowVerdict; n: number; noted: number }>`
    select verdict, count(*) as n, count(notes) filter (where verdict = 'CHANGE') as noted
    from tracking_rows where seller_id = ${sellerId} and run_id = ${id} group by verdict`.execute(db)
  const counts = { CHANGE: 0, SAME: 0, SKIPPED: 0, PROBLEM: 0, DONE: 0, REFUSED: 0, noted: 0 }
  for (const { verdict, n, noted } of rows) {
    counts[verdict] = n
    counts.noted += noted
  }
  return counts
}

export interface UploadRow {
  row: number
  fields: string[]
  order_number: string | null
  verdict: RowVerdict
  request: RowRequest | null
  problems: RowProblem[] | null
  notes: RowProblem[] | null
  edits: Edits | null
}

/** Lists rows with these verdicts, in file order. */
export async function listRows(
  db: SellerDb,
  {
    sellerId,
    id,
    verdicts,
    limit,
    isNoted = false,
    after = 0,
  }: {
    sellerId: number
    id: string
    verdicts: readonly RowVerdict[]
    limit: number
    /** Only rows with a note. */ isNoted?: boolean
    /** Only rows below this line. */
    after?: number
  },
): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select row, fields, order_number, verdict, wish as request, problems, notes, edits from tracking_rows
    where seller_id = ${sellerId} and run_id = ${id} and verdict = any(${[...verdicts]})
      and (not ${isNoted} or notes is not null) and row > ${after}
    order by row limit ${limit}`.execute(db)
  return rows
}

export async function countRules(
  db: SellerDb,
  sellerId: number,
  id: string,
): Promise<Partial<Record<RowRule, number>>> {
  const { rows } = await sql<{ rule: RowRule; n: number }>`
    select p ->> 'rule' as rule, count(distinct r.row) as n
    from tracking_rows r cross join lateral jsonb_array_elements(coalesce(r.problems, r.notes)) p
    where r.seller_id = ${sellerId} and r.run_id = ${id} and r.verdict in ('PROBLEM', 'CHANGE', 'REFUSED')
    group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ rule, n }) => [rule, n]))
}
