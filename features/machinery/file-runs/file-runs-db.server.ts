import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { shortened } from '#lib/shortened.ts'
import type { Role } from '#web/roles.ts'
import {
  fileRunLifetimeMs,
  statesBefore,
  type FileDirection,
  type FileFormat,
  type FileKind,
  type FileRun,
  type FileRunState,
  type TakenRun,
} from './file-run.ts'
import { removeParts, type RunKey } from './run-parts-db.server.ts'
import { runOf } from './run-row.ts'
import { abandonedAfterMs } from './run-turns.ts'

export interface NewFileRun {
  sellerId: number
  direction: FileDirection
  kind: FileKind
  /** CREATED if the seller decides first, QUEUED if it may begin. */
  state: 'CREATED' | 'QUEUED'
  fileName: string
  format: FileFormat
  plan: object
  totalRows?: number
  readers: readonly Role[]
  /** Whether its files have buyers' data and are deleted when a buyer is erased. */
  hasBuyers: boolean
  member: { id: string; name: string }
  schedule?: { id: string; dueAt: Date }
  now: Date
}

/** Creates a run; returns its id. Null if its schedule has made the run of that time before. */
export async function createRun(db: SellerDb, run: NewFileRun): Promise<string | null> {
  const row = await db
    .insertInto('file_runs')
    .values({
      seller_id: run.sellerId,
      direction: run.direction,
      kind: run.kind,
      state: run.state,
      file_name: shortened(run.fileName, longestName),
      format: run.format,
      plan: JSON.stringify(run.plan),
      total_rows: run.totalRows ?? null,
      readers: [...run.readers],
      has_buyers: run.hasBuyers,
      member_id: run.member.id,
      member_name: run.member.name,
      schedule_id: run.schedule?.id ?? null,
      due_at: run.schedule?.dueAt ?? null,
      made_at: run.now,
      worked_at: run.now,
      looked_at: run.now,
      kept_until: new Date(run.now.getTime() + fileRunLifetimeMs),
    })
    .onConflict((on) =>
      on.columns(['seller_id', 'schedule_id', 'due_at']).where('schedule_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const longestName = 120

/** A run as of a moment: one whose time is over counts as deleted, also before the job deletes it. */
export interface RunAt extends RunKey {
  now: Date
}

/** Finds a seller's run; null if there is none, or if it is of another kind than `kind`. */
export async function findRun(
  db: SellerDb,
  { sellerId, id, kind, now }: RunAt & { kind?: FileKind },
): Promise<FileRun | null> {
  const row = await selectOfSeller(db, 'file_runs', sellerId)
    .selectAll()
    .where('id', '=', id)
    .where('kept_until', '>', now)
    .executeTakeFirst()
  return row && (kind === undefined || row.kind === kind) ? runOf(row) : null
}

interface Listing {
  sellerId: number
  limit: number
  now: Date
  /** All if omitted. */
  direction?: FileDirection
  kinds?: readonly FileKind[]
}

/** Lists a seller's runs, latest first. */
export async function listRuns(db: SellerDb, { sellerId, limit, direction, kinds, now }: Listing): Promise<FileRun[]> {
  const rows = await selectOfSeller(db, 'file_runs', sellerId)
    .selectAll()
    .where('kept_until', '>', now)
    .$if(direction !== undefined, (runs) => runs.where('direction', '=', direction ?? 'UPLOAD'))
    .$if(kinds !== undefined, (runs) => runs.where('kind', 'in', kinds ?? []))
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(runOf)
}

interface RunsPage {
  sellerId: number
  /** Condition on `file_runs`. */
  which: RawBuilder<boolean>
  /** From 1; if there are not as many, the first is read. */
  page: number
  size: number
  now: Date
}

/** Runs that read or write a file. */
export const hasFile = sql<boolean>`kind <> 'bulk-edit'`

/** Reads a page of a seller's runs, latest first, and the number of the last page. */
export async function pageOfRuns(db: SellerDb, of: RunsPage): Promise<{ runs: FileRun[]; page: number; last: number }> {
  const { sellerId, which, page, size, now } = of
  const { rows } = await sql<Row<'file_runs'> & { all: number }>`
    select *, count(*) over () as all from file_runs where seller_id = ${sellerId} and kept_until > ${now} and ${which}
    order by made_at desc, id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  if (rows.length === 0 && page > 1) return pageOfRuns(db, { ...of, page: 1 })
  return { runs: rows.map(runOf), page, last: Math.ceil((rows[0]?.all ?? 0) / size) }
}

interface Queueing extends RunKey {
  event: 'QUEUE' | 'UNDO'
  plan: object
  /** If it has buyers' data, by what is known of it now. */
  hasBuyers?: true
  totalRows: number
  /** Ids of the seller's runs that are over before it begins. */
  waitsFor?: readonly string[]
  /** Whose role lets it go on; who made it if omitted. */
  by?: { id: string; name: string }
  now: Date
}

/** Queues a run with its plan, from its beginning; false if its state does not allow it. */
export async function queueRun(
  db: SellerDb,
  { sellerId, id, event, plan, hasBuyers, totalRows, waitsFor = [], by, now }: Queueing,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOfSeller(db, 'file_runs', sellerId)
    .set({
      ...fromBeginning,
      state: 'QUEUED',
      plan: JSON.stringify(plan),
      total_rows: totalRows,
      waits_for: [...waitsFor],
      failure: null,
      worked_at: now,
      looked_at: now,
      finished_at: null,
      ...(hasBuyers ? { has_buyers: true } : {}),
      ...(by ? { member_id: by.id, member_name: by.name } : {}),
    })
    .where('id', '=', id)
    .where('state', 'in', statesBefore(event))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const fromBeginning = { position: null, done_rows: 0, error_rows: 0, started_at: null }

/** Takes a run to work on it; null if another process has taken it or it is over. */
export async function takeRun(db: SellerDb, { sellerId, id, now }: RunKey & { now: Date }): Promise<TakenRun | null> {
  const row = await updateOfSeller(db, 'file_runs', sellerId)
    .set((of) => ({
      state: 'RUNNING',
      attempt: of('attempt', '+', 1),
      started_at: of.fn.coalesce('started_at', of.val(now)),
      worked_at: now,
    }))
    .where('id', '=', id)
    .where('state', 'in', statesBefore('TAKE'))
    .where((of) =>
      of.or([of('state', '=', 'QUEUED'), of('worked_at', '<=', new Date(now.getTime() - abandonedAfterMs))]),
    )
    .returningAll()
    .executeTakeFirst()
  return row ? { ...runOf(row), attempt: row.attempt } : null
}

interface WorkKey extends RunKey {
  attempt: number
  now: Date
}

/**
 * Records progress in the transaction of a part's work, so that each part counts once. False if the run was cancelled
 * or taken over: the caller must roll back and stop.
 */
export async function reportProgress(
  db: SellerDb,
  { position, totalRows, doneRows, errorRows, ...key }: WorkKey & Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await workedOn(db, key)
    .set({
      worked_at: key.now,
      done_rows: doneRows,
      error_rows: errorRows,
      position: position && JSON.stringify(position),
      ...(totalRows === undefined ? {} : { total_rows: totalRows }),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Progress so far: totals, not differences. */
interface Progress {
  position: object | null
  totalRows?: number
  doneRows: number
  errorRows: number
}

/** Gives a run back, to be taken again after others that wait. */
export async function releaseRun(db: SellerDb, key: WorkKey): Promise<void> {
  await workedOn(db, key).set({ state: 'QUEUED', worked_at: key.now }).execute()
}

/** Gives a prepared run back to the seller, who decides how it goes on; false if it was cancelled or taken over. */
export async function reviewRun(db: SellerDb, { plan, ...key }: WorkKey & { plan: object }): Promise<boolean> {
  const { numUpdatedRows } = await workedOn(db, key)
    .set({ ...fromBeginning, state: 'CREATED', plan: JSON.stringify(plan), total_rows: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a run; false if it was cancelled or taken over. `failure` is a code if it failed. */
export async function finishRun(
  db: SellerDb,
  { failure, errorRows = 0, ...key }: WorkKey & { failure?: string; errorRows?: number },
): Promise<boolean> {
  const ended: FileRunState = failure !== undefined ? 'FAILED' : errorRows > 0 ? 'DONE_WITH_ERRORS' : 'DONE'
  const { numUpdatedRows } = await workedOn(db, key)
    .set({ state: ended, failure: failure ?? null, worked_at: key.now, finished_at: key.now })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Cancels a run and deletes its files; false if it is over. What it has applied stays: `keepsInput` keeps the file that
 * it read, for the result.
 */
export async function cancelRun(
  db: SellerDb,
  { sellerId, id, keepsInput, now }: RunKey & { keepsInput: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await updateOfSeller(db, 'file_runs', sellerId)
    .set({ state: 'CANCELLED', worked_at: now, finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', statesBefore('CANCEL'))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await removeParts(db, { sellerId, id, file: 'RESULT' })
  if (!keepsInput) await removeParts(db, { sellerId, id, file: 'INPUT' })
  return true
}

const workedOn = (db: SellerDb, { sellerId, id, attempt }: WorkKey) =>
  updateOfSeller(db, 'file_runs', sellerId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'RUNNING')
