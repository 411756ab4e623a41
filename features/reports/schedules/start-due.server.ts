import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { ownRows } from '#web/own-rows.ts'
import { downloadKinds } from '../downloads/download-kinds.server.ts'
import { startDownload } from '../downloads/start-download.server.ts'
import { findTemplate } from '../downloads/templates-db.server.ts'
import { nextDue } from './schedule.ts'
import { findSchedule, setNextAt } from './schedules-db.server.ts'

/**
 * Queues a file for each schedule that is due, of all sellers; run by a job. Times that passed while no process ran are
 * made up for by one file. Returns the number of files.
 */
export async function startDueDownloads(
  hub: { db: Database; now: () => Date },
  report: ReportFailure,
): Promise<number> {
  const due = await hub.db.owner
    .selectFrom('download_schedules')
    .select(['seller_id as sellerId', 'id'])
    .where('next_at', '<=', hub.now())
    .orderBy('next_at')
    .modifyEnd(overAllSellers)
    .execute()
  const start = ({ sellerId, id }: { sellerId: number; id: string }) =>
    ownRows(hub, sellerId).write((own) => startDue(own, { sellerId, id, now: hub.now() }))
  const { done } = await forEachIsolated(due, start, report)
  return done.filter(Boolean).length
}

/** Queues the file of a schedule unless another process has done so. */
async function startDue(db: SellerDb, of: { sellerId: number; id: string; now: Date }): Promise<boolean> {
  const { sellerId, id, now } = of
  const schedule = await findSchedule(db, { sellerId, id, isLocked: true })
  if (!schedule?.nextAt || schedule.nextAt > now) return false
  const template = await findTemplate(db, { sellerId, id: schedule.templateId })
  const kind = downloadKinds.find((each) => each.kind === template?.kind)
  const { time_zone: zone } = await db
    .selectFrom('sellers')
    .select('time_zone')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  await setNextAt(db, { sellerId, id, nextAt: nextDue(schedule.rule, now, zone) })
  if (!template || !kind) return false
  const { member } = schedule
  const due = { id, dueAt: schedule.nextAt }
  await startDownload(db, { sellerId, zone, kind, plan: template.plan, member, schedule: due, now })
  return true
}
