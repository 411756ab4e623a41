import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { fileRunLifetimeMs, type FileRunState } from '#features/machinery/file-runs/file-run.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { keepUploadedFile } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { minute } from '#lib/duration.ts'
import { ownRows } from '#web/own-rows.ts'
import { permissions } from '#web/roles.ts'
import { trackingKind, type UploadForm } from './uploads-db.server.ts'

/** Milliseconds without work after which an upload of the previous version is moved. */
const leftAloneMs = minute
/** Uploads that are moved in one run of the job. */
const mostAtOnce = 500

/**
 * Makes uploads of the previous version, which had tables of its own, runs of files; run by a job while that version may
 * serve. Returns the number moved.
 */
export async function moveEarlierUploads(
  { db, now }: { db: Database; now: () => Date },
  report: ReportFailure,
): Promise<number> {
  const left = await db.owner
    .selectFrom('tracking_uploads')
    .select(['seller_id as sellerId', 'id'])
    .where('worked_at', '<', new Date(now().getTime() - leftAloneMs))
    .limit(mostAtOnce)
    .modifyEnd(overAllSellers)
    .execute()
  const move = (key: RunKey) => ownRows({ db }, key.sellerId).write((own) => moveUpload(own, { ...key, now: now() }))
  return (await forEachIsolated(left, move, report)).done.length
}

async function moveUpload(db: SellerDb, { sellerId, id, now }: RunKey & { now: Date }): Promise<void> {
  const upload = await db
    .selectFrom('tracking_uploads')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!upload) return
  const keptUntil = new Date(upload.made_at.getTime() + fileRunLifetimeMs)
  if (keptUntil > now) await copyUpload(db, upload, keptUntil)
  await db.deleteFrom('tracking_uploads').where('seller_id', '=', sellerId).where('id', '=', id).execute()
}

const states: Readonly<Record<Row<'tracking_uploads'>['state'], FileRunState>> = {
  CHECKED: 'CREATED',
  RUNNING: 'QUEUED',
  STOPPED: 'CANCELLED',
  DONE: 'DONE',
}

async function copyUpload(db: SellerDb, upload: Row<'tracking_uploads'>, keptUntil: Date): Promise<void> {
  const { seller_id: sellerId, id, state, worked_at: workedAt } = upload
  const rows = await db
    .selectFrom('tracking_upload_rows')
    .select(['row', 'fields', 'order_number', 'verdict', 'parcel_key', 'wish', 'problems', 'notes', 'edits'])
    .where('seller_id', '=', sellerId)
    .where('upload_id', '=', id)
    .execute()
  const count = (...verdicts: string[]) => rows.filter(({ verdict }) => verdicts.includes(verdict)).length
  const errors = count('PROBLEM', 'REFUSED')
  await db
    .insertInto('file_runs')
    .values({
      seller_id: sellerId,
      id,
      direction: 'UPLOAD',
      kind: trackingKind,
      state: state === 'DONE' && errors > 0 ? 'DONE_WITH_ERRORS' : states[state],
      file_name: upload.file_name || 'tracking.csv',
      format: 'CSV',
      plan: JSON.stringify({ ...emptyForm, ...upload.form }),
      total_rows: count('CHANGE', 'DONE', 'REFUSED'),
      done_rows: count('DONE', 'REFUSED'),
      error_rows: errors,
      readers: [...permissions['orders.ship']],
      has_buyers: true,
      member_id: upload.member_id,
      member_name: upload.member_name,
      made_at: upload.made_at,
      started_at: state === 'CHECKED' ? null : upload.made_at,
      worked_at: workedAt,
      looked_at: workedAt,
      finished_at: state === 'STOPPED' || state === 'DONE' ? workedAt : null,
      kept_until: keptUntil,
    })
    .execute()
  const moved = rows.map(({ problems, notes, ...row }) => ({
    seller_id: sellerId,
    run_id: id,
    ...row,
    problems: problems && problems.map(withValues),
    notes: notes && notes.map(withValues),
  }))
  await insertRows(db, 'tracking_rows', moved, { json: ['wish', 'problems', 'notes', 'edits'] })
  if (upload.content) await keepUploadedFile(db, { sellerId, id }, upload.content)
}

/** A problem with the parameters of its text under their present name. */
const withValues = ({ facts, ...problem }: { facts?: object }) => ({ ...problem, values: facts ?? {} })

/** Settings that older uploads lack. */
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
