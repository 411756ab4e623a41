import type { Row } from '#db/schema.ts'
import type { Role } from '#web/roles.ts'
import type { FileKind, FileRun } from './file-run.ts'

/** The run of a row. Only `createRun` writes kinds and roles, so the casts are safe. */
export const runOf = (row: Row<'file_runs'>): FileRun => ({
  sellerId: row.seller_id,
  id: row.id,
  direction: row.direction,
  kind: row.kind as FileKind,
  state: row.state,
  fileName: row.file_name,
  format: row.format,
  plan: row.plan,
  position: row.position,
  totalRows: row.total_rows,
  doneRows: row.done_rows,
  errorRows: row.error_rows,
  failure: row.failure,
  readers: row.readers as Role[],
  memberId: row.member_id,
  memberName: row.member_name,
  scheduleId: row.schedule_id,
  dueAt: row.due_at,
  madeAt: row.made_at,
  startedAt: row.started_at,
  lookedAt: row.looked_at,
  finishedAt: row.finished_at,
  keptUntil: row.kept_until,
})
