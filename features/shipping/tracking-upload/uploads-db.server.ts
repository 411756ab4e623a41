import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { plainNumber } from '#features/core/carrier/carrier.ts'
import type { FileRun, FileRunState } from '#features/machinery/file-runs/file-run.ts'
import { createRun, findRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { keepUploadedFile } from '#features/machinery/file-runs/uploaded-file.server.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Evidence } from '#lib/match-columns.ts'
import { pairs } from '#lib/pairs.ts'
import type { Encoding } from '#lib/text-encodings.ts'
import type { ColumnOrder, DayOrder } from '#lib/written-day.ts'
import { permissions } from '#web/roles.ts'
import type { ColumnChoice, ColumnKind } from './meanings.ts'
import type { Edits, RawRow } from './table-rows.ts'
import type { RowProblem, RowRule, RowRequest, Verdict } from './verdict.ts'

/** Stored format and column meanings of a file. */
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
  /** Evidence for each column's meaning. */
  evidence: Partial<Record<ColumnKind, Evidence>>
  /** ISO 8601 time when the seller chose the columns; null if they were detected. */
  chosenAt: string | null
  /** Order of day and month: the seller's answer, and what the column proves. */
  dayOrder: DayOrder | null
  columnOrder: ColumnOrder | null
  carrier: string | null
  keepsNamed: boolean
  isConfirmed: boolean
}

/** CHECKED waits for the seller; STOPPED and FAILED go on if the seller wants it. */
export type UploadState = 'CHECKED' | 'RUNNING' | 'STOPPED' | 'FAILED' | 'DONE'

/** An uploaded file. */
export interface Upload {
  id: string
  fileName: string
  form: UploadForm
  state: UploadState
}

/** Kind of the runs of uploaded tracking numbers. */
export const trackingKind = 'tracking'

interface NewUpload {
  sellerId: number
  member: { id: string; name: string }
  fileName: string
  form: UploadForm
  /** The file as it was sent. */
  bytes: Uint8Array
  rows: readonly RawRow[]
  verdicts: readonly Verdict[]
  now: Date
}

/** Stores a checked file as a run that waits for the seller; returns its id. */
export async function keepUpload(
  db: SellerDb,
  { sellerId, member, fileName, form, bytes, rows, verdicts, now }: NewUpload,
): Promise<string> {
  const made = await createRun(db, {
    sellerId,
    direction: 'UPLOAD',
    kind: trackingKind,
    state: 'CREATED',
    fileName,
    format: 'CSV',
    plan: form,
    totalRows: rows.length,
    readers: [...permissions['orders.ship']],
    hasBuyers: true,
    member,
    now,
  })
  const id = assertDefined(made, 'no schedule makes it')
  await keepUploadedFile(db, { sellerId, id }, bytes)
  await keepRows(db, { sellerId, id, rows, verdicts })
  return id
}

/** Rows per insert statement. */
const rowsAtOnce = 1_000

interface NewRows {
  sellerId: number
  id: string
  rows: readonly RawRow[]
  verdicts: readonly Verdict[]
}

/** Inserts the rows of a file with their verdicts. */
export async function keepRows(db: SellerDb, { sellerId, id, rows, verdicts }: NewRows): Promise<void> {
  const keys = new Map<string, ParcelKey>()
  const judged = pairs(rows, verdicts)
  for (let from = 0; from < judged.length; from += rowsAtOnce) {
    const part = judged.slice(from, from + rowsAtOnce)
    await db
      .insertInto('tracking_rows')
      .values(
        part.map(([row, verdict]) => ({
          seller_id: sellerId,
          run_id: id,
          row: row.row,
          fields: [...row.fields],
          edits: row.edits && JSON.stringify(row.edits),
          ...keptVerdict(verdict, keys),
        })),
      )
      .execute()
  }
}

/** Stored form of a verdict. Rows of one order and number share a parcel key. */
export function keptVerdict(verdict: Verdict, keys: Map<string, ParcelKey>) {
  const base = { order_number: verdict.order, verdict: verdict.verdict, parcel_key: null, wish: null, notes: null }
  if (verdict.verdict === 'PROBLEM' || verdict.verdict === 'SKIPPED')
    return { ...base, problems: JSON.stringify(verdict.problems) }
  if (verdict.verdict === 'SAME') return { ...base, problems: null }
  const name = `${verdict.order} ${plainNumber(verdict.wish.tracking)}`
  const key = keys.get(name) ?? newParcelKey()
  keys.set(name, key)
  const notes = verdict.notes.length > 0 ? JSON.stringify(verdict.notes) : null
  return { ...base, parcel_key: key, wish: JSON.stringify(verdict.wish), notes, problems: null }
}

/** Finds a seller's upload; null if there is none. */
export async function findUpload(db: SellerDb, sellerId: number, id: string): Promise<Upload | null> {
  const run = await findTracking(db, { sellerId, id })
  return run && uploadOf(run)
}

/** Finds the run of a seller's upload; null if there is none. */
export async function findTracking(db: SellerDb, key: RunKey): Promise<FileRun | null> {
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
export const uploadOf = ({ id, fileName, plan, state }: FileRun): Upload => ({
  id,
  fileName,
  form: plan as UploadForm,
  state: states[state],
})

/** A row's verdict or result. */
export type RowVerdict = Verdict['verdict'] | 'DONE' | 'REFUSED'

/** Counts rows by verdict, and those to be applied that have a note. */
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

/** A stored row. */
export interface UploadRow {
  row: number
  fields: string[]
  order_number: string | null
  verdict: RowVerdict
  wish: RowRequest | null
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
  }: {
    sellerId: number
    id: string
    verdicts: readonly RowVerdict[]
    limit: number
    /** Only rows with a note. */ isNoted?: boolean
  },
): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select row, fields, order_number, verdict, wish, problems, notes, edits from tracking_rows
    where seller_id = ${sellerId} and run_id = ${id} and verdict = any(${[...verdicts]})
      and (not ${isNoted} or notes is not null)
    order by row limit ${limit}`.execute(db)
  return rows
}

/** Counts rows by problem and by note. */
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
