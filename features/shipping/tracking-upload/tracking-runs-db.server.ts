import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { fileRunLifetimeMs, type FileRun, type FileRunState } from '#features/machinery/file-runs/file-run.ts'
import { permissions } from '#web/roles.ts'
import type { UploadState } from './uploads-db.server.ts'

interface TrackingRow {
  id: string
  fileName: string
  state: UploadState
  memberId: string
  memberName: string
  madeAt: Date
  workedAt: Date
  rows: number
  done: number
  errors: number
}

/** States of runs that uploads correspond to. A stopped one can be continued on its page. */
const states: Readonly<Record<UploadState, FileRunState>> = {
  CHECKED: 'CREATED',
  RUNNING: 'RUNNING',
  STOPPED: 'CANCELLED',
  DONE: 'DONE',
}

/** Lists a seller's uploads of tracking numbers as runs of files, latest first. */
export async function listTrackingRuns(
  db: SellerDb,
  { sellerId, limit }: { sellerId: number; limit: number },
): Promise<FileRun[]> {
  const { rows } = await sql<TrackingRow>`
    select u.id, u.file_name as "fileName", u.state, u.member_id as "memberId", u.member_name as "memberName",
      u.made_at as "madeAt", u.worked_at as "workedAt", coalesce(c.rows, 0) as rows, coalesce(c.done, 0) as done,
      coalesce(c.errors, 0) as errors
    from (
      select * from tracking_uploads where seller_id = ${sellerId} order by made_at desc, id desc limit ${limit}
    ) u
    left join lateral (
      select count(*) filter (where verdict in ('CHANGE', 'DONE', 'REFUSED'))::integer as rows,
        count(*) filter (where verdict in ('DONE', 'REFUSED'))::integer as done,
        count(*) filter (where verdict in ('PROBLEM', 'REFUSED'))::integer as errors
      from tracking_upload_rows r where r.seller_id = ${sellerId} and r.upload_id = u.id
    ) c on true
    order by u.made_at desc, u.id desc`.execute(db)
  return rows.map((row) => runOf(row, sellerId))
}

function runOf(
  { id, fileName, state, madeAt, workedAt, rows, done, errors, ...member }: TrackingRow,
  sellerId: number,
) {
  const isDone = state === 'DONE'
  return {
    sellerId,
    id,
    direction: 'UPLOAD',
    kind: 'tracking',
    state: isDone && errors > 0 ? 'DONE_WITH_ERRORS' : states[state],
    fileName,
    format: 'CSV',
    plan: {},
    position: null,
    totalRows: rows,
    doneRows: done,
    errorRows: errors,
    failure: null,
    readers: permissions['orders.ship'],
    ...member,
    scheduleId: null,
    madeAt,
    startedAt: state === 'CHECKED' ? null : madeAt,
    lookedAt: null,
    finishedAt: isDone ? workedAt : null,
    keptUntil: new Date(madeAt.getTime() + fileRunLifetimeMs),
  } satisfies FileRun
}
