import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { forgetColumns, rememberColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { lockRun, reopenRun, setPlan } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { readPart } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { pairs } from '#lib/pairs.ts'
import type { Encoding } from '#lib/text-encodings.ts'
import { checkRows } from './check-rows.server.ts'
import { maxRows, readTrackingFile } from './read-tracking-file.ts'
import { fileFacts } from './receive-file.server.ts'
import { withCells, type Review } from './review-form.ts'
import type { RawRow } from './table-rows.ts'
import {
  keepRows,
  keptVerdict,
  listRows,
  trackingKind,
  uploadOf,
  type Upload,
  type UploadRow,
} from './uploads-db.server.ts'
import type { Verdict } from './verdict.ts'

/** Result of corrections. `other`: rows beyond the edited cells changed, which the seller has not seen. */
export type Reviewed = 'nothing' | 'cells' | 'other'

interface Reviewing {
  sellerId: number
  id: string
  carriers: readonly Carrier[]
  zone: string
  now: Date
}

/** Verdicts of rows that can still be corrected; applied rows are final. */
const open = ['CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'REFUSED'] as const

/** Stores corrections and checks the file's rows again. Applies nothing. */
export async function reviewUpload(db: SellerDb, on: Reviewing, review: Review): Promise<Reviewed> {
  const { cells, ...others } = review
  if (cells.length === 0 && Object.values(others).every((value) => value === undefined)) return 'nothing'
  const upload = await lockUpload(db, on)
  if (!upload) return 'nothing'
  const { form } = upload
  const answers = {
    dayOrder: review.dayOrder === undefined ? form.dayOrder : review.dayOrder,
    carrier: review.carrier === undefined ? form.carrier : review.carrier,
    keepsNamed: review.keepsNamed ?? form.keepsNamed,
    isConfirmed: review.isConfirmed ?? form.isConfirmed,
  }
  const columns = review.columns ?? form.columns
  const areColumnsNew = !isDeepStrictEqual({ ...columns }, { ...form.columns })
  const isDayOrderNew = answers.dayOrder !== form.dayOrder
  const kept = await listRows(db, { sellerId: on.sellerId, id: on.id, verdicts: open, limit: maxRows })
  // The page showed the previous reading, so compare the cells with that.
  const edited = withCells(kept.map(rawRow), cells, form.header.length)
  const isCellNew = pairs(kept, edited).some(([before, after]) => before.edits !== after.edits)
  const reread = await rereadRows(db, { ...on, upload, encoding: review.encoding, edited })
  const rows = reread?.rows ?? edited
  const isOther = areColumnsNew || reread !== null || !isDeepStrictEqual(answers, answersOf(form))
  if (!isOther && !isCellNew) return 'nothing'
  const isRemembered = areColumnsNew || isDayOrderNew
  const facts = {
    ...form,
    ...reread?.facts,
    ...answers,
    chosenAt: isRemembered ? on.now.toISOString() : form.chosenAt,
  }
  const checked = await checkRows(db, { ...on, facts, rows, columns: reread && !areColumnsNew ? null : columns })
  await setPlan(db, { ...on, plan: checked.form })
  if (isRemembered) {
    const { header } = checked.form
    const of = { sellerId: on.sellerId, kind: trackingKind, header } as const
    await rememberColumns(db, { ...of, columns, dayOrder: answers.dayOrder, now: on.now })
  }
  if (reread) await replaceRows(db, { ...on, rows, verdicts: checked.verdicts })
  else await setRows(db, { ...on, kept, rows, verdicts: checked.verdicts })
  // Rows corrected after the file was applied wait to be applied.
  if (upload.state === 'DONE' && checked.verdicts.some(({ verdict }) => verdict === 'CHANGE')) await reopenRun(db, on)
  return isOther ? 'other' : 'cells'
}

/** Deletes the column choice for the file's header and detects the columns again. */
export async function forgetChoice(db: SellerDb, on: Reviewing): Promise<void> {
  const upload = await lockUpload(db, on)
  if (!upload) return
  await forgetColumns(db, { sellerId: on.sellerId, kind: trackingKind, header: upload.form.header })
  const kept = await listRows(db, { sellerId: on.sellerId, id: on.id, verdicts: open, limit: maxRows })
  const rows = kept.map(rawRow)
  const facts = { ...upload.form, dayOrder: null, chosenAt: null }
  const { form, verdicts } = await checkRows(db, { ...on, facts, rows, columns: null })
  await setPlan(db, { ...on, plan: form })
  await setRows(db, { ...on, kept, rows, verdicts })
}

const answersOf = ({ dayOrder, carrier, keepsNamed, isConfirmed }: Upload['form']) => ({
  dayOrder,
  carrier,
  keepsNamed,
  isConfirmed,
})

/** Locks an upload for corrections; null while it is applied. */
async function lockUpload(db: SellerDb, { sellerId, id }: Pick<Reviewing, 'sellerId' | 'id'>): Promise<Upload | null> {
  const run = await lockRun(db, { sellerId, id, kind: trackingKind })
  return run && uploadOf(run)
}

const rawRow = ({ row, fields, edits, problems }: UploadRow): RawRow => ({
  row,
  fields,
  edits,
  broken: problems?.[0]?.rule === 'broken' ? 'broken' : null,
})

/** Parses the file again in another encoding and keeps edits; null if not requested or the file is no longer stored. */
async function rereadRows(
  db: SellerDb,
  {
    sellerId,
    id,
    upload,
    encoding,
    edited,
  }: Reviewing & { upload: Upload; encoding: Encoding | undefined; edited: readonly RawRow[] },
) {
  const { form, state } = upload
  if (state !== 'CHECKED' || !encoding || !form.otherEncodings.includes(encoding)) return null
  const content = await readInput(db, { sellerId, id })
  if (content.length === 0) return null
  const read = await readTrackingFile(content, { encoding })
  if (!read.ok) return null
  const edits = new Map(edited.map((row) => [row.row, row.edits]))
  const otherEncodings = [form.encoding, ...form.otherEncodings.filter((other) => other !== encoding)]
  return {
    facts: { ...fileFacts(read.file), otherEncodings },
    rows: read.file.rows.map((row): RawRow => ({ ...row, edits: edits.get(row.row) ?? null })),
  }
}

/** The whole file as it was sent; empty if it is no longer stored. */
async function readInput(db: SellerDb, of: Pick<Reviewing, 'sellerId' | 'id'>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (;;) {
    const content = await readPart(db, { sellerId: of.sellerId, id: of.id, file: 'INPUT', part: parts.length })
    if (!content) return Buffer.concat(parts)
    parts.push(content)
  }
}

interface ValidatedUpload extends Pick<Reviewing, 'sellerId' | 'id'> {
  rows: readonly RawRow[]
  verdicts: readonly Verdict[]
}

async function replaceRows(db: SellerDb, judged: ValidatedUpload): Promise<void> {
  await db
    .deleteFrom('tracking_rows')
    .where('seller_id', '=', judged.sellerId)
    .where('run_id', '=', judged.id)
    .execute()
  await keepRows(db, judged)
}

/** Rows per update statement. */
const rowsAtOnce = 2_000

/** Updates changed verdicts and edits. */
async function setRows(
  db: SellerDb,
  { sellerId, id, kept, rows, verdicts }: ValidatedUpload & { kept: readonly UploadRow[] },
): Promise<void> {
  const keys = new Map<string, ParcelKey>()
  const all = pairs(pairs(kept, rows), verdicts).map(([[before, after], verdict]) => {
    const now = { row: after.row, edits: after.edits && JSON.stringify(after.edits), ...keptVerdict(verdict, keys) }
    return { now, isChanged: before.edits !== after.edits || !isSameVerdict(before, verdict) }
  })
  const changed = all.filter(({ isChanged }) => isChanged).map(({ now }) => now)
  for (let from = 0; from < changed.length; from += rowsAtOnce) {
    const part = changed.slice(from, from + rowsAtOnce)
    const numbers = part.map(({ row }) => row)
    await sql`
      update tracking_rows r
      set verdict = m.verdict, order_number = m.order_number, parcel_key = m.parcel_key, wish = m.wish,
        problems = m.problems, notes = m.notes, edits = m.edits
      from unnest(${numbers}::int[], ${part.map(({ verdict }) => verdict)}::text[],
        ${part.map((each) => each.order_number)}::text[], ${part.map((each) => each.parcel_key)}::text[],
        ${part.map(({ wish }) => wish)}::jsonb[], ${part.map(({ problems }) => problems)}::jsonb[],
        ${part.map(({ notes }) => notes)}::jsonb[], ${part.map(({ edits }) => edits)}::jsonb[])
        m (row, verdict, order_number, parcel_key, wish, problems, notes, edits)
      where r.seller_id = ${sellerId} and r.run_id = ${id} and r.row = m.row and r.row = any(${numbers}::int[])`.execute(
      db,
    )
  }
}

/** Whether a stored row equals its new verdict. Rows of one parcel change together to keep one key. */
function isSameVerdict(before: UploadRow, verdict: Verdict): boolean {
  if (before.verdict !== verdict.verdict || before.order_number !== verdict.order || verdict.verdict === 'CHANGE')
    return false
  return verdict.verdict === 'SAME' || isDeepStrictEqual(before.problems, verdict.problems)
}
