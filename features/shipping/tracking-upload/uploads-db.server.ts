import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { plainNumber } from '#features/core/carrier/carrier.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { Evidence } from '#lib/match-columns.ts'
import { pairs } from '#lib/pairs.ts'
import type { Encoding } from '#lib/text-encodings.ts'
import type { ColumnOrder, DayOrder } from '#lib/written-day.ts'
import type { ColumnChoice, ColumnKind } from './meanings.ts'
import type { Edits, RawRow } from './table-rows.ts'
import type { RowProblem, RowRule, RowRequest, Verdict } from './verdict.ts'

/** Stored format and column meanings of a file. */
export interface UploadForm {
  dialect: string | null
  delimiter: string
  encoding: Encoding
  isEncodingSure: boolean
  /** Other valid encodings; empty if the original file is no longer stored. */
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

export type UploadState = 'CHECKED' | 'RUNNING' | 'STOPPED' | 'DONE'

/** An uploaded file. */
export interface Upload {
  id: string
  fileName: string
  form: UploadForm
  state: UploadState
  memberId: string
  memberName: string
  madeAt: Date
}

interface NewUpload {
  sellerId: number
  member: { id: string; name: string }
  fileName: string
  form: UploadForm
  /** Original bytes, stored if another encoding may be chosen. */
  content: Uint8Array | null
  rows: readonly RawRow[]
  verdicts: readonly Verdict[]
  now: Date
}

/** Stores a file with its verdicts; returns its id. */
export async function keepUpload(
  db: SellerDb,
  { sellerId, member, fileName, form, content, rows, verdicts, now }: NewUpload,
): Promise<string> {
  const { id } = await db
    .insertInto('tracking_uploads')
    .values({
      seller_id: sellerId,
      member_id: member.id,
      member_name: member.name,
      file_name: fileName,
      form: JSON.stringify(form),
      content: content && Buffer.from(content),
      made_at: now,
      worked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
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
      .insertInto('tracking_upload_rows')
      .values(
        part.map(([row, verdict]) => ({
          seller_id: sellerId,
          upload_id: id,
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
  const found = await db
    .selectFrom('tracking_uploads')
    .select((of) => of.ref('form').$castTo<Partial<UploadForm>>().as('form'))
    .select(['id', 'file_name as fileName', 'state', 'made_at as madeAt'])
    .select(['member_id as memberId', 'member_name as memberName'])
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? { ...found, form: { ...emptyForm, ...found.form } } : null
}

/** Defaults for files stored by earlier versions. */
const emptyForm: UploadForm = {
  dialect: null,
  delimiter: ',',
  encoding: 'utf-8',
  isEncodingSure: true,
  otherEncodings: [],
  encodingSamples: {},
  header: [],
  headerRow: 1,
  before: 0,
  columns: {},
  evidence: {},
  chosenAt: null,
  dayOrder: null,
  columnOrder: null,
  carrier: null,
  keepsNamed: false,
  isConfirmed: false,
}

/** Updates the format of an upload. */
export async function setForm(
  db: SellerDb,
  { sellerId, id, form }: { sellerId: number; id: string; form: UploadForm },
): Promise<void> {
  await db
    .updateTable('tracking_uploads')
    .set({ form: JSON.stringify(form) })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .execute()
}

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
    from tracking_upload_rows where seller_id = ${sellerId} and upload_id = ${id} group by verdict`.execute(db)
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
    select row, fields, order_number, verdict, wish, problems, notes, edits from tracking_upload_rows
    where seller_id = ${sellerId} and upload_id = ${id} and verdict = any(${[...verdicts]})
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
    from tracking_upload_rows r cross join lateral jsonb_array_elements(coalesce(r.problems, r.notes)) p
    where r.seller_id = ${sellerId} and r.upload_id = ${id} and r.verdict in ('PROBLEM', 'CHANGE', 'REFUSED')
    group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ rule, n }) => [rule, n]))
}

/**
 * Moves an upload to another state if it is in one of `from`; returns whether it was. Deletes the original file once it
 * is applied.
 */
export async function moveUpload(
  db: SellerDb,
  {
    sellerId,
    id,
    from,
    to,
    now,
  }: { sellerId: number; id: string; from: readonly UploadState[]; to: UploadState; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tracking_uploads')
    .set({ state: to, worked_at: now, ...(to === 'RUNNING' ? { content: null } : {}) })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
